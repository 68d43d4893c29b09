/** Converts API keys to KeyOut (docs/spec/interface.md, API key). */
import type { KeyCreated, KeyOut } from '@countersign/contract/key';
import type { Key } from '@countersign/core/key/issue';

/** A key as callers see it, without its value. */
export function presentKey(key: Key): KeyOut {
  return {
    id: key.id,
    name: key.name,
    display: key.display,
    mode: key.mode,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

/** The response to creation, the only one that contains the value. */
export function presentCreatedKey(created: { row: Key; key: string }): KeyCreated {
  return { ...presentKey(created.row), key: created.key };
}
