/**
 * Calls the public API as the signed-in person: the session cookie, with workspace and mode as headers. Other sites cannot send
 * these custom headers, which protects against cross-site requests.
 */
import {
  type Answer,
  addressOf,
  type Calls,
  createCalls,
  type ParamsArgument,
  type PathsWith,
} from '@countersign/client/calls';
import { apiErrorOf, UnreachableError } from '@countersign/client/errors';
import type { Mode } from '@countersign/contract/common';
import { preparationHeader } from '@countersign/contract/session-header';
import { answerOf, reportAnswer } from './reachability.ts';
import { sendOnce } from './send-once.ts';

export interface Client extends Calls {
  /** Workspace and mode, as part of cache keys: answers of one scope are never shown in another. */
  scope: string;
  /** GET of an address that was built by `addressOf`. */
  read(address: string): Promise<unknown>;
  /** Uploads a file, or a form with files, and reports the share that was sent, from 0 to 1. */
  upload<M extends 'put' | 'post', P extends PathsWith<M>>(
    method: M,
    path: P,
    file: { content: Blob | FormData; type?: string; onProgress: (share: number) => void },
    ...params: ParamsArgument<P, M>
  ): Promise<Answer<P, M>>;
  /** The headers of requests for files, if their URL alone does not suffice. */
  fileHeaders: Readonly<Record<string, string>>;
  /** The URL of a file for a plain link, with workspace and mode in the query. */
  fileUrl<P extends PathsWith<'get'>>(path: P, ...params: ParamsArgument<P, 'get'>): string;
}

/**
 * Calls for a workspace in a mode; without a workspace, only calls that need none. `onSignedOut` is called when a GET request finds
 * that the session has ended. Other requests only fail, so that entered data stays on the page.
 */
export function createClient(workspace: string | null, mode: Mode, onSignedOut?: () => void): Client {
  return clientOf({
    headers: { 'X-Workspace': workspace ?? '-', 'X-Mode': mode },
    fileHeaders: {},
    fileQuery: { workspace: workspace ?? '', mode },
    scope: `${workspace ?? ''} ${mode}`,
    // The person can try again.
    retries: 0,
    credentials: 'same-origin',
    onUnauthenticated: (request) => {
      if (request.method === 'GET') onSignedOut?.();
    },
  });
}

/** Calls about the draft of a preparation session, without cookies. `onEnded` is called when the session has ended. */
export function createPreparationClient(session: string, onEnded: () => void): Client {
  const headers = { [preparationHeader]: session };
  return clientOf({
    headers,
    fileHeaders: headers,
    fileQuery: {},
    scope: 'preparation',
    // About two minutes. A POST has an Idempotency-Key, so sending again does not send twice.
    retries: 8,
    credentials: 'omit',
    onUnauthenticated: onEnded,
  });
}

interface ClientParts {
  headers: Record<string, string>;
  fileHeaders: Record<string, string>;
  fileQuery: Record<string, string>;
  scope: string;
  retries: number;
  credentials: RequestCredentials;
  onUnauthenticated: (request: Request) => void;
}

function clientOf({ headers, fileHeaders, fileQuery, scope, ...options }: ClientParts): Client {
  const calls = createCalls({
    baseUrl: location.origin,
    headers: { ...headers, Accept: 'application/json' },
    cache: 'no-store',
    transport: {
      retries: options.retries,
      // Large uploads take long.
      timeoutSeconds: null,
      fetch: sendOnce(async (request) => {
        const response = await fetch(request, { credentials: options.credentials }).catch(
          (error: unknown) => {
            if (!request.signal.aborted) reportAnswer(null);
            throw error;
          },
        );
        reportAnswer(answerOf(response));
        if (response.status === 401) options.onUnauthenticated(request);
        return response;
      }),
    },
  });
  return {
    ...calls,
    scope,
    fileHeaders,
    // The address is complete; the type only satisfies `get`.
    read: (address) => calls.get(address as '/v1/me'),
    upload: async (method, path, { content, type, onProgress }, ...params) => {
      const request = new XMLHttpRequest();
      request.open(method.toUpperCase(), addressOf(method, path, ...params));
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      // A form sets its own type, with its boundary.
      if (type !== undefined) request.setRequestHeader('Content-Type', type);
      request.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      });
      return (await answerTo(request, content)) as never;
    },
    fileUrl: (path, ...params) => {
      const url = new URL(addressOf('get', path, ...params), location.origin);
      for (const [name, value] of Object.entries(fileQuery)) url.searchParams.set(name, value);
      return `${url.pathname}${url.search}`;
    },
  };
}

/** Sends the body. Throws ApiError and UnreachableError like the other calls. */
async function answerTo(request: XMLHttpRequest, body: Blob | FormData): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new UnreachableError(`${location.origin} cannot be reached`));
    request.addEventListener('error', () => reportAnswer(null));
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    request.addEventListener('load', () => resolve());
    request.send(body);
  });
  const { status, responseText } = request;
  reportAnswer({ status, contentType: request.getResponseHeader('Content-Type') });
  if (status >= 200 && status < 300) return responseText === '' ? undefined : JSON.parse(responseText);
  const headers = new Headers();
  for (const name of ['Retry-After', 'X-Request-Id']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  throw await apiErrorOf(new Response(responseText, { status, headers }));
}
