/** `admin person …`: finds the documents of a workspace that contain a person, so that they can be erased one by one. */
import { normalizeEmail } from '@countersign/contract/common';
import type { Base } from '../ctx.ts';

const pageSize = 200;

export interface NamingDocument {
  id: string;
  workspaceId: string;
  teamId: string;
  mode: 'live' | 'test';
  title: string;
  status: string;
  closedAt: Date | null;
  /** True if it can be erased now. */
  hasEnded: boolean;
  /** The number of other recipients, whose data an erasure removes too. */
  others: number;
}

/**
 * The documents of the workspace, in both modes, with a recipient of this address; one page at a time, oldest first. By the
 * index on the normalized address. Erased documents contain no addresses.
 */
export async function* documentsNaming(
  base: Pick<Base, 'db'>,
  workspaceId: string,
  email: string,
): AsyncGenerator<NamingDocument> {
  const address = normalizeEmail(email);
  for (let after: string | undefined; ; ) {
    const page = await base.db.document.findMany({
      where: {
        workspaceId,
        removedAt: null,
        erasedAt: null,
        recipients: { some: { emailNormalized: address } },
        ...(after && { id: { gt: after } }),
      },
      select: {
        id: true,
        workspaceId: true,
        teamId: true,
        mode: true,
        title: true,
        status: true,
        closedAt: true,
        sealedAt: true,
        recipients: { select: { emailNormalized: true } },
      },
      orderBy: { id: 'asc' },
      take: pageSize,
    });
    for (const { recipients, sealedAt, ...document } of page) {
      yield {
        ...document,
        hasEnded: document.closedAt !== null && (document.status !== 'completed' || sealedAt !== null),
        others: recipients.filter((one) => one.emailNormalized !== address).length,
      };
    }
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}
