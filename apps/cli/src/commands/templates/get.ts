/** `countersign templates get`: one template with its placeholders and fields. */
import type { Command } from '@commander-js/extra-typings';
import type { RecipientSpec, TemplateOut } from '@countersign/client/generated/api';
import { addGuide } from '../../define.ts';
import { metadataLine } from '../../input/own-data.ts';
import { openClient, type Session } from '../../session.ts';
import { showPdfWarnings } from '../../show/pdf-warnings.ts';
import { paintOf, showDetails } from '../../show/present.ts';
import { type Column, tableText } from '../../show/table.ts';
import { timeText } from '../../show/text.ts';

const at = (tpl_id: string) => ({ params: { path: { tpl_id } } });

/** Adds the command to its group. */
export function addGet(templates: Command, session: Session): void {
  const get = templates
    .command('get')
    .summary('Show a template')
    .description(
      'Shows a template, its placeholders and fields. The output of --json can be used to create it again.',
    )
    .argument('<template>', 'id of the template, tpl_…');
  addGuide(get, {
    examples: ['countersign templates get tpl_01…', 'countersign templates get tpl_01… --json'],
  });
  get.action(async (id) => {
    const client = await openClient(session);
    showTemplate(session, await client.get('/v1/templates/{tpl_id}', { ...at(id), signal: session.signal }));
  });
}

type TemplateField = NonNullable<TemplateOut['fields']>[number];

function showTemplate(session: Session, template: TemplateOut): void {
  const { recipients = [], fields = [] } = template;
  showDetails(
    session,
    [
      ['Template', template.id],
      ['Name', template.name],
      ['Version', String(template.version ?? 1)],
      ['Created', timeText(template.created_at)],
      ['Changed', template.updated_at && timeText(template.updated_at)],
      ['SHA-256', template.sha256],
      ['External id', template.external_id],
      ['Metadata', metadataLine(template.metadata)],
    ],
    template,
  );
  showPdfWarnings(session, template);
  if (session.options.json) return;
  const { terminal } = session;
  const shape = { columns: terminal.columns, paint: paintOf(session) };
  const placeholders = recipients.map((recipient, index) => ({ ...recipient, position: index + 1 }));
  if (recipients.length > 0) terminal.print(`\n${tableText(placeholders, placeholderColumns, shape)}`);
  const numbered = fields.map((field, index) => ({ ...field, index }));
  if (fields.length > 0) terminal.print(`\n${tableText(numbered, fieldColumns, shape)}`);
}

const placeholderColumns: ReadonlyArray<Column<RecipientSpec & { position: number }>> = [
  { title: 'PLACEHOLDER', text: ({ position }) => String(position), align: 'right' },
  { title: 'ORDER', text: ({ signing_order }) => String(signing_order ?? 1), align: 'right' },
  { title: 'ROLE', text: ({ role }) => role ?? 'signer' },
  { title: 'NAME', text: ({ name }) => name, isFlexible: true },
  { title: 'EMAIL', text: ({ email }) => email, isFlexible: true },
];

const fieldColumns: ReadonlyArray<Column<TemplateField & { index: number }>> = [
  { title: 'FIELD', text: ({ index }) => String(index), align: 'right' },
  { title: 'TYPE', text: ({ type }) => type },
  { title: 'FOR', text: ({ recipient_index }) => String(recipient_index + 1), align: 'right' },
  { title: 'PAGE', text: ({ page }) => String(page), align: 'right' },
  { title: 'REQUIRED', text: ({ required }) => (required === false ? 'no' : 'yes') },
  { title: 'NAME', text: ({ name }) => name ?? '-', isFlexible: true },
];
