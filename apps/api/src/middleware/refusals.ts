/** Remembers for a moment that a workspace's bucket is empty, so that refusing its requests costs the database nothing. */
import type { TokenBucket } from '@countersign/core/rate-limit/token-bucket';

/** The most workspaces to remember. */
const mostWorkspaces = 10_000;

export interface Refusals {
  /** The empty bucket of a workspace, if it cannot have gained a token yet; else null. */
  find(workspaceId: string): TokenBucket | null;
  /** Remembers an answer of the database. Only refusals count. */
  remember(workspaceId: string, bucket: TokenBucket, rate: number): void;
}

/**
 * Remembers a refusal until the bucket gains its next token, at most `longestMs`. Other processes only take tokens, so the bucket cannot
 * have one earlier.
 */
export function createRefusals(longestMs: number, now = () => performance.now()): Refusals {
  const refused = new Map<string, { bucket: TokenBucket; until: number }>();
  return {
    find: (workspaceId) => {
      const found = refused.get(workspaceId);
      if (!found) return null;
      if (now() < found.until) return found.bucket;
      refused.delete(workspaceId);
      return null;
    },
    remember: (workspaceId, bucket, rate) => {
      if (bucket.allowed || longestMs === 0) return;
      const until = now() + Math.min(longestMs, ((1 - bucket.tokens) / rate) * 1000);
      refused.set(workspaceId, { bucket, until });
      if (refused.size > mostWorkspaces) refused.delete(refused.keys().next().value!);
    },
  };
}
