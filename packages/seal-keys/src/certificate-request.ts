/** Certificate requests (PKCS#10, RFC 2986) for keys in key services, which tools for local keys cannot sign. */
import { createHash } from 'node:crypto';
import { bitString, der, integer, nothing, oid, sequence, setOf, utf8String } from '@countersign/pdf/cms/der';
import { SealError } from '@countersign/pdf/ports/errors';
import { type CallLimits, callKeyService, defaultLimits } from './key-service.ts';
import { openRemoteKey, type SealKeySource } from './open.ts';
import { isSignature } from './remote-signer.ts';

/** Attribute types of names (RFC 4519; ETSI EN 319 412-1 for organizationIdentifier). */
const attributeTypes: Record<string, string> = {
  C: '2.5.4.6',
  ST: '2.5.4.8',
  L: '2.5.4.7',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  CN: '2.5.4.3',
  organizationIdentifier: '2.5.4.97',
};
const printableString = 0x13;
const implicitAttributes = 0xa0;
const sha256WithRsa = '1.2.840.113549.1.1.11';
const ecdsaWithSha256 = '1.2.840.10045.4.3.2';

/**
 * A request in PEM for a certificate of the key, signed by the key. `subject` is a list such as `C=DE, O=Acme\, Inc., CN=Acme Seal`,
 * with a backslash before a comma that is part of a name (RFC 4514, section 2.4). Throws a SealError if the subject cannot be read, or
 * the key is not in a key service or cannot sign.
 */
export async function requestCertificate(
  source: SealKeySource,
  subject: string,
  limits: CallLimits = defaultLimits,
): Promise<string> {
  const name = nameOf(subject);
  const { reference } = source;
  if (reference.scheme === 'file' || reference.scheme === 'pkcs11' || reference.scheme === 'module')
    throw new SealError(`use openssl req for a key in ${reference.scheme}:`);
  const key = await openRemoteKey(reference, source, limits);
  const spki = key.publicKey.export({ type: 'spki', format: 'der' });
  const info = sequence(integer(0), name, spki, der(implicitAttributes));
  const digest = createHash('sha256').update(info).digest();
  const value = await callKeyService(key.name, limits, (signal) => key.sign(digest, signal));
  if (!isSignature(key.publicKey, info, value))
    throw new SealError(`${key.name} returned a signature that does not match its public key`);
  const algorithm =
    key.publicKey.asymmetricKeyType === 'rsa'
      ? sequence(oid(sha256WithRsa), nothing())
      : sequence(oid(ecdsaWithSha256));
  const request = sequence(info, algorithm, bitString(value)).toString('base64');
  const lines = request.match(/.{1,64}/g)!.join('\n');
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines}\n-----END CERTIFICATE REQUEST-----\n`;
}

function nameOf(subject: string): Buffer {
  const parts = subject.match(/(?:\\.|[^\\,])+/gsu) ?? [''];
  if (parts.join(',') !== subject)
    throw new SealError(
      'the subject has an empty part, or a backslash at its end; write \\, for a comma in a name',
    );
  const names = parts.map((part) => {
    const [, type = '', text = ''] = /^\s*(\w+)\s*=\s*(.{1,200}?)\s*$/u.exec(part) ?? [];
    const id = Object.hasOwn(attributeTypes, type) ? attributeTypes[type]! : null;
    if (id === null)
      throw new SealError(
        `the subject has no "${part.trim()}"; write for example C=DE, O=Acme, CN=Acme Seal, with the types ${Object.keys(attributeTypes).join(', ')}`,
      );
    if (type === 'C' && !/^[A-Z]{2}$/.test(text))
      throw new SealError('C is a country code of two letters, such as DE');
    // RFC 5280, appendix A.1: countryName is a PrintableString.
    const value =
      type === 'C' ? der(printableString, Buffer.from(text)) : utf8String(text.replaceAll(/\\(.)/gsu, '$1'));
    return setOf(sequence(oid(id), value));
  });
  return sequence(...names);
}
