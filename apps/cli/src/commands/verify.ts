/** `countersign verify FILE.pdf` */
import { Command } from '@commander-js/extra-typings';
import { addGuide } from '../define.ts';
import type { Session } from '../session.ts';

/** Builds the command. */
export function verifyCommand(session: Session) {
  const verify = new Command('verify')
    .summary('Check the seal of a PDF, without asking anybody')
    .description(
      'Tells whether the seal holds, who sealed and when, whether the whole file is covered, and what came after. Files signed by others are reported too. Nothing leaves this machine.',
    )
    .argument('<file.pdf>', 'the file; - for standard input')
    .option(
      '--events <events.json>',
      'the audit trail, as countersign documents events --json prints it: every hash is computed anew, and its head compared with the one that is sealed in the file',
    );
  addGuide(verify, {
    notes:
      'Exit status: 0 intact, 1 not intact, 2 used wrongly, 8 a file cannot be read. With --json the report is as POST /verify answers it.',
    examples: [
      'countersign verify lease-signed.pdf',
      'countersign verify lease-signed.pdf --events events.json',
    ],
  });
  verify.action(async (path, options) => {
    const { verifyFile } = await import('./verify-file.ts');
    await verifyFile(session, path, options);
  });
  return verify;
}
