/** Informs an operator of the installation that a recipient reported a document. In English, like the console. */
import { layOut, ownName, subjectOf } from './layout.ts';
import type { RenderedMail } from './mail-data.ts';
import { prose, strong } from './prose.ts';

export interface AbuseReportData {
  reportId: string;
  /** As on the page where the recipient chose it. */
  reason: string;
  message: string | null;
  /** The email address of the recipient. */
  reportedBy: string;
  workspaceName: string;
  workspaceSlug: string;
  documentTitle: string;
  documentId: string;
  mode: 'live' | 'test';
}

/** The email with the report. It names the sender only as data, so it comes from the service and not from the workspace. */
export function abuseReportMail(data: AbuseReportData): RenderedMail {
  const reported = prose`A recipient has reported the document ${strong(data.documentTitle)}.`;
  return layOut(
    {
      subject: subjectOf('Reported:', data.documentTitle),
      preview: reported,
      heading: prose`Report of abuse`,
      recipientName: '',
      blocks: [
        { kind: 'text', prose: reported },
        {
          kind: 'details',
          rows: [
            ['Reason', data.reason],
            ['Reported by', data.reportedBy],
            ['Workspace', `${data.workspaceName} (${data.workspaceSlug})`],
            ['Report', data.reportId],
          ],
        },
        ...(data.message ? [{ kind: 'quote' as const, label: 'Message', text: data.message }] : []),
        { kind: 'note', prose: prose`The sender does not learn of the report. To list all reports:` },
        { kind: 'command', command: 'npm run -s admin -- abuse list' },
        { kind: 'note', prose: prose`To close this one:` },
        { kind: 'command', command: `npm run -s admin -- abuse resolve --report ${data.reportId}` },
      ],
    },
    { workspaceName: ownName, accentColor: '', mode: data.mode, documentId: data.documentId },
  );
}
