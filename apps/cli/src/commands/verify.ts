/** `countersign verify FILE.pdf` */
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { addGuide } from '../define.ts';
import type { Session } from '../session.ts';

const append = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

function signatureNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** Builds the command. */
export function verifyCommand(session: Session) {
  const verify = new Command('verify')
    .summary('Check the seal of a PDF offline')
    .description(
      'Reports whether the seal is valid, who sealed the file and when, whether the seal covers the whole file, and what was added later. Files signed by others are reported too. Nothing leaves this machine. A valid seal proves who sealed the file only if you say which certificates you trust: get the seal certificates of an installation from its /verify/certificates.pem.',
    )
    .argument('<file.pdf>', 'the file; - for standard input')
    .option(
      '--seal-certificate <sha256-or-file>',
      'a certificate that the installation seals with: its SHA-256 fingerprint, or a PEM or DER file; repeatable',
      append,
    )
    .option(
      '--trust <file>',
      'certificates that you trust, in PEM or DER: roots that vouch for signers and timestamp authorities, or certificates of signers; repeatable',
      append,
    )
    .option(
      '--events <events.json>',
      'the audit trail, as countersign documents events --json prints it: every hash is recomputed, and its head is compared with the one sealed in the file',
    )
    .option(
      '--anchors <anchors.json>',
      'with --events: the anchors of the audit trail, as countersign documents anchors --json prints them; the trail is compared with each, and --trust says which timestamp authorities count',
    )
    .option(
      '--saved-anchors <file>',
      'with --anchors: anchors that you saved earlier from /anchors of the installation; all must belong to one chain',
    )
    .option(
      '--save-revision <n>',
      'save the revision that signature n signed, with n as in the report; works for every verdict',
      signatureNumber,
    )
    .option('-o, --output <file>', 'with --save-revision: output file (default: FILE-revision-N.pdf)')
    .option('--force', 'with --save-revision: overwrite an existing file');
  addGuide(verify, {
    notes:
      'Exit status: 0 intact; 1 not intact: changed, not valid, unsigned or contradicted; 9 unchanged, but the signer is not known; 2 wrong arguments or options; 8 a file cannot be read. With --json the report has the same form as the response of POST /verify.',
    examples: [
      'countersign verify lease-signed.pdf --seal-certificate certificates.pem',
      'countersign verify lease-signed.pdf --trust company-root.pem --events events.json',
      'countersign verify lease-signed.pdf --trust roots.pem --events events.json --anchors anchors.json',
      'countersign verify lease-changed.pdf --save-revision 1 --output what-was-signed.pdf',
    ],
  });
  verify.action(async (path, options) => {
    const { verifyFile } = await import('./verify-file.ts');
    await verifyFile(session, path, options);
  });
  return verify;
}
