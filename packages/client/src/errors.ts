/** The errors of a call: an error response, or no response. */
import type { ValidationError } from './generated/api.ts';

/** Further members of a problem document (RFC 9457). */
type Members = Record<string, unknown>;

/**
 * An error response. Switch on `slug`, for example `not-found`; it is null if the response was not a problem document, for example
 * if a proxy sent it. `errors` lists validation errors and is empty for other problems.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly slug: string | null;
  readonly title: string;
  readonly detail: string | null;
  readonly errors: readonly ValidationError[];
  readonly docsUrl: string | null;
  /** The id of the request, for support. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** The whole problem document: `current`, `allowed`, `problems` and so on. */
  readonly members: Members;

  constructor(response: Pick<Response, 'status' | 'statusText' | 'headers'>, members: Members) {
    const text = (name: string) => (typeof members[name] === 'string' ? (members[name] as string) : null);
    const title = text('title') ?? (response.statusText || `HTTP status ${response.status}`);
    const detail = text('detail');
    const errors = Array.isArray(members.detail) ? members.detail.filter(isValidationError) : [];
    const requestId = response.headers.get('x-request-id');
    super(messageOf(title, detail ?? errorsText(errors), requestId));
    this.status = response.status;
    this.slug = /^\/problems\/([a-z0-9-]+)$/.exec(text('type') ?? '')?.[1] ?? null;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
    this.docsUrl = text('docs_url');
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds(response.headers);
    this.members = members;
  }
}

/** False for what a proxy may have sent. */
function isValidationError(value: unknown): value is ValidationError {
  const { loc, msg } = (value ?? {}) as { loc?: unknown; msg?: unknown };
  return Array.isArray(loc) && typeof msg === 'string';
}

/** How many validation errors a message names. */
const namedErrors = 3;

function messageOf(title: string, reason: string | null, requestId: string | null): string {
  const text = reason ? `${title}: ${reason}` : title;
  return requestId ? `${text} (request id ${requestId})` : text;
}

function errorsText(errors: readonly ValidationError[]): string | null {
  if (errors.length === 0) return null;
  const first = errors.slice(0, namedErrors).map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
  const rest = errors.length - first.length;
  return `${first.join('; ')}${rest > 0 ? ` (+${rest} more)` : ''}`;
}

/** No response: the service cannot be reached, the connection was lost, or the time limit passed. The reason is in `cause`. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** Creates the error for a response. Reads its body, and throws if the connection is lost before its end. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  return new ApiError(response, parseObject(await response.text()));
}

function parseObject(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
  } catch {
    return {};
  }
}

/** The seconds of `Retry-After`, which has two forms (RFC 9110, 10.2.3); null without the header. */
export function retryAfterSeconds(headers: Headers, now = Date.now()): number | null {
  const value = headers.get('retry-after')?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
