/** The messages between a worker thread and the thread that started it. */
import { PdfError, RevocationError, SealError, TimestampError } from '../ports/errors.ts';

/** An error of this package in a form that can be sent between threads; other errors keep name and message. */
export interface SentError {
  name: string;
  message: string;
  reason?: PdfError['reason'];
  revoked?: boolean;
}

/** `work`: a file and the task. `answer`: the answer to the question with that number. */
export type ToThread =
  | { kind: 'work'; data: unknown }
  | { kind: 'answer'; number: number; value: unknown }
  | { kind: 'refusal'; number: number; error: SentError };

/**
 * `question`: a question to the caller, which has the keys and connections. `memoryBytes`: the memory that the thread holds after
 * the work, garbage included.
 */
export type FromThread =
  | { kind: 'result'; result: unknown; memoryBytes: number }
  | { kind: 'failure'; error: SentError; memoryBytes: number }
  | { kind: 'question'; number: number; name: string; args: unknown[] };

/** Converts an error for sending. */
export function toSent(error: unknown): SentError {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  if (error instanceof PdfError) return { name, message, reason: error.reason };
  if (error instanceof RevocationError) return { name, message, revoked: error.revoked };
  return { name, message };
}

/** Restores a sent error; errors of this package keep their class. */
export function fromSent({ name, message, reason, revoked }: SentError): Error {
  if (reason) return new PdfError(reason, message);
  if (name === 'SealError') return new SealError(message);
  if (name === 'TimestampError') return new TimestampError(message);
  if (name === 'RevocationError') return new RevocationError(message, { revoked: revoked ?? false });
  return Object.assign(new Error(message), { name });
}

/** Bytes that may be transferred: these if they fill their memory, else a copy. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const fills =
    buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength && buffer.byteLength > 0;
  return fills ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
