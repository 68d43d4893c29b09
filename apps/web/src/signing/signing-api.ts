/** Calls of the signing API; the token in the path is the credential (docs/spec/decisions.md, section 9). */
import { addressOf, createCalls } from '@countersign/client/calls';
import { ApiError, UnreachableError } from '@countersign/client/errors';
import type {
  CompleteOut,
  CompleteReq,
  DraftOut,
  ReassignReq,
  RejectReq,
  ReportAbuseReq,
  SaveDraftReq,
  SavedDraftOut,
  SigningOut,
  StartedSessionOut,
  StartOwnSignatureOut,
} from '@countersign/client/generated/api';
import { sessionHeader, sessionPathToken } from '@countersign/contract/session-header';
import type { PageLanguage } from '@countersign/contract/signing';
import type { RemoteFile } from './pages/fetch-part.ts';

/** The service refused the call, or did not answer. */
export type CallError = ApiError | UnreachableError;

/** Whether a call failed. Any other error is a defect of this page. */
export const isCallError = (error: unknown): error is CallError =>
  error instanceof ApiError || error instanceof UnreachableError;

/** The refusal of the service; null when it did not answer, and for other errors. */
export const refusalOf = (error: unknown): ApiError | null => (error instanceof ApiError ? error : null);

export interface SigningApi {
  /** Includes the consent text in this language. */
  read(language: PageLanguage): Promise<SigningOut>;
  /** Emails the code in this language. */
  requestCode(language: PageLanguage): Promise<void>;
  verifyCode(code: string): Promise<void>;
  reportOpened(): Promise<void>;
  /** Accepts the consent text in the language and version in which it was shown. */
  consent(shown: { language: PageLanguage; version: string }): Promise<void>;
  /** What the recipient has entered on any device. */
  readDraft(): Promise<DraftOut>;
  /** With `keepalive` the browser sends it even when the page is closed. */
  saveDraft(body: SaveDraftReq, options: { keepalive: boolean }): Promise<SavedDraftOut>;
  complete(body: CompleteReq): Promise<CompleteOut>;
  /** Returns the page of the provider where the recipient authorizes their signature. */
  startOwnSignature(body: CompleteReq, language: PageLanguage): Promise<StartOwnSignatureOut>;
  reject(body: RejectReq): Promise<void>;
  reassign(body: ReassignReq): Promise<void>;
  /** Reports the document to the operator. */
  reportAbuse(body: ReportAbuseReq): Promise<void>;
  /** The document's PDF, the sealed copy and the sender's logo. */
  content: RemoteFile;
  copy: RemoteFile;
  logo: RemoteFile;
  /** True in a signing session that an application opened. */
  isSession: boolean;
}

/** The credential of the page: the token of a link, or the token of a session, which is kept only in memory. */
export type Credential = { link: string } | { session: string };

/** The calls of one signing page, on its own origin. Every call throws CallError when it fails. */
export function createSigningApi(credential: Credential): SigningApi {
  const isSession = 'session' in credential;
  const token = isSession ? sessionPathToken : credential.link;
  const headers: Record<string, string> = isSession ? { [sessionHeader]: credential.session } : {};
  const calls = createCalls({
    baseUrl: location.origin,
    headers: { Accept: 'application/json', ...headers },
    cache: 'no-store',
    // The person can try again, and uploading images of signatures can take long.
    transport: { fetch: (request) => fetch(request), retries: 0, timeoutSeconds: null },
  });
  const path = { token };
  const params = { path };
  return {
    read: (language) => calls.get('/v1/signing/{token}', { params: { path, query: { lang: language } } }),
    requestCode: (language) =>
      calls.post('/v1/signing/{token}/otp', { params: { path, query: { lang: language } } }),
    verifyCode: (code) => calls.post('/v1/signing/{token}/otp/verify', { params, body: { code } }),
    reportOpened: () => calls.post('/v1/signing/{token}/open', { params }),
    consent: ({ language, version }) =>
      calls.post('/v1/signing/{token}/consent', { params, body: { language, version } }),
    readDraft: () => calls.get('/v1/signing/{token}/draft', { params }),
    saveDraft: (body, { keepalive }) => calls.patch('/v1/signing/{token}/draft', { params, body, keepalive }),
    complete: (body) => calls.post('/v1/signing/{token}/complete', { params, body }),
    startOwnSignature: (body, language) =>
      calls.post('/v1/signing/{token}/own-signature', { params: { path, query: { lang: language } }, body }),
    reject: async (body) => void (await calls.post('/v1/signing/{token}/reject', { params, body })),
    reassign: async (body) => void (await calls.post('/v1/signing/{token}/reassign', { params, body })),
    reportAbuse: async (body) => void (await calls.post('/v1/signing/{token}/report', { params, body })),
    content: { url: addressOf('get', '/v1/signing/{token}/content', params), headers },
    copy: { url: addressOf('get', '/v1/signing/{token}/copy', params), headers },
    logo: { url: addressOf('get', '/v1/signing/{token}/logo', params), headers },
    isSession,
  };
}

/** The result of opening a session URL: the session, and the origins of the pages that may show this page in a frame. */
export type StartedSession = StartedSessionOut;

/** Exchanges the token of a session URL for its session, which works once. Throws CallError when it fails. */
export async function startSession(token: string): Promise<StartedSession> {
  const calls = createCalls({
    baseUrl: location.origin,
    headers: { Accept: 'application/json' },
    cache: 'no-store',
    // A repetition could find the URL used by the first attempt.
    transport: { fetch: (request) => fetch(request), retries: 0, timeoutSeconds: null },
  });
  return calls.post('/v1/signing-sessions', { body: { token } });
}
