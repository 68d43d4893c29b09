/** Converts bulk sends and their rows to BulkSendOut and BulkRowOut (docs/spec/interface.md, Bulk send). */
import type { BulkRowOut, BulkSendOut } from '@countersign/contract/bulk-send';
import { encodeId } from '@countersign/contract/ids';
import type { FoundRow } from '@countersign/core/bulk-send/find';
import { reportedRowStatus } from '@countersign/core/bulk-send/status';
import { isUnderway } from '@countersign/core/document/status';
import type { BulkSend } from '@countersign/db/models';
import { presentOwnData } from './own-data.ts';

/** A bulk send as callers see it; `rows` is null in lists. */
export function presentBulkSend(send: BulkSend, rows: readonly FoundRow[] | null): BulkSendOut {
  return {
    id: send.id,
    template_id: encodeId('tpl', send.templateId),
    mode: send.mode,
    row_count: send.rowCount,
    sent_count: send.sentCount,
    failed_count: send.failedCount,
    canceled_count: send.canceledCount,
    invalid_count: send.invalidCount,
    review_flagged: send.reviewFlagged,
    status: send.status,
    created_at: send.createdAt.toISOString(),
    dispatched_at: send.dispatchedAt?.toISOString() ?? null,
    finished_at: send.finishedAt?.toISOString() ?? null,
    source_filename: send.sourceFilename,
    error: send.error,
    ...presentOwnData(send),
    rows: rows?.map((row) => presentBulkRow(send, row)) ?? null,
  };
}

/** A row as callers see it. */
export function presentBulkRow(send: Pick<BulkSend, 'status'>, row: FoundRow): BulkRowOut {
  return {
    row_no: row.rowNo,
    status: reportedRowStatus(send, row),
    recipients: row.recipients,
    document_id: row.documentId === null ? null : encodeId('doc', row.documentId),
    delivery_state: deliveryState(row),
    error: row.error,
    sent_at: row.sentAt?.toISOString() ?? null,
    ...presentOwnData(row),
  };
}

function deliveryState({ documentStatus, deliveryProblem }: FoundRow): string | null {
  if (documentStatus === null) return null;
  return deliveryProblem && isUnderway(documentStatus) ? 'bounced' : documentStatus;
}
