/** Converts DOCX to PDF with a Gotenberg server (https://gotenberg.dev, route /forms/libreoffice/convert). */
import { readResponse } from '../http/read-response.ts';

/** Converts a DOCX file. Throws a ConversionError. */
export type ToPdf = (docx: Uint8Array, signal?: AbortSignal) => Promise<Uint8Array>;

/** The server returned no PDF. With `isRefusal`, it cannot convert this file; otherwise another attempt may succeed. */
export class ConversionError extends Error {
  readonly isRefusal: boolean;
  constructor(message: string, options: ErrorOptions & { isRefusal: boolean }) {
    super(message, options);
    this.name = 'ConversionError';
    this.isRefusal = options.isRefusal;
  }
}

/** Statuses that mean a fault of the file. Others mean a fault of the server or its settings. */
const REFUSALS = [400, 413, 415, 422];

/**
 * A converter that calls the server at `url`. User and password in the URL are sent as HTTP basic authentication. The response must
 * be complete within `timeoutMs` and have at most `maxBytes`. The server gets the bytes of the file, but not its name. Redirects are
 * not followed.
 */
export function gotenberg(
  url: string,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
): ToPdf {
  const target = new URL(`${url.replace(/\/+$/, '')}/forms/libreoffice/convert`);
  const headers: Record<string, string> = { Accept: 'application/pdf' };
  if (target.username) {
    const credentials = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
    headers.Authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    target.username = '';
    target.password = '';
  }
  return async (docx, signal) => {
    const form = new FormData();
    form.append('files', new Blob([new Uint8Array(docx)]), 'document.docx');
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(target, {
        method: 'POST',
        headers,
        body: form,
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw refused(response.status);
      }
      return await readPdf(response, maxBytes);
    } catch (cause) {
      if (cause instanceof ConversionError) throw cause;
      const what = timeout.aborted ? `took more than ${timeoutMs / 1000} s` : 'cannot be reached';
      throw new ConversionError(`the converter of this service ${what}`, { cause, isRefusal: false });
    }
  };
}

function refused(status: number): ConversionError {
  const isRefusal = REFUSALS.includes(status);
  return new ConversionError(
    isRefusal ? 'the file cannot be converted to PDF' : `the converter of this service answered ${status}`,
    { isRefusal },
  );
}

async function readPdf(response: Response, maxBytes: number): Promise<Buffer> {
  const pdf = await readResponse(
    response,
    maxBytes,
    () => new ConversionError(`its PDF would be larger than ${maxBytes} bytes`, { isRefusal: true }),
  );
  if (!pdf.subarray(0, 1029).includes('%PDF-'))
    throw new ConversionError('the converter of this service returned no PDF', { isRefusal: false });
  return pdf;
}
