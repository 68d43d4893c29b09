/** `countersign documents …` */
import { readTrail } from '@countersign/client/trail';
import { addGuide, group } from '../define.ts';
import { openClient, type Session } from '../session.ts';
import { type AnyDocument, eventColumns, showDocument, showDocumentDone } from '../show/document.ts';
import { showDone, showRows } from '../show/present.ts';
import { addAnchors } from './documents/anchors.ts';
import { addCorrect } from './documents/correct.ts';
import { addCreate } from './documents/create.ts';
import { addDownload } from './documents/download.ts';
import { addErase } from './documents/erase.ts';
import { addEvidence, addList } from './documents/list.ts';
import { addPrepare } from './documents/prepare.ts';
import { sendAndFetch } from './documents/send-and-fetch.ts';
import { addSession } from './documents/session.ts';
import { addUpdate } from './documents/update.ts';
import { addWatch } from './documents/watch.ts';

const at = (doc_id: string) => ({ params: { path: { doc_id } } });

/** Builds the command group. */
export function documentsCommand(session: Session) {
  const documents = group('documents', 'Create, send, follow and download documents');
  addCreate(documents, session);

  const send = documents
    .command('send')
    .summary('Send a document, or resend the invitation')
    .description(
      'Sends a draft. For a document that was already sent, resends the invitation to recipients who are due and have not signed.',
    )
    .argument('<document>', 'id of the document, doc_…')
    .option('-m, --message <text>', 'message in the email');
  addGuide(send, { examples: ['countersign documents send doc_01… --message "Please sign by Friday."'] });
  send.action(async (id, { message }) => {
    const client = await openClient(session);
    const body = message === undefined ? {} : { message };
    const sent = await client.post('/v1/documents/{doc_id}/send', {
      ...at(id),
      body,
      signal: session.signal,
    });
    showDone(session, `Sent ${sent.id}`, sent);
  });

  addList(documents, session);
  addEvidence(documents, session);

  const get = documents
    .command('get')
    .summary('Show a document and its recipients')
    .description('Shows a document, its recipients and its status.')
    .argument('<document>', 'id of the document, doc_…');
  addGuide(get, {
    examples: ['countersign documents get doc_01…', 'countersign documents get doc_01… --json'],
  });
  get.action(async (id) => {
    const client = await openClient(session);
    showDocument(session, await client.get('/v1/documents/{doc_id}', { ...at(id), signal: session.signal }));
  });

  const duplicate = documents
    .command('duplicate')
    .summary('Duplicate a document as a new draft')
    .description(
      'Creates a draft from the same PDF, with the same recipients and fields. Nothing is emailed.',
    )
    .argument('<document>', 'id of the document, doc_…')
    .option('-t, --title <title>', 'title of the copy')
    .option('-s, --send', 'send it immediately');
  addGuide(duplicate, { examples: ['countersign documents duplicate doc_01… --title "Lease, second try"'] });
  duplicate.action(async (id, { title, send: isSent }) => {
    const client = await openClient(session);
    const body = title === undefined ? {} : { title };
    let copy: AnyDocument = await client.post('/v1/documents/{doc_id}/duplicate', {
      ...at(id),
      body,
      signal: session.signal,
    });
    if (isSent) copy = await sendAndFetch(session, client, copy.id);
    showDocumentDone(session, copy, isSent ? 'Sent' : 'Created');
  });

  addCorrect(documents, session);
  addPrepare(documents, session);
  addSession(documents, session);
  addUpdate(documents, session);

  const voiding = documents
    .command('void')
    .summary('Void a document')
    .description('Voids an open document. Recipients who received a link are notified by email.')
    .argument('<document>', 'id of the document, doc_…')
    .requiredOption('--reason <text>', 'for the recipients; required');
  addGuide(voiding, { examples: ['countersign documents void doc_01… --reason "The terms have changed."'] });
  voiding.action(async (id, { reason }) => {
    const client = await openClient(session);
    const answer = await client.post('/v1/documents/{doc_id}/void', {
      ...at(id),
      body: { reason },
      signal: session.signal,
    });
    showDone(session, `Voided ${answer.id}`, answer);
  });

  addDownload(documents, session);

  const events = documents
    .command('events')
    .summary('Show the audit trail')
    .description(
      'Shows the audit trail of a document. The output of --json can be passed to countersign verify --events.',
    )
    .argument('<document>', 'id of the document, doc_…');
  addGuide(events, {
    examples: [
      'countersign documents events doc_01…',
      'countersign documents events doc_01… --json > events.json',
    ],
  });
  events.action(async (id) => {
    const client = await openClient(session);
    const trail = await readTrail(client, id, { signal: session.signal });
    showRows(session, trail, eventColumns, { json: trail, none: 'No events.' });
  });

  addAnchors(documents, session);
  addWatch(documents, session);
  addErase(documents, session);
  return documents;
}
