/** `countersign templates create`: make a template from a PDF. */
import type { Command } from '@commander-js/extra-typings';
import type { CreateTemplateIn } from '@countersign/client/generated/api';
import { addGuide, checked, several } from '../../define.ts';
import { assignFields, fieldNotes, fieldSyntax, readField } from '../../input/field.ts';
import { fieldsFromHelp, keepTagsHelp, readSource } from '../../input/fields-from.ts';
import { readJsonObject, readWhole } from '../../input/file.ts';
import { externalIdText, metadataText, ownDataMembers, readPair, uniqueText } from '../../input/own-data.ts';
import { readRecipient, recipientSyntax } from '../../input/recipient.ts';
import { openClient, type Session } from '../../session.ts';
import { showPdfWarnings } from '../../show/pdf-warnings.ts';
import { plainText } from '../../show/plain-text.ts';
import { showDone } from '../../show/present.ts';

/** Adds the command to its group. */
export function addCreate(templates: Command, session: Session): void {
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
}

function nameOf(file: string): string {
  return (
    file
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\.pdf$/i, '') || file
  );
}
