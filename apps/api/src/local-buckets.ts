/** Token buckets in the memory of this process: for what must cost next to nothing to refuse, and need not be exact over all processes. */

import type { TokenBucket } from '@countersign/core/rate-limit/token-bucket';

export interface LocalBuckets {
  /** Takes `cost` tokens of the key's bucket, or finds fewer and takes none. */
  take(key: string, cost?: number): TokenBucket;
}

/**
 * Buckets that hold `burst` tokens and get `rate` a second. At most `most` are kept: the one that was asked for longest ago is
 * forgotten first, and a forgotten bucket is full. `now` is a clock of milliseconds that is never set back.
 */
export function createLocalBuckets(limit: {
  rate: number;
  burst: number;
  most: number;
  now?: () => number;
}): LocalBuckets {
  const { rate, burst, most, now = () => performance.now() } = limit;
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take: (key, cost = 1) => {
      const at = now();
      const known = buckets.get(key);
      const held = known ? Math.min(burst, known.tokens + ((at - known.at) / 1000) * rate) : burst;
      const allowed = held >= Math.min(cost, burst);
      const tokens = allowed ? Math.max(0, held - cost) : held;
      // A Map keeps the order of insertion: the first is the one that was asked for longest ago.
      buckets.delete(key);
      buckets.set(key, { tokens, at });
      if (buckets.size > most) buckets.delete(buckets.keys().next().value!);
      return { allowed, tokens };
    },
  };
}
