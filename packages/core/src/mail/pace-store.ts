/** Keeps the states of pace.ts in PostgreSQL: a row for the mail server and one for each workspace that has a limit. */
import { inSqlTransaction, type SqlTx } from '@countersign/db/sql';
import type { Base, Settings } from '../ctx.ts';
import { initialState, type PaceLimits, type PaceState } from './pace.ts';

/** The row of the mail server. */
export const serverPace = 'server';
/** The row of a workspace. */
export const workspacePace = (workspaceId: string): string => `workspace:${workspaceId}`;

/** The limits of a row. */
export function limitsOf({ mailPace }: Settings, id: string): PaceLimits {
  return id === serverPace ? mailPace.server : mailPace.workspace;
}

export const isLimited = ({ perSecond, perDay }: PaceLimits): boolean =>
  perSecond !== null || perDay !== null;

/** PostgreSQL's clock in milliseconds, because all workers share it. Tests and benchmarks replace the function mail_clock. */
async function clock(db: SqlTx): Promise<number> {
  const [row] = await db.$queryRaw<Array<{ now: number }>>`
    SELECT extract(epoch FROM mail_clock())::float8 * 1000 AS now`;
  return row!.now;
}

/**
 * Changes a state under its row lock, in a short transaction of its own. The clock is read after the row is locked, so of two
 * changes the later one has the later time.
 */
export async function changePace<T>(
  { db }: Pick<Base, 'db'>,
  id: string,
  change: (state: PaceState, now: number) => { state: PaceState; result: T },
): Promise<T> {
  return inSqlTransaction(db, async ({ tx }) => {
    const before = (await locked(tx, id)) ?? (await created(tx, id));
    const { state, result } = change(before, await clock(tx));
    await tx.$executeRaw`UPDATE mail_pace SET state = ${JSON.stringify(state)}::jsonb WHERE id = ${id}`;
    return result;
  });
}

async function locked(tx: SqlTx, id: string): Promise<PaceState | undefined> {
  const [row] = await tx.$queryRaw<Array<{ state: PaceState }>>`
    SELECT state FROM mail_pace WHERE id = ${id} FOR NO KEY UPDATE`;
  return row?.state;
}

async function created(tx: SqlTx, id: string): Promise<PaceState> {
  await tx.$executeRaw`
    INSERT INTO mail_pace (id, state) VALUES (${id}, ${JSON.stringify(initialState)}::jsonb) ON CONFLICT (id) DO NOTHING`;
  return (await locked(tx, id))!;
}

/** The states of these rows without locks, and the time. */
export async function readPace(
  { db }: { db: SqlTx },
  ids: readonly string[],
): Promise<{ states: PaceState[]; now: number }> {
  const rows = await db.$queryRaw<Array<{ id: string; state: PaceState }>>`
    SELECT id, state FROM mail_pace WHERE id = ANY(${ids}::text[])`;
  const states = ids.map((id) => rows.find((row) => row.id === id)?.state ?? initialState);
  return { states, now: await clock(db) };
}
