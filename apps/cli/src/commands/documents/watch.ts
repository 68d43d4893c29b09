/** `countersign documents watch`: events as they happen. */
import type { Command } from '@commander-js/extra-typings';
import type { Client } from '@countersign/client/client';
import { readTrail } from '@countersign/client/trail';
import { pause } from '@countersign/client/transport';
import { addGuide, integer } from '../../define.ts';
import { FailedError } from '../../exit-status.ts';
import { openClient, type Session } from '../../session.ts';
import { actorText } from '../../show/document.ts';
import { plainText } from '../../show/plain-text.ts';
import { paintOf } from '../../show/present.ts';
import { preciseTimeText } from '../../show/text.ts';

/** Adds the command to its group. */
export function addWatch(documents: Command, session: Session): void {
  const watch = documents
    .command('watch')
    .summary('Follow a document until it is sealed or closed')
    .description('Prints events as they happen, until the document is sealed, voided, declined or expired.')
    .argument('<document>', 'id of the document, doc_…')
    .option('--interval <seconds>', 'seconds between polls', integer(1, 3600), 2);
  addGuide(watch, {
    notes:
      'Exit status: 0 if it was sealed, 1 if it was voided, declined or expired. With --json, prints one event per line.',
    examples: ['countersign documents watch doc_01… && countersign documents download doc_01…'],
  });
  watch.action(async (id, { interval }) => {
    const client = await openClient(session);
    const ended = await followEvents(session, client, id, interval);
    if (ended !== 'envelope.sealed')
      throw new FailedError(`The document was ${ended.replace('envelope.', '')}.`);
  });
}

const closing = new Set(['envelope.sealed', 'envelope.voided', 'envelope.rejected', 'envelope.expired']);

/** Prints events until one ends the document, and returns that event. */
async function followEvents(
  session: Session,
  client: Client,
  id: string,
  intervalSeconds: number,
): Promise<string> {
  const { signal, terminal } = session;
  const paint = paintOf(session);
  let seen = 0;
  for (;;) {
    const fresh = await readTrail(client, id, { after: seen, signal });
    for (const event of fresh) {
      seen = event.seq;
      const time = paint.dim(preciseTimeText(event.created_at_iso));
      if (session.options.json) terminal.printJson(event, true);
      else terminal.print(`${time}  ${event.event_type.padEnd(26)}  ${plainText(actorText(event))}`);
    }
    const end = fresh.find(({ event_type }) => closing.has(event_type));
    if (end) return end.event_type;
    await pause(intervalSeconds * 1000, signal);
  }
}
