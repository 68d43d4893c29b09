/** Calls of a provider over HTTP, with limits on time, size and repetition. */
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { RecipientSignerError } from '../recipient-signer.ts';

/** Certificates with their chains are the largest answers. Longer ones are refused while they are read. */
export const maxAnswerBytes = 256 * 1024;

export interface CallLimits {
  /** Attempts of one call that the provider throttles. */
  attempts: number;
  /** Time limit of one attempt, in milliseconds. */
  timeoutMs: number;
  /** Pause after the first throttled attempt, in milliseconds, unless the provider names another. Every further pause is twice as long. */
  pauseMs: number;
  /** The longest pause, in milliseconds, because a person is waiting. */
  maxPauseMs: number;
}

export const defaultLimits: CallLimits = { attempts: 3, timeoutMs: 10_000, pauseMs: 500, maxPauseMs: 5000 };

export interface ProviderCall {
  url: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form (OAuth 2.0). */
  form?: Record<string, string>;
  token?: string;
}

export type CallProvider = (call: ProviderCall) => Promise<Record<string, unknown>>;

/**
 * Sends POST requests and returns the JSON object of a successful answer. Redirects are not followed. Only throttled calls are
 * repeated, because the provider has not processed them. After a timeout, a code or a permission may already be used up. Throws a
 * RecipientSignerError.
 */
export function createCalls(name: string, limits: CallLimits): CallProvider {
  const dispatcher = new Agent({ connections: 16, maxResponseSize: maxAnswerBytes });
  return async (call) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(name, call, limits, dispatcher);
      if (answer.status === 200 && answer.body) return answer.body;
      const isThrottled = answer.status === 429 || answer.status === 503;
      if (!isThrottled || attempt >= limits.attempts) throw failureOf(name, answer);
      const pause = answer.retryAfterMs ?? limits.pauseMs * 2 ** (attempt - 1);
      if (pause > limits.maxPauseMs) throw failureOf(name, answer);
      await delay(pause);
    }
  };
}

interface Answer {
  status: number;
  body: Record<string, unknown> | null;
  retryAfterMs: number | null;
}

async function send(
  name: string,
  { url, json, form, token }: ProviderCall,
  { timeoutMs }: CallLimits,
  dispatcher: Agent,
): Promise<Answer> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: form ? new URLSearchParams(form).toString() : JSON.stringify(json ?? {}),
      signal: limit,
      dispatcher,
    });
    return {
      status: answer.statusCode,
      body: objectIn(await answer.body.text()),
      retryAfterMs: secondsIn(answer.headers['retry-after']),
    };
  } catch (cause) {
    const why = limit.aborted ? `did not answer within ${timeoutMs / 1000} s` : 'gave no complete answer';
    throw new RecipientSignerError('unavailable', `${name} ${why}`, { cause });
  }
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function secondsIn(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : null;
}

/** Error codes of OAuth 2.0 and of the CSC API (10.1) by what they mean for the recipient. */
const expired = new Set(['invalid_grant', 'invalid_token', 'invalid_sad', 'expired_token']);
const denied = new Set(['access_denied', 'invalid_otp', 'invalid_pin', 'invalid_auth_data']);

function failureOf(name: string, { status, body }: Answer): RecipientSignerError {
  const code = typeof body?.error === 'string' ? body.error : '';
  const says = shortened(typeof body?.error_description === 'string' ? body.error_description : code);
  if (status === 429 || status >= 500)
    return new RecipientSignerError(
      'unavailable',
      `${name} is throttling or unavailable (${status}): ${says}`,
    );
  if (denied.has(code) || isAbout(body, /\b(otp|pin)\b/i))
    return new RecipientSignerError('denied', `${name} refused the authorization: ${says}`);
  if (expired.has(code) || status === 401 || isAbout(body, /\bSAD\b/))
    return new RecipientSignerError('expired', `${name} no longer accepts the authorization: ${says}`);
  if (status === 200)
    return new RecipientSignerError('unavailable', `${name} gave an answer that is not a JSON object`);
  return new RecipientSignerError('unusable', `${name} refused the request (${status}): ${says}`);
}

/** The CSC API reports most faults as `invalid_request` and says in the description which member is wrong. */
const isAbout = (body: Record<string, unknown> | null, pattern: RegExp): boolean =>
  body?.error === 'invalid_request' && pattern.test(String(body.error_description ?? ''));

/** A text by the provider on one line, and not too long for a log. */
export function shortened(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line || 'no reason given';
}
