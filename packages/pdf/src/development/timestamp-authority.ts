/**
 * A timestamp authority (RFC 3161) for development and tests. Its tokens are real; its certificate is
 * self-signed.
 */
import { randomBytes } from 'node:crypto';
import { DerError, der, integer, oid, readDer, readOctets, sequence } from '../cms/der.ts';
import { OID } from '../cms/oids.ts';
import { signContent } from '../cms/signed-data.ts';
import type { SealSigner } from '../ports/seal.ts';

/** The policy of this authority, under the arc reserved for documentation (RFC 5612). */
const POLICY = '1.3.6.1.4.1.32473.1';

/**
 * Answers a TimeStampReq with a TimeStampResp, both DER. Rejects malformed requests and digests other than SHA-256.
 * The signer's certificate must have the timestamping purpose.
 */
export async function answerTimestampQuery(
  query: Uint8Array,
  signer: SealSigner,
  now: Date,
): Promise<Buffer> {
  try {
    const fields = readDer(query).children;
    const imprint = fields[1];
    if (!imprint || readOctets(imprint.children[1]).length !== 32) return rejection();
    const nonce = fields.slice(2).find((field) => field.tag === 0x02);
    const digits = now.toISOString().replace(/[-:T]|\.\d+/g, '');
    const content = sequence(
      integer(1),
      oid(POLICY),
      imprint.raw,
      integer(randomBytes(8)),
      der(0x18, Buffer.from(digits)),
      ...(nonce ? [nonce.raw] : []),
    );
    return sequence(sequence(integer(0)), await signContent(OID.tstInfo, content, signer));
  } catch (error) {
    if (error instanceof DerError) return rejection();
    throw error;
  }
}

/** PKIStatus rejection (2.4.2). */
const rejection = (): Buffer => sequence(sequence(integer(2)));
