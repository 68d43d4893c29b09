/** The attacking process: receives a target from its parent, runs the attack, and reports the responses. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Target } from './attack.ts';
import { attacks } from './attacks.ts';

export interface Order extends Omit<Target, 'signal' | 'count'> {
  attack: string;
}

/** When the time is over, open requests are aborted, and the process ends after at most this time. */
const lastMs = 10_000;

process.once('message', async (order: Order) => {
  const attack = attacks.find(({ name }) => name === order.attack)!;
  const answers: Record<string, number> = {};
  const over = new AbortController();
  const end = () => {
    process.send!({ answers });
    process.disconnect();
    process.exit(0);
  };
  const timer = setTimeout(() => over.abort(), order.seconds * 1000);
  void delay(order.seconds * 1000 + lastMs).then(end);
  await attack.run({
    ...order,
    signal: over.signal,
    count: (answer) => {
      answers[answer] = (answers[answer] ?? 0) + 1;
    },
  });
  clearTimeout(timer);
  end();
});
process.once('disconnect', () => process.exit(0));
process.send!('ready');
