/** Implements `countersign webhooks listen`: reads GET /v1/events and forwards each event as a delivery (docs/spec/interface.md, Events). */
import type { Client } from '@countersign/client/client';
import { ApiError, UnreachableError } from '@countersign/client/errors';
import type { BulkSendEvent, WebhookEvent } from '@countersign/client/generated/api';
import { pause } from '@countersign/client/transport';
import { deliveryHeaders, newSecret, signingKey } from '@countersign/webhooks/sign';
import { InterruptedError, UsageError } from '../exit-status.ts';
import { normalUrl, openClient, type Session, tell } from '../session.ts';
import { plainText } from '../show/plain-text.ts';
import { paintOf } from '../show/present.ts';
import { preciseTimeText } from '../show/text.ts';

type PublicEvent = BulkSendEvent | WebhookEvent;

export interface ListenOptions {
  forwardTo?: string | undefined;
  event?: string[] | undefined;
  secret?: string | undefined;
  after: string;
}

/** The result of one forwarded event. */
interface Forwarding {
  status: number | null;
  duration_ms: number;
  error: string | null;
}

/** Time limit of a delivery, in milliseconds. */
const forwardMs = 10_000;
const waitSeconds = 25;

/** Prints and forwards events until Ctrl-C. Keeps trying while the service cannot be reached. */
export async function listenToEvents(session: Session, options: ListenOptions): Promise<void> {
  const forwardTo = options.forwardTo === undefined ? null : addressOf(options.forwardTo);
  const secret = options.secret ?? newSecret();
  if (!/^whsec_[A-Za-z0-9+/=]{8,}$/.test(secret)) throw new UsageError('A secret has the form whsec_….');
  if (!/^(latest|evt_outbox_\d{1,18})$/.test(options.after))
    throw new UsageError('An event has the form evt_outbox_….');
  const client = await openClient(session);
  let after: string | null = options.after;
  const start = await readFeed(session, client, { after, wait: 0 });
  tell(
    session,
    `Listening at ${client.baseUrl}${forwardTo ? `, forwarding to ${forwardTo}` : ''}. Press Ctrl-C to stop.`,
    { listening_at: client.baseUrl, ...(forwardTo && { forward_to: forwardTo, secret }) },
  );
  if (forwardTo) tell(session, `Signed with ${secret}`);
  try {
    for (let feed = start; ; feed = await readFeed(session, client, { after, wait: waitSeconds })) {
      for (const event of feed.items) {
        if (!options.event || options.event.includes(event.type))
          await handle(session, event, { forwardTo, secret });
        after = event.id;
      }
      after = feed.next_after;
    }
  } catch (error) {
    if (!session.signal.aborted || !(session.signal.reason instanceof InterruptedError)) throw error;
    if (after !== null && after !== 'latest')
      tell(session, `Stopped. To continue from here: --after ${after}`, { after });
  }
}

function addressOf(text: string): string {
  normalUrl(text);
  return new URL(text).href;
}

/** One page of events. Keeps trying while the service cannot be reached. */
async function readFeed(
  session: Session,
  client: Client,
  { after, wait }: { after: string | null; wait: number },
) {
  for (;;) {
    const begun = Date.now();
    try {
      const feed = await client.get('/v1/events', {
        params: { query: { ...(after !== null && { after }), wait, limit: 200 } },
        signal: session.signal,
      });
      // The service responds at once if too many callers are waiting.
      if (wait > 0 && feed.items.length === 0 && Date.now() - begun < 1000) await pause(2000, session.signal);
      return feed;
    } catch (error) {
      const isUnreachable =
        error instanceof UnreachableError || (error instanceof ApiError && error.status >= 500);
      if (!isUnreachable || wait === 0) throw error;
      tell(session, `${error.message}; trying again`);
      await pause(2000, session.signal);
    }
  }
}

async function handle(
  session: Session,
  event: PublicEvent,
  { forwardTo, secret }: { forwardTo: string | null; secret: string },
): Promise<void> {
  const forwarding = forwardTo === null ? null : await forward(session, event, forwardTo, secret);
  if (session.options.json) {
    session.terminal.printJson(forwarding ? { ...event, forwarding } : event, true);
    return;
  }
  const paint = paintOf(session);
  const line = `${paint.dim(preciseTimeText(event.created_at))}  ${plainText(event.type).padEnd(19)}  ${plainText('document' in event ? event.document : event.bulk_send)}  ${plainText(event.id)}`;
  session.terminal.print(forwarding ? `${line}  ${answerText(forwarding, paint)}` : line);
}

function answerText({ status, duration_ms, error }: Forwarding, paint: ReturnType<typeof paintOf>): string {
  const isGood = status !== null && status >= 200 && status < 300;
  return isGood
    ? paint.good(`-> ${status} in ${duration_ms} ms`)
    : paint.bad(`-> ${plainText(error ?? String(status))}`);
}

/** One attempt with the headers of a delivery. Redirects are not followed. */
async function forward(
  session: Session,
  event: PublicEvent,
  url: string,
  secret: string,
): Promise<Forwarding> {
  const body = JSON.stringify(event);
  const begun = Date.now();
  const took = () => Date.now() - begun;
  const headers = deliveryHeaders({
    id: event.id,
    type: event.type,
    body,
    keys: [signingKey(secret)],
    now: new Date(),
  });
  const signal = AbortSignal.any([session.signal, AbortSignal.timeout(forwardMs)]);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    const isGood = response.status >= 200 && response.status < 300;
    return {
      status: response.status,
      duration_ms: took(),
      error: isGood ? null : `answered ${response.status}`,
    };
  } catch (error) {
    session.signal.throwIfAborted();
    const { cause, name } = error as Error;
    const why =
      name === 'TimeoutError'
        ? `no answer within ${forwardMs / 1000} s`
        : ((cause as Error | undefined)?.message ?? String(error));
    return { status: null, duration_ms: took(), error: why };
  }
}
