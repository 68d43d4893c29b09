/** Sessions in which a person prepares a draft on the editor's page, opened by the sender's application. */
import * as z from 'zod';
import { DateTime, ModeSchema } from './common.ts';

export const PreparationSessionReq = z
  .object({
    can_send: z
      .boolean()
      .default(true)
      .describe('Whether the person may send the document. Otherwise your application sends it'),
  })
  .meta({ id: 'PreparationSessionReq' });
export type PreparationSessionReq = z.infer<typeof PreparationSessionReq>;

export const PreparationSessionOut = z
  .object({
    url: z.string().describe('Opens the editor once, within five minutes. A secret'),
    expires_at: DateTime,
  })
  .meta({ id: 'PreparationSessionOut' });
export type PreparationSessionOut = z.infer<typeof PreparationSessionOut>;

export const StartPreparationReq = z
  .object({
    token: z.string().min(1).max(200).describe('The last part of the path of the URL; it works once'),
  })
  .meta({ id: 'StartPreparationReq' });

export const StartedPreparationOut = z
  .object({
    session: z.string().describe('The credential for the header `X-Preparation-Session`'),
    expires_at: DateTime,
    origins: z.array(z.string()).describe('The origins whose pages may show this page in a frame'),
    document_id: z.string(),
    mode: ModeSchema,
    can_send: z.boolean(),
  })
  .meta({ id: 'StartedPreparationOut' });
export type StartedPreparationOut = z.infer<typeof StartedPreparationOut>;
