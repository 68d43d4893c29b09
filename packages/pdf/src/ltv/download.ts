/** Downloads from the addresses in certificates, within limits of time and size. */

import { readResponse } from '../http/read-response.ts';
import { RevocationError } from '../ports/errors.ts';

/** Gets the bytes at an address; with `body`, posts an OCSP request to it. */
export type Download = (url: string, body?: Buffer) => Promise<Buffer>;

/**
 * Downloads from one address. Throws a RevocationError unless the response has a status of success and stays within the limits.
 * Redirects are not followed: the address comes from a certificate, and a redirect could target the internal network.
 */
export async function download(
  url: string,
  { timeoutMs, maxBytes, body }: { timeoutMs: number; maxBytes: number; body?: Buffer | undefined },
): Promise<Buffer> {
  const { origin, pathname } = new URL(url);
  const named = `${origin}${pathname}`;
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
      ...(body && {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { 'Content-Type': 'application/ocsp-request', Accept: 'application/ocsp-response' },
      }),
    });
    if (!response.ok) {
      await response.body?.cancel();
      const isRedirect = response.status >= 300 && response.status < 400;
      const why = isRedirect ? ', and redirects are not followed' : '';
      throw new RevocationError(`${named} answered ${response.status}${why}`);
    }
    return await readResponse(
      response,
      maxBytes,
      () => new RevocationError(`${named} sent more than ${maxBytes} bytes`),
    );
  } catch (cause) {
    if (cause instanceof RevocationError) throw cause;
    throw new RevocationError(`${named} cannot be reached`, { cause });
  }
}
