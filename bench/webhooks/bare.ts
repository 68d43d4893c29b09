/** What undici does with nothing around it: POSTs to the same sink, 100 at once, from a process of its own. */
import { Agent } from 'undici';

const [url = '', count = '0'] = process.argv.slice(2);
const agent = new Agent({ pipelining: 1, connections: null });
const origin = new URL(url).origin;
const headers = { 'content-type': 'application/json' };
const body = JSON.stringify({ id: 'evt_outbox_1', padding: 'x'.repeat(280) });
let left = Number(count);

async function loop(at: number): Promise<void> {
  while (left > 0) {
    left -= 1;
    await new Promise<void>((resolve, reject) => {
      agent.dispatch(
        { origin, path: `/ok/${at}`, method: 'POST', headers, body },
        {
          onRequestStart() {},
          onResponseStart() {},
          onResponseData() {},
          onResponseEnd: () => resolve(),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
  }
}

const started = performance.now();
await Promise.all(Array.from({ length: 100 }, (_, at) => loop(at)));
process.send?.({ perSecond: Number(count) / ((performance.now() - started) / 1000) });
await agent.destroy();
process.disconnect?.();
