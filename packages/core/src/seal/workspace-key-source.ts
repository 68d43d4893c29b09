/** Where the seal key of a workspace is (docs/decisions/044-seal-keys.md). */
import { SealError } from '@countersign/pdf/ports/errors';
import type { SealKeySource } from '@countersign/seal-keys/open';
import { parseSealKey, placesOf } from '@countersign/seal-keys/reference';

/** A row of `workspace_seal_key`. */
export interface WorkspaceKey {
  workspaceId: string;
  /** For messages to operators, who know a workspace by its slug. If absent, they have the id. */
  workspaceSlug?: string;
  /** In the form of SEAL_KEY. */
  key: string;
  /** PEM; null if the key's file or module has the certificate. */
  certificates: string | null;
}

/**
 * Where the key of a workspace is. Its secret is only in the file that it names: SEAL_KEY_SECRET belongs to SEAL_KEY alone. Throws a
 * SealError if the key needs a module or an address that neither SEAL_KEY nor SEAL_KEY_PLACES names, because a row of the database must
 * not choose what code a worker loads or where credentials go.
 */
export function sourceOfWorkspaceKey(
  { key, certificates }: Pick<WorkspaceKey, 'key' | 'certificates'>,
  installation: { key?: string | undefined; places?: readonly string[] },
): SealKeySource {
  const reference = parseSealKey(key);
  const { key: main, places = [] } = installation;
  const permitted = new Set([...places, ...(main === undefined ? [] : placesOf(parseSealKey(main)))]);
  const refused = placesOf(reference).filter((place) => !permitted.has(place));
  if (refused.length > 0)
    throw new SealError(
      `${refused.join(', ')} may not be used for workspaces: neither SEAL_KEY nor SEAL_KEY_PLACES names it`,
    );
  return { reference, certificates: certificates === null ? null : { pem: certificates }, secret: null };
}
