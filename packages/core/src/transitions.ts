/**
 * State tables: the operations that are allowed in each status, and the status that follows. The tables are in the
 * `status.ts` of each concept. Verbs, sweeps and SQL take every list of statuses from them; docs/STATES.md is tested against
 * them.
 */

/** For each operation: the statuses in which it is allowed, each with the status that follows. */
export type TransitionTable<Status extends string> = Readonly<
  Record<string, Readonly<Partial<Record<Status, Status>>>>
>;

/** The statuses in which the operation is allowed, in the order of the table. */
export function statusesAllowing<Status extends string>(
  table: TransitionTable<Status>,
  operation: string,
): Status[] {
  return Object.keys(table[operation]!) as Status[];
}

/** The status that follows; undefined if the operation is not allowed. */
export function nextStatus<Status extends string>(
  table: TransitionTable<Status>,
  operation: string,
  current: Status,
): Status | undefined {
  return table[operation]![current];
}

/** The one status that an operation leads to, whichever it starts from. Throws if the table has several. */
export function targetStatus<Status extends string>(
  table: TransitionTable<Status>,
  operation: string,
): Status {
  const targets = new Set(Object.values(table[operation]!) as Status[]);
  if (targets.size !== 1) throw new Error(`${operation} leads to ${[...targets].join(' or ')}`);
  return [...targets][0]!;
}
