/** `countersign templates …` */
import type {
  CreateTemplateIn,
  RecipientSpec,
  TemplateOut,
  UseTemplateIn,
} from '@countersign/client/generated/api';
import { collectPages } from '../collect-pages.ts';
import { addGuide, checked, group, integer, several } from '../define.ts';
import { assignFields, fieldNotes, fieldSyntax, readField } from '../input/field.ts';
import { fieldsFromHelp, keepTagsHelp, readSource } from '../input/fields-from.ts';
import { readJsonObject, readWhole, refuseExisting } from '../input/file.ts';
import {
  externalIdText,
  metadataLine,
  metadataText,
  ownDataMembers,
  readPair,
  uniqueText,
} from '../input/own-data.ts';
import { readRecipient, recipientSyntax } from '../input/recipient.ts';
import { readTime } from '../input/time.ts';
import { openClient, type Session } from '../session.ts';
import { type AnyDocument, showDocumentDone } from '../show/document.ts';
import { showPdfWarnings } from '../show/pdf-warnings.ts';
import { plainText } from '../show/plain-text.ts';
import { confirm, paintOf, showDetails, showDone, showRows } from '../show/present.ts';
import { type Column, tableText } from '../show/table.ts';
import { numberText, timeText } from '../show/text.ts';
import { saveDownload } from '../transfer.ts';
import { addLinks } from './templates/links.ts';
import { addVersions } from './templates/versions.ts';

const at = (tpl_id: string) => ({ params: { path: { tpl_id } } });

/** Builds the command group. */
export function templatesCommand(session: Session) {
  const templates = group('templates', 'PDFs with placeholders, from which documents are made');

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

  const answers = templates
    .command('answers')
    .summary('Download what recipients answered as CSV')
    .description(
      'Downloads one line for each document that was created from a template and sent, with your external id, its status, times, the hash of the sealed PDF and the values of named fields.',
    )
    .argument('<template>', 'id of the template, tpl_…')
    .option(
      '--after <time>',
      'created after: a date, a time, or 7d for seven days ago',
      checked((text) => readTime(text, 'past')),
    )
    .option(
      '--before <time>',
      'created before',
      checked((text) => readTime(text, 'past')),
    )
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

  const create = templates
    .command('create')
    .summary('Create a template from a PDF')
    .description('Creates a template from a PDF with placeholders for recipients and with fields.')
    .argument('<file>', 'the PDF')
    .option('-n, --name <name>', 'name of the template (default: name of the file)')
    .option(
      '-r, --recipient <recipient>',
      `a placeholder: ${recipientSyntax}; repeatable`,
      several(checked(readRecipient)),
    )
    .option('-f, --field <field>', `${fieldSyntax}; repeatable`, several(checked(readField)))
    .option('--external-id <id>', externalIdText)
    .option('--unique-external-id', uniqueText)
    .option('--metadata <key=value>', metadataText, several(checked(readPair)))
    .option('--fields-from <source>', fieldsFromHelp, checked(readSource))
    .option('--keep-tags', keepTagsHelp)
    .option(
      '--from <spec.json>',
      'recipients, fields and name from a JSON file (- for standard input); options override it',
    );
  addGuide(create, {
    notes: fieldNotes,
    examples: [
      'countersign templates create lease.pdf --name "Lease" \\',
      '    --recipient "Tenant <tenant@example.com>" -f signature:1:0.1,0.8,0.3,0.06 -f text:1:0.1,0.2,0.4,0.03:name=address',
    ],
  });
  create.action(async (file, options) => {
    const { from } = options;
    const spec: Partial<CreateTemplateIn> =
      from === undefined
        ? {}
        : await readJsonObject(from, from === '-' ? await session.terminal.read() : undefined);
    const recipients = options.recipient ?? spec.recipients ?? [];
    const body: CreateTemplateIn = {
      name: options.name ?? spec.name ?? nameOf(file),
      pdf_base64: (await readWhole(file)).toString('base64'),
      recipients,
      fields: options.field ? assignFields(options.field, recipients) : (spec.fields ?? []),
      ...ownDataMembers(options),
      ...(options.fieldsFrom && { fields_from: options.fieldsFrom, hide_tags: !options.keepTags }),
    };
    const client = await openClient(session);
    session.terminal.progress('Uploading …');
    const made = await client.post('/v1/templates', { body, signal: session.signal });
    showPdfWarnings(session, made);
    showDone(session, `Created ${made.id}  ${plainText(made.name)}`, made);
  });

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

  const use = templates
    .command('use')
    .summary('Create a document from a template, and optionally send it')
    .description('Creates a document from a template. Recipients replace its placeholders by position.')
    .argument('<template>', 'id of the template, tpl_…')
    .requiredOption(
      '-r, --recipient <recipient>',
      '"Name <email>[:otp]", one per placeholder; required, repeatable',
      several(checked(readRecipient)),
    )
    .option(
      '--value <field=value>',
      'value of a field, by its name or its number from 0; repeatable',
      several(checked(readPair)),
    )
    .option('-t, --title <title>', 'title of the document (default: name of the template)')
    .option('--redirect-url <url>', 'URL to open after signing')
    .option('--date-format <pattern>', 'date format, for example DD.MM.YYYY')
    .option('--timezone <zone>', 'time zone, for example Europe/Berlin')
    .option('--external-id <id>', externalIdText)
    .option('--unique-external-id', uniqueText)
    .option('--metadata <key=value>', metadataText, several(checked(readPair)))
    .option('-s, --send', 'send it immediately')
    .option('-m, --message <text>', 'message in the email to the recipients');
  addGuide(use, {
    examples: [
      'countersign templates use tpl_01… --recipient "Ada Lovelace <ada@example.com>" \\',
      '    --value address="12 St James\'s Square" --send',
    ],
  });
  use.action(async (id, options) => {
    const client = await openClient(session);
    const { signal } = session;
    const body: UseTemplateIn = {
      recipients: options.recipient as RecipientSpec[],
      ...(options.value && { form_values: Object.fromEntries(options.value) }),
      ...(options.title !== undefined && { title: options.title }),
      ...(options.redirectUrl !== undefined && { redirect_url: options.redirectUrl }),
      ...(options.dateFormat !== undefined && { date_format: options.dateFormat }),
      ...(options.timezone !== undefined && { display_timezone: options.timezone }),
      ...ownDataMembers(options),
    };
    let document: AnyDocument = await client.post('/v1/templates/{tpl_id}/use', { ...at(id), body, signal });
    if (options.send) {
      const path = { params: { path: { doc_id: document.id } } };
      const message = options.message === undefined ? {} : { message: options.message };
      await client.post('/v1/documents/{doc_id}/send', { ...path, body: message, signal });
      document = await client.get('/v1/documents/{doc_id}', { ...path, signal });
    }
    showDocumentDone(session, document, options.send ? 'Sent' : 'Created');
  });

  addLinks(templates, session);
  addVersions(templates, session);
  return templates;
}

function nameOf(file: string): string {
  return (
    file
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\.pdf$/i, '') || file
  );
}

const templateColumns: ReadonlyArray<Column<TemplateOut>> = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'VERSION', text: ({ version }) => String(version ?? 1), align: 'right' },
  { title: 'PLACEHOLDERS', text: ({ recipients = [] }) => numberText(recipients.length), align: 'right' },
  { title: 'FIELDS', text: ({ fields = [] }) => numberText(fields.length), align: 'right' },
  { title: 'CHANGED', text: ({ created_at, updated_at }) => timeText(updated_at ?? created_at) },
  { title: 'NAME', text: ({ name }) => name, isFlexible: true },
];

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
