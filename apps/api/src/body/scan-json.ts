/**
 * Scans the bytes of a JSON text (RFC 8259) as they arrive, before it is parsed. Limits the nesting and the number of values, and extracts
 * the string of one member of the outermost object. Only counts brackets; the parser checks the syntax.
 */
import { jsonInvalid } from './json-fault.ts';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

export interface JsonScanner {
  /** Throws a validation problem of type json_invalid as soon as a limit is exceeded. */
  push(chunk: Buffer): void;
  /** An upper bound of the number of members and elements so far. */
  values(): number;
}

/**
 * Calls `onTaken` with the bytes between the quotes of the string of the member `take`, with their escapes, and `onRest` with all other
 * bytes.
 */
export function createJsonScanner(options: {
  maxDepth: number;
  maxValues: number;
  take?: string;
  onRest(bytes: Buffer): void;
  onTaken?(bytes: Buffer): void;
}): JsonScanner {
  const { maxDepth, maxValues, take, onRest, onTaken } = options;
  let depth = 0;
  let values = 1;
  let inString = false;
  let escaped = false;
  let taking = false;
  /** The beginning of the last string of the outermost object, long enough to compare it with `take`. */
  let lastString = '';
  /** True when the value of the member `take` comes next. */
  let isNamed = false;

  function scan(chunk: Buffer): void {
    let at = 0;
    let sent = 0;
    let nextQuote = -1;
    let nextBackslash = -1;
    while (at < chunk.length) {
      if (inString) {
        if (escaped) {
          escaped = false;
          at += 1;
          continue;
        }
        if (nextQuote < at) nextQuote = indexOrEnd(chunk, quote, at);
        if (nextBackslash < at) nextBackslash = indexOrEnd(chunk, backslash, at);
        const stop = Math.min(nextQuote, nextBackslash);
        if (take !== undefined && depth === 1 && !taking && lastString.length <= take.length)
          lastString += chunk.toString('latin1', at, Math.min(stop, at + take.length + 1));
        at = stop;
        if (at >= chunk.length) break;
        if (chunk[at] === backslash) escaped = true;
        else {
          inString = false;
          if (taking) {
            onTaken?.(chunk.subarray(sent, at));
            sent = at;
            taking = false;
          }
        }
        at += 1;
        continue;
      }
      switch (chunk[at]) {
        case quote:
          inString = true;
          if (depth === 1) {
            if (isNamed) {
              taking = true;
              onRest(chunk.subarray(sent, at + 1));
              sent = at + 1;
            }
            lastString = '';
          }
          isNamed = false;
          break;
        case openBrace:
        case openBracket:
          depth += 1;
          values += 1;
          isNamed = false;
          if (depth > maxDepth) throw jsonInvalid(`nested more than ${maxDepth} deep`);
          if (values > maxValues) throw tooMany(maxValues);
          break;
        case closeBrace:
        case closeBracket:
          depth -= 1;
          break;
        case comma:
          values += 1;
          isNamed = false;
          if (values > maxValues) throw tooMany(maxValues);
          break;
        case colon:
          isNamed = depth === 1 && lastString === take;
          break;
      }
      at += 1;
    }
    const left = chunk.subarray(sent);
    if (taking) onTaken?.(left);
    else onRest(left);
  }

  return { push: scan, values: () => values };
}

function indexOrEnd(chunk: Buffer, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from);
  return at === -1 ? chunk.length : at;
}

function tooMany(maxValues: number) {
  return jsonInvalid(`more than ${maxValues} values`);
}
