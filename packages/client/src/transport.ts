/** Sends requests again where that is safe and of use. */
import { ApiError, apiErrorOf, UnreachableError } from './errors.ts';

export interface TransportOptions {
  fetch: (request: Request) => Promise<Response>;
  /** Tries after the first one. */
  retries: number;
  /** Longest wait between tries that is still waited for, in seconds. */
  longestWaitSeconds: number;
  /** Until the head of the answer is there, for requests without a streamed body; in seconds, null for ever. */
  timeoutSeconds: number | null;
  onRetry: (retry: Retry) => void;
}

export interface Retry {
  /** 1 for the first repetition. */
  attempt: number;
  waitSeconds: number;
  /** The status that was answered, or null when nothing was. */
  status: number | null;
}

/** Answers after which the same request may succeed by itself: too many at once, or the service is not all there. */
const passing = new Set([429, 502, 503, 504]);

const isPassing = (error: ApiError) => passing.has(error.status) || error.slug === 'idempotency-in-progress';

/**
 * The answer, if it is a good one. Repeats a request that got no answer or a passing refusal, after `Retry-After` or, without
 * one, after half a second and twice as long each time; every request must therefore be safe to repeat, a POST by its
 * Idempotency-Key. `build` is called for every try. Throws ApiError, UnreachableError, or the signal's reason.
 */
export async function send(
  build: () => Request | Promise<Request>,
  options: TransportOptions,
  { signal, isStreamed = false }: { signal?: AbortSignal | null | undefined; isStreamed?: boolean } = {},
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const failure = await tryOnce(await build(), options, signal, isStreamed);
    if (failure instanceof Response) return failure;
    const waitSeconds = attempt <= options.retries ? waitBefore(failure, attempt, options) : null;
    if (waitSeconds === null) throw failure;
    options.onRetry({
      attempt,
      waitSeconds,
      status: failure instanceof ApiError ? failure.status : null,
    });
    await pause(waitSeconds * 1000, signal);
  }
}

async function tryOnce(
  request: Request,
  { fetch, timeoutSeconds }: TransportOptions,
  signal: AbortSignal | null | undefined,
  isStreamed: boolean,
): Promise<Response | ApiError | UnreachableError> {
  const timer = isStreamed || timeoutSeconds === null ? null : new AbortController();
  const timeout = timer && setTimeout(() => timer.abort(), timeoutSeconds! * 1000);
  const signals = [timer?.signal, signal].filter((one) => one && one !== request.signal);
  try {
    const response = await fetch(
      // Browsers of a few years ago have no AbortSignal.any: without a need it is not asked for.
      signals.length === 0
        ? request
        : new Request(request, {
            signal: AbortSignal.any([request.signal, ...(signals as AbortSignal[])]),
          }),
    );
    return response.ok || response.status === 304 ? response : await apiErrorOf(response);
  } catch (error) {
    signal?.throwIfAborted();
    request.signal.throwIfAborted();
    const reason = timer?.signal.aborted ? `no answer within ${timeoutSeconds} s` : reasonOf(error);
    return new UnreachableError(`${new URL(request.url).origin} cannot be reached: ${reason}`, {
      cause: error,
    });
  } finally {
    if (timeout) clearTimeout(timeout);
  }
}

/** fetch hides the reason in the cause, and several tried addresses in an aggregate without words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message || (error as { code?: string }).code || error.name;
}

function waitBefore(
  failure: ApiError | UnreachableError,
  attempt: number,
  { longestWaitSeconds }: TransportOptions,
): number | null {
  if (failure instanceof ApiError && !isPassing(failure)) return null;
  const asked = failure instanceof ApiError ? failure.retryAfterSeconds : null;
  const wait = asked ?? 0.5 * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
  return wait <= longestWaitSeconds ? wait : null;
}

/** Waits, or rejects with the reason of the signal. */
export async function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const done = () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
