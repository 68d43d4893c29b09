/** A timestamp token keeps one encoding, however an attacker changes the parts that its authority did not sign. */
import { constants, generateKeyPairSync, sign, verify, X509Certificate } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { makeDevelopmentCertificate } from '../development/certificate.ts';
import { answerTimestampQuery } from '../development/timestamp-authority.ts';
import { signerFromPem } from '../keys/local.ts';
import { readTimestampToken } from '../timestamps/token.ts';
import { type Asn1, der, integer, nothing, octetString, oid, readDer, sequence, setOf } from './der.ts';
import { withLowS } from './ecdsa-low-s.ts';
import { normalToken } from './normal-token.ts';
import { OID } from './oids.ts';

async function tokenBy(key: 'p256' | 'rsa2048'): Promise<Buffer> {
  const { keyPem, certificatePem } = makeDevelopmentCertificate({
    commonName: 'Clock',
    purpose: 'timestamping',
    key,
  });
  const query = sequence(integer(1), sequence(sequence(oid(OID.sha256)), octetString(Buffer.alloc(32))));
  const answer = await answerTimestampQuery(query, signerFromPem(keyPem, certificatePem), new Date());
  return readDer(answer).children[1]!.raw;
}

/** The token with other elements in its SignerInfo. */
function withSigner(token: Buffer, change: (elements: readonly Asn1[]) => Buffer[]): Buffer {
  const fields = readDer(token).children[1]!.children[0]!.children;
  const info = fields.at(-1)!.children[0]!;
  const kept = fields.slice(0, -1).map(({ raw }) => raw);
  const signedData = sequence(...kept, setOf(sequence(...change(info.children))));
  return sequence(oid(OID.signedData), der(0xa0, signedData));
}

test.each([
  'secp224r1',
  'prime256v1',
  'secp256k1',
  'secp384r1',
  'secp521r1',
  'brainpoolP224r1',
  'brainpoolP256r1',
  'brainpoolP320r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
])('of the two values that ECDSA accepts on %s, one is taken', (namedCurve) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  const content = Buffer.from('content');
  const values = Array.from({ length: 100 }, () => sign('sha256', content, privateKey));
  const taken = values.map((value) => withLowS(value, publicKey));
  for (const value of taken) {
    expect(verify('sha256', content, publicKey, value)).toBe(true);
    expect(withLowS(value, publicKey)).toEqual(value);
  }
  // About half of the values have the larger s.
  const unchanged = values.filter((value, at) => value.equals(taken[at]!)).length;
  expect([0, values.length]).not.toContain(unchanged);
});

describe('the normal token', () => {
  test('has one of the two values that ECDSA accepts, and is still valid', async () => {
    const token = await tokenBy('p256');
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const twin = withSigner(token, (elements) =>
      elements.map((element) => {
        if (element.tag !== 0x04) return element.raw;
        const [r, s] = readDer(element.content).children;
        const other = (order - BigInt(`0x${s!.content.toString('hex')}`)).toString(16).padStart(64, '0');
        return octetString(sequence(r!.raw, integer(Buffer.from(other, 'hex'))));
      }),
    );
    expect(twin.equals(token)).toBe(false);
    expect(readTimestampToken(twin).signedData.valid).toBe(true);
    expect(normalToken(twin).equals(normalToken(token))).toBe(true);
    expect(readTimestampToken(normalToken(twin)).signedData.valid).toBe(true);
  });

  test('has one encoding of the parameters of RSASSA-PSS', async () => {
    const { keyPem, certificatePem } = makeDevelopmentCertificate({
      commonName: 'Clock',
      purpose: 'timestamping',
      key: 'rsa2048',
    });
    const signer = {
      certificates: [new X509Certificate(certificatePem).raw],
      sign: async (data: Uint8Array) =>
        sign('sha256', data, { key: keyPem, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
    };
    const query = sequence(integer(1), sequence(sequence(oid(OID.sha256)), octetString(Buffer.alloc(32))));
    const answer = await answerTimestampQuery(query, signer, new Date());
    const digest = (...parameters: Buffer[]) => sequence(oid(OID.sha256), ...parameters);
    const pss = (parameters: Buffer[], ...more: Buffer[]) =>
      sequence(
        oid(OID.rsaPss),
        sequence(
          der(0xa0, digest(...parameters)),
          der(0xa1, sequence(oid(OID.mgf1), digest(...parameters))),
          der(0xa2, integer(32)),
          ...more,
        ),
      );
    const tokens = [pss([nothing()]), pss([]), pss([nothing()], der(0xa3, integer(1)))].map((algorithm) =>
      withSigner(readDer(answer).children[1]!.raw, (elements) =>
        elements.map((element, at) => (at === elements.length - 2 ? algorithm : element.raw)),
      ),
    );
    const normal = tokens.map((token) => normalToken(token).toString('hex'));
    expect(new Set(tokens.map((token) => token.toString('hex'))).size).toBe(3);
    expect(new Set(normal).size).toBe(1);
    for (const token of [...tokens, Buffer.from(normal[0]!, 'hex')])
      expect(readTimestampToken(token).signedData.problems).toEqual([]);
  });
});
