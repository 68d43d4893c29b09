/** The row types of the schema, for signatures; values come from the client alone. */
export type {
  ApiKey,
  Document,
  Event,
  Field,
  Folder,
  Mail,
  Mode,
  OtpCode,
  Recipient,
  SealAttempt,
  Workspace,
} from './generated/client.ts';
