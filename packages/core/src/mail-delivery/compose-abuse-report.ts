/** Composes the mail that informs an operator of a report of abuse. */
import { type AbuseReason, abuseReasonTexts } from '@countersign/contract/abuse-reason';
import { encodeId } from '@countersign/contract/ids';
import type { Mail } from '@countersign/db/models';
import { abuseReportMail } from '@countersign/mail/templates/abuse-report';
import type { Base } from '../ctx.ts';
import type { ComposedMail } from '../user/compose-mail.ts';

/** The mail, or null if the report was resolved or deleted in the meantime. */
export async function composeAbuseReport(base: Base, mail: Mail): Promise<ComposedMail | null> {
  const data = mail.data as Record<string, string>;
  const report = await base.db.abuseReport.findFirst({
    where: { id: data.report_id ?? '', resolvedAt: null },
    include: { recipient: { include: { document: { include: { workspace: true } } } } },
  });
  if (!report) return null;
  const { document } = report.recipient;
  const rendered = abuseReportMail({
    reportId: report.id,
    reason: abuseReasonTexts[report.reason as AbuseReason] ?? report.reason,
    message: report.message,
    reportedBy: report.recipientEmail,
    workspaceName: report.workspaceName,
    workspaceSlug: document.workspace.slug,
    documentTitle: report.documentTitle,
    documentId: encodeId('doc', document.id),
    mode: document.mode,
  });
  return { toName: mail.toName, rendered };
}
