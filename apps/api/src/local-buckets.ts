/** Token buckets in the memory of this process, for limits that must be cheap to enforce and need not be exact across processes. */

import type { TokenBucket } from '@countersign/core/rate-limit/token-bucket';

export interface LocalBuckets {
  /** Takes `cost` tokens from the bucket of the key, or none when there are fewer. */
  take(key: string, cost?: number): TokenBucket;
  /** Takes `cost` tokens in any case. The bucket may then hold less than none, at most `burst` less. */
  charge(key: string, cost: number): void;
}

/**
 * Buckets that hold `burst` tokens and gain `rate` a second. At most `most` buckets are kept; the least recently used one is removed
 * first, and a removed bucket is full again. `now` is a monotonic clock in milliseconds.
 */
export function createLocalBuckets(limit: {
  rate: number;
  burst: number;
  most: number;
  now?: () => number;
}): LocalBuckets {
  const { rate, burst, most, now = () => performance.now() } = limit;
  const buckets = new Map<string, { tokens: number; at: number }>();
  const change = (key: string, tokensAfter: (held: number) => number): number => {
    const at = now();
    const known = buckets.get(key);
    const tokens = tokensAfter(
      known ? Math.min(burst, known.tokens + ((at - known.at) / 1000) * rate) : burst,
    );
    // A Map keeps insertion order, so its first entry is the least recently used.
    buckets.delete(key);
    buckets.set(key, { tokens, at });
    if (buckets.size > most) buckets.delete(buckets.keys().next().value!);
    return tokens;
  };
  return {
    take: (key, cost = 1) => {
      let allowed = false;
      const tokens = change(key, (held) => {
        allowed = held >= Math.min(cost, burst);
        return allowed ? Math.max(0, held - cost) : held;
      });
      return { allowed, tokens };
    },
    charge: (key, cost) => {
      change(key, (held) => Math.max(-burst, held - cost));
    },
  };
}
