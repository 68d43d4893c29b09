/**
 * Writes the request log in batches, after the responses: a request only adds an entry to a list in memory. The list is bounded; entries
 * that do not fit, because PostgreSQL is unavailable or slow, are dropped and counted.
 */
import type { Mode } from '@countersign/contract/common';
import { newId } from '@countersign/contract/ids';
import { columnOf } from '@countersign/db/sql';
import type { Log } from '@countersign/log/port';
import type { Base } from '../ctx.ts';

/** A request with an API key whose response has ended. Path and query are scrubbed: see scrub.ts. */
export interface LoggedRequest {
  workspaceId: string;
  mode: Mode;
  keyId: string;
  requestId: string;
  createdAt: Date;
  method: string;
  route: string;
  path: string;
  query: string | null;
  /** Null if the caller disconnected before the response. */
  status: number | null;
  problem: string | null;
  durationMs: number;
  documentId: string | null;
  hasIdempotencyKey: boolean;
  isReplay: boolean;
  userAgent: string | null;
}

export interface RequestLog {
  /** Keeps the request for the next batch. Never throws and never waits. */
  record(request: LoggedRequest): void;
  /** Writes all waiting entries, for tests and at the end of the process. Gives up at the first failure. */
  flush(): Promise<void>;
  /** Stops the timer after a last flush. */
  stop(): Promise<void>;
  /** Entries that were lost since the process started. */
  dropped(): number;
}

/** About 5 MB of memory. */
const mostWaiting = 10_000;
/** One workspace may take this part of the list, so that a flood of its requests does not push out those of others. */
const mostOfWorkspace = mostWaiting / 4;
const batchSize = 1000;
const pauseMs = 1000;

/** Starts the timer, which does not keep the process alive. */
export function createRequestLog(base: Pick<Base, 'db'> & { log: Log }): RequestLog {
  let waiting: Array<LoggedRequest & { id: string }> = [];
  let waitingOf = new Map<string, number>();
  let lost = 0;
  let isFailing = false;
  let running: Promise<void> | null = null;

  const count = (workspaceId: string, change: number) => {
    const next = (waitingOf.get(workspaceId) ?? 0) + change;
    if (next > 0) waitingOf.set(workspaceId, next);
    else waitingOf.delete(workspaceId);
  };

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      await insert(base.db, batch);
      waiting = waiting.slice(batch.length);
      for (const { workspaceId } of batch) count(workspaceId, -1);
    }
    isFailing = false;
  }

  const flush = (): Promise<void> => {
    running ??= write()
      .catch((error: unknown) => {
        // Reported once, not every second. The entries stay for the next attempt.
        if (!isFailing) base.log.warn('the request log cannot be written', { error });
        isFailing = true;
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(() => void flush(), pauseMs).unref();

  return {
    record: (request) => {
      const isFull =
        // Equal mutant "waitingOf.get(request.workspaceId) ?? 0 → waitingOf.get(request.workspaceId)": nothing is below the limit too.
        waiting.length >= mostWaiting || (waitingOf.get(request.workspaceId) ?? 0) >= mostOfWorkspace;
      if (isFull) {
        lost += 1;
        return;
      }
      waiting.push({ ...request, id: newId() });
      count(request.workspaceId, 1);
    },
    flush: async () => {
      // A flush that is running may have begun before the last entry.
      await running;
      await flush();
    },
    stop: async () => {
      clearInterval(timer);
      await running;
      await flush();
      lost += waiting.length;
      waiting = [];
      waitingOf = new Map();
    },
    dropped: () => lost,
  };
}

/** One statement and one commit for all. An entry that an interrupted attempt has written already stays as it is. */
async function insert(db: Base['db'], rows: ReadonlyArray<LoggedRequest & { id: string }>): Promise<void> {
  const all = (pick: (row: (typeof rows)[number]) => string | number | boolean | Date | null) =>
    columnOf(rows.map(pick));
  await db.$executeRaw`
    INSERT INTO api_request (id, workspace_id, mode, key_id, request_id, created_at, method, route, path, query, status, problem,
      duration_ms, document_id, has_idempotency_key, is_replay, user_agent)
    SELECT * FROM unnest(${all((row) => row.id)}::uuid[], ${all((row) => row.workspaceId)}::uuid[], ${all((row) => row.mode)}::mode[],
      ${all((row) => row.keyId)}::uuid[], ${all((row) => row.requestId)}::text[], ${all((row) => row.createdAt)}::timestamptz[],
      ${all((row) => row.method)}::text[], ${all((row) => row.route)}::text[], ${all((row) => row.path)}::text[],
      ${all((row) => row.query)}::text[], ${all((row) => row.status)}::smallint[], ${all((row) => row.problem)}::text[],
      ${all((row) => row.durationMs)}::int[], ${all((row) => row.documentId)}::uuid[],
      ${all((row) => row.hasIdempotencyKey)}::boolean[], ${all((row) => row.isReplay)}::boolean[],
      ${all((row) => row.userAgent)}::text[])
    ON CONFLICT (id) DO NOTHING`;
}
