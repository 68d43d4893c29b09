/** What a call can fail with: an answer of the service that says no, or no answer at all. */
import type { ValidationError } from './generated/api.ts';

/** The members of a problem document (RFC 9457) beyond those that every one has. */
type Members = Record<string, unknown>;

/**
 * The service said no. `slug` is what to switch on, for example `not-found`; it is null where the answer was no problem
 * document, as from a proxy in between. `errors` lists what a validation found; otherwise it is empty.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly slug: string | null;
  readonly title: string;
  readonly detail: string | null;
  readonly errors: readonly ValidationError[];
  readonly docsUrl: string | null;
  /** Quote it to the operator of the service. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** The whole problem document: `current`, `allowed`, `problems` and so on. */
  readonly members: Members;

  constructor(response: Pick<Response, 'status' | 'statusText' | 'headers'>, members: Members) {
    const text = (name: string) => (typeof members[name] === 'string' ? (members[name] as string) : null);
    const title = text('title') ?? (response.statusText || `HTTP status ${response.status}`);
    const detail = text('detail');
    super(detail ? `${title}: ${detail}` : title);
    this.status = response.status;
    this.slug = /^\/problems\/([a-z0-9-]+)$/.exec(text('type') ?? '')?.[1] ?? null;
    this.title = title;
    this.detail = detail;
    this.errors = Array.isArray(members.detail) ? (members.detail as ValidationError[]) : [];
    this.docsUrl = text('docs_url');
    this.requestId = response.headers.get('x-request-id');
    this.retryAfterSeconds = retryAfterSeconds(response.headers);
    this.members = members;
  }
}

/** No answer came: the service cannot be reached, the connection broke, or the time was up. The reason is in `cause`. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** The error that an answer stands for. Reads its body. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  return new ApiError(response, parseObject(text));
}

function parseObject(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
  } catch {
    return {};
  }
}

/** Seconds that `Retry-After` asks for, in either of its forms (RFC 9110, 10.2.3); null without one. */
export function retryAfterSeconds(headers: Headers, now = Date.now()): number | null {
  const value = headers.get('retry-after')?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
