import type { Client } from '@countersign/client/client';
import { DraftKeptError } from '../../exit-status.ts';
import type { Session } from '../../session.ts';
import type { AnyDocument } from '../../show/document.ts';

/** Sends a document and returns it as it is afterwards. */
export async function sendAndFetch(
  session: Session,
  client: Client,
  id: string,
  message?: string,
): Promise<AnyDocument> {
  const { signal } = session;
  const params = { path: { doc_id: id } };
  const body = message === undefined ? {} : { message };
  await client.post('/v1/documents/{doc_id}/send', { params, body, signal });
  return client.get('/v1/documents/{doc_id}', { params, signal });
}

/** Sends a draft that this command has just created. Throws DraftKeptError with its id if it cannot be sent. */
export async function sendCreated(
  session: Session,
  client: Client,
  id: string,
  message?: string,
): Promise<AnyDocument> {
  try {
    return await sendAndFetch(session, client, id, message);
  } catch (error) {
    throw new DraftKeptError(id, error);
  }
}
