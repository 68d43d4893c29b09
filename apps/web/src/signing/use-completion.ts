import type { CompleteOut, CompleteReq, SigningOut } from '@countersign/contract/signing';
import { useRef } from 'react';
import { CallError, type SigningApi } from './signing-api.ts';

/**
 * Sends what was filled in. A completion whose answer was lost may have arrived: when a later one is refused and the state read
 * anew says that this recipient has completed, that is the answer. Throws CallError otherwise.
 */
export function useCompletion(
  api: SigningApi,
  readAnew: () => Promise<SigningOut | null>,
): (values: CompleteReq['values']) => Promise<CompleteOut> {
  const unanswered = useRef(false);
  return async (values) => {
    try {
      return await api.complete(values);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const now = error.status === 409 && unanswered.current ? await readAnew() : null;
      if (now?.recipient.status === 'completed') {
        return { status: 'completed', document_status: now.document.status ?? 'partially_signed' };
      }
      unanswered.current ||= error.status === 0 || error.status >= 500;
      throw error;
    }
  };
}
