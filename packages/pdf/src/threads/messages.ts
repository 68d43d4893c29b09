/** What a thread and the thread that started it say to each other. */
import { PdfError, RevocationError, SealError, TimestampError } from '../ports/errors.ts';

/** An error of this package in a form that survives the way between threads; others keep name and message. */
export interface SentError {
  name: string;
  message: string;
  reason?: PdfError['reason'];
  revoked?: boolean;
}

/** `work`: one file with what to do. `answer`: to the question of that number. */
export type ToThread =
  | { kind: 'work'; data: unknown }
  | { kind: 'answer'; number: number; value: unknown }
  | { kind: 'refusal'; number: number; error: SentError };

/** `question`: asks the caller of the work, who alone holds keys and connections. */
export type FromThread =
  | { kind: 'result'; result: unknown }
  | { kind: 'failure'; error: SentError }
  | { kind: 'question'; number: number; name: string; args: unknown[] };

/** The error as it is sent. */
export function toSent(error: unknown): SentError {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  if (error instanceof PdfError) return { name, message, reason: error.reason };
  if (error instanceof RevocationError) return { name, message, revoked: error.revoked };
  return { name, message };
}

/** The error as it was, of the same class if it is one of this package. */
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
