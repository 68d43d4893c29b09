/** Removes from addresses what could name a person or hold a secret (docs/decisions/034-request-log.md). Pure. */
import { decodeId, decodeTemplateId, isUuid } from '@countersign/contract/ids';

/** What replaces a removed part. */
const removed = '…';
const longest = 500;

const isNumber = (text: string) => /^\d{1,15}$/.test(text);
const isWord = (text: string) => /^[a-z][a-z._-]{0,39}$/.test(text);
const isId = (text: string) =>
  isUuid(text) || decodeId('doc', text) !== null || decodeTemplateId(text) !== null || isNumber(text);

/** Query parameters whose values are ids, numbers, times or words of a fixed vocabulary, with the form of such values. */
const shownParameters: Record<string, (text: string) => boolean> = {
  ...Object.fromEntries(
    ['limit', 'offset', 'rows_limit', 'rows_after', 'wait', 'after'].map((name) => [name, isShort]),
  ),
  ...Object.fromEntries(
    ['starting_after', 'folder_id', 'bulk_send_id', 'template_id', 'key_id', 'document_id'].map((name) => [
      name,
      (text: string) => isId(text) || isWord(text),
    ]),
  ),
  ...Object.fromEntries(
    ['status', 'version', 'sort', 'method', 'skip_invalid'].map((name) => [
      name,
      (text: string) => /^[A-Za-z0-9_,-]{1,80}$/.test(text),
    ]),
  ),
  ...Object.fromEntries(
    ['created_after', 'created_before'].map((name) => [
      name,
      (text: string) => /^\d{4}-\d\d-\d\d[T\d:.Zz+-]{0,30}$/.test(text),
    ]),
  ),
};

/** A number, or a position in the event feed. */
function isShort(text: string): boolean {
  return /^(?:\d{1,15}|evt_outbox_\d{1,20}|latest)$/.test(text);
}

/**
 * The path with the values of its parameters, where these are ids; everything else is replaced. `route` is the path with its
 * parameters named, for example `/v1/documents/{doc_id}`.
 */
export function scrubPath(route: string, path: string): string {
  const given = path.split('/');
  return route
    .split('/')
    .map((part, at) => (part.startsWith('{') ? (isId(given[at] ?? '') ? given[at]! : removed) : part))
    .join('/');
}

/** The query string with its parameter names, and the values of those that name nobody; null without one. */
export function scrubQuery(address: string): string | null {
  const at = address.indexOf('?');
  if (at === -1 || at === address.length - 1) return null;
  const parts: string[] = [];
  for (const [name, value] of new URLSearchParams(address.slice(at + 1, at + 4000))) {
    const isShown = Object.hasOwn(shownParameters, name) && shownParameters[name]!(value);
    parts.push(`${isWord(name) ? name : removed}=${isShown ? value : removed}`);
    if (parts.length === 20) break;
  }
  return parts.length === 0 ? null : parts.join('&').slice(0, longest);
}
