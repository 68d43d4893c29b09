/** Reads the admin log of a workspace, oldest first. */
import type { AdminEvent } from '@countersign/db/models';
import type { Tx } from '../ctx.ts';

const pageSize = 500;

/** The events after a number, one page in memory at a time. A consistent view needs a repeatable-read transaction. */
export async function* readAdminEventPages(
  db: Pick<Tx, 'adminEvent'>,
  workspaceId: string,
  after: number,
): AsyncGenerator<AdminEvent[]> {
  for (let last = after; ; ) {
    const page = await db.adminEvent.findMany({
      where: { workspaceId, seq: { gt: last } },
      orderBy: { seq: 'asc' },
      take: pageSize,
    });
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1)!.seq;
  }
}
