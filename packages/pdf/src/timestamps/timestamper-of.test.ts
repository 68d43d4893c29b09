import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { integer, octetString, oid, readDer, sequence } from '../cms/der.ts';
import { OID } from '../cms/oids.ts';
import { makeDevelopmentCertificate } from '../development/certificate.ts';
import { answerTimestampQuery } from '../development/timestamp-authority.ts';
import { signerFromPem } from '../keys/local.ts';
import { TimestampError } from '../ports/errors.ts';
import type { SealSigner } from '../ports/seal.ts';
import { timestamperOf } from './timestamper-of.ts';

const stampedAt = new Date('2026-11-20T10:00:00Z');
const validFrom = new Date('2026-11-20T00:00:00Z');
const digest = createHash('sha256').update('a signature value').digest();

describe('the certificates of an authority', () => {
  const unit = (commonName: string) => {
    const made = makeDevelopmentCertificate({ commonName, purpose: 'timestamping', now: validFrom });
    return signerFromPem(made.keyPem, made.certificatePem);
  };
  const tokenBy = async (signer: SealSigner, sha256: Uint8Array) =>
    readDer(
      await answerTimestampQuery(
        sequence(integer(1), sequence(sequence(oid(OID.sha256)), octetString(sha256))),
        signer,
        stampedAt,
      ),
    ).children[1]!.raw;

  const authority = unit('Clock');

  test('are known after one request, which concurrent callers share', async () => {
    let requests = 0;
    const timestamper = timestamperOf((sha256) => {
      requests += 1;
      return tokenBy(authority, sha256);
    });
    const [first, second] = await Promise.all([timestamper.chains(), timestamper.chains()]);
    expect(first).toEqual([authority.certificates.map((one) => Buffer.from(one))]);
    expect(second).toEqual(first);
    await timestamper.chains();
    expect(requests).toBe(1);
  });

  test('are those of the last eight signing units, the latest first', async () => {
    const units = Array.from({ length: 10 }, (_, index) => unit(`Unit ${index}`));
    let next = 0;
    const timestamper = timestamperOf((sha256) => tokenBy(units[next++]!, sha256));
    for (const _ of units) await timestamper.stamp(digest);
    const expected = units.slice(2).reverse();
    expect(await timestamper.chains()).toEqual(
      expected.map(({ certificates }) => certificates.map((one) => Buffer.from(one))),
    );
  });

  test('are requested again after a failure', async () => {
    const answers = [() => Promise.reject(new TimestampError('away')), () => tokenBy(authority, digest)];
    const timestamper = timestamperOf(() => answers.shift()!());
    await expect(timestamper.chains()).rejects.toThrow('away');
    expect(await timestamper.chains()).toHaveLength(1);
  });
});
