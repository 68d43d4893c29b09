/** Converts events of the admin log to AdminEventOut, and to lines of a file. */
import type { AdminEventOut } from '@countersign/contract/admin-event';
import type { AdminEventType } from '@countersign/contract/admin-event-types';
import type { ListedAdminEvent } from '@countersign/core/admin-event/list';
import { csvLine } from '@countersign/core/bulk-send/write-csv';

interface Party {
  type: string;
  id: string;
}

const withName = (party: unknown, name: string | null) => ({
  ...(party as Party),
  ...(name !== null && { name }),
});

/** An event as managers see it. */
export function presentAdminEvent(event: ListedAdminEvent): AdminEventOut {
  return {
    seq: event.seq,
    type: event.eventType as AdminEventType,
    actor: withName(event.actor, event.actorName),
    target: withName(event.target, event.targetName),
    details: event.details as Record<string, unknown>,
    detail_names: event.detailNames,
    created_at: event.createdAt.toISOString(),
    ip: event.ip,
    user_agent: event.userAgent,
    prev_hash: event.prevHash,
    hash: event.hash,
  };
}

const columns = [
  ...[
    'seq',
    'created_at',
    'type',
    'actor_type',
    'actor_id',
    'actor_name',
    'target_type',
    'target_id',
    'target_name',
  ],
  ...['details', 'ip', 'user_agent', 'prev_hash', 'hash'],
];

/** The log as a file: a table, or one event in JSON on each line. */
export async function* adminEventLines(
  pages: AsyncIterable<ListedAdminEvent[]>,
  format: 'csv' | 'jsonl',
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columns);
  for await (const page of pages) {
    const events = page.map(presentAdminEvent);
    yield events.map(format === 'csv' ? csvOf : (event) => `${JSON.stringify(event)}\n`).join('');
  }
}

function csvOf(event: AdminEventOut): string {
  const { actor, target } = event;
  return csvLine([
    ...[
      event.seq,
      event.created_at,
      event.type,
      actor.type,
      actor.id,
      actor.name,
      target.type,
      target.id,
      target.name,
    ],
    ...[JSON.stringify(event.details), event.ip, event.user_agent, event.prev_hash, event.hash],
  ]);
}
