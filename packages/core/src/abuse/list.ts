/** `admin abuse …`: lists the abuse reports of recipients and closes them. */
import { encodeId } from '@countersign/contract/ids';
import type { Base } from '../ctx.ts';

export interface AbuseReportEntry {
  id: string;
  createdAt: Date;
  resolvedAt: Date | null;
  reason: string;
  message: string | null;
  ip: string | null;
  /** The recipient's email address at the time of the report. */
  reportedBy: string;
  workspaceSlug: string;
  /** At the time of the report, like the title. */
  workspaceName: string;
  documentId: string;
  documentTitle: string;
}

/** The newest reports, at most `limit`: those that are open, or all. */
export async function listAbuseReports(
  base: Pick<Base, 'db'>,
  { all, limit }: { all: boolean; limit: number },
): Promise<AbuseReportEntry[]> {
  const reports = await base.db.abuseReport.findMany({
    where: all ? {} : { resolvedAt: null },
    include: { recipient: { include: { document: { include: { workspace: true } } } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return reports.map(({ recipient, ...report }) => ({
    id: report.id,
    createdAt: report.createdAt,
    resolvedAt: report.resolvedAt,
    reason: report.reason,
    message: report.message,
    ip: report.ip,
    reportedBy: report.recipientEmail,
    workspaceSlug: recipient.document.workspace.slug,
    workspaceName: report.workspaceName,
    documentId: encodeId('doc', recipient.document.id),
    documentTitle: report.documentTitle,
  }));
}

/** Closes a report. Repeating it changes nothing. Returns false if there is no such report. */
export async function resolveAbuseReport(base: Pick<Base, 'db' | 'now'>, id: string): Promise<boolean> {
  await base.db.abuseReport.updateMany({
    where: { id, resolvedAt: null },
    data: { resolvedAt: base.now() },
  });
  return (await base.db.abuseReport.findUnique({ where: { id } })) !== null;
}
