/** A thread that parses and validates large JSON bodies outside the event loop of the API. It runs one task at a time. */
import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '@countersign/pdf/threads/lower-priority';
import { ProblemError } from '@countersign/problem/problem-error';
import { parseBodyValue } from '../middleware/validate.ts';
import { digestRows } from './digest.ts';
import { parseJson } from './parse-json.ts';
import { parseRows } from './parse-rows.ts';
import type { FromThread, ThreadTask, ToThread } from './protocol.ts';
import { longMember, threadSchemas } from './schemas.ts';

/** Length of a piece: the receiver parses it in a few milliseconds. */
const pieceLength = 128 * 1024;

function post(message: FromThread): void {
  const transfer = message.kind === 'digest' ? [message.bytes.buffer as ArrayBuffer] : [];
  parentPort!.postMessage(message, transfer);
}

function* answersTo(task: ThreadTask): Generator<FromThread> {
  const bytes = Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength);
  if (task.kind === 'digest') {
    yield { kind: 'digest', sha256: digestRows(bytes), bytes: task.bytes };
    return;
  }
  if (task.kind === 'rows') {
    let kind: 'head' | 'piece' = 'head';
    for (const value of parseRows(bytes)) {
      yield { kind, json: JSON.stringify(value) };
      kind = 'piece';
    }
  } else yield* valueIn(task.schema, bytes);
  yield { kind: 'done' };
}

/** The value without its long list or record, then the entries of that list or record in pieces. */
function* valueIn(name: keyof typeof threadSchemas, bytes: Buffer): Generator<FromThread> {
  const value: unknown = parseBodyValue(
    threadSchemas[name],
    bytes.length === 0 ? undefined : parseJson(bytes),
  );
  const member = longMember[name];
  const long = member === null ? value : (value as Record<string, unknown>)[member];
  const empty = Array.isArray(long) ? [] : {};
  const isLong = typeof long === 'object' && long !== null;
  const head = !isLong ? value : member === null ? empty : { ...(value as object), [member]: empty };
  yield { kind: 'head', json: JSON.stringify(head) };
  let entries: string[] = [];
  let length = 0;
  for (const entry of isLong ? Object.entries(long) : []) {
    const json = JSON.stringify(entry);
    entries.push(json);
    length += json.length;
    if (length < pieceLength) continue;
    yield { kind: 'piece', json: `[${entries.join()}]` };
    entries = [];
    length = 0;
  }
  if (entries.length > 0) yield { kind: 'piece', json: `[${entries.join()}]` };
}

let answers: Generator<FromThread> | null = null;

lowerPriority();
parentPort!.on('message', (message: ToThread) => {
  if (message.kind !== 'next') answers = answersTo(message);
  try {
    const { value } = answers!.next();
    post(value as FromThread);
  } catch (error) {
    if (!(error instanceof ProblemError) || !Array.isArray(error.detail)) throw error;
    post({ kind: 'issues', issues: error.detail });
  }
});
