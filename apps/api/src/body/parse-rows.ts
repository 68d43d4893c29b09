/** Parses a bulk send in JSON (RFC 8259) row by row, so that its values are never all in memory at once. */
import { MAX_BULK_ROWS } from '@countersign/contract/bulk-send';
import { ProblemError, type ValidationIssue } from '@countersign/problem/problem-error';
import { parseBodyValue } from '../middleware/validate.ts';
import { MAX_ISSUES, toValidationIssues } from '../middleware/validation-issues.ts';
import { parseJsonRows } from '../parse-json-rows.ts';
import { jsonInvalid } from './json-fault.ts';
import { parseJson } from './parse-json.ts';
import { bulkEnvelope, bulkRow } from './schemas.ts';

/** Rows of one piece. */
const rowsOfPiece = 500;
/** Maximum length of a piece, and so of a row. */
const maxPieceBytes = 1024 * 1024;

/**
 * Yields the request without its rows, then the rows in pieces. Throws a validation problem for a text that is not JSON or has the wrong
 * shape. Errors of rows are collected over all rows, up to MAX_ISSUES, and thrown at the end.
 */
export function* parseRows(bytes: Buffer): Generator<unknown> {
  let count = 0;
  const issues: ValidationIssue[] = [];
  let head = false;
  for (const piece of parseJsonRows(bytes, 'rows', parseBounded)) {
    if (!head) {
      // The first value is the request with at most one row in its list.
      yield parseBodyValue(bulkEnvelope, piece);
      head = true;
      continue;
    }
    const rows = piece as unknown[];
    for (let start = 0; start < rows.length; start += rowsOfPiece) {
      const valid: unknown[] = [];
      for (const given of rows.slice(start, start + rowsOfPiece)) {
        const at = count;
        count += 1;
        if (count > MAX_BULK_ROWS) throw tooManyRows();
        const parsed = bulkRow.safeParse(given);
        if (parsed.success) {
          valid.push(parsed.data);
          continue;
        }
        const found = toValidationIssues(bulkRow, parsed.error.issues, given, 'body');
        for (const issue of found)
          issues.push({ ...issue, loc: ['body', 'rows', at, ...issue.loc.slice(1)] });
        if (issues.length >= MAX_ISSUES)
          throw new ProblemError('validation', { detail: issues.slice(0, MAX_ISSUES) });
      }
      if (issues.length === 0) yield valid;
    }
  }
  if (issues.length > 0) throw new ProblemError('validation', { detail: issues });
}

function parseBounded(bytes: Buffer): unknown {
  if (bytes.length > maxPieceBytes)
    throw jsonInvalid(`a row, or what is not a row, is over ${maxPieceBytes} bytes`);
  return parseJson(bytes);
}

function tooManyRows(): ProblemError {
  const issue: ValidationIssue = {
    loc: ['body', 'rows'],
    msg: `List should have at most ${MAX_BULK_ROWS} items after validation`,
    type: 'too_long',
    ctx: { field_type: 'List', max_length: MAX_BULK_ROWS },
  };
  return new ProblemError('validation', { detail: [issue] });
}
