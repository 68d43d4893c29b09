/** Runs inside a worker thread and processes one file after another. */
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { lowerPriority } from './lower-priority.ts';
import { type FromThread, fromSent, ownBytes, type ToThread, toSent } from './messages.ts';

/** Asks the caller of the task; rejects with the error that the caller throws. */
export type Ask = (name: string, ...args: unknown[]) => Promise<unknown>;

/** Processes each message with `work`. The bytes in the result's member `bytesOf` are moved instead of copied. */
export function serve<Data>(work: (data: Data, ask: Ask) => Promise<object>, bytesOf = ''): void {
  lowerPriority();
  const port = parentPort!;
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  let questions = 0;
  const post = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const ask: Ask = (name, ...args) => {
    const number = ++questions;
    const answer = Promise.withResolvers<unknown>();
    asked.set(number, answer);
    post({ kind: 'question', number, name, args });
    return answer.promise;
  };
  const run = async (data: Data) => {
    try {
      const result = await work(data, ask);
      const bytes = (result as Record<string, unknown>)[bytesOf];
      if (!(bytes instanceof Uint8Array)) return post({ kind: 'result', result, memoryBytes: memoryBytes() });
      const own = ownBytes(bytes);
      const sent = { ...result, [bytesOf]: own };
      post({ kind: 'result', result: sent, memoryBytes: memoryBytes() }, [own.buffer]);
    } catch (error) {
      post({ kind: 'failure', error: toSent(error), memoryBytes: memoryBytes() });
    }
  };
  port.on('message', (message: ToThread) => {
    if (message.kind === 'work') return void run(message.data as Data);
    const answer = asked.get(message.number);
    asked.delete(message.number);
    if (message.kind === 'answer') answer?.resolve(message.value);
    else answer?.reject(fromSent(message.error));
  });
}

/** The heap of this thread and the buffers that belong to it. */
function memoryBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}
