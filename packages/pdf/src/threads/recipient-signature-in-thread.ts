/** Runs both steps of a recipient's signature in a thread with limits on time and memory. */
import type { PreparedRecipientSignature, RecipientSignatureInput } from '../ports/recipient-signature.ts';
import { runInThread, type ThreadLimits } from './run-in-thread.ts';

/** The task sent to the thread. `bytes` is the file. */
export type RecipientSignatureWork =
  | ({ step: 'prepare'; bytes: Uint8Array } & Omit<RecipientSignatureInput, 'pdf'>)
  | ({ step: 'complete'; value: Uint8Array; token: Uint8Array | null } & PreparedRecipientSignature);

/** The outcome of the second step. */
export interface CompletedRecipientSignature {
  bytes: Uint8Array;
  certificateSha256: string;
}

const script = new URL('./recipient-signature-thread.ts', import.meta.url);

/**
 * Like `prepareRecipientSignature`, but throws a PdfError, `too_complex`, if a limit is reached. The bytes of `input.pdf` are moved to
 * the thread and must not be used afterwards.
 */
export async function prepareRecipientSignatureInThread(
  { pdf, ...rest }: RecipientSignatureInput,
  limits: ThreadLimits,
): Promise<PreparedRecipientSignature> {
  return runInThread<PreparedRecipientSignature>(
    script,
    { step: 'prepare', bytes: pdf, ...rest },
    {
      ...limits,
      move: true,
    },
  );
}

/**
 * Like `completeRecipientSignature`, with the timestamp token over the SHA-256 of the value, or null. Throws a PdfError, `too_complex`,
 * if a limit is reached. The bytes of `prepared` are moved to the thread.
 */
export async function completeRecipientSignatureInThread(
  prepared: PreparedRecipientSignature,
  value: Uint8Array,
  token: Uint8Array | null,
  limits: ThreadLimits,
): Promise<CompletedRecipientSignature> {
  return runInThread<CompletedRecipientSignature>(
    script,
    { step: 'complete', ...prepared, value, token },
    { ...limits, move: true },
  );
}
