/** `admin person …`: finds the documents and templates of a workspace that contain a person, so that they can be erased one by one. */
import { normalizeEmail } from '@countersign/contract/common';
import { type SqlPart, sqlPart } from '@countersign/db/sql';
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

export interface NamingTemplate {
  id: string;
  name: string;
  /** The versions with the person, the current one included. */
  versions: number[];
  /** The ids of direct links with the person. */
  links: string[];
}

/** Whether the stored recipient `person` has this address. */
export const isPerson = (email: string): SqlPart =>
  sqlPart`lower(normalize(btrim(person->>'email', E' \\t\\r\\n'))) = ${normalizeEmail(email)}`;

/** Whether one of these stored recipients has this address. */
export const namesPerson = (recipients: SqlPart, email: string): SqlPart =>
  sqlPart`EXISTS (SELECT FROM jsonb_array_elements(${recipients}) AS person WHERE ${isPerson(email)})`;

/** The templates of the workspace of which a version or a direct link has a recipient of this address, oldest first. */
export async function* templatesNaming(
  { db }: Pick<Base, 'db'>,
  workspaceId: string,
  email: string,
): AsyncGenerator<NamingTemplate> {
  const named = (recipients: SqlPart) => namesPerson(recipients, email);
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await db.$queryRaw<NamingTemplate[]>`
      SELECT t.id, t.name,
        ARRAY(SELECT v.version FROM template_version v
          WHERE v.template_id = t.id AND ${named(sqlPart`v.recipients`)} ORDER BY v.version) AS versions,
        ARRAY(SELECT l.id::text FROM direct_link l
          WHERE l.template_id = t.id AND ${named(sqlPart`l.recipients`)} ORDER BY l.id) AS links
      FROM template t WHERE t.workspace_id = ${workspaceId}::uuid AND t.deleted_at IS NULL AND t.id > ${after}::uuid
      ORDER BY t.id LIMIT ${pageSize}`;
    for (const one of page) if (one.versions.length + one.links.length > 0) yield one;
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}
