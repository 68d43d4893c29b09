/** The memory for request bodies in one process. It is shared so that neither one caller nor one kind of callers can use it up. */
import { ProblemError } from '@countersign/problem/problem-error';
import type { Response } from 'express';

/** The caller that a body belongs to: a workspace or person, a signing link, or the network address of a caller without a credential. */
export interface BodyOwner {
  kind: 'address' | 'link' | 'workspace';
  id: string;
}

/** Fractions of the whole memory: for all callers of a kind, and for each of them. */
type Shares = Record<BodyOwner['kind'], { all: number; each: number }>;

const usualShares: Shares = {
  address: { all: 1 / 8, each: 1 / 64 },
  link: { all: 1 / 2, each: 1 / 8 },
  workspace: { all: 1, each: 3 / 4 },
};
const retryAfterSeconds = 2;

/** The memory of one body. */
export interface BodyMemory {
  /** Reserves further bytes. Throws unavailable with Retry-After when there is no memory left. */
  grow(bytes: number): void;
  /** Releases all of it. Further calls do nothing. */
  release(): void;
}

/** The memory of all bodies of a process. */
export interface BodyBudget {
  open(owner: BodyOwner): BodyMemory;
  /** Bytes in use. */
  used(): number;
}

/** A budget of `maxBytes`. */
export function createBodyBudget(maxBytes: number, shares = usualShares): BodyBudget {
  let total = 0;
  const byKind = { address: 0, link: 0, workspace: 0 };
  const byOwner = new Map<string, number>();
  return {
    used: () => total,
    open: ({ kind, id }) => {
      const key = `${kind}:${id}`;
      let own = 0;
      let released = false;
      return {
        grow: (bytes) => {
          if (released) return;
          const ofOwner = byOwner.get(key) ?? 0;
          if (
            total + bytes > maxBytes ||
            byKind[kind] + bytes > shares[kind].all * maxBytes ||
            ofOwner + bytes > shares[kind].each * maxBytes
          )
            throw new ProblemError('unavailable', {
              detail: 'Too many large bodies are being received at once.',
              retryAfterSeconds,
            });
          total += bytes;
          byKind[kind] += bytes;
          byOwner.set(key, ofOwner + bytes);
          own += bytes;
        },
        release: () => {
          if (released) return;
          released = true;
          total -= own;
          byKind[kind] -= own;
          const rest = (byOwner.get(key) ?? 0) - own;
          if (rest > 0) byOwner.set(key, rest);
          else byOwner.delete(key);
        },
      };
    },
  };
}

/**
 * Opens the memory of a request's body until its handler ends the response. The handler goes on after its caller has disconnected, so
 * the memory must stay counted until then.
 */
export function openUntilEnd(budget: BodyBudget, owner: BodyOwner, response: Response): BodyMemory {
  const memory = budget.open(owner);
  const end = response.end.bind(response) as (...given: unknown[]) => Response;
  response.end = (...given: unknown[]) => {
    memory.release();
    return end(...given);
  };
  return memory;
}
