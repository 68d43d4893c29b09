/** Seal keys of single workspaces (docs/decisions/044-seal-keys.md). Operators set them; secrets are never stored. */
import { inTransaction } from '@countersign/db/transaction';
import { certificatesOfPem } from '@countersign/pdf/keys/local';
import { SealError } from '@countersign/pdf/ports/errors';
import { ProblemError } from '@countersign/problem/problem-error';
import { parseSealKey } from '@countersign/seal-keys/reference';
import { byOperator, recordAdminEvent } from '../admin-event/record.ts';
import type { Base } from '../ctx.ts';
import type { SealKey, SealKeys } from './keys.ts';
import type { WorkspaceKey } from './workspace-key-source.ts';

/** The database checks it too. */
const maxPemLength = 200_000;

/**
 * Sets the seal key of a workspace for documents that are sealed from now on, and returns it. Opens the key first, and signs with it once.
 * `certificates` is PEM; whatever else the text contains is not stored. Throws not-found for an unknown workspace, and a SealError if
 * the key cannot be used.
 */
export async function setWorkspaceKey(
  { db, now, sealKeys }: Pick<Base, 'db' | 'now'> & { sealKeys: Pick<SealKeys, 'keyFor'> },
  input: { workspaceSlug: string; key: string; certificates: string | null },
): Promise<SealKey> {
  const { workspaceSlug, key } = input;
  const workspaceId = await findWorkspaceId(db, workspaceSlug);
  const { scheme } = parseSealKey(key);
  if (input.certificates === null && scheme !== 'file' && scheme !== 'module')
    throw new SealError('a key in a token or a key service needs its certificate');
  const certificates = input.certificates === null ? null : onlyCertificates(input.certificates);
  const opened = await sealKeys.keyFor({ workspaceId, workspaceSlug, key, certificates });
  await inTransaction(db, async ({ tx }) => {
    const row = { key, certificates, updatedAt: now() };
    await tx.workspaceSealKey.upsert({
      where: { workspaceId },
      create: { workspaceId, ...row },
      update: row,
    });
    await recordAdminEvent(byOperator(tx, workspaceId, now), {
      type: 'seal_key.set',
      target: { type: 'workspace', id: workspaceId },
      details: { kind: scheme, fingerprint: opened.fingerprint },
    });
  });
  return opened;
}

/** The file may also have the private key, which must not get into the database. */
function onlyCertificates(pem: string): string {
  const certificates = certificatesOfPem(pem);
  if (certificates.length === 0) throw new SealError('the file has no certificate in PEM');
  const text = certificates.map((one) => one.toString()).join('');
  if (text.length > maxPemLength)
    throw new SealError(`the certificates are longer than ${maxPemLength} bytes`);
  return text;
}

/**
 * Removes the seal key of a workspace: its documents are sealed with the installation's key from now on. Returns false if it had
 * none. Throws not-found for an unknown workspace.
 */
export async function removeWorkspaceKey(
  { db, now }: Pick<Base, 'db' | 'now'>,
  workspaceSlug: string,
): Promise<boolean> {
  const workspaceId = await findWorkspaceId(db, workspaceSlug);
  return inTransaction(db, async ({ tx }) => {
    const { count } = await tx.workspaceSealKey.deleteMany({ where: { workspaceId } });
    if (count === 0) return false;
    await recordAdminEvent(byOperator(tx, workspaceId, now), {
      type: 'seal_key.removed',
      target: { type: 'workspace', id: workspaceId },
    });
    return true;
  });
}

export interface ListedWorkspaceKey extends WorkspaceKey {
  workspaceSlug: string;
  updatedAt: Date;
}

/** The seal key of a workspace; null if it has none of its own. Throws not-found for an unknown workspace. */
export async function findWorkspaceKey(
  { db }: Pick<Base, 'db'>,
  workspaceSlug: string,
): Promise<ListedWorkspaceKey | null> {
  const workspaceId = await findWorkspaceId(db, workspaceSlug);
  const row = await db.workspaceSealKey.findUnique({ where: { workspaceId } });
  return row && { ...row, workspaceSlug };
}

/** The workspaces with a seal key of their own, by slug, at most `limit`. */
export async function listWorkspaceKeys(
  { db }: Pick<Base, 'db'>,
  limit: number,
): Promise<ListedWorkspaceKey[]> {
  const rows = await db.workspaceSealKey.findMany({
    include: { workspace: { select: { slug: true } } },
    orderBy: { workspace: { slug: 'asc' } },
    take: limit,
  });
  return rows.map(({ workspace, ...row }) => ({ ...row, workspaceSlug: workspace.slug }));
}

async function findWorkspaceId(db: Base['db'], slug: string): Promise<string> {
  const workspace = await db.workspace.findUnique({ where: { slug }, select: { id: true } });
  if (!workspace) throw new ProblemError('not-found', { detail: `There is no workspace "${slug}".` });
  return workspace.id;
}
