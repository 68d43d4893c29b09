/** The threads that parse large bodies: a few, shared by turns between callers. */
import { Worker } from 'node:worker_threads';
import { ProblemError } from '@countersign/problem/problem-error';
import type { FromThread, ThreadTask, ToThread } from './protocol.ts';
import type { BodyOwner } from './room.ts';

const maxThreads = 2;
/** Bodies that wait for a thread, of all callers and of one. */
const maxWaiting = 40;
const maxWaitingPerOwner = 8;
/** Heap of a thread: its modules need 60 MB. */
const maxMemoryMb = 256;
/** An idle thread ends after this time and gives its memory back. */
const idleMs = 30_000;
const retryAfterSeconds = 1;
const script = new URL('./body-thread.ts', import.meta.url);

export interface BodyThreads {
  /**
   * Yields the JSON texts that the thread answers to the task, one for each step of the caller, who so decides the pace. Throws the
   * validation problem of the body, unavailable when too many wait, and payload-too-large when the thread ran out of memory.
   */
  run(owner: BodyOwner, task: Exclude<ThreadTask, { kind: 'digest' }>): AsyncGenerator<string>;
  /** digestRows in a thread. The bytes given must not be used any more: the answer has them. Throws as `run`. */
  digest(owner: BodyOwner, bytes: Buffer): Promise<{ sha256: Uint8Array; bytes: Buffer }>;
}

interface Waiting {
  owner: string;
  begin(worker: Worker): void;
}

/** The threads of one process; started at the first large body. They do not keep the process alive. */
export function createBodyThreads(): BodyThreads {
  const idle = new Map<Worker, NodeJS.Timeout>();
  let waiting: Waiting[] = [];
  let running = 0;
  /** Owners in the order of their last turn. */
  const turns = new Map<string, number>();
  let turn = 0;

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

  function leave(worker: Worker, isUsable: boolean): void {
    if (!isUsable) void worker.terminate();
    const next = nextWaiting();
    if (next) {
      next.begin(isUsable ? worker : startThread());
      return;
    }
    running -= 1;
    turns.clear();
    if (!isUsable) return;
    const end = () => {
      idle.delete(worker);
      void worker.terminate();
    };
    worker.unref();
    idle.set(worker, setTimeout(end, idleMs).unref());
  }

  /** The first body of the owner whose last turn was longest ago. */
  function nextWaiting(): Waiting | undefined {
    let best: Waiting | undefined;
    for (const one of waiting)
      if (!best || (turns.get(one.owner) ?? 0) < (turns.get(best.owner) ?? 0)) best = one;
    if (!best) return undefined;
    waiting = waiting.filter((one) => one !== best);
    turn += 1;
    turns.set(best.owner, turn);
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
          if (answer.kind === 'digest') throw new Error('a digest was not asked for');
          if (answer.kind === 'issues') {
            isUsable = true;
            throw new ProblemError('validation', { detail: answer.issues });
          }
          yield answer.json;
          request = { kind: 'next' };
        }
        isUsable = true;
      } finally {
        leave(worker, isUsable);
      }
    },
    digest: async (owner, bytes) => {
      const worker = await enter(`${owner.kind}:${owner.id}`);
      let isUsable = false;
      try {
        const answer = await ask(worker, { kind: 'digest', bytes });
        isUsable = true;
        if (answer.kind === 'issues') throw new ProblemError('validation', { detail: answer.issues });
        if (answer.kind !== 'digest') throw new Error('the thread did not answer with a digest');
        const { buffer, byteOffset, byteLength } = answer.bytes;
        return { sha256: answer.sha256, bytes: Buffer.from(buffer, byteOffset, byteLength) };
      } finally {
        leave(worker, isUsable);
      }
    },
  };
}

function startThread(): Worker {
  const worker = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, stackSizeMb: 4 },
    execArgv: [],
  });
  // Errors reach the caller through the answer. An error after the answer must not end the process.
  worker.on('error', () => undefined);
  return worker;
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

/** Bytes with a buffer of their own are handed over; others are copied. */
const isWhole = ({ buffer, byteLength }: Uint8Array) =>
  buffer.byteLength - byteLength < 65_536 && byteLength > 65_536;
