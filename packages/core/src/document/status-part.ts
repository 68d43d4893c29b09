/** The reported status of a document as conditions on the table `document`, for lists and counts. */
import { AWAITING_UPLOAD } from '@countersign/contract/document';
import { constants, type SqlPart, sqlPart } from '@countersign/db/sql';
import { statusesAllowing } from '../transitions.ts';
import { documentTransitions, isUnderway, type ReportedStatus } from './status.ts';

const expirable = constants(statusesAllowing<ReportedStatus>(documentTransitions, 'expire'));

/**
 * An open document whose expiry has passed by its own clock. Two comparisons and literal statuses, so that the partial indexes
 * document_due_to_expire and document_moved_clock can find such documents.
 */
export const overdue = (now: Date): SqlPart => sqlPart`(status IN ${expirable}
  AND (expires_at <= ${now}::timestamptz
    OR (clock_offset_seconds <> 0 AND expires_at <= ${now}::timestamptz + make_interval(secs => clock_offset_seconds))))`;

/**
 * The overdue documents of all workspaces, as a query. Each half has the condition of a partial index, so it reads few rows: the sweep
 * records expiries within seconds.
 */
export const overdueBy = (now: Date): SqlPart => sqlPart`
  SELECT id, workspace_id, mode, visibility, status FROM document
  WHERE status IN ${expirable} AND expires_at <= ${now}::timestamptz
  UNION ALL
  SELECT id, workspace_id, mode, visibility, status FROM document
  WHERE status IN ${expirable} AND clock_offset_seconds <> 0 AND expires_at > ${now}::timestamptz
    AND expires_at <= ${now}::timestamptz + make_interval(secs => clock_offset_seconds)`;

/** Documents that are reported with the status at this moment. */
export function reportedAs(status: ReportedStatus, now: Date): SqlPart {
  if (status === AWAITING_UPLOAD) return sqlPart`(status = 'draft' AND finalized_at IS NULL)`;
  if (status === 'draft') return sqlPart`(status = 'draft' AND finalized_at IS NOT NULL)`;
  if (status === 'expired') return sqlPart`(status = 'expired' OR ${overdue(now)})`;
  if (isUnderway(status))
    return sqlPart`(status = ${status}::document_status AND ${overdue(now)} IS NOT TRUE)`;
  return sqlPart`status = ${status}::document_status`;
}
