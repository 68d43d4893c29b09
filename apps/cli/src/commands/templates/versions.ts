/** `countersign templates versions` and `restore`: the version history of a template. */
import type { Command } from '@commander-js/extra-typings';
import type { TemplateVersionOut } from '@countersign/client/generated/api';
import { addGuide, checked, integer } from '../../define.ts';
import { openClient, type Session } from '../../session.ts';
import { plainText } from '../../show/plain-text.ts';
import { showDone, showRows } from '../../show/present.ts';
import type { Column } from '../../show/table.ts';
import { numberText, timeText } from '../../show/text.ts';

/** Adds the commands to the group of templates. */
export function addVersions(templates: Command, session: Session): void {
  const list = templates
    .command('versions')
    .summary('List the versions of a template')
    .description('Lists the last 50 versions of a template, newest first.')
    .argument('<template>', 'id of the template, tpl_…');
  addGuide(list, { examples: ['countersign templates versions tpl_01…'] });
  list.action(async (tpl_id) => {
    const client = await openClient(session);
    const found = await client.get('/v1/templates/{tpl_id}/versions', {
      params: { path: { tpl_id } },
      signal: session.signal,
    });
    showRows(session, found, columns, { json: found, none: 'No versions.', total: found.length });
  });

  const restore = templates
    .command('restore')
    .summary('Restore an earlier version of a template')
    .description(
      'Makes a new version with name, recipients and fields of an earlier one. Documents that were created before are not affected.',
    )
    .argument('<template>', 'id of the template, tpl_…')
    .argument('<version>', 'number of the version', checked(integer(1, 999_999_999)));
  addGuide(restore, { examples: ['countersign templates restore tpl_01… 3'] });
  restore.action(async (tpl_id, version) => {
    const client = await openClient(session);
    const restored = await client.post('/v1/templates/{tpl_id}/versions/{version}/restore', {
      params: { path: { tpl_id, version: String(version) } },
      signal: session.signal,
    });
    showDone(session, `Restored version ${version} as version ${restored.version}`, restored);
  });
}

const columns: ReadonlyArray<Column<TemplateVersionOut>> = [
  { title: 'VERSION', text: ({ version }) => numberText(version), align: 'right' },
  { title: 'SAVED', text: ({ saved_at: at }) => timeText(at) },
  { title: 'BY', text: ({ saved_by: by }) => plainText(by.name ?? by.type) },
  { title: 'FIELDS', text: ({ field_count: count }) => numberText(count), align: 'right' },
  { title: 'NAME', text: ({ name }) => plainText(name) },
];
