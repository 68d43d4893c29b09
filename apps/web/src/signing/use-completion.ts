import type { CompleteOut, CompleteReq, SigningOut } from '@countersign/client/generated/api';
import { useRef } from 'react';
import { isCallError, refusalOf, type SigningApi } from './signing-api.ts';

/**
 * Sends the values. If the answer to an earlier attempt was lost, that attempt may have succeeded. So when a later attempt is
 * refused, the state is read again, and counts as the answer if this recipient has completed. Throws CallError otherwise.
 */
export function useCompletion(
  api: SigningApi,
  readAgain: () => Promise<SigningOut | null>,
): (body: CompleteReq) => Promise<CompleteOut> {
  const unanswered = useRef(false);
  return async (body) => {
    try {
      return await api.complete(body);
    } catch (error) {
      if (!isCallError(error)) throw error;
      const status = refusalOf(error)?.status ?? null;
      const now = status === 409 && unanswered.current ? await readAgain() : null;
      if (now?.recipient.status === 'completed') {
        return { status: 'completed', document_status: now.document.status ?? 'partially_signed' };
      }
      unanswered.current ||= status === null || status >= 500;
      throw error;
    }
  };
}
