/**
 * Plain undici: POSTs to the same sink with 100 concurrent requests, in a separate process, with the named function: `fetch`,
 * `request` as in its README, or `dispatch`, on which both are based.
 */
import { Agent, fetch, request } from 'undici';

const [url = '', call = '', count = '0'] = process.argv.slice(2);
const dispatcher = new Agent({ pipelining: 1, connections: null });
const { origin } = new URL(url);
const headers = { 'content-type': 'application/json' };
const body = JSON.stringify({ id: 'evt_outbox_1', padding: 'x'.repeat(280) });
const options = { method: 'POST', headers, body } as const;

const calls: Record<string, (path: string) => Promise<unknown>> = {
  fetch: async (path) => (await fetch(origin + path, { ...options, dispatcher })).arrayBuffer(),
  request: async (path) => (await request(origin + path, { ...options, dispatcher })).body.dump(),
  dispatch: (path) =>
    new Promise<void>((resolve, reject) => {
      dispatcher.dispatch(
        { origin, path, ...options },
        {
          onRequestStart() {},
          onResponseStart() {},
          onResponseData() {},
          onResponseEnd: () => resolve(),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    }),
};
const post = calls[call];
if (!post) throw new Error(`"${call}" is not one of ${Object.keys(calls).join(', ')}`);
let left = Number(count);

async function loop(at: number): Promise<void> {
  while (left > 0) {
    left -= 1;
    await post!(`/ok/${at}`);
  }
}

const started = performance.now();
await Promise.all(Array.from({ length: 100 }, (_, at) => loop(at)));
process.send?.({ perSecond: Number(count) / ((performance.now() - started) / 1000) });
await dispatcher.destroy();
process.disconnect?.();
