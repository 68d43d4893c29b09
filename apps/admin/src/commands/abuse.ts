/** Reports of abuse that recipients sent from the page behind their signing link. */
import { listAbuseReports, resolveAbuseReport } from '@countersign/core/abuse/list';
import { type Command, parseWords, printable, readOptions } from '../command.ts';

/** Longest list that is printed. */
const shown = 200;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const abuseCommands: Command[] = [
  {
    words: ['abuse', 'list'],
    usage: 'abuse list [--all]',
    summary: `list the open reports of abuse by recipients, newest first, at most ${shown}; with --all also resolved ones`,
    run: async (context, words) => {
      const { flags } = parseWords(words, ['all']);
      const reports = await listAbuseReports(context, { all: flags.all === true, limit: shown });
      if (reports.length === 0)
        return context.print(flags.all ? 'There are no reports.' : 'There are no open reports.');
      for (const report of reports) {
        const lines = [
          `${report.id}  ${report.createdAt.toISOString()}  ${report.reason}${report.resolvedAt ? '  resolved' : ''}`,
          `  workspace ${report.workspaceSlug} "${printable(report.workspaceName)}", document ${report.documentId} "${printable(report.documentTitle)}"`,
          `  by ${printable(report.reportedBy)}${report.ip ? ` from ${report.ip}` : ''}`,
        ];
        if (report.message) lines.push(`  "${printable(report.message)}"`);
        context.print(lines.join('\n'));
      }
    },
  },
  {
    words: ['abuse', 'resolve'],
    usage: 'abuse resolve --report ID',
    summary: 'close a report of abuse',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['report'] });
      if (!uuid.test(options.report) || !(await resolveAbuseReport(context, options.report)))
        throw new Error(`There is no report ${printable(options.report)}.`);
      context.print(`The report ${options.report} is resolved.`);
    },
  },
];
