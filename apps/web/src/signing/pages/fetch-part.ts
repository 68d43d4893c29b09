/** Fetches a file piece by piece (RFC 9110, section 14). */

export interface FilePart {
  bytes: Uint8Array;
  /** Bytes of the whole file. */
  total: number;
}

/** A file of the service, with the headers that a request for it needs. A link can open it only if it needs none. */
export interface RemoteFile {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Pause before each retry; the last one applies to all further retries. */
const retryDelaysMs = [500, 1000, 2000, 4000, 8000, 15_000];

/** A response that a retry would not change. */
class Refused extends Error {}

/**
 * The bytes from `begin` (inclusive) to `end` (exclusive), or up to the end of the file. The whole file if the service ignores
 * ranges. Throws on any error.
 */
export async function fetchPart(
  file: RemoteFile,
  begin: number,
  end: number,
  signal: AbortSignal,
): Promise<FilePart> {
  const headers = { ...file.headers, Range: `bytes=${begin}-${end - 1}` };
  const response = await fetch(file.url, { headers, signal });
  const { status } = response;
  if (status !== 200 && status !== 206) {
    const isTemporary = status >= 500 || status === 429 || status === 408;
    const words = `the service answered ${status}`;
    throw isTemporary ? new Error(words) : new Refused(words);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (status === 200) return { bytes, total: bytes.length };
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
  if (Number(from) !== begin) throw new Refused('the service sent another piece of the file');
  return { bytes, total: Number(total) };
}

/**
 * Like fetchPart for a piece within the file, but retries after a lost connection. Throws when the service refuses, or `signal` is
 * aborted.
 */
export async function fetchPartWithRetries(
  file: RemoteFile,
  begin: number,
  end: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  for (let tries = 0; ; tries += 1) {
    try {
      const { bytes } = await fetchPart(file, begin, end, signal);
      if (bytes.length === end - begin) return bytes;
      throw new Refused(`the service sent ${bytes.length} bytes instead of ${end - begin}`);
    } catch (error) {
      if (signal.aborted || error instanceof Refused) throw error;
      await pause(retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)]!, signal);
    }
  }
}

/** Waits; ends early when the browser is online again or `signal` is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
