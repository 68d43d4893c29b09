/** Seal keys in key services. */
import { requestCertificate } from '@countersign/seal-keys/certificate-request';
import { parseSealKey, type SealKeyReference } from '@countersign/seal-keys/reference';
import { type Command, readOptions, UsageError } from '../command.ts';

export const sealKeyCommands: Command[] = [
  {
    words: ['seal-key', 'request'],
    usage: 'seal-key request --key KEY --subject SUBJECT',
    summary:
      "print a certificate request (PKCS#10) for a key in a key service, in the form of SEAL_KEY; SUBJECT is for example 'C=DE, O=Acme, CN=Acme Seal'",
    runAlone: async ({ config, print }, words) => {
      const { options } = readOptions(words, { required: ['key', 'subject'] });
      const reference = readReference(options.key);
      const secret = config.SEAL_KEY_SECRET ?? null;
      print((await requestCertificate({ reference, certificates: null, secret }, options.subject)).trimEnd());
      return 0;
    },
  },
];

function readReference(key: string): SealKeyReference {
  try {
    return parseSealKey(key);
  } catch (error) {
    throw new UsageError(`--key: ${error instanceof Error ? error.message : String(error)}`);
  }
}
