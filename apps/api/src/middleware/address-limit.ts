/** A rate limit for callers without a key, by network. */
import { removeIdleBuckets } from '@countersign/core/rate-limit/token-bucket';
import type { Request, Response } from 'express';
import { callerNetwork } from '../caller-network.ts';
import type { AppDeps } from '../deps.ts';
import { spendToken } from './rate-limit.ts';

/** Buckets unused for this long are deleted; they would be full again anyway. */
const bucketKeptSeconds = 3600;
const sweepEveryMs = 600_000;

/**
 * Takes a token of the caller's network and returns a keyed hash of the network. IPv6 callers of one /64, which belongs to one subscriber,
 * share it. `name` begins the names of its buckets; old ones are deleted from time to time.
 */
export function addressLimit(
  deps: AppDeps,
  { name, ...limit }: { name: string; rate: number; burst: number; detail: string },
): (request: Request, response: Response) => Promise<string> {
  let sweptAt = 0;
  return async (request, response) => {
    const now = deps.now().getTime();
    if (now - sweptAt > sweepEveryMs) {
      sweptAt = now;
      await removeIdleBuckets(deps, { prefix: `${name}:`, seconds: bucketKeptSeconds });
    }
    const address = callerNetwork(deps, request);
    await spendToken(deps, response, { bucket: `${name}:${address}`, ...limit });
    return address;
  };
}
