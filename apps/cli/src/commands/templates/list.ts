/** `countersign templates list`: the templates of the workspace. */
import type { Command } from '@commander-js/extra-typings';
import type { TemplateOut } from '@countersign/client/generated/api';
import { collectPages } from '../../collect-pages.ts';
import { addGuide, integer } from '../../define.ts';
import { openClient, type Session } from '../../session.ts';
import { showRows } from '../../show/present.ts';
import type { Column } from '../../show/table.ts';
import { numberText, timeText } from '../../show/text.ts';

/** Adds the command to its group. */
export function addList(templates: Command, session: Session): void {
  const list = templates
    .command('list')
    .summary('List templates, newest first')
    .description('Lists the templates of the workspace, newest first.')
    .option('-q, --query <words>', 'part of the name')
    .option('--external-id <id>', 'your own id of the template')
    .option('--limit <count>', 'maximum number of results', integer(1, 100_000), 50)
    .option('--offset <count>', 'number of results to skip', integer(0, 2_147_483_647), 0);
  addGuide(list, { examples: ['countersign templates list --query lease'] });
  list.action(async (options) => {
    const client = await openClient(session);
    const named = {
      ...(options.query !== undefined && { q: options.query }),
      ...(options.externalId !== undefined && { external_id: options.externalId }),
    };
    const found = await collectPages(options, (page) =>
      client.get('/v1/templates', { params: { query: { ...named, ...page } }, signal: session.signal }),
    );
    showRows(session, found.items, templateColumns, {
      json: found,
      none: 'No templates.',
      total: found.total,
    });
  });
}

const templateColumns: ReadonlyArray<Column<TemplateOut>> = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'VERSION', text: ({ version }) => String(version ?? 1), align: 'right' },
  { title: 'PLACEHOLDERS', text: ({ recipients = [] }) => numberText(recipients.length), align: 'right' },
  { title: 'FIELDS', text: ({ fields = [] }) => numberText(fields.length), align: 'right' },
  { title: 'CHANGED', text: ({ created_at, updated_at }) => timeText(updated_at ?? created_at) },
  { title: 'NAME', text: ({ name }) => name, isFlexible: true },
];
