import type { CompleteOut, CompleteReq, SigningOut } from '@countersign/client/generated/api';
import { useRef } from 'react';
import { isCallError, refusalOf, type SigningApi } from './signing-api.ts';

/**
 * Sends what was filled in. A completion whose answer was lost may have arrived: when a later one is refused and the state read
 * anew says that this recipient has completed, that is the answer. Throws CallError otherwise.
 */
export function useCompletion(
  api: SigningApi,
  readAnew: () => Promise<SigningOut | null>,
): (body: CompleteReq) => Promise<CompleteOut> {
  const unanswered = useRef(false);
  return async (body) => {
    try {
      return await api.complete(body);
    } catch (error) {
      if (!isCallError(error)) throw error;
      const status = refusalOf(error)?.status ?? null;
      const now = status === 409 && unanswered.current ? await readAnew() : null;
      if (now?.recipient.status === 'completed') {
        return { status: 'completed', document_status: now.document.status ?? 'partially_signed' };
      }
      unanswered.current ||= status === null || status >= 500;
      throw error;
    }
  };
}
