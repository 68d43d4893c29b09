/** Requests to the identity provider: bounded in time and size, and without redirects. */
import { readResponse } from '@countersign/pdf/http/read-response';

/** Limits of one request: the time until its answer is read, and the decoded bytes of the answer. */
export interface FetchLimits {
  timeoutMs: number;
  maxBytes: number;
}

/** A sign-in needs at most four requests. Metadata and keys of large providers have about 20 KiB. */
const usualLimits: FetchLimits = { timeoutMs: 5000, maxBytes: 256 * 1024 };

/** The provider could not be reached, took too long, or sent too much. */
export class ProviderAnswerError extends Error {
  override readonly name = 'ProviderAnswerError';
}

/**
 * `fetch` that reads the whole answer before it returns. Throws ProviderAnswerError beyond the limits, and if there is no answer.
 * Does not follow redirects, which no endpoint of a provider needs.
 */
export async function boundedFetch(
  url: string,
  options: RequestInit,
  { timeoutMs, maxBytes }: FetchLimits = usualLimits,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const { host } = new URL(url);
  try {
    const response = await fetch(url, { ...options, redirect: 'manual', signal });
    const bytes = await readResponse(
      response,
      maxBytes,
      () => new ProviderAnswerError(`${host} sent more than ${maxBytes / 1024} KiB`),
    );
    const hasNoBody = [204, 205, 304].includes(response.status);
    return new Response(hasNoBody ? null : bytes, { status: response.status, headers: response.headers });
  } catch (error) {
    if (error instanceof ProviderAnswerError) throw error;
    if (timeout.aborted) throw new ProviderAnswerError(`${host} did not answer within ${timeoutMs / 1000} s`);
    const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
    throw new ProviderAnswerError(`${host} cannot be reached${typeof code === 'string' ? `: ${code}` : ''}`, {
      cause: error,
    });
  }
}
