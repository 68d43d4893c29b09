/**
 * Rate limits (docs/spec/decisions.md, section 1): one bucket per workspace. address-limit.ts limits callers without a credential,
 * link-limit.ts signing links.
 */
import type { Base } from '@countersign/core/ctx';
import { chargeTokens, type TokenBucket, takeToken } from '@countersign/core/rate-limit/token-bucket';
import { ProblemError } from '@countersign/problem/problem-error';
import type { RequestHandler, Response } from 'express';
import { isCounted, requestBucket, requestCtx } from '../ctx.ts';
import type { AppDeps } from '../deps.ts';
import { chargeLargeAnswer } from '../large-answers.ts';
import type { KnownCallers } from './callers.ts';
import { createPauses } from './pause-refused.ts';
import { createRefusals } from './refusals.ts';

/** The rate limit of workspaces, in two steps around authentication. */
export interface WorkspaceLimit {
  /**
   * Refuses a known workspace whose bucket is empty, without any database query. Only callers that ignore Retry-After are refused here, so
   * the response is delayed by a second.
   */
  refuseEarly: RequestHandler;
  /**
   * Takes a token of the workspace's bucket, unless authentication did so or counted the request elsewhere. A large answer takes more
   * tokens when it has been sent.
   */
  take: RequestHandler;
}

/** As long as the shortest Retry-After. */
const pauseMs = 1000;
/** The most responses that wait in a process; each takes about 10 KiB. */
const mostPauses = 1000;

/** Both steps throw rate-limited with Retry-After, and set the RateLimit headers. */
export function limitWorkspaces(deps: AppDeps, known: KnownCallers): WorkspaceLimit {
  const { rateSustainedRps: rate, rateBurstRps: burst } = deps.settings;
  const detail = `The workspace may make ${rate} requests a second, ${burst} at once.`;
  const refusals = createRefusals(deps.edge.refusalMemoryMs);
  const pauses = createPauses({ ms: pauseMs, most: mostPauses });
  return {
    refuseEarly: async (request, response, next) => {
      const workspaceId = known.recognize(request);
      const refused = workspaceId === null ? null : refusals.find(workspaceId);
      if (refused && !(await pauses.pause(response))) return;
      if (refused) answerBucket(response, refused, { rate, burst, cost: 1, detail });
      next();
    },
    take: async (request, response, next) => {
      if (isCounted(request)) return next();
      const ctx = requestCtx(request);
      const limit = { bucket: ctx.workspaceId, rate, burst };
      const bucket = requestBucket(request) ?? (await takeToken(ctx, limit));
      chargeLargeAnswer(response, (tokens) => {
        chargeTokens(ctx, limit, tokens).catch((error) =>
          deps.log.warn('a large answer could not be counted', { error: String(error) }),
        );
      });
      refusals.remember(ctx.workspaceId, bucket, rate);
      answerBucket(response, bucket, { rate, burst, cost: 1, detail });
      next();
    },
  };
}

/** Takes a token, or throws rate-limited with Retry-After and this detail. Sets the RateLimit headers in both cases. */
export async function spendToken(
  base: Pick<Base, 'db'>,
  response: Response,
  limit: { bucket: string; rate: number; burst: number; detail: string },
): Promise<void> {
  answerBucket(response, await takeToken(base, limit), { ...limit, cost: 1 });
}

/** Sets the RateLimit headers from a bucket. Throws rate-limited with Retry-After if the bucket had too few tokens. */
export function answerBucket(
  response: Response,
  { allowed, tokens }: TokenBucket,
  { rate, burst, cost, detail }: { rate: number; burst: number; cost: number; detail: string },
): void {
  response.setHeader('RateLimit-Limit', String(Math.floor(burst)));
  response.setHeader('RateLimit-Remaining', String(Math.max(0, Math.floor(tokens))));
  response.setHeader('RateLimit-Reset', String(Math.ceil((burst - tokens) / rate)));
  if (!allowed) {
    const retryAfterSeconds = Math.max(1, Math.ceil((Math.min(cost, burst) - tokens) / rate));
    throw new ProblemError('rate-limited', { detail, retryAfterSeconds });
  }
}
