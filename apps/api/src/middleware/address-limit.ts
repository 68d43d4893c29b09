/** Rate limits for callers without a credential, by network: IPv6 callers of one /64, which belongs to one subscriber, share a bucket. */
import type { Base } from '@countersign/core/ctx';
import { removeIdleBuckets } from '@countersign/core/rate-limit/token-bucket';
import type { Request, RequestHandler, Response } from 'express';
import { callerNetwork } from '../caller-network.ts';
import type { AppDeps } from '../deps.ts';
import { spendToken } from './rate-limit.ts';

interface AddressLimit {
  /** Prefix of the names of its buckets. */
  name: string;
  rate: number;
  burst: number;
  /** The detail of the refusal. */
  detail?: string;
}

/** Buckets unused for this long are deleted; they would be full again anyway. */
const bucketKeptSeconds = 3600;
const sweepEveryMs = 600_000;

/** Takes a token of the caller's network, and returns a keyed hash of the network. Throws rate-limited. */
export async function limitAddress(
  base: Pick<Base, 'db' | 'secrets'>,
  request: Request<never> | Request,
  response: Response,
  { name, detail = 'Too many requests from this address.', ...limit }: AddressLimit,
): Promise<string> {
  const address = callerNetwork(base, request);
  await spendToken(base, response, { bucket: `${name}:${address}`, detail, ...limit });
  return address;
}

/** The same as middleware before the body is read, so that requests with invalid bodies count too. */
export function addressLimit(base: Pick<Base, 'db' | 'secrets'>, limit: AddressLimit): RequestHandler {
  return async (request, response, next) => {
    await limitAddress(base, request, response, limit);
    next();
  };
}

/** limitAddress for public addresses, which many callers use: also deletes old buckets, more often than housekeeping does. */
export function sweptAddressLimit(
  deps: AppDeps,
  limit: AddressLimit,
): (request: Request, response: Response) => Promise<string> {
  let sweptAt = 0;
  return async (request, response) => {
    const now = deps.now().getTime();
    if (now - sweptAt > sweepEveryMs) {
      sweptAt = now;
      await removeIdleBuckets(deps, { prefix: `${limit.name}:`, seconds: bucketKeptSeconds });
    }
    return limitAddress(deps, request, response, limit);
  };
}
