/** Reports of mail systems about bounces: POST /internal/mail-events (docs/spec/decisions.md, section 3). */
import * as z from 'zod';
import { decodeId } from './ids.ts';

export const MailEventIn = z
  .object({
    type: z.literal('bounce'),
    permanent: z.boolean().describe('False for a temporary failure, which changes nothing'),
    mail_id: z.uuid().nullish().describe('From the Message-ID of the email'),
    document_id: z
      .string()
      .refine((id) => decodeId('doc', id) !== null, { error: 'Value error, not a document id' })
      .nullish()
      .describe('Together with recipient_email, if the id of the email is not known'),
    recipient_email: z.string().max(254).nullish(),
    detail: z.string().max(10_000).default(''),
  })
  .refine((event) => event.mail_id || (event.document_id && event.recipient_email), {
    error: 'Value error, give mail_id, or document_id and recipient_email',
    path: ['mail_id'],
  })
  .meta({ id: 'MailEventIn' });
