/** Lets a POST take effect once, however often the person tries: by Idempotency-Key (docs/spec/decisions.md, section 1). */
import { identify } from '@countersign/client/calls';
import { apiErrorOf } from '@countersign/client/errors';

type Send = (request: Request) => Promise<Response>;

/** Longer bodies are uploads, which email nobody. In characters. */
const maxBodyLength = 100_000;
const maxUnanswered = 100;
/** How long a repetition counts as the same attempt. Later, the same request can mean something new, such as another reminder. */
const sameAttemptMs = 5 * 60_000;

/**
 * Sends requests with `send`. A POST that is sent again while it is running gets the same answer. If the answer is lost, it is sent again
 * with the same key for five minutes, so that the service does not repeat what it has done.
 */
export function sendOnce(send: Send, now: () => number = Date.now): Send {
  const running = new Map<string, Promise<Response>>();
  /** The keys of unanswered requests, by address and body. */
  const keys = new Map<string, { key: string; endsAt: number }>();

  async function sendWithKey(request: Request, identity: string): Promise<Response> {
    const known = keys.get(identity);
    if (known && now() < known.endsAt) request.headers.set('Idempotency-Key', known.key);
    identify(request.headers);
    const key = request.headers.get('Idempotency-Key')!;
    keys.set(identity, { key, endsAt: now() + sameAttemptMs });
    if (keys.size > maxUnanswered) keys.delete(keys.keys().next().value!);
    const response = await send(request);
    if (await isAnswer(response)) keys.delete(identity);
    return response;
  }

  return async (request) => {
    if (request.method !== 'POST') return send(request);
    const body = await request.clone().text();
    if (body.length > maxBodyLength) return send(request);
    const identity = `${request.url} ${body}`;
    const sent = running.get(identity) ?? sendWithKey(request, identity);
    running.set(identity, sent);
    try {
      return (await sent).clone();
    } finally {
      running.delete(identity);
    }
  };
}

/** Whether the service has decided. A proxy answers without it, and the first request with the key may still be running. */
async function isAnswer(response: Response): Promise<boolean> {
  if (response.status >= 500) return false;
  return response.status !== 409 || (await apiErrorOf(response.clone())).slug !== 'idempotency-in-progress';
}
