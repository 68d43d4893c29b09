/** `countersign documents correct`: changes a recipient who has not acted yet, and when the document expires. */
import type { Command } from '@commander-js/extra-typings';
import { availableAuthLevels, deliveries } from '@countersign/contract/enumerations';
import { addGuide, checked, integer, oneOf } from '../../define.ts';
import { UsageError } from '../../exit-status.ts';
import { recipientIdOf } from '../../input/find-recipient.ts';
import { readTime } from '../../input/time.ts';
import { openClient, type Session } from '../../session.ts';
import { type AnyDocument, showDocumentDone } from '../../show/document.ts';

/** Adds the command to its group. */
export function addCorrect(documents: Command, session: Session): void {
  const correct = documents
    .command('correct')
    .summary('Correct a recipient who has not acted yet, or the expiry')
    .description(
      'Changes name, email, order, authentication level or delivery of a recipient, also after the document was sent. The old link stops working and a new invitation is sent.',
    )
    .argument('<document>', 'id of the document, doc_…')
    .argument('[recipient]', 'email or id of the recipient')
    .option('--name <name>', 'new name')
    .option('--email <email>', 'new email')
    .option('--order <number>', 'new signing order', integer(1, 1_000_000))
    .option('--auth <level>', 'link or otp', checked(oneOf(availableAuthLevels)))
    .option('--delivery <kind>', 'email, or none for no emails', checked(oneOf(deliveries)))
    .option(
      '--expires <time>',
      'new expiry of the document: a date, a time, or 7d for seven days from now',
      checked((text) => readTime(text, 'future')),
    );
  addGuide(correct, {
    examples: [
      'countersign documents correct doc_01… ada@exmaple.com --email ada@example.com',
      'countersign documents correct doc_01… --expires 14d',
    ],
  });
  correct.action(async (id, recipient, { name, email, order, auth, delivery, expires }) => {
    const patch = {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(order !== undefined && { signing_order: order }),
      ...(auth !== undefined && { auth_level: auth }),
      ...(delivery !== undefined && { delivery }),
    };
    const correctsRecipient = Object.keys(patch).length > 0;
    if (correctsRecipient !== (recipient !== undefined))
      throw new UsageError(
        'Name a recipient together with what to change: --name, --email, --order, --auth or --delivery.',
      );
    if (!correctsRecipient && !expires)
      throw new UsageError('Say what to change: a recipient, or --expires.');
    const client = await openClient(session);
    const at = { params: { path: { doc_id: id } }, signal: session.signal };
    let corrected: AnyDocument = await client.get('/v1/documents/{doc_id}', at);
    if (recipient !== undefined) {
      const recipient_id = recipientIdOf(corrected, recipient);
      corrected = await client.patch('/v1/documents/{doc_id}/recipients/{recipient_id}', {
        params: { path: { doc_id: id, recipient_id } },
        body: patch,
        signal: session.signal,
      });
    }
    if (expires)
      corrected = await client.patch('/v1/documents/{doc_id}', { ...at, body: { expires_at: expires } });
    showDocumentDone(session, corrected, 'Corrected');
  });
}
