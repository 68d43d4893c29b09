/** Files with the admin log, one event as JSON on each line: checks their hash chain, and continues them. */
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, open, realpath, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Client } from '@countersign/client/client';
import type { AdminEventOut } from '@countersign/client/generated/api';
import {
  type AdminChainEnd,
  type AdminChainFault,
  AdminChainLinks,
  adminChainStart,
} from '@countersign/contract/admin-chain';
import { FailedError, FileError } from './exit-status.ts';
import { fileError } from './input/file.ts';
import type { Session } from './session.ts';
import { plainText } from './show/plain-text.ts';
import { saveDownload } from './transfer.ts';

/** The events that were checked, and the first fault. */
export interface CheckedLog {
  count: number;
  firstSeq: number | null;
  end: AdminChainEnd;
  fault: AdminChainFault | null;
}

/** Recomputes the hashes of a file, which may begin with any event. Throws FileError if it is not a log. */
export async function checkLog(path: string): Promise<CheckedLog> {
  const workspaceId = await workspaceOf(path);
  if (workspaceId === null)
    throw new FileError(`${path}: it has no event about its workspace, whose id every hash needs`);
  return checkFrom(path, workspaceId, null);
}

/** Checks the events of a file after `start`; without it, the first event is taken as it is, unless it is event 1. */
async function checkFrom(
  path: string,
  workspaceId: string,
  start: AdminChainEnd | null,
): Promise<CheckedLog> {
  let links = start && new AdminChainLinks(start);
  for await (const event of eventsOf(path)) {
    const { seq, type, actor, target, details, created_at, prev_hash, hash } = event;
    links ??= new AdminChainLinks(seq === 1 ? adminChainStart : { seq: seq - 1, hash: prev_hash });
    const fault = links.add({
      workspace_id: workspaceId,
      actor: { type: actor.type, id: actor.id },
      target: { type: target.type, id: target.id },
      ...{ seq, type, details, created_at, prev_hash, hash },
    });
    if (fault) return { count: links.count, firstSeq: links.firstSeq, end: links.end, fault };
  }
  const { count, firstSeq, end } = links ?? new AdminChainLinks();
  return { count, firstSeq, end, fault: null };
}

/**
 * Adds the events after the last one of the file, or makes the file if it does not exist. The file is replaced in one step, and only if
 * the new events continue its chain. Resolves with the events that were added. Throws FileError, FailedError and the errors of the client.
 */
export async function appendToLog(
  session: Session,
  client: Client,
  path: string,
): Promise<Pick<CheckedLog, 'count' | 'end'>> {
  // A symbolic link stays one.
  const target = await realpath(path).catch(() => path);
  const isThere = await endsWithLine(target);
  const before = isThere ? await checkLog(target) : null;
  if (before?.fault)
    throw new FailedError(
      `${plainText(path)}: its chain is broken at event ${before.fault.seq}: ${before.fault.reason}. Nothing was added.`,
    );
  const end = before?.end ?? adminChainStart;
  const [addition, whole] = ['addition', 'whole'].map((kind) => `${target}.${process.pid}.${kind}`) as [
    string,
    string,
  ];
  try {
    const file = await client.download(`/v1/admin-events/export?format=jsonl&after=${end.seq}`, {
      signal: session.signal,
    });
    await saveDownload(session, file, { path: addition, mayReplace: false });
    const workspaceId = await workspaceOf(isThere ? target : addition);
    // Without a file, the log may begin after events that retention has removed.
    const added = await checkFrom(addition, workspaceId ?? '', isThere ? end : null);
    if (added.fault || added.count === 0) throw new FailedError(refusal(path, end, added));
    try {
      if (isThere) await copyFile(target, whole);
      await pipeline(createReadStream(addition), createWriteStream(whole, { flags: 'a', flush: true }), {
        signal: session.signal,
      });
      await rename(whole, target);
    } catch (error) {
      session.signal.throwIfAborted();
      throw fileError(path, error);
    }
    return added;
  } finally {
    await Promise.all([addition, whole].map((one) => rm(one, { force: true })));
  }
}

function refusal(path: string, { seq }: AdminChainEnd, { fault }: CheckedLog): string {
  const name = plainText(path);
  if (!fault)
    return `${name}: the log of the service ends before event ${seq + 1}, although the file has event ${seq}. Nothing was added.`;
  const what = `${name}: the log of the service does not continue it at event ${fault.seq}: ${fault.reason}. Nothing was added.`;
  return fault.reason === 'the event is missing'
    ? `${what} If retention has removed the event, begin a new file.`
    : `${what} The file is of another workspace, or the file or the log was changed: run admin-events verify, with --file and without.`;
}

/** The id of the workspace, which is only in events about the workspace itself; null if there is none. */
async function workspaceOf(path: string): Promise<string | null> {
  for await (const { target } of eventsOf(path)) if (target.type === 'workspace') return target.id;
  return null;
}

/** Whether there is a file with content. Throws FileError if its last line is not complete, or it cannot be read. */
async function endsWithLine(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fileError(path, error);
  });
  if (!file) return false;
  try {
    const { size } = await file.stat();
    if (size === 0) return false;
    const last = Buffer.alloc(1);
    await file.read(last, 0, 1, size - 1);
    if (last[0] !== newline)
      throw new FileError(
        `${path}: its last line is not complete; remove that line, and run the command again`,
      );
    return true;
  } catch (error) {
    throw error instanceof FileError ? error : fileError(path, error);
  } finally {
    await file.close();
  }
}

/** The events of a file, one in memory at a time. Throws FileError at a line that is no event. */
async function* eventsOf(path: string): AsyncGenerator<AdminEventOut> {
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    const event = parsed(line);
    if (!isEvent(event))
      throw new FileError(`${path}: line ${number} is not an event of admin-events export --format jsonl`);
    yield event;
  }
}

const newline = 10;

/** Splits at line feeds only: texts may contain the other separators that readline splits at. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  const chunks = createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>;
  try {
    for await (const chunk of chunks) {
      let from = 0;
      for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, to)]).toString('utf8');
        rest = [];
        from = to + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
    }
  } catch (error) {
    throw fileError(path, error);
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString('utf8');
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether it has the members that the chain needs. */
function isEvent(value: unknown): value is AdminEventOut {
  if (!isObject(value)) return false;
  const { seq, actor, target, hash, prev_hash } = value;
  return (
    Number.isSafeInteger(seq) &&
    isObject(actor) &&
    isObject(target) &&
    typeof target.id === 'string' &&
    typeof hash === 'string' &&
    typeof prev_hash === 'string'
  );
}
