/**
 * A load test of an installation that runs already, over HTTP alone: documents from create to sealed, in test mode and without emails.
 * Set TARGET_URL to its address and TARGET_KEYS to test keys, separated by commas, each of a different workspace, because the rate limit
 * is per workspace. docs/OPERATIONS.md, Load test, explains the results.
 */
import { samplePdf } from '../test/support/sample-pdf.ts';
import { percentile } from './support/stats.ts';
import { figure, printTable } from './support/table.ts';

export const title = 'Load test of a running installation';

/** Needs an address and keys, so `npm run bench` without names leaves it out. */
export const isByHand = true;

const steps = ['create', 'session', 'sign', 'seal'] as const;
type Samples = Record<(typeof steps)[number], number[]>;

const maxWaitMs = 120_000;

interface FeedEvent {
  type: string;
  document?: string;
  created_at: string;
}

/** Runs TARGET_CALLERS callers (8) for TARGET_SECONDS (30), waits for the seals, and prints rate, times and refusals. */
export async function run(): Promise<void> {
  const { TARGET_URL: base, TARGET_KEYS = '', TARGET_CALLERS = '8', TARGET_SECONDS = '30' } = process.env;
  const keys = TARGET_KEYS.split(',').filter((key) => key !== '');
  if (!base || keys.length === 0)
    throw new Error('Set TARGET_URL and TARGET_KEYS: see docs/OPERATIONS.md#load-test');
  const live = keys.filter((key) => !key.includes('_test_'));
  if (live.length > 0)
    throw new Error('TARGET_KEYS has a live key. Documents of a load test must be of test mode.');
  const callers = Number(TARGET_CALLERS);
  const seconds = Number(TARGET_SECONDS);

  const samples: Samples = { create: [], session: [], sign: [], seal: [] };
  const refusals = new Map<number, number>();
  const call = caller(base, refusals);
  const pdf = Buffer.from(await samplePdf(3, 'load test')).toString('base64');
  const readers = await Promise.all(keys.map((key) => readSeals(call, key, samples)));

  const started = performance.now();
  let documents = 0;
  const work = async (at: number) => {
    while (performance.now() - started < seconds * 1000) {
      await oneDocument(call, keys[at % keys.length]!, pdf, samples);
      documents += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, at) => work(at)));
  const worked = (performance.now() - started) / 1000;
  await Promise.all(readers.map(({ finish }) => finish()));
  const unsealed = documents - samples.seal.length;

  console.log(
    `${documents} documents in ${figure(worked)} s with ${callers} callers: ${figure(documents / worked)} a second`,
  );
  printTable(
    ['milliseconds', 'p50', 'p95', 'p99'],
    steps.map((step) => [
      step,
      ...[0.5, 0.95, 0.99].map((share) => figure(percentile(samples[step], share))),
    ]),
  );
  for (const [status, count] of refusals) console.log(`answers with status ${status}: ${count}`);
  if (unsealed > 0) throw new Error(`${unsealed} documents were not sealed within ${maxWaitMs / 1000} s`);
}

type Call = (
  method: string,
  path: string,
  options: { body?: object; headers: Record<string, string> },
) => Promise<Record<string, unknown>>;

/** Repeats a request that is refused for its rate, as long as the answer says, and counts the refusals. Other failures are errors. */
function caller(base: string, refusals: Map<number, number>): Call {
  return async (method, path, { body, headers }) => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(new URL(path, base), {
        method,
        headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(maxWaitMs),
      });
      const text = await response.text();
      if (response.ok) return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
      refusals.set(response.status, (refusals.get(response.status) ?? 0) + 1);
      const isTemporary = response.status === 429 || response.status === 503;
      if (!isTemporary || attempt === 20)
        throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
      const pause = Number(response.headers.get('Retry-After') ?? 1) * 1000;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
}

/** Creates and sends a document in one request, then opens and signs it as its recipient does on the page. */
async function oneDocument(call: Call, key: string, pdf: string, samples: Samples): Promise<void> {
  const timed = async <T>(step: keyof Samples, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work();
    samples[step].push(performance.now() - started);
    return result;
  };
  const headers = { Authorization: `Bearer ${key}` };
  const created = await timed('create', () =>
    call('POST', '/v1/documents', {
      headers,
      body: {
        title: 'Load test',
        pdf_base64: pdf,
        send: true,
        recipients: [{ name: 'Ada Lovelace', email: 'ada@example.test', delivery: 'none' }],
        fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.5, w: 0.3, h: 0.06, recipient_index: 0 }],
      },
    }),
  );
  const [recipient] = created.recipients as Array<{ id: string }>;
  const session = await timed('session', async () => {
    const path = `/v1/documents/${created.id}/recipients/${recipient!.id}/session`;
    const { url } = await call('POST', path, { headers });
    const token = String(url).split('/').at(-1)!;
    return String((await call('POST', '/v1/signing-sessions', { headers: {}, body: { token } })).session);
  });
  const own = { 'X-Signing-Session': session };
  await timed('sign', async () => {
    await call('POST', '/v1/signing/session/open', { headers: own });
    await call('POST', '/v1/signing/session/consent', { headers: own });
    const { fields } = await call('GET', '/v1/signing/session', { headers: own });
    const [field] = fields as Array<{ id: string }>;
    const values = { [field!.id]: { mode: 'type', text: 'Ada Lovelace' } };
    await call('POST', '/v1/signing/session/complete', { headers: own, body: { values } });
  });
}

/** Follows the events of a workspace from now on. The time of a seal is that between the two events, by the clocks of the service. */
async function readSeals(call: Call, key: string, samples: Samples): Promise<{ finish(): Promise<void> }> {
  const headers = { Authorization: `Bearer ${key}` };
  const feed = async (after: string | null, wait: number) => {
    const query = new URLSearchParams({ ...(after && { after }), wait: String(wait), limit: '200' });
    return (await call('GET', `/v1/events?${query}`, { headers })) as unknown as {
      items: FeedEvent[];
      next_after: string | null;
    };
  };
  const completedAt = new Map<string, number>();
  let { next_after: after } = await feed('latest', 0);
  let deadline = Number.POSITIVE_INFINITY;
  const reading = (async () => {
    for (;;) {
      const page = await feed(after, 1);
      after = page.next_after ?? after;
      for (const { type, document, created_at: at } of page.items) {
        if (type === 'document.completed') completedAt.set(document!, Date.parse(at));
        const completed = type === 'document.sealed' ? completedAt.get(document!) : undefined;
        if (completed === undefined) continue;
        samples.seal.push(Date.parse(at) - completed);
        completedAt.delete(document!);
      }
      const isDone = page.items.length === 0 && completedAt.size === 0;
      if (deadline < Number.POSITIVE_INFINITY && (isDone || performance.now() > deadline)) return;
    }
  })();
  return {
    finish: () => {
      deadline = performance.now() + maxWaitMs;
      return reading;
    },
  };
}
