/** Calls of the signing API; the token in the path is the credential (decisions.md, section 9). */
import type { DocumentStatus } from '@countersign/contract/document';
import type { ValidationError } from '@countersign/contract/problem';
import type {
  CompleteOut,
  CompleteReq,
  PageLanguage,
  ReassignReq,
  RejectReq,
  SigningOut,
} from '@countersign/contract/signing';

/** What went wrong with a call: a problem document (RFC 9457), or status 0 when no answer came. */
export class CallError extends Error {
  readonly status: number;
  readonly slug: string;
  readonly issues: readonly ValidationError[];
  /** The document's status, in a document-state problem. */
  readonly current: DocumentStatus | null;
  /** In the answer to a wrong one-time code. */
  readonly attemptsLeft: number | null;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, problem: Record<string, unknown>, retryAfter: string | null) {
    super(typeof problem.title === 'string' ? problem.title : `the call failed with status ${status}`);
    this.status = status;
    this.slug = typeof problem.type === 'string' ? problem.type.replace(/^.*\/problems\//, '') : '';
    this.issues = Array.isArray(problem.detail) ? problem.detail : [];
    this.current = typeof problem.current === 'string' ? (problem.current as DocumentStatus) : null;
    this.attemptsLeft = typeof problem.attempts_left === 'number' ? problem.attempts_left : null;
    this.retryAfterSeconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
  }
}

export interface SigningApi {
  /** With the consent text in the language given. */
  read(language: PageLanguage): Promise<SigningOut>;
  requestCode(): Promise<void>;
  verifyCode(code: string): Promise<void>;
  reportOpened(): Promise<void>;
  /** To the text in the language in which it was shown. */
  consent(language: PageLanguage): Promise<void>;
  complete(values: CompleteReq['values']): Promise<CompleteOut>;
  reject(body: RejectReq): Promise<void>;
  reassign(body: ReassignReq): Promise<void>;
  /** Addresses of the document's PDF and of the sealed copy. */
  contentUrl: string;
  copyUrl: string;
}

/** The calls of one signing link, on the page's own origin. Every call throws CallError when it fails. */
export function createSigningApi(token: string, send: typeof fetch = fetch.bind(globalThis)): SigningApi {
  const base = `/v1/signing/${token}`;

  async function call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    let response: Response;
    try {
      response = await send(`${base}${path}`, {
        method,
        headers: {
          Accept: 'application/json',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        cache: 'no-store',
      });
    } catch {
      throw new CallError(0, {}, null);
    }
    const text = await response.text().catch(() => '');
    const answer = parse(text);
    if (!response.ok) throw new CallError(response.status, answer, response.headers.get('retry-after'));
    return answer as T;
  }

  return {
    read: (language) => call('GET', `?lang=${language}`),
    requestCode: () => call('POST', '/otp'),
    verifyCode: (code) => call('POST', '/otp/verify', { code }),
    reportOpened: () => call('POST', '/open'),
    consent: (language) => call('POST', '/consent', { language }),
    complete: (values) => call('POST', '/complete', { values }),
    reject: (body) => call('POST', '/reject', body),
    reassign: (body) => call('POST', '/reassign', body),
    contentUrl: `${base}/content`,
    copyUrl: `${base}/copy`,
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
