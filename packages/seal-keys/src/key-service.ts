/** Calls of a key service over the network: time limits, retries with back-off, and errors that operators understand. */
import { setTimeout as delay } from 'node:timers/promises';
import { SealError } from '@countersign/pdf/ports/errors';

/** The answer of a key service is a public key or a signature, so it is small. Longer ones are refused while they are read. */
export const maxAnswerBytes = 256 * 1024;

/** Connections of a process to one key service, which is also the number of signatures in flight. */
export const maxConnections = 64;

/** A call of a key service failed. */
export class KeyServiceError extends SealError {
  /** Whether the same call may succeed a moment later. */
  readonly isTransient: boolean;
  constructor(message: string, options: ErrorOptions & { isTransient: boolean }) {
    super(message, options);
    this.isTransient = options.isTransient;
  }
}

export interface CallLimits {
  /** Attempts of one call. */
  attempts: number;
  /** Time limit of one attempt, in milliseconds. */
  timeoutMs: number;
  /** Pause after the first failed attempt, in milliseconds. Every further pause is twice as long. */
  pauseMs: number;
}

/** For the first call, which may also have to fetch credentials. */
export const whileOpening = (limits: CallLimits): CallLimits => ({
  ...limits,
  timeoutMs: 3 * limits.timeoutMs,
});

/** At most 22 s for one call. The queue retries the document afterwards, with longer pauses. */
export const defaultLimits: CallLimits = { attempts: 4, timeoutMs: 5000, pauseMs: 200 };

/**
 * Runs a call of a key service. Repeats it after transient errors and timeouts, with pauses that grow and vary at random, so
 * that many workers do not return at once. Throws the last KeyServiceError.
 */
export async function callKeyService<T>(
  name: string,
  limits: CallLimits,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(name, limits, call);
    } catch (error) {
      const isTransient = error instanceof KeyServiceError && error.isTransient;
      if (!isTransient || attempt >= limits.attempts) throw error;
      await delay(limits.pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
    }
  }
}

async function attemptOnce<T>(
  name: string,
  { timeoutMs }: CallLimits,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(timeoutMs);
  const { promise, reject } = Promise.withResolvers<never>();
  // Not every library stops when the signal aborts, for example while it fetches a token.
  const onAbort = () =>
    reject(
      new KeyServiceError(`${name} did not answer within ${timeoutMs / 1000} s`, {
        isTransient: true,
        cause: limit.reason,
      }),
    );
  limit.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([call(limit), promise]);
  } finally {
    limit.removeEventListener('abort', onAbort);
  }
}

export interface Refusal {
  /** HTTP status; null if there was no answer. */
  status: number | null;
  /** The message of the service. */
  message: string;
  /** Set if the service reports throttling or an outage with another status than 429 or 5xx. */
  isTransient?: boolean;
  /** The permission that the caller needs, for the message. */
  permission: string;
  cause: unknown;
}

/** The error for an answer that is not a success. */
export function refusal(
  name: string,
  { status, message, isTransient, permission, cause }: Refusal,
): KeyServiceError {
  const says = shortened(message);
  const transient =
    isTransient === true || status === null || status === 408 || status === 429 || status >= 500;
  // A library may reject an answer that has a success status.
  if (status === null || status < 300)
    return new KeyServiceError(`${name} gave no usable answer: ${says}`, { isTransient: true, cause });
  const reason =
    status === 401 || status === 403
      ? `refuses access (${status}); it needs the permission ${permission}`
      : status === 404
        ? 'does not exist (404)'
        : transient
          ? `is throttled or unavailable (${status})`
          : `cannot be used (${status})`;
  return new KeyServiceError(`${name} ${reason}: ${says}`, { isTransient: transient, cause });
}

/** A text by another program on one line, without control characters, and not too long for a log. */
export function shortened(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line || 'no reason given';
}

/** Loads an optional package. Throws a SealError that names it if it is not installed. */
export async function loadPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new SealError(
      `the package ${name} is not installed: run npm install without --omit=optional, or npm install ${name}`,
      { cause },
    );
  }
}
