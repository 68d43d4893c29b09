/** How many files are verified at once by one process, so that anybody's files cannot use up its memory and processors. */
import { ProblemError } from '@countersign/problem/problem-error';

/** Files in memory at once, those that still arrive included; of one address, so that nobody takes all. */
const maxPlaces = 12;
const maxPlacesPerAddress = 4;
/** Threads at once. */
const maxRunning = 2;
const retryAfterSeconds = 5;

export interface VerificationPlaces {
  /** Does the work in a place; throws unavailable with Retry-After when none is free. */
  withPlace<T>(address: string, work: () => Promise<T>): Promise<T>;
  /** Does the work when its turn to use a thread has come. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** The places of one process. */
export function createVerificationPlaces(): VerificationPlaces {
  const taken = new Map<string, number>();
  const waiting: Array<() => void> = [];
  let places = 0;
  let running = 0;
  return {
    withPlace: async (address, work) => {
      const own = taken.get(address) ?? 0;
      if (places >= maxPlaces || own >= maxPlacesPerAddress)
        throw new ProblemError('unavailable', {
          detail: 'Too many files are being verified at once.',
          retryAfterSeconds,
        });
      places += 1;
      taken.set(address, own + 1);
      try {
        return await work();
      } finally {
        places -= 1;
        const left = taken.get(address)! - 1;
        if (left === 0) taken.delete(address);
        else taken.set(address, left);
      }
    },
    inTurn: async (work) => {
      if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
