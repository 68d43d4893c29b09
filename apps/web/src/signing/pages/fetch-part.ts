/** Fetches a file piece by piece (RFC 9110, section 14). */

export interface FilePart {
  bytes: Uint8Array;
  /** Bytes of the whole file. */
  total: number;
}

/** Milliseconds before a piece is asked for again; the last holds for all further tries. */
const patience = [500, 1000, 2000, 4000, 8000, 15_000];

/** An answer that asking again would not change. */
class Refused extends Error {}

/** The bytes from `begin` up to and without `end`, or what the file has of them; all of it from a service without ranges. Throws on any fault. */
export async function fetchPart(
  url: string,
  begin: number,
  end: number,
  signal: AbortSignal,
): Promise<FilePart> {
  const response = await fetch(url, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal });
  const { status } = response;
  if (status !== 200 && status !== 206) {
    const passing = status >= 500 || status === 429 || status === 408;
    const words = `the service answered ${status}`;
    throw passing ? new Error(words) : new Refused(words);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (status === 200) return { bytes, total: bytes.length };
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
  if (Number(from) !== begin) throw new Refused('the service sent another piece of the file');
  return { bytes, total: Number(total) };
}

/** As fetchPart for a piece within the file, asked for until it is there: a lost connection comes back. Throws when the service refuses, or `signal` is aborted. */
export async function fetchPartPatiently(
  url: string,
  begin: number,
  end: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  for (let tries = 0; ; tries += 1) {
    try {
      const { bytes } = await fetchPart(url, begin, end, signal);
      if (bytes.length === end - begin) return bytes;
      throw new Refused(`the service sent ${bytes.length} bytes instead of ${end - begin}`);
    } catch (error) {
      if (signal.aborted || error instanceof Refused) throw error;
      await pause(patience[Math.min(tries, patience.length - 1)]!, signal);
    }
  }
}

/** Waits, and no longer than until the browser has a connection again or `signal` is aborted. */
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
