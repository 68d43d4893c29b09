/** Reads a form with files (RFC 7578) as streams, part by part. */
import type { Readable } from 'node:stream';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';

export interface FormPart {
  /** At most 100 characters. */
  name: string;
  /** As the sender gave it. */
  filename: string | undefined;
  mediaType: string;
  /** Ending the iteration early does not close the connection. */
  body: AsyncIterable<Uint8Array>;
}

/** Headers and boundaries of a form. */
const overheadBytes = 64 * 1024;
const headerPairs = 20;
const maxNameLength = 100;

/**
 * Calls `onPart` for one part after the other, so that only one needs memory, and resolves when all calls have ended. The first error of
 * a call or of the form ends the other parts, and is thrown. Throws payload-too-large if the request announces more than `maxBytes`, and
 * validation for a malformed form, for one that ends early, and for more than `maxParts`.
 */
export async function readForm(
  request: Request,
  { maxParts, maxBytes }: { maxParts: number; maxBytes: number },
  onPart: (part: FormPart) => Promise<void>,
): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + overheadBytes)
    throw new ProblemError('payload-too-large', {
      detail: `The form is over ${maxBytes} bytes.`,
      members: { max_bytes: maxBytes },
    });
  const parser = parserFor(request, { maxParts, maxBytes });
  const whole = Promise.withResolvers<void>();
  const open = new Set<Readable>();
  let received: Promise<void> = Promise.resolve();
  parser.on('file', (name, stream, filename, _encoding, mediaType) => {
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    stream.on('error', () => undefined);
    const body = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    const shown = String(name).slice(0, maxNameLength).toWellFormed();
    received = received.then(() => onPart({ name: shown, filename, mediaType, body }));
    received.catch(whole.reject);
  });
  // After the errors of parts that came before.
  parser.on('partsLimit', () => {
    received = received.then(() => Promise.reject(malformed(`it has more than ${maxParts} parts`)));
    received.catch(whole.reject);
  });
  parser.on('error', (error) => whole.reject(malformed((error as Error).message)));
  parser.once('finish', () => whole.resolve());
  const onClose = () => request.complete || whole.reject(malformed('it ended early'));
  request.once('close', onClose).pipe(parser);
  try {
    await whole.promise;
    await received;
  } catch (error) {
    request.unpipe(parser);
    for (const stream of open) stream.destroy(error as Error);
    throw error;
  } finally {
    request.off('close', onClose);
  }
}

function parserFor(
  request: Request,
  { maxParts, maxBytes }: { maxParts: number; maxBytes: number },
): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      // Every part is a stream. The limits of its size are checked by its reader.
      isPartAFile: () => true,
      limits: { parts: maxParts, fileSize: maxBytes + 1, headerPairs },
    });
  } catch (error) {
    throw malformed((error as Error).message);
  }
}

function malformed(why: string): ProblemError {
  return invalid(['body'], `The form is not valid: ${why}`);
}
