/** Waits until no work is left, then checks that nothing was lost, duplicated or left in an impossible state. */
import { setTimeout as delay } from 'node:timers/promises';
import { listEvents } from '@countersign/core/event/list';
import { verifyPdf } from '@countersign/pdf/verify';
import { checkEverything } from '../../bench/writers/check.ts';
import type { Load } from './load.ts';
import type { World } from './world.ts';

export interface CheckResult {
  documents: number;
  sealed: number;
  events: number;
  mails: { sent: number; doubled: number };
  deliveries: { events: number; doubled: number };
  deadJobs: number;
  faults: string[];
}

const restMs = 240_000;

/** Checks everything in the workspace. */
export async function checkRun(world: World, workspaceId: string, load: Load): Promise<CheckResult> {
  const faults = [...load.faults, ...(await untilAtRest(world))];
  const { db } = world;
  const base = await checkEverything(db, workspaceId);
  faults.push(...base.faults);
  const sealed = await checkPromises(world, workspaceId, load, faults);
  if (sealed === 0) faults.push('no document was sealed, so nothing was tested');
  const mails = await checkMails(world, faults);
  const deliveries = await checkDeliveries(world, workspaceId, faults);
  const dead = await db.$queryRaw<Array<{ name: string; error: string | null }>>`
    SELECT name, COALESCE(source_output->>'message', source_output->'value'->>'message') AS error
    FROM pgboss.job WHERE name LIKE '%.dead'`;
  for (const { name, error } of dead) if (!error) faults.push(`a dead job without a reason: ${name}`);
  return {
    documents: base.documents,
    events: base.events,
    sealed,
    mails,
    deliveries,
    deadJobs: dead.length,
    faults,
  };
}

/**
 * Waits until no work is left: no unsealed document, email, event or delivery, and no job except sweeps. Returns what is left after the
 * time limit.
 */
async function untilAtRest({ db }: World): Promise<string[]> {
  for (const end = Date.now() + restMs; ; await delay(250)) {
    const [left] = await db.$queryRaw<Array<Record<string, number>>>`
      SELECT (SELECT count(*)::int FROM document WHERE status = 'completed' AND sealed_at IS NULL) AS unsealed,
        (SELECT count(*)::int FROM mail WHERE status = 'queued') AS mails,
        (SELECT count(*)::int FROM outbox_event WHERE fanned_out_at IS NULL) AS events,
        (SELECT count(*)::int FROM webhook_delivery WHERE due_at IS NOT NULL) AS deliveries,
        (SELECT count(*)::int FROM pgboss.job WHERE state < 'completed' AND name NOT LIKE '%sweep%' AND name NOT LIKE '%.dead') AS jobs`;
    const open = Object.entries(left!).filter(([, count]) => count > 0);
    if (open.length === 0) return [];
    if (Date.now() > end)
      return [
        `not at rest after ${restMs / 1000} s: ${open.map(([what, count]) => `${count} ${what}`).join(', ')}`,
        ...(await whatWaits(db)),
      ];
  }
}

/** Describes the deliveries that still wait. */
async function whatWaits(db: World['db']): Promise<string[]> {
  const rows = await db.$queryRaw<Array<{ row: unknown }>>`
    SELECT json_build_object('event', event_id, 'status', status, 'due_at', due_at, 'revision', revision, 'attempts', attempts,
      'holder', l.holder, 'held_until', l.held_until) AS row
    FROM webhook_delivery d LEFT JOIN webhook_lease l ON l.endpoint_id = d.endpoint_id WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 10`;
  return rows.map(({ row }) => `a delivery that waits: ${JSON.stringify(row)}`);
}

/**
 * Every document has at least the status that a response stated. Every completed one is sealed once, its sealed file is valid, and its
 * original is still stored. Returns the number of sealed documents.
 */
async function checkPromises(
  world: World,
  workspaceId: string,
  load: Load,
  faults: string[],
): Promise<number> {
  const { db, storage } = world;
  const rows = await db.document.findMany({ where: { workspaceId } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const reached = {
    created: ['draft', 'sent', 'partially_signed', 'completed', 'voided'],
    sent: ['sent', 'partially_signed', 'completed', 'voided'],
    voided: ['voided'],
    completed: ['completed'],
  };
  for (const [id, promised] of load.promises) {
    const status = byId.get(id)?.status;
    if (!status || !reached[promised].includes(status))
      faults.push(`answered as ${promised}, but it is ${status ?? 'lost'}`);
  }
  let sealed = 0;
  for (const row of rows) {
    if (row.status !== 'completed') {
      if (row.sealedAt) faults.push(`${row.status} and sealed`);
      continue;
    }
    const seals = (await listEvents(db, row.id)).filter(({ event_type: type }) => type === 'envelope.sealed');
    if (seals.length !== 1) faults.push(`completed with ${seals.length} seals`);
    if (!row.sealedSha256) continue;
    sealed += 1;
    const report = await verifyPdf(await storage.getBytes(row.sealedSha256));
    if (!report.intact || !report.signatures.every(({ valid }) => valid)) faults.push('a seal is not valid');
    if (!row.originalSha256 || !(await storage.stat(row.originalSha256)))
      faults.push('the original of a sealed document is missing from the storage');
  }
  return sealed;
}

/** Every email marked as sent arrived, duplicates have the same Message-ID, and each person got one email of each kind. */
async function checkMails({ db, mails }: World, faults: string[]): Promise<CheckResult['mails']> {
  const rows = await db.mail.findMany();
  const arrived = new Map<string, number>();
  for (const id of mails) arrived.set(id, (arrived.get(id) ?? 0) + 1);
  const known = new Set(rows.map(({ id }) => `${id}@countersign.test`));
  for (const id of arrived.keys()) if (!known.has(id)) faults.push(`an email without a row: ${id}`);
  const perPerson = new Map<string, number>();
  for (const row of rows) {
    if (row.status === 'sent' && !arrived.has(`${row.id}@countersign.test`))
      faults.push(`a ${row.kind} mail that never arrived`);
    if (row.status === 'refused') faults.push(`a ${row.kind} mail counts as refused: ${row.lastError}`);
    const person = `${row.documentId} ${row.toAddress} ${row.kind}`;
    perPerson.set(person, (perPerson.get(person) ?? 0) + 1);
  }
  for (const [person, count] of perPerson)
    if (count > 1) faults.push(`${count} mails instead of one: ${person}`);
  return { sent: arrived.size, doubled: mails.length - arrived.size };
}

/** Every event of the outbox arrived, and repeated deliveries were identical. */
async function checkDeliveries(
  { db, deliveries }: World,
  workspaceId: string,
  faults: string[],
): Promise<CheckResult['deliveries']> {
  const events = await db.outboxEvent.findMany({ where: { workspaceId } });
  const expected = new Set(events.map(({ id }) => `evt_outbox_${id}`));
  for (const id of expected) if (!deliveries.has(id)) faults.push(`an event that was not delivered: ${id}`);
  let doubled = 0;
  for (const [id, bodies] of deliveries) {
    if (!expected.has(id)) faults.push(`a delivery without an event: ${id}`);
    if (new Set(bodies).size !== 1) faults.push(`an event with two bodies: ${id}`);
    doubled += bodies.length - 1;
  }
  return { events: expected.size, doubled };
}
