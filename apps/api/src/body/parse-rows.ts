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
  const rowChecks = new RowChecks();
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
      const valid = rows.slice(start, start + rowsOfPiece).flatMap((row) => rowChecks.check(row));
      if (rowChecks.issues.length === 0) yield valid;
    }
  }
  if (rowChecks.issues.length > 0) throw new ProblemError('validation', { detail: rowChecks.issues });
}

/** Checks rows one after another, and collects the issues of those that are not valid. */
class RowChecks {
  readonly issues: ValidationIssue[] = [];
  #count = 0;

  /** The row as a list of one, or an empty list if it is not valid. Throws validation at too many rows or issues. */
  check(given: unknown): unknown[] {
    const at = this.#count;
    this.#count += 1;
    if (this.#count > MAX_BULK_ROWS) throw tooManyRows();
    const parsed = bulkRow.safeParse(given);
    if (parsed.success) return [parsed.data];
    for (const issue of toValidationIssues(bulkRow, parsed.error.issues, given, 'body'))
      this.issues.push({ ...issue, loc: ['body', 'rows', at, ...issue.loc.slice(1)] });
    if (this.issues.length >= MAX_ISSUES)
      throw new ProblemError('validation', { detail: this.issues.slice(0, MAX_ISSUES) });
    return [];
  }
}

function parseBounded(bytes: Buffer): unknown {
  if (bytes.length > maxPieceBytes)
    throw jsonInvalid(`a row, or the body without its rows, is over ${maxPieceBytes} bytes`);
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
