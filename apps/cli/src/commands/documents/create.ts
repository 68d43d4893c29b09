/** `countersign documents create` and `… upload`: create a draft from a PDF, and optionally send it. */
import { basename } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { addressOf } from '@countersign/client/calls';
import type { Client } from '@countersign/client/client';
import type { CreateDocumentReq } from '@countersign/client/generated/api';
import { addGuide, checked, integer, several } from '../../define.ts';
import { DraftKeptError, UsageError } from '../../exit-status.ts';
import { assignFields, fieldNotes, fieldSyntax, readField, type WrittenField } from '../../input/field.ts';
import { type FieldSource, fieldsFromHelp, keepTagsHelp, readSource } from '../../input/fields-from.ts';
import { readJsonObject, sizeOf } from '../../input/file.ts';
import {
  externalIdText,
  metadataText,
  type OwnDataOptions,
  ownDataMembers,
  readPair,
  uniqueText,
} from '../../input/own-data.ts';
import { readRecipient, recipientSyntax } from '../../input/recipient.ts';
import { readTime } from '../../input/time.ts';
import { openClient, type Session } from '../../session.ts';
import { type AnyDocument, showDocumentDone } from '../../show/document.ts';
import { showPdfWarnings } from '../../show/pdf-warnings.ts';
import { showDone } from '../../show/present.ts';
import { uploadFile } from '../../transfer.ts';
import { sendAndFetch } from './send-and-fetch.ts';

/** Adds both commands to their group. */
export function addCreate(documents: Command, session: Session): void {
  const create = documents
    .command('create')
    .summary('Create a document from a PDF, and optionally send it')
    .description(
      'Uploads a PDF, or several files that become one PDF, as a new document with recipients and fields. With --send it is sent immediately.',
    )
    .argument('[file]', 'the PDF; without one and without --file the draft awaits its upload')
    .option('--file <path>', fileHelp, several(checked(readPath)))
    .option('-t, --title <title>', 'title of the document (default: name of the file)')
    .option('-r, --recipient <recipient>', `${recipientSyntax}; repeatable`, several(checked(readRecipient)))
    .option('-f, --field <field>', `${fieldSyntax}; repeatable`, several(checked(readField)))
    .option(
      '--from <spec.json>',
      'JSON file with members of the body of POST /v1/documents (- for standard input); options override it',
    )
    .option('-m, --message <text>', 'message in the email to the recipients')
    .option(
      '--expires <time>',
      'due date: a date, a time, or 14d for fourteen days from now',
      checked((text) => readTime(text, 'future')),
    )
    .option('--reminder-days <days>', 'days between reminders', integer(1, 3650))
    .option('--redirect-url <url>', 'URL to open after signing')
    .option('--date-format <pattern>', 'date format, for example DD.MM.YYYY')
    .option('--timezone <zone>', 'time zone, for example Europe/Berlin')
    .option('--managers-only', 'hide it from members of the workspace')
    .option('--external-id <id>', externalIdText)
    .option('--unique-external-id', uniqueText)
    .option('--metadata <key=value>', metadataText, several(checked(readPair)))
    .option('--folder <id>', 'folder for the document')
    .option('--fields-from <source>', fieldsFromHelp, checked(readSource))
    .option('--keep-tags', keepTagsHelp)
    .option('-s, --send', 'send it immediately');
  addGuide(create, {
    notes: fieldNotes,
    examples: [
      'countersign documents create lease.pdf --recipient "Ada Lovelace <ada@example.com>" \\',
      '    --field signature:1:10%,80%,30%,6% --send',
      'countersign documents create lease.pdf --title "Lease" \\',
      '    -r "Ada <ada@example.com>:signer:1:otp" -r "Grace <grace@example.com>:approver:2" \\',
      '    -f signature:2:0.1,0.8,0.3,0.06:for=ada@example.com -f date:2:0.5,0.8,0.2,0.04',
      'countersign documents create lease.pdf --file annex.pdf --file plan.png -r "Ada <ada@example.com>"',
      'countersign documents create lease.pdf --from lease.json --json',
    ],
  });
  create.action(async (file, options) => {
    const further = options.file ?? [];
    const body = await composeRequest(session, file ?? further[0], options);
    const files = file === undefined ? further : [file, ...further];
    for (const path of files) await sizeOf(path);
    if (files.length === 0) refuseWithoutFile(options);
    const client = await openClient(session);
    const draft = await client.post('/v1/documents', { body, signal: session.signal });
    if (files.length === 0) {
      const text = `${draft.id} is waiting for its PDF: countersign documents upload ${draft.id} FILE.pdf`;
      return showDone(session, text, draft);
    }
    const document = await fillDraft(session, client, {
      ...options,
      id: draft.id,
      content: file === undefined ? null : { path: file, url: draft.uploadUrl },
      further,
    }).catch((error: unknown) => {
      throw new DraftKeptError(draft.id, error);
    });
    showDocumentDone(session, document, options.send ? 'Sent' : 'Created');
  });

  const upload = documents
    .command('upload')
    .summary('Upload the PDF of a draft')
    .description('Uploads the PDF of a draft that has none yet, and finalizes it.')
    .argument('<document>', 'id of the draft, doc_…')
    .argument('<file>', 'the PDF')
    .option('--file <path>', fileHelp, several(checked(readPath)))
    .option('--fields-from <source>', fieldsFromHelp, checked(readSource))
    .option('--keep-tags', keepTagsHelp)
    .option('-s, --send', 'send it immediately')
    .option('-m, --message <text>', 'message in the email to the recipients');
  addGuide(upload, { examples: ['countersign documents upload doc_01… lease.pdf --send'] });
  upload.action(async (id, file, options) => {
    const client = await openClient(session);
    const content = { path: file, url: `/v1/documents/${encodeURIComponent(id)}/content` };
    const further = options.file ?? [];
    const document = await fillDraft(session, client, { ...options, id, content, further });
    showDocumentDone(session, document, options.send ? 'Sent' : 'Uploaded');
  });
}

/** Throws UsageError for options that need the PDF. They would be lost, because the PDF is uploaded by another command. */
function refuseWithoutFile(options: {
  send?: true;
  folder?: string;
  fieldsFrom?: string;
  keepTags?: true;
}): void {
  const { send, folder, fieldsFrom, keepTags } = options;
  if (send) throw new UsageError('Only a document with its PDF can be sent: name the file.');
  const given = [folder && '--folder', fieldsFrom && '--fields-from', keepTags && '--keep-tags'];
  const option = given.find(Boolean);
  if (option) throw new UsageError(`${option} needs the PDF: name the file.`);
}

const fileHelp = 'another PDF, JPEG, PNG or DOCX file, added after the PDF; repeatable';

const mediaTypes: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

const mediaTypeOf = (path: string): string | undefined =>
  mediaTypes[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''];

function readPath(path: string): string {
  if (mediaTypeOf(path) === undefined) throw new UsageError(`${path} is not a PDF, JPEG, PNG or DOCX file.`);
  return path;
}

interface CreateOptions extends OwnDataOptions {
  title?: string | undefined;
  recipient?: CreateDocumentReq['recipients'];
  field?: WrittenField[] | undefined;
  from?: string | undefined;
  message?: string | undefined;
  expires?: string | undefined;
  reminderDays?: number | undefined;
  redirectUrl?: string | undefined;
  dateFormat?: string | undefined;
  timezone?: string | undefined;
  managersOnly?: true | undefined;
}

async function composeRequest(
  session: Session,
  file: string | undefined,
  options: CreateOptions,
): Promise<CreateDocumentReq> {
  const { from } = options;
  const spec: Partial<CreateDocumentReq> =
    from === undefined
      ? {}
      : await readJsonObject(from, from === '-' ? await session.terminal.read() : undefined);
  const recipients = options.recipient ?? spec.recipients ?? [];
  const given = {
    message: options.message,
    expires_at: options.expires,
    reminder_cadence_days: options.reminderDays,
    redirect_url: options.redirectUrl,
    date_format: options.dateFormat,
    display_timezone: options.timezone,
    visibility: options.managersOnly && ('managers' as const),
    ...ownDataMembers(options),
  };
  return {
    ...spec,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    title: options.title ?? spec.title ?? titleOf(file),
    recipients,
    fields: options.field ? assignFields(options.field, recipients) : (spec.fields ?? []),
  };
}

function titleOf(file: string | undefined): string {
  const name = file
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\.(?:pdf|jpe?g|png|docx)$/i, '');
  if (!name) throw new UsageError('Give it a --title.');
  return name;
}

async function fillDraft(
  session: Session,
  client: Client,
  {
    id,
    content,
    further,
    folder,
    send,
    message,
    fieldsFrom,
    keepTags,
  }: {
    id: string;
    /** The PDF; null if all files are further ones. */
    content: { path: string; url: string } | null;
    further: readonly string[];
    folder?: string;
    send?: true;
    message?: string;
    fieldsFrom?: FieldSource;
    keepTags?: true;
  },
): Promise<AnyDocument> {
  const { signal } = session;
  const params = { path: { doc_id: id } };
  if (content)
    await uploadFile(session, client, { method: 'PUT', ...content, contentType: 'application/pdf' });
  for (const path of further) {
    const query = { name: basename(path) };
    const url = addressOf('post', '/v1/documents/{doc_id}/files', { ...params, query });
    await uploadFile(session, client, { method: 'POST', url, path, contentType: mediaTypeOf(path)! });
  }
  let document: AnyDocument = await client.post('/v1/documents/{doc_id}/finalize', {
    params,
    ...(fieldsFrom && { body: { fields_from: fieldsFrom, hide_tags: !keepTags } }),
    signal,
  });
  showPdfWarnings(session, document);
  if (folder !== undefined)
    document = await client.patch('/v1/documents/{doc_id}', {
      params,
      body: { folder_id: folder },
      signal,
    });
  return send ? sendAndFetch(session, client, id, message) : document;
}
