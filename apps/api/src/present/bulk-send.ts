/** Converts bulk sends and their rows to BulkSendOut and BulkRowOut (docs/spec/interface.md, Bulk send). */
import type {
  BulkCorrectionOut,
  BulkOperationOut,
  BulkRowOut,
  BulkSendOut,
} from '@countersign/contract/bulk-send';
import { encodeId } from '@countersign/contract/ids';
import type { FoundRow } from '@countersign/core/bulk-send/find';
import type { FoundCorrection } from '@countersign/core/bulk-send/find-corrections';
import { windowOf } from '@countersign/core/bulk-send/pace-rows';
import { reportedRowStatus } from '@countersign/core/bulk-send/status';
import { isUnderway } from '@countersign/core/document/status';
import type { BulkOperation, BulkSend } from '@countersign/db/models';
import { presentOwnData } from './own-data.ts';

/** The name of the bulk send for files about it: that of its own file, without the extension. */
export function bulkSendName({ sourceFilename }: Pick<BulkSend, 'sourceFilename'>): string {
  return sourceFilename?.replace(/\.(?:csv|xlsx|xlsm)$/i, '') || 'bulk send';
}

/** A bulk send as callers see it; `rows` and the forecast are null in lists. */
export function presentBulkSend(
  send: BulkSend,
  rows: readonly FoundRow[] | null,
  operation: BulkOperation | null,
  lastEmailAt: Date | null = null,
): BulkSendOut {
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
    completed_at: send.completedAt?.toISOString() ?? null,
    archived_at: send.archivedAt?.toISOString() ?? null,
    operation: operation && presentOperation(operation),
    dispatch_at: send.dispatchAt?.toISOString() ?? null,
    sending_window: windowOf(send),
    last_email_at: lastEmailAt?.toISOString() ?? null,
    source_filename: send.sourceFilename,
    error: send.error,
    pdfs:
      send.pdfCount === null
        ? null
        : { total: send.pdfCount, checked: send.pdfCheckedCount, unused: send.pdfUnusedCount },
    sample_rows: send.sampleRows as unknown as BulkSendOut['sample_rows'],
    ...presentOwnData(send),
    rows: rows?.map((row) => presentBulkRow(send, row)) ?? null,
  };
}

function presentOperation(operation: BulkOperation): BulkOperationOut {
  return {
    id: operation.id,
    kind: operation.kind as BulkOperationOut['kind'],
    status: operation.status as BulkOperationOut['status'],
    total: operation.total,
    done: operation.done,
    skipped: operation.skipped as BulkOperationOut['skipped'],
    error: operation.error,
    started_at: operation.createdAt.toISOString(),
    finished_at: operation.finishedAt?.toISOString() ?? null,
  };
}

/** A line of a file of corrections as callers see it. */
export function presentCorrection(found: FoundCorrection): BulkCorrectionOut {
  const { line, rowNo: row_no, externalId: external_id, result, error } = found;
  return { line, row_no, external_id, result: result as BulkCorrectionOut['result'], error };
}

/** A row as callers see it. */
export function presentBulkRow(send: Pick<BulkSend, 'status'>, row: FoundRow): BulkRowOut {
  return {
    row_no: row.rowNo,
    status: reportedRowStatus(send, row),
    recipients: row.recipients,
    pdf: row.pdf,
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
