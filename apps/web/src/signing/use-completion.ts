import type { CompleteOut, CompleteReq, SigningOut } from '@countersign/client/generated/api';
import { useRef } from 'react';
import { isCallError, refusalOf, type SigningApi } from './signing-api.ts';

/** Pauses before the retries, about two minutes in total. */
const pausesMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/**
 * Sends the values. An attempt without an answer may have succeeded, so the state is read again. If this recipient has completed, that is
 * the answer. Otherwise it throws CallError: with `retries` only after two minutes of retries, because the application around the page may
 * close it before the recipient can press the button again.
 */
export function useCompletion(
  api: SigningApi,
  readAgain: () => Promise<SigningOut | null>,
  { retries }: { retries: boolean },
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
        const pauseMs = pausesMs[attempt];
        if (!retries || !isUnclear || pauseMs === undefined) throw error;
        await new Promise((done) => setTimeout(done, pauseMs));
      }
    }
  };
}
