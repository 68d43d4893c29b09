/** `countersign templates duplicate`: a template with the same PDF, placeholders and fields. */
import type { Command } from '@commander-js/extra-typings';
import { addGuide } from '../../define.ts';
import { openClient, type Session } from '../../session.ts';
import { plainText } from '../../show/plain-text.ts';
import { showDone } from '../../show/present.ts';

const at = (tpl_id: string) => ({ params: { path: { tpl_id } } });

/** Adds the command to its group. */
export function addDuplicate(templates: Command, session: Session): void {
  const duplicate = templates
    .command('duplicate')
    .summary('Duplicate a template')
    .description('Creates a template with the same PDF, placeholders and fields.')
    .argument('<template>', 'id of the template, tpl_…')
    .option('-n, --name <name>', 'name of the copy');
  addGuide(duplicate, { examples: ['countersign templates duplicate tpl_01… --name "Lease 2027"'] });
  duplicate.action(async (id, { name }) => {
    const client = await openClient(session);
    const body = name === undefined ? {} : { name };
    const copy = await client.post('/v1/templates/{tpl_id}/duplicate', {
      ...at(id),
      body,
      signal: session.signal,
    });
    showDone(session, `Created ${copy.id}  ${plainText(copy.name)}`, copy);
  });
}
