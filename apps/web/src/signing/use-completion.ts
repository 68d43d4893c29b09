import type { CompleteOut, CompleteReq, SigningOut } from '@countersign/client/generated/api';
import { useRef } from 'react';
import { isCallError, refusalOf, type SigningApi } from './signing-api.ts';

/** Milliseconds before each further attempt of a page that insists: about two minutes together. */
const pauses = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/**
 * Sends the values. An attempt without an answer may have succeeded, so the state is read again, and counts as the answer if this
 * recipient has completed. Throws CallError otherwise; if the page `insists`, only after it has tried for two minutes, because
 * nobody presses the button again on a page that its application closes.
 */
export function useCompletion(
  api: SigningApi,
  readAgain: () => Promise<SigningOut | null>,
  { insists }: { insists: boolean },
): (body: CompleteReq) => Promise<CompleteOut> {
  const unanswered = useRef(false);
  return async (body) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await api.complete(body);
      } catch (error) {
        if (!isCallError(error)) throw error;
        const status = refusalOf(error)?.status ?? null;
        const isUnclear = status === null || status >= 500;
        unanswered.current ||= isUnclear;
        if (!unanswered.current) throw error;
        const now = await readAgain();
        if (now?.recipient.status === 'completed') {
          return { status: 'completed', document_status: now.document.status ?? 'partially_signed' };
        }
        const pause = pauses[attempt];
        if (!insists || !isUnclear || pause === undefined) throw error;
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  };
}
