/** The threads that parse large bodies. Callers get them in rotation. */
import { Worker } from 'node:worker_threads';
import { ProblemError } from '@countersign/problem/problem-error';
import type { BodyOwner } from './memory.ts';
import type { FromThread, ThreadTask, ToThread } from './protocol.ts';

export const maxThreads = 2;
/** The most bodies that may wait for a thread: of all callers, and of one. */
const maxWaiting = 40;
const maxWaitingPerOwner = 8;
/** Heap limit of a thread, and of the part for new objects in addition. Its modules need 60 MB. */
export const bodyThreadMemoryMb = 160;
export const bodyYoungGenerationMb = 16;
/** An idle thread ends after this time, to free its memory. It ends at once above `maxIdleBytes`, because its heap never shrinks. */
const idleMs = 30_000;
const maxIdleBytes = 96 * 1024 * 1024;
const retryAfterSeconds = 1;
const script = new URL('./body-thread.ts', import.meta.url);

export interface BodyThreads {
  /**
   * Yields the JSON texts that the thread produces for the task. The thread produces the next one when the caller asks for it. Throws the
   * validation problem of the body, unavailable when too many wait, and payload-too-large when the thread ran out of memory.
   */
  run(owner: BodyOwner, task: Exclude<ThreadTask, { kind: 'digest' }>): AsyncGenerator<string>;
  /** Runs digestRows in a thread. Use the returned bytes afterwards, because those given are transferred. Throws as `run`. */
  digest(owner: BodyOwner, bytes: Buffer): Promise<{ sha256: Uint8Array; bytes: Buffer }>;
}

interface Waiting {
  owner: string;
  begin(worker: Worker): void;
}

/** The threads of one process. They start with the first large body and do not keep the process alive. */
export function createBodyThreads(): BodyThreads {
  const idle = new Map<Worker, NodeJS.Timeout>();
  let waiting: Waiting[] = [];
  let running = 0;
  /** When each owner was served last, as a count of bodies. */
  const lastServed = new Map<string, number>();
  let served = 0;

  function enter(owner: string): Promise<Worker> {
    if (running < maxThreads) {
      running += 1;
      return Promise.resolve(takeIdle() ?? startThread());
    }
    const own = waiting.filter((one) => one.owner === owner).length;
    if (waiting.length >= maxWaiting || own >= maxWaitingPerOwner)
      throw new ProblemError('unavailable', {
        detail: 'Too many large bodies are being read at once.',
        retryAfterSeconds,
      });
    return new Promise((resolve) => waiting.push({ owner, begin: resolve }));
  }

  async function leave(worker: Worker, isUsable: boolean): Promise<void> {
    // A thread has its memory until it has ended, so the next one must not start before.
    if (!isUsable) await worker.terminate();
    const next = nextWaiting();
    if (next) {
      next.begin(isUsable ? worker : startThread());
      return;
    }
    running -= 1;
    lastServed.clear();
    if (!isUsable) return;
    const end = () => {
      idle.delete(worker);
      void worker.terminate();
    };
    worker.unref();
    idle.set(worker, setTimeout(end, idleMs).unref());
    void heldBytes(worker).then((bytes) => {
      const timer = idle.get(worker);
      if (bytes <= maxIdleBytes || timer === undefined) return;
      clearTimeout(timer);
      end();
    });
  }

  /** The first body of the owner that was served the longest time ago. */
  function nextWaiting(): Waiting | undefined {
    let best: Waiting | undefined;
    for (const one of waiting)
      if (!best || (lastServed.get(one.owner) ?? 0) < (lastServed.get(best.owner) ?? 0)) best = one;
    if (!best) return undefined;
    waiting = waiting.filter((one) => one !== best);
    served += 1;
    lastServed.set(best.owner, served);
    return best;
  }

  function takeIdle(): Worker | null {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      worker.ref();
      return worker;
    }
    return null;
  }

  return {
    run: async function* (owner, task) {
      const worker = await enter(`${owner.kind}:${owner.id}`);
      let isUsable = false;
      try {
        let request: ToThread = task;
        for (;;) {
          const answer = await ask(worker, request);
          if (answer.kind === 'done') break;
          if (answer.kind === 'digest') throw new Error('the thread sent an unexpected digest');
          if (answer.kind === 'issues') {
            isUsable = true;
            throw new ProblemError('validation', { detail: answer.issues });
          }
          yield answer.json;
          request = { kind: 'next' };
        }
        isUsable = true;
      } finally {
        await leave(worker, isUsable);
      }
    },
    digest: async (owner, bytes) => {
      const worker = await enter(`${owner.kind}:${owner.id}`);
      let isUsable = false;
      try {
        const answer = await ask(worker, { kind: 'digest', bytes });
        isUsable = true;
        if (answer.kind === 'issues') throw new ProblemError('validation', { detail: answer.issues });
        if (answer.kind !== 'digest') throw new Error('the thread sent no digest');
        const { buffer, byteOffset, byteLength } = answer.bytes;
        return { sha256: answer.sha256, bytes: Buffer.from(buffer, byteOffset, byteLength) };
      } finally {
        await leave(worker, isUsable);
      }
    },
  };
}

function startThread(): Worker {
  const worker = new Worker(script, {
    resourceLimits: {
      maxOldGenerationSizeMb: bodyThreadMemoryMb,
      maxYoungGenerationSizeMb: bodyYoungGenerationMb,
      stackSizeMb: 4,
    },
    execArgv: [],
  });
  // Errors reach the caller through `ask`. An error at any other time must not end the process.
  worker.on('error', () => undefined);
  return worker;
}

/** The heap of the thread and the buffers that belong to it; 0 if it has ended. */
async function heldBytes(worker: Worker): Promise<number> {
  try {
    const { total_heap_size, external_memory } = await worker.getHeapStatistics();
    return total_heap_size + external_memory;
  } catch {
    return 0;
  }
}

async function ask(worker: Worker, message: ToThread): Promise<FromThread> {
  const { promise, resolve, reject } = Promise.withResolvers<FromThread>();
  const onError = (cause: Error & { code?: string }) =>
    reject(
      cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new ProblemError('payload-too-large', {
            detail: 'The body needs too much memory to be read.',
            cause,
          })
        : cause,
    );
  const onExit = () => reject(new Error('the thread that read the body ended'));
  worker.on('message', resolve).on('error', onError).on('exit', onExit);
  const bytes = 'bytes' in message && isWhole(message.bytes) ? [message.bytes.buffer] : [];
  worker.postMessage(message, bytes as ArrayBuffer[]);
  try {
    return await promise;
  } finally {
    worker.off('message', resolve).off('error', onError).off('exit', onExit);
  }
}

/** Large bytes that have a buffer of their own are transferred to the thread; others are copied. */
const isWhole = ({ buffer, byteLength }: Uint8Array) =>
  buffer.byteLength - byteLength < 65_536 && byteLength > 65_536;
