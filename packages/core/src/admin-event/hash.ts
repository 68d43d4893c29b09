/** The hash of an event of the admin log (docs/decisions/042-admin-log.md). */
import { sha256OfCanonical } from '@countersign/contract/audit-hash';

/** The members that the hash covers. */
export interface HashedAdminEvent {
  workspace_id: string;
  seq: number;
  type: string;
  actor: unknown;
  target: unknown;
  details: unknown;
  created_at: string;
  prev_hash: string;
}

/** SHA-256, in hex, of the canonical JSON (RFC 8785) of these members. */
export function adminEventHash(event: HashedAdminEvent): string {
  const { workspace_id, seq, type, actor, target, details, created_at, prev_hash } = event;
  return sha256OfCanonical({ workspace_id, seq, type, actor, target, details, created_at, prev_hash });
}
