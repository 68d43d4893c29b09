/** Prints documents, their recipients and events. */
import type {
  DocumentAwaitingUpload,
  DocumentOut,
  EventOut,
  RecipientOut,
} from '@countersign/client/generated/api';
import { metadataLine } from '../input/own-data.ts';
import type { Session } from '../session.ts';
import { plainText } from './plain-text.ts';
import { paintOf, showDetails, showDone } from './present.ts';
import { type Column, tableText } from './table.ts';
import { numberText, preciseTimeText, sizeText, statusPaint, timeText } from './text.ts';

export type AnyDocument = DocumentOut | DocumentAwaitingUpload;

const isWhole = (document: AnyDocument): document is DocumentOut => 'created_at' in document;

const mustAct = ({ role }: RecipientOut) => role === 'signer' || role === 'approver';

function signedOf(document: AnyDocument): string {
  if (!isWhole(document)) return '-';
  const acting = document.recipients.filter((one) => mustAct(one) && one.status !== 'reassigned');
  return `${acting.filter(({ status }) => status === 'completed').length}/${acting.length}`;
}

/** The columns of a list of documents. */
export const documentColumns: ReadonlyArray<Column<AnyDocument>> = [
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
  { title: 'EMAIL', text: ({ email }) => email, isFlexible: true },
];

/** The columns of recipients, with KEY (the signature level) if a recipient signs with a key of their own. */
const columnsFor = (recipients: readonly RecipientOut[]): ReadonlyArray<Column<RecipientOut>> => {
  if (recipients.every(({ signature_level: level }) => !level)) return recipientColumns;
  const key: Column<RecipientOut> = {
    title: 'KEY',
    text: ({ own_signature: own, signature_level: level }) => own?.level ?? level ?? '-',
  };
  return [...recipientColumns.slice(0, -2), key, ...recipientColumns.slice(-2)];
};

/** The actor of the event, if it names one. */
export const actorText = (event: EventOut) => {
  const { type, id, name, email } = event.actor as Record<string, unknown>;
  return String(email ?? name ?? id ?? type ?? '');
};

/** The columns of a list of events. */
export const eventColumns: ReadonlyArray<Column<EventOut>> = [
  { title: 'SEQ', text: ({ seq }) => String(seq), align: 'right' },
  { title: 'TIME', text: ({ created_at_iso }) => preciseTimeText(created_at_iso) },
  { title: 'EVENT', text: ({ event_type }) => event_type },
  { title: 'BY', text: actorText, isFlexible: true },
  { title: 'ADDRESS', text: ({ ip }) => ip ?? '-' },
];

/** Prints the result for a document in one line, or the document as JSON. */
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
  const fields = document.fields;
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
      ['Problem', document.delivery_problem ? 'an email could not be delivered' : null],
      ['Created', timeText(document.created_at)],
      ['Sent', document.sent_at && timeText(document.sent_at)],
      ['Completed', document.completed_at && timeText(document.completed_at)],
      ['Erased', document.erased_at && timeText(document.erased_at)],
      ['Expires', document.expires_at && timeText(document.expires_at)],
      ['Size', sizeText(document.size_bytes)],
      ['SHA-256', document.original_sha256],
      ['Fields', fields.length > 0 ? `${numberText(fields.length)}, ${numberText(filled)} filled` : null],
      ['Folder', document.folder_id],
      ['Visible to', document.visibility === 'managers' ? 'managers' : null],
      ['Message', document.message],
      ['External id', document.external_id],
      ['Metadata', metadataLine(document.metadata)],
    ],
    document,
  );
  const recipients = document.recipients;
  if (session.options.json || recipients.length === 0) return;
  const { columns } = session.terminal;
  session.terminal.print(
    `\n${tableText(recipients, columnsFor(recipients), { columns, paint: paintOf(session) })}`,
  );
}
