/** Parses the bytes of a JSON text. */
import { jsonInvalid } from './json-fault.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws a validation problem of type json_invalid for bytes that are not UTF-8 or not JSON, and for strings with half a surrogate pair. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw jsonInvalid('the body is not UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw jsonInvalid(explain(error));
  }
  // PostgreSQL cannot store an escaped half of a surrogate pair.
  if (/\\u[dD][89a-fA-F]/.test(text) && !isWellFormed(value))
    throw jsonInvalid('a string holds half a character');
  return value;
}

function isWellFormed(value: unknown): boolean {
  const open = [value];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item === 'string' && !item.isWellFormed()) return false;
    if (typeof item !== 'object' || item === null) continue;
    for (const [name, member] of Object.entries(item)) {
      if (!name.isWellFormed()) return false;
      if (member !== undefined) open.push(member);
    }
  }
  return true;
}

/** The message of the parser without the part of the body that it quotes. */
function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/end of JSON/.test(message)) return 'unexpected end of input';
  return 'unexpected character';
}
