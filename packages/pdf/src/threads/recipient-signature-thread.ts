/** The worker thread of `recipient-signature-in-thread.ts`. */
import { completeRecipientSignature, prepareRecipientSignature } from '../recipient-signature.ts';
import type { RecipientSignatureWork } from './recipient-signature-in-thread.ts';
import { serve } from './serve.ts';

serve(async (work: RecipientSignatureWork) => {
  if (work.step === 'prepare') {
    const { step: _, bytes, ...rest } = work;
    return prepareRecipientSignature({ ...rest, pdf: bytes });
  }
  const { value, token, ...prepared } = work;
  const stamp = token && (async () => token);
  const { signed, certificateSha256 } = await completeRecipientSignature(prepared, value, stamp);
  return { bytes: signed, certificateSha256 };
}, 'bytes');
