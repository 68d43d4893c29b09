/** Seals with timestamps by authorities of different kinds, and what happens when the token is exchanged afterwards. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Holder, type Pki, startPki } from '../../../../test/support/pki.ts';
import { integer, octetString, oid, readDer, sequence } from '../cms/der.ts';
import { OID } from '../cms/oids.ts';
import { answerTimestampQuery } from '../development/timestamp-authority.ts';
import type { RequestToken, Timestamper } from '../ports/authorities.ts';
import { TimestampError } from '../ports/errors.ts';
import type { SealSigner } from '../ports/seal.ts';
import { sealPdf } from '../seal.ts';
import { sampleCertificate, samplePdf } from '../testing/sample-files.ts';
import { sampleSigner } from '../testing/sample-seal.ts';
import { verifyPdf } from '../verify.ts';
import { timestamperOf } from './timestamper-of.ts';

let pki: Pki;
beforeAll(async () => {
  pki = await startPki();
});
afterAll(() => pki.close());

const pdf = samplePdf({ pages: 1 });
const signer = sampleSigner();

const seal = (timestamper: Timestamper) =>
  sealPdf({
    pdf,
    marks: [],
    certificate: sampleCertificate({
      originalSha256: createHash('sha256').update(pdf).digest('hex'),
      originalSizeBytes: pdf.length,
      pageCount: 1,
    }),
    watermark: null,
    signer,
    timestamper,
    sealedAt: new Date(),
  });

const tokenBy =
  (authority: SealSigner): RequestToken =>
  async (sha256) => {
    const query = sequence(integer(1), sequence(sequence(oid(OID.sha256)), octetString(sha256)));
    return readDer(await answerTimestampQuery(query, authority, new Date())).children[1]!.raw;
  };

/** An authority that sends these certificates with its tokens. */
const sending = (holder: Holder, certificates: readonly Holder[]): SealSigner => ({
  ...pki.signerOf(holder),
  certificates: [holder, ...certificates].map(({ certificate }) => certificate.raw),
});

describe('a genuine seal is intact with a timestamp', () => {
  test.each<[string, () => readonly Holder[]]>([
    ['that holds the certificate of the authority alone', () => []],
    ['whose chain lacks the root', () => [pki.stampIssuer]],
    ['whose chain is whole', () => [pki.stampIssuer, pki.root]],
    [
      'that holds a cross certificate and no root',
      () => [pki.stampIssuer, pki.crossCertified(pki.stampIssuer)],
    ],
    ['that holds a certificate outside its chain', () => [pki.stampIssuer, pki.intermediate]],
  ])('%s', async (_, chain) => {
    const { sealed } = await seal(timestamperOf(tokenBy(sending(pki.stamper, chain()))));
    const report = await verifyPdf(sealed);
    expect(report).toMatchObject({ intact: true, signatures: [{ profile: 'PAdES-B-T', problems: [] }] });
  });

  test('of an authority that has several signing units', async () => {
    const units = [1, 2, 3].map((number) => tokenBy(pki.signerOf(pki.stampHolder(`Unit ${number}`))));
    let requests = 0;
    const timestamper = timestamperOf((sha256) => units[requests++ % units.length]!(sha256));
    for (let round = 0; round < 4; round++) {
      const { sealed } = await seal(timestamper);
      expect((await verifyPdf(sealed)).intact).toBe(true);
    }
  });

  test('of an authority that has changed its certificate since the last seal', async () => {
    const holders = [pki.stamper, pki.stampHolder('Next year')];
    let current = 0;
    const timestamper = timestamperOf((sha256) => tokenBy(pki.signerOf(holders[current]!))(sha256));
    await timestamper.chains();
    current = 1;
    const { sealed } = await seal(timestamper);
    const { signatures } = await verifyPdf(sealed);
    expect(signatures[0]).toMatchObject({ valid: true, profile: 'PAdES-B-T' });
  });
});

test('an authority that answers with another certificate each time is refused after three attempts', async () => {
  let requests = 0;
  const timestamper = timestamperOf((sha256) =>
    tokenBy(pki.signerOf(pki.stampHolder(`Unit ${++requests}`)))(sha256),
  );
  await expect(seal(timestamper)).rejects.toThrow(TimestampError);
  // One to learn the certificates, and one for each attempt.
  expect(requests).toBe(4);
});
