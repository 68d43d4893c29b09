/** Reads documents with their parts in one statement. */
import type { Document, DocumentFile, Field, Recipient } from '@countersign/db/models';
import { columnsOf, type DateFields, type JsonRow, withDates } from '@countersign/db/rows';
import { type SqlPart, sqlPart } from '@countersign/db/sql';

/** A document with its recipients, fields and files, in the order in which the caller gave them. */
export type FullDocument = Document & { recipients: Recipient[]; fields: Field[]; files: DocumentFile[] };

/** The columns of a document `d` and its parts in these tables. */
const columnsWithParts = (tables: {
  recipients: SqlPart;
  fields: SqlPart;
}): SqlPart => sqlPart`${columnsOf('Document', 'd')},
  (SELECT coalesce(json_agg(part), '[]') FROM (SELECT ${columnsOf('Recipient', 'r')} FROM ${tables.recipients} r
    WHERE r.document_id = d.id ORDER BY r.position, r.id) part) AS recipients,
  (SELECT coalesce(json_agg(part), '[]') FROM (SELECT ${columnsOf('Field', 'f')} FROM ${tables.fields} f
    WHERE f.document_id = d.id ORDER BY f.position, f.id) part) AS fields,
  (SELECT coalesce(json_agg(part), '[]') FROM (SELECT ${columnsOf('DocumentFile', 'f')} FROM document_file f
    WHERE f.document_id = d.id ORDER BY f.position, f.id) part) AS files`;

/** The columns of a document `d` and its parts, for SELECT. Read the rows with fullDocument. */
export const fullColumns = columnsWithParts({ recipients: sqlPart`recipient`, fields: sqlPart`field` });

/** The same for a statement that inserts the parts and returns them as `new_recipient` and `new_field`. */
export const insertedColumns = columnsWithParts({
  recipients: sqlPart`new_recipient`,
  fields: sqlPart`new_field`,
});

/** A row of a statement with fullColumns or insertedColumns. */
export type FullRow = Document & {
  recipients: Array<JsonRow<Recipient>>;
  fields: Array<JsonRow<Field>>;
  files: DocumentFile[];
};

/** The times of a recipient, for withDates. */
export const recipientDates: DateFields<Recipient> = {
  linkIssuedAt: true,
  lastMailedAt: true,
  openedAt: true,
  consentAt: true,
  completedAt: true,
  rejectedAt: true,
  bouncedAt: true,
};
const fieldDates: DateFields<Field> = { completedAt: true };

/** The document of a row. */
export function fullDocument(row: FullRow): FullDocument {
  return {
    ...row,
    recipients: withDates<Recipient>(row.recipients, recipientDates),
    fields: withDates<Field>(row.fields, fieldDates),
  };
}
