/** The exports of the published package. Code in this repository imports the files directly. */
export type { Answer } from './calls.ts';
export {
  type Client,
  type ClientOptions,
  createClient,
  type Download,
  type SendOptions,
  type UploadBody,
} from './client.ts';
export { ApiError, UnreachableError } from './errors.ts';
export type * from './generated/api.ts';
export { readTrail } from './trail.ts';
export type { Retry } from './transport.ts';
export { verifyWebhook, type WebhookEvent } from './webhook.ts';
