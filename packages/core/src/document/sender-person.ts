import type { Actor } from '@countersign/contract/event';
import type { Document } from '@countersign/db/models';

/** The name of the member who created the document, as it was then; null if a key created it or the name was erased. */
export function senderPerson({ createdBy }: Pick<Document, 'createdBy'>): string | null {
  const actor = createdBy as unknown as Partial<Actor>;
  return actor.type === 'user' ? actor.name?.trim() || null : null;
}
