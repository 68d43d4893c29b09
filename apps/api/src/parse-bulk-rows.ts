/** The body of a bulk send in JSON: up to a million rows, looked at a few at a time so that other callers get their turn. */
import { BulkRowIn, CreateBulkSendEnvelope, type CreateBulkSendIn } from '@countersign/contract/bulk-send';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';
import type { Request } from 'express';
import { parseBody } from './middleware/validate.ts';
import { MAX_ISSUES, toValidationIssues } from './middleware/validation-issues.ts';

const rowsAtOnce = 500;

/** The request as its schema makes it. Throws a validation problem that lists the errors of all rows, up to the usual most. */
export async function parseBulkRows(request: Request): Promise<CreateBulkSendIn> {
  const input = parseBody(CreateBulkSendEnvelope, request);
  const rows: BulkRowIn[] = [];
  const issues: ValidationIssue[] = [];
  for (const [at, given] of input.rows.entries()) {
    if (at % rowsAtOnce === rowsAtOnce - 1) await new Promise(setImmediate);
    const parsed = BulkRowIn.safeParse(given);
    if (parsed.success) rows.push(parsed.data);
    else {
      const found = toValidationIssues(BulkRowIn, parsed.error.issues, given, 'body');
      issues.push(...found.map((issue) => ({ ...issue, loc: ['body', 'rows', at, ...issue.loc.slice(1)] })));
      if (issues.length >= MAX_ISSUES) break;
    }
  }
  if (issues.length > 0) throw new ProblemError('validation', { detail: issues.slice(0, MAX_ISSUES) });
  return { ...input, rows };
}
