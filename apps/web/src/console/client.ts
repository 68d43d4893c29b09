/**
 * Calls of the public API as the person who is signed in: the session's cookie, the workspace and the mode as headers. The
 * custom header is what no foreign page can send.
 */
import type { Mode } from '@countersign/contract/common';
import { CallError } from './problem-error.ts';

export interface Client {
  /** Names workspace and mode: answers of one are never shown in another. */
  scope: string;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  patch<T>(path: string, body: unknown): Promise<T>;
  delete(path: string): Promise<void>;
  /** Sends a file and tells the share that has gone, 0 to 1. */
  upload<T>(
    method: 'PUT' | 'POST',
    path: string,
    file: Blob,
    contentType: string,
    onProgress: (share: number) => void,
  ): Promise<T>;
  /** The address of a file for a plain link: workspace and mode go into the query. */
  fileUrl(path: string): string;
}

/**
 * Calls for a workspace in a mode; without a workspace, calls that need none. `onSignedOut` is told when a question finds that
 * the session has ended; a change that finds so keeps its place, so that nothing entered is lost.
 */
export function createClient(workspace: string | null, mode: Mode, onSignedOut?: () => void): Client {
  const headers = { 'X-Workspace': workspace ?? '-', 'X-Mode': mode };

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    let response: Response;
    try {
      response = await fetch(path, {
        method,
        headers: {
          ...headers,
          Accept: 'application/json',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        cache: 'no-store',
        credentials: 'same-origin',
      });
    } catch {
      throw new CallError(0, {}, null);
    }
    if (response.status === 401 && method === 'GET') onSignedOut?.();
    const text = await response.text().catch(() => '');
    return answerOf<T>(response.status, text, response.headers.get('retry-after'));
  }

  return {
    scope: `${workspace ?? ''} ${mode}`,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
    upload: (method, path, file, contentType, onProgress) =>
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open(method, path);
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.setRequestHeader('Content-Type', contentType);
        request.upload.addEventListener('progress', (event) => {
          if (event.lengthComputable) onProgress(event.loaded / event.total);
        });
        request.addEventListener('error', () => reject(new CallError(0, {}, null)));
        request.addEventListener('abort', () => reject(new CallError(0, {}, null)));
        request.addEventListener('load', () => {
          try {
            resolve(answerOf(request.status, request.responseText, request.getResponseHeader('retry-after')));
          } catch (error) {
            reject(error);
          }
        });
        request.send(file);
      }),
    fileUrl: (path) => {
      const url = new URL(path, location.origin);
      url.searchParams.set('workspace', workspace ?? '');
      url.searchParams.set('mode', mode);
      return `${url.pathname}${url.search}`;
    },
  };
}

function answerOf<T>(status: number, text: string, retryAfter: string | null): T {
  const answer = parse(text);
  if (status >= 200 && status < 300) return answer as T;
  throw new CallError(
    status,
    typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {},
    retryAfter,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
