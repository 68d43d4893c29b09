/** `countersign templates delete`: deletes a template. */
import type { Command } from '@commander-js/extra-typings';
import { addGuide } from '../../define.ts';
import { openClient, type Session } from '../../session.ts';
import { plainText } from '../../show/plain-text.ts';
import { confirm, showDone } from '../../show/present.ts';

const at = (tpl_id: string) => ({ params: { path: { tpl_id } } });

/** Adds the command to its group. */
export function addDelete(templates: Command, session: Session): void {
  const remove = templates
    .command('delete')
    .summary('Delete a template')
    .description('Deletes a template. Documents created from it are not affected.')
    .argument('<template>', 'id of the template, tpl_…')
    .option('-y, --yes', 'do not ask for confirmation');
  addGuide(remove, { examples: ['countersign templates delete tpl_01… --yes'] });
  remove.action(async (id, { yes }) => {
    const client = await openClient(session);
    await confirm(session, `Delete the template ${plainText(id)}?`, yes);
    await client.delete('/v1/templates/{tpl_id}', { ...at(id), signal: session.signal });
    showDone(session, `Deleted ${plainText(id)}`, { id, deleted: true });
  });
}
