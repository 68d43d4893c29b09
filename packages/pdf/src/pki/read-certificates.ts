/** Reads certificate files that people or settings name: PEM with any number of certificates, or DER with one. */
import { X509Certificate } from 'node:crypto';

/** Five times the size of a store with all public authorities. */
const maxBytes = 1024 * 1024;

const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

/**
 * The certificates in DER, in their order. Text between PEM blocks is skipped (RFC 7468, 2), and so are blocks of other
 * kinds. Throws an Error with the reason if there is no certificate or one cannot be read.
 */
export function readCertificates(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
  const text = Buffer.from(bytes).toString('latin1');
  if (!text.includes(begin)) {
    const single = parse(bytes);
    if (!single) throw new Error('it contains no certificate');
    return [single];
  }
  const found: Uint8Array[] = [];
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, at)) {
    const stop = text.indexOf(end, at);
    const certificate = stop === -1 ? null : parse(Buffer.from(text.slice(at, stop + end.length), 'latin1'));
    if (!certificate) throw new Error(`certificate ${found.length + 1} in it cannot be read`);
    found.push(certificate);
    at = stop + end.length;
  }
  return found;
}

function parse(bytes: Uint8Array): Uint8Array | null {
  try {
    return new Uint8Array(new X509Certificate(bytes).raw);
  } catch {
    return null;
  }
}
