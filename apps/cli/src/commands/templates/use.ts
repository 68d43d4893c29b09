/** `countersign templates use`: create a document from a template, and optionally send it. */
import type { Command } from '@commander-js/extra-typings';
import type { RecipientSpec, UseTemplateIn } from '@countersign/client/generated/api';
import { addGuide, checked, several } from '../../define.ts';
import { externalIdText, metadataText, ownDataMembers, readPair, uniqueText } from '../../input/own-data.ts';
import { readRecipient } from '../../input/recipient.ts';
import { openClient, type Session } from '../../session.ts';
import { type AnyDocument, showDocumentDone } from '../../show/document.ts';
import { sendCreated } from '../documents/send-and-fetch.ts';

const at = (tpl_id: string) => ({ params: { path: { tpl_id } } });

/** Adds the command to its group. */
export function addUse(templates: Command, session: Session): void {
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
    if (options.send) document = await sendCreated(session, client, document.id, options.message);
    showDocumentDone(session, document, options.send ? 'Sent' : 'Created');
  });
}
