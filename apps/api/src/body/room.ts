/** The memory that bodies may take in one process, shared so that no kind of caller and no single one can use up all of it. */
import { ProblemError } from '@countersign/problem/problem-error';

/** Whose body it is: a signing link, a workspace or person, or an address that needs no credential. */
export interface BodyOwner {
  kind: 'address' | 'link' | 'workspace';
  id: string;
}

/** Of all room: what callers of a kind may take together, and what each of them may. */
const shares = {
  address: { all: 1 / 8, each: 1 / 64 },
  link: { all: 1 / 2, each: 1 / 8 },
  workspace: { all: 1, each: 3 / 4 },
} as const;
const retryAfterSeconds = 2;

export interface BodyPlace {
  /** Takes room for so many bytes more. Throws unavailable with Retry-After when there is none. */
  grow(bytes: number): void;
  /** Gives all of it back; further calls do nothing. */
  leave(): void;
}

export interface BodyRoom {
  enter(owner: BodyOwner): BodyPlace;
  /** Bytes taken now. */
  taken(): number;
}

/** The room of one process. */
export function createBodyRoom(maxBytes: number): BodyRoom {
  let total = 0;
  const byKind = { address: 0, link: 0, workspace: 0 };
  const byOwner = new Map<string, number>();
  return {
    taken: () => total,
    enter: ({ kind, id }) => {
      const key = `${kind}:${id}`;
      let own = 0;
      let left = false;
      return {
        grow: (bytes) => {
          if (left) return;
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
        leave: () => {
          if (left) return;
          left = true;
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
