/** `countersign documents …` */
import type { Client } from '@countersign/client/client';
import { ApiError } from '@countersign/client/errors';
import type {
  CreateDocumentReq,
  DocumentAwaitingUpload,
  DocumentOut,
  EventOut,
  RecipientOut,
} from '@countersign/client/generated/api';
import { pause } from '@countersign/client/transport';
import { addGuide, checked, group, integer, oneOf, several } from '../define.ts';
import { FailedError, UsageError } from '../exit-status.ts';
import { assignFields, fieldNotes, fieldSyntax, readField, type WrittenField } from '../input/field.ts';
import { readJsonObject, refuseExisting, sizeOf } from '../input/file.ts';
import { readRecipient, recipientSyntax } from '../input/recipient.ts';
import { readTime } from '../input/time.ts';
import { openClient, type Session } from '../session.ts';
import { plainText } from '../show/plain-text.ts';
import { paintOf, showDetails, showDone, showRows } from '../show/present.ts';
import { type Column, tableText } from '../show/table.ts';
import { numberText, preciseTimeText, sizeText, statusPaint, timeText } from '../show/text.ts';
import { saveDownload, uploadFile } from '../transfer.ts';

export type AnyDocument = DocumentOut | DocumentAwaitingUpload;

const statuses = [
  'draft',
  'awaiting_upload',
  'sent',
  'partially_signed',
  'completed',
  'voided',
  'rejected',
  'expired',
] as const;

const isWhole = (document: AnyDocument): document is DocumentOut => 'created_at' in document;
const at = (doc_id: string) => ({ params: { path: { doc_id } } });

/** Builds the group. */
export function documentsCommand(session: Session) {
  const documents = group('documents', 'Create, send, follow and fetch documents');

  const create = documents
    .command('create')
    .summary('Make a document from a PDF, and send it if you like')
    .description(
      'Uploads a PDF as a new document with recipients and fields. With --send it goes out at once.',
    )
    .argument('[file]', 'the PDF; without one the draft awaits its upload')
    .option('-t, --title <title>', 'the name of the file by default')
    .option('-r, --recipient <recipient>', `${recipientSyntax}; repeatable`, several(checked(readRecipient)))
    .option('-f, --field <field>', `${fieldSyntax}; repeatable`, several(checked(readField)))
    .option(
      '--from <spec.json>',
      'members of POST /v1/documents from a JSON file (- for standard input); options win over it',
    )
    .option('-m, --message <text>', 'for the mail to the recipients')
    .option(
      '--expires <time>',
      'a date, a time, or 14d for fourteen days from now',
      checked((text) => readTime(text, 'future')),
    )
    .option('--reminder-days <days>', 'remind who is due every so many days', integer(1, 3650))
    .option('--redirect-url <url>', 'where the browser goes after signing')
    .option('--date-format <pattern>', 'for example DD.MM.YYYY')
    .option('--timezone <zone>', 'for example Europe/Berlin')
    .option('--managers-only', 'hide it from members of the workspace')
    .option('--folder <id>', 'put it into this folder')
    .option('-s, --send', 'send it at once');
  addGuide(create, {
    notes: fieldNotes,
    examples: [
      'countersign documents create lease.pdf --recipient "Ada Lovelace <ada@example.com>" \\',
      '    --field signature:1:10%,80%,30%,6% --send',
      'countersign documents create lease.pdf --title "Lease" \\',
      '    -r "Ada <ada@example.com>:signer:1:otp" -r "Grace <grace@example.com>:approver:2" \\',
      '    -f signature:2:0.1,0.8,0.3,0.06:for=ada@example.com -f date:2:0.5,0.8,0.2,0.04',
      'countersign documents create lease.pdf --from lease.json --json',
    ],
  });
  create.action(async (file, options) => {
    const body = await composeRequest(session, file, options);
    if (file !== undefined) await sizeOf(file);
    else if (options.send) throw new UsageError('Only a document with its PDF can be sent: name the file.');
    const client = await openClient(session);
    const draft = await client.post('/v1/documents', { body, signal: session.signal });
    if (file === undefined) {
      const text = `${draft.id} awaits its PDF: countersign documents upload ${draft.id} FILE.pdf`;
      return showDone(session, text, draft);
    }
    const document = await fillDraft(session, client, {
      id: draft.id,
      uploadUrl: draft.uploadUrl,
      file,
      ...options,
    });
    showDocumentDone(session, document, options.send ? 'Sent' : 'Created');
  });

  const upload = documents
    .command('upload')
    .summary('Bring the PDF of a draft that awaits it')
    .description('Uploads the PDF of a draft that awaits it, and checks it.')
    .argument('<document>', 'id of the draft, doc_…')
    .argument('<file>', 'the PDF')
    .option('-s, --send', 'send it at once')
    .option('-m, --message <text>', 'for the mail to the recipients');
  addGuide(upload, { examples: ['countersign documents upload doc_01… lease.pdf --send'] });
  upload.action(async (id, file, options) => {
    const client = await openClient(session);
    const uploadUrl = `/v1/documents/${encodeURIComponent(id)}/content`;
    const document = await fillDraft(session, client, { id, uploadUrl, file, ...options });
    showDocumentDone(session, document, options.send ? 'Sent' : 'Uploaded');
  });

  const send = documents
    .command('send')
    .summary('Send a document, or mail again who is due')
    .description(
      'Sends a draft. On a document that is out already, mails again to whoever is due and not done.',
    )
    .argument('<document>', 'id of the document, doc_…')
    .option('-m, --message <text>', 'for the mail');
  addGuide(send, { examples: ['countersign documents send doc_01… --message "Please sign by Friday."'] });
  send.action(async (id, { message }) => {
    const client = await openClient(session);
    const body = message === undefined ? {} : { message };
    const sent = await client.post('/v1/documents/{doc_id}/send', {
      ...at(id),
      body,
      signal: session.signal,
    });
    showDone(session, `Sent ${sent.id}`, sent);
  });

  const list = documents
    .command('list')
    .summary('List documents, newest first')
    .description('Lists documents of the mode of the key, newest first.')
    .option('--status <status>', `${statuses.join(', ')}; repeatable`, several(checked(oneOf(statuses))))
    .option('-q, --query <words>', 'the title contains this')
    .option('--recipient <mail>', 'with this recipient')
    .option('--folder <id>', 'in this folder, or "root" for in none')
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
    .option('--limit <count>', 'at most so many', integer(1, 100_000), 50)
    .option('--offset <count>', 'leave out so many', integer(0, 2_147_483_647), 0);
  addGuide(list, {
    examples: [
      'countersign documents list --status sent --status partially_signed',
      'countersign documents list --query lease --after 30d --json',
    ],
  });
  list.action(async (options) => {
    const client = await openClient(session);
    const query = {
      ...(options.status && { status: options.status }),
      ...(options.query !== undefined && { q: options.query }),
      ...(options.recipient !== undefined && { recipient: options.recipient }),
      ...(options.folder !== undefined && { folder_id: options.folder }),
      ...(options.after && { created_after: options.after }),
      ...(options.before && { created_before: options.before }),
    };
    const page = await collectPages(options, (limit, offset) =>
      client.get('/v1/documents', { params: { query: { ...query, limit, offset } }, signal: session.signal }),
    );
    showRows(session, page.items, documentColumns, { json: page, none: 'No documents.', total: page.total });
  });

  const get = documents
    .command('get')
    .summary('Show a document and its recipients')
    .description('Shows a document, its recipients and where it stands.')
    .argument('<document>', 'id of the document, doc_…');
  addGuide(get, {
    examples: ['countersign documents get doc_01…', 'countersign documents get doc_01… --json'],
  });
  get.action(async (id) => {
    const client = await openClient(session);
    showDocument(session, await client.get('/v1/documents/{doc_id}', { ...at(id), signal: session.signal }));
  });

  const duplicate = documents
    .command('duplicate')
    .summary('Make a fresh draft from the same PDF')
    .description(
      'Makes a fresh draft from the same PDF, with the same recipients and fields. Nothing is mailed.',
    )
    .argument('<document>', 'id of the document, doc_…')
    .option('-t, --title <title>', 'of the copy')
    .option('-s, --send', 'send it at once');
  addGuide(duplicate, { examples: ['countersign documents duplicate doc_01… --title "Lease, second try"'] });
  duplicate.action(async (id, { title, send: isSent }) => {
    const client = await openClient(session);
    const body = title === undefined ? {} : { title };
    let copy: AnyDocument = await client.post('/v1/documents/{doc_id}/duplicate', {
      ...at(id),
      body,
      signal: session.signal,
    });
    if (isSent) copy = await sendAndFetch(session, client, copy.id);
    showDocumentDone(session, copy, isSent ? 'Sent' : 'Created');
  });

  const voiding = documents
    .command('void')
    .summary('Call a document back')
    .description('Voids an open document; whoever had a link is told by mail.')
    .argument('<document>', 'id of the document, doc_…')
    .requiredOption('--reason <text>', 'for the recipients');
  addGuide(voiding, { examples: ['countersign documents void doc_01… --reason "The terms have changed."'] });
  voiding.action(async (id, { reason }) => {
    const client = await openClient(session);
    const answer = await client.post('/v1/documents/{doc_id}/void', {
      ...at(id),
      body: { reason },
      signal: session.signal,
    });
    showDone(session, `Voided ${answer.id}`, answer);
  });

  const download = documents
    .command('download')
    .summary('Fetch the sealed PDF, the original or the certificate')
    .description('Fetches the sealed PDF of a completed document, else the original.')
    .argument('<document>', 'id of the document, doc_…')
    .option('--original', 'the PDF as it was uploaded')
    .option('--sealed', 'the sealed PDF')
    .option('--certificate', 'the certificate of completion alone')
    .option(
      '-o, --output <file>',
      'where to; - for standard output; the name that the service gives by default',
    )
    .option('--force', 'replace the file if it is there')
    .option('--wait', 'wait until the document is sealed');
  addGuide(download, {
    examples: [
      'countersign documents download doc_01… --output lease-signed.pdf',
      'countersign documents download doc_01… --sealed --wait -o - | countersign verify -',
    ],
  });
  download.action(async (id, options) => {
    const client = await openClient(session);
    const asked = (['original', 'sealed', 'certificate'] as const).filter((one) => options[one]);
    if (asked.length > 1) throw new UsageError(`Only one of --${asked.join(' and --')}.`);
    const version = asked[0] ?? (options.wait ? 'sealed' : undefined);
    const { output } = options;
    if (output !== undefined && output !== '-' && !options.force) await refuseExisting(output);
    const url = `/v1/documents/${encodeURIComponent(id)}/download${version ? `?version=${version}` : ''}`;
    const file = await downloadOnceSealed(session, client, url, options.wait ?? false);
    const path = output ?? safeName(file.filename ?? `${id}.pdf`);
    await saveDownload(session, file, { path, mayReplace: options.force ?? false });
    if (path === '-') return;
    const size = file.sizeBytes === null ? '' : ` (${sizeText(file.sizeBytes)})`;
    showDone(session, `Saved ${plainText(path)}${size}`, { id, file: path, size_bytes: file.sizeBytes });
  });

  const events = documents
    .command('events')
    .summary('Show the audit trail')
    .description(
      'Shows the audit trail of a document. With --json it is what countersign verify --events takes.',
    )
    .argument('<document>', 'id of the document, doc_…');
  addGuide(events, {
    examples: [
      'countersign documents events doc_01…',
      'countersign documents events doc_01… --json > events.json',
    ],
  });
  events.action(async (id) => {
    const client = await openClient(session);
    const trail = await client.get('/v1/documents/{doc_id}/events', { ...at(id), signal: session.signal });
    showRows(session, trail, eventColumns, { json: trail, none: 'No events.' });
  });

  const watch = documents
    .command('watch')
    .summary('Follow a document until it is sealed or closed')
    .description('Prints events as they happen, until the document is sealed, voided, rejected or expired.')
    .argument('<document>', 'id of the document, doc_…')
    .option('--interval <seconds>', 'between two looks', integer(1, 3600), 2);
  addGuide(watch, {
    notes:
      'Exit status: 0 once it is sealed, 1 when it was voided, rejected or expired. With --json one event a line.',
    examples: ['countersign documents watch doc_01… && countersign documents download doc_01…'],
  });
  watch.action(async (id, { interval }) => {
    const client = await openClient(session);
    const ended = await followEvents(session, client, id, interval);
    if (ended !== 'envelope.sealed')
      throw new FailedError(`The document was ${ended.replace('envelope.', '')}.`);
  });

  return documents;
}

interface CreateOptions {
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
    ?.replace(/\.pdf$/i, '');
  if (!name) throw new UsageError('Give it a --title.');
  return name;
}

async function fillDraft(
  session: Session,
  client: Client,
  {
    id,
    uploadUrl,
    file,
    folder,
    send,
    message,
  }: { id: string; uploadUrl: string; file: string; folder?: string; send?: true; message?: string },
): Promise<AnyDocument> {
  const { signal } = session;
  try {
    await uploadFile(session, client, {
      method: 'PUT',
      url: uploadUrl,
      path: file,
      contentType: 'application/pdf',
    });
    let document: AnyDocument = await client.post('/v1/documents/{doc_id}/finalize', { ...at(id), signal });
    for (const warning of document.warnings ?? []) session.terminal.note(`note: ${plainText(warning)}`);
    if (folder !== undefined)
      document = await client.patch('/v1/documents/{doc_id}', {
        ...at(id),
        body: { folder_id: folder },
        signal,
      });
    return send ? await sendAndFetch(session, client, id, message) : document;
  } catch (error) {
    if (!signal.aborted)
      session.terminal.note(`The draft ${plainText(id)} is kept; what follows could not be done with it.`);
    throw error;
  }
}

async function sendAndFetch(
  session: Session,
  client: Client,
  id: string,
  message?: string,
): Promise<AnyDocument> {
  const { signal } = session;
  const body = message === undefined ? {} : { message };
  await client.post('/v1/documents/{doc_id}/send', { ...at(id), body, signal });
  return client.get('/v1/documents/{doc_id}', { ...at(id), signal });
}

/** Fetches page after page of at most 200. */
export async function collectPages<Item>(
  { limit, offset }: { limit: number; offset: number },
  fetchPage: (
    limit: number,
    offset: number,
  ) => Promise<{ items: Item[]; total: number; limit: number; offset: number }>,
): Promise<{ items: Item[]; total: number; limit: number; offset: number }> {
  const items: Item[] = [];
  for (;;) {
    const page = await fetchPage(Math.min(200, limit - items.length), offset + items.length);
    items.push(...page.items);
    if (items.length >= limit || page.items.length === 0 || offset + items.length >= page.total)
      return { items, total: page.total, limit, offset };
  }
}

const mustAct = ({ role }: RecipientOut) => role === 'signer' || role === 'approver';

function signedOf(document: AnyDocument): string {
  if (!isWhole(document)) return '-';
  const acting = (document.recipients ?? []).filter((one) => mustAct(one) && one.status !== 'reassigned');
  return `${acting.filter(({ status }) => status === 'completed').length}/${acting.length}`;
}

const documentColumns: ReadonlyArray<Column<AnyDocument>> = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'STATUS', text: ({ status }) => status, paint: ({ status }) => statusPaint(status) },
  { title: 'SIGNED', text: signedOf, align: 'right' },
  { title: 'CREATED', text: (one) => timeText(isWhole(one) ? one.created_at : null) },
  { title: 'TITLE', text: ({ title }) => title ?? '-', isFlexible: true },
];

const recipientColumns: ReadonlyArray<Column<RecipientOut>> = [
  { title: 'ORDER', text: ({ signing_order }) => String(signing_order), align: 'right' },
  { title: 'ROLE', text: ({ role }) => role },
  { title: 'STATUS', text: ({ status }) => status, paint: ({ status }) => statusPaint(status) },
  { title: 'DONE', text: (one) => timeText(one.completed_at ?? one.rejected_at) },
  { title: 'NAME', text: ({ name }) => name, isFlexible: true },
  { title: 'MAIL', text: ({ email }) => email, isFlexible: true },
];

const actorText = (event: EventOut) => {
  const { type, id, name, email } = event.actor as Record<string, unknown>;
  return String(email ?? name ?? id ?? type ?? '');
};

const eventColumns: ReadonlyArray<Column<EventOut>> = [
  { title: 'SEQ', text: ({ seq }) => String(seq), align: 'right' },
  { title: 'TIME', text: ({ created_at_iso }) => preciseTimeText(created_at_iso) },
  { title: 'EVENT', text: ({ event_type }) => event_type },
  { title: 'BY', text: actorText, isFlexible: true },
  { title: 'ADDRESS', text: ({ ip }) => ip ?? '-' },
];

/** Tells what became of a document in one line, or the document as JSON. */
export function showDocumentDone(session: Session, document: AnyDocument, verb: string): void {
  const title = plainText(document.title ?? '');
  showDone(session, `${verb} ${document.id}  ${title}  (${document.status})`, document);
}

/** Shows a document and its recipients. */
export function showDocument(session: Session, document: AnyDocument): void {
  if (!isWhole(document)) {
    const { id, title, status } = document;
    const details = [
      ['Document', id],
      ['Title', title],
      ['Status', status],
    ] as const;
    showDetails(session, details, document);
    return;
  }
  const fields = document.fields ?? [];
  const filled = fields.filter(({ value }) => value !== null && value !== undefined).length;
  showDetails(
    session,
    [
      ['Document', document.id],
      ['Title', document.title],
      ['Status', `${document.status}${document.mode === 'test' ? ' (test)' : ''}`],
      [
        'Sealed',
        document.status === 'completed'
          ? document.sealed
            ? (document.seal_profile ?? 'yes')
            : 'not yet'
          : null,
      ],
      ['Problem', document.delivery_problem ? 'a mail could not be delivered' : null],
      ['Created', timeText(document.created_at)],
      ['Sent', document.sent_at && timeText(document.sent_at)],
      ['Completed', document.completed_at && timeText(document.completed_at)],
      ['Expires', document.expires_at && timeText(document.expires_at)],
      ['Size', sizeText(document.size_bytes)],
      ['SHA-256', document.original_sha256],
      ['Fields', fields.length > 0 ? `${numberText(fields.length)}, ${numberText(filled)} filled` : null],
      ['Folder', document.folder_id],
      ['Visible to', document.visibility === 'managers' ? 'managers' : null],
      ['Message', document.message],
    ],
    document,
  );
  const recipients = document.recipients ?? [];
  if (session.options.json || recipients.length === 0) return;
  const { columns } = session.terminal;
  session.terminal.print(
    `\n${tableText(recipients, recipientColumns, { columns, paint: paintOf(session) })}`,
  );
}

/** What a file may be called here, whatever the service says. */
function safeName(name: string): string {
  const safe = plainText(name)
    .replace(/[/\\?%*:|"<>]/g, '_')
    .replace(/^\.+/, '');
  return safe || 'document.pdf';
}

async function downloadOnceSealed(session: Session, client: Client, url: string, isPatient: boolean) {
  const { signal, terminal } = session;
  for (;;) {
    try {
      return await client.download(url, { signal });
    } catch (error) {
      const isEarly =
        error instanceof ApiError && ['not-sealed', 'document-state'].includes(error.slug ?? '');
      const isOver =
        error instanceof ApiError &&
        ['voided', 'rejected', 'expired'].includes(String(error.members.current));
      if (!isPatient || !isEarly || isOver) throw error;
      terminal.progress('Waiting for the seal …');
      await pause(1000 * (error.retryAfterSeconds ?? 2), signal);
    }
  }
}

const closing = new Set(['envelope.sealed', 'envelope.voided', 'envelope.rejected', 'envelope.expired']);

/** Prints events until one that ends the document, and answers that one. */
async function followEvents(
  session: Session,
  client: Client,
  id: string,
  intervalSeconds: number,
): Promise<string> {
  const { signal, terminal } = session;
  const paint = paintOf(session);
  let seen = 0;
  for (;;) {
    const trail = await client.get('/v1/documents/{doc_id}/events', { ...at(id), signal });
    for (const event of trail.filter(({ seq }) => seq > seen)) {
      seen = event.seq;
      const time = paint.dim(preciseTimeText(event.created_at_iso));
      if (session.options.json) terminal.printJson(event, true);
      else terminal.print(`${time}  ${event.event_type.padEnd(26)}  ${plainText(actorText(event))}`);
    }
    const end = trail.find(({ event_type }) => closing.has(event_type));
    if (end) return end.event_type;
    await pause(intervalSeconds * 1000, signal);
  }
}
