/** JSON over HTTP for key services that need no library, with a limit on the size of answers. */
import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { maxAnswerBytes, maxConnections, shortened } from './key-service.ts';

export interface JsonAnswer {
  status: number;
  /** Null if the body is not a JSON object. */
  body: Record<string, unknown> | null;
}

export type SendJson = (
  url: string,
  options: { headers: Record<string, string>; body?: unknown; signal: AbortSignal },
) => Promise<JsonAnswer>;

/** Sends GET, or POST with a body. Redirects are not followed. Throws if there is no complete answer within the limits. */
export function createSendJson(): SendJson {
  const dispatcher = new Agent({ connections: maxConnections, maxResponseSize: maxAnswerBytes });
  return async (url, { headers, body, signal }) => {
    const answer = await request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
      dispatcher,
    });
    return { status: answer.statusCode, body: objectOf(await answer.body.text()) };
  };
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The bytes of a base64 text in either alphabet; null for anything else. */
export function bytesOf(value: unknown): Buffer | null {
  if (typeof value !== 'string' || !/^[\w+/=-]{1,8192}$/.test(value)) return null;
  return Buffer.from(value, 'base64');
}

/** Why a request got no answer, for a message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return shortened(error.message || code || error.name);
}

/** The content of an answer that a library receives. Throws once it is longer than an answer may be. */
export async function* atMost(body: Readable): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    size += (chunk as Buffer).length;
    if (size > maxAnswerBytes) throw new Error(`the answer is longer than ${maxAnswerBytes} bytes`);
    yield chunk as Buffer;
  }
}
