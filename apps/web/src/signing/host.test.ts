import { describe, expect, test } from '@jest/globals';
import { createHost } from './host.ts';

const app = 'https://app.example.com';
const hello = { protocol: 'countersign', type: 'hello' };

/** A window in a frame, whose parent keeps what it receives. */
function framed() {
  const sent: Array<[unknown, string]> = [];
  const parent = { postMessage: (data: unknown, origin: string) => void sent.push([data, origin]) };
  const listeners = new Set<(message: MessageEvent) => void>();
  const window = {
    parent,
    addEventListener: (_: string, listener: never) => void listeners.add(listener),
    removeEventListener: (_: string, listener: never) => void listeners.delete(listener),
  };
  const receive = (message: { source: unknown; origin: string; data: unknown }) => {
    for (const listener of listeners) listener(message as MessageEvent);
  };
  const host = createHost(window as never);
  const stop = host.listen();
  return { host, sent, parent, receive, stop };
}

describe('events', () => {
  test('wait for the origin of the application and for the registered origins, in any order', () => {
    for (const greetsFirst of [true, false]) {
      const { host, sent, parent, receive } = framed();
      host.report({ type: 'ready' });
      const steps = [() => receive({ source: parent, origin: app, data: hello }), () => host.allow([app])];
      for (const step of greetsFirst ? steps : steps.reverse()) step();
      host.report({ type: 'declined' });
      expect(sent).toEqual([
        [{ protocol: 'countersign', type: 'loaded' }, '*'],
        [{ protocol: 'countersign', type: 'ready' }, app],
        [{ protocol: 'countersign', type: 'declined' }, app],
      ]);
    }
  });

  test.each([
    ['another window', (parent: unknown) => ({ source: { parent }, origin: app, data: hello })],
    [
      'an origin that is not registered',
      (parent: unknown) => ({ source: parent, origin: 'https://x.example', data: hello }),
    ],
    ['another message', (parent: unknown) => ({ source: parent, origin: app, data: { type: 'hello' } })],
    ['no data', (parent: unknown) => ({ source: parent, origin: app, data: null })],
  ])('are not sent after a greeting from %s', (_name, message) => {
    const { host, sent, parent, receive } = framed();
    host.allow([app]);
    receive(message(parent));
    host.report({ type: 'ready' });
    expect(sent).toEqual([[{ protocol: 'countersign', type: 'loaded' }, '*']]);
  });

  test('are not sent without a frame, or after listening has ended', () => {
    const sent: unknown[] = [];
    const window = {
      postMessage: (data: unknown) => sent.push(data),
      addEventListener() {},
      removeEventListener() {},
    };
    Object.assign(window, { parent: window });
    const alone = createHost(window as never);
    alone.listen();
    alone.allow([app]);
    alone.report({ type: 'ready' });
    expect([alone.isFramed, sent]).toEqual([false, []]);

    const { host, sent: toParent, parent, receive, stop } = framed();
    stop();
    host.allow([app]);
    receive({ source: parent, origin: app, data: hello });
    host.report({ type: 'ready' });
    expect(toParent).toHaveLength(1);
  });
});
