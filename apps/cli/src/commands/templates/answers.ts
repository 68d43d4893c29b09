/** `countersign templates answers`: what recipients entered in the documents of a template, as CSV. */
import type { Command } from '@commander-js/extra-typings';
import { addGuide } from '../../define.ts';
import { createdAfter, createdBefore } from '../../input/created.ts';
import { refuseExisting } from '../../input/file.ts';
import { openClient, type Session } from '../../session.ts';
import { plainText } from '../../show/plain-text.ts';
import { showDone } from '../../show/present.ts';
import { saveDownload } from '../../transfer.ts';

/** Adds the command to its group. */
export function addAnswers(templates: Command, session: Session): void {
  const answers = templates
    .command('answers')
    .summary('Download what recipients answered as CSV')
    .description(
      'Downloads one line for each document that was created from a template and sent, with your external id, its status, times, the hash of the sealed PDF and the values of named fields.',
    )
    .argument('<template>', 'id of the template, tpl_…')
    .option(...createdAfter)
    .option(...createdBefore)
    .option('-o, --output <file.csv>', 'output file; - for standard output', '-')
    .option('--force', 'overwrite an existing file');
  addGuide(answers, {
    examples: ['countersign templates answers tpl_01… --after 30d --output answers.csv'],
  });
  answers.action(async (id, { after, before, output, force = false }) => {
    if (output !== '-' && !force) await refuseExisting(output);
    const client = await openClient(session);
    const query = new URLSearchParams({ ...(after && { from: after }), ...(before && { to: before }) });
    const url = `/v1/templates/${encodeURIComponent(id)}/answers.csv?${query}`;
    const file = await client.download(url, { signal: session.signal });
    await saveDownload(session, file, { path: output, mayReplace: force });
    if (output !== '-') showDone(session, `Saved ${plainText(output)}`, { file: output });
  });
}
