/** `countersign documents …` */
import { group } from '../define.ts';
import type { Session } from '../session.ts';
import { addAnchors } from './documents/anchors.ts';
import { addCorrect } from './documents/correct.ts';
import { addCreate } from './documents/create.ts';
import { addDownload } from './documents/download.ts';
import { addDuplicate } from './documents/duplicate.ts';
import { addErase } from './documents/erase.ts';
import { addEvents } from './documents/events.ts';
import { addGet } from './documents/get.ts';
import { addEvidence, addList } from './documents/list.ts';
import { addPrepare } from './documents/prepare.ts';
import { addSend } from './documents/send.ts';
import { addSession } from './documents/session.ts';
import { addUpdate } from './documents/update.ts';
import { addVoid } from './documents/void.ts';
import { addWatch } from './documents/watch.ts';

/** Builds the command group. */
export function documentsCommand(session: Session) {
  const documents = group('documents', 'Create, send, follow and download documents');
  addCreate(documents, session);
  addSend(documents, session);
  addList(documents, session);
  addEvidence(documents, session);
  addGet(documents, session);
  addDuplicate(documents, session);
  addCorrect(documents, session);
  addPrepare(documents, session);
  addSession(documents, session);
  addUpdate(documents, session);
  addVoid(documents, session);
  addDownload(documents, session);
  addEvents(documents, session);
  addAnchors(documents, session);
  addWatch(documents, session);
  addErase(documents, session);
  return documents;
}
