/** The operations of routes/test-mode.ts. */
import { DocumentOut } from '@countersign/contract/document';
import { CompleteOut } from '@countersign/contract/signing';
import { AdvanceClockIn, AdvanceClockOut, SignAsIn } from '@countersign/contract/test-mode';
import type { Operation } from './operation.ts';

const doc_id = 'Id of a test document, `doc_…`';
const recipient_id = 'Id of a recipient of the document';
const testKeysOnly = 'Test keys only; a live key gets 404.';

export const testModeOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/test/documents/{doc_id}/advance-clock',
    operationId: 'advanceClock',
    tag: 'test',
    summary: 'Advance the clock of a test document',
    description: `Every recipient with a due reminder gets one, even if the interval contains several; then the document expires if its expiry has passed. Emails, events and webhooks of both are created before the response. The clock stays advanced, and calls add up. The reminders count towards the ADDRESS_MAILS_PER_HOUR emails that a workspace can send to one address; beyond that the response is \`mail-limit\`. ${testKeysOnly}`,
    parameters: { doc_id },
    body: { schema: AdvanceClockIn },
    answers: { 200: { description: 'What became due, and the document', schema: AdvanceClockOut } },
    problems: ['not-found', 'mail-limit'],
  },
  {
    method: 'post',
    path: '/v1/test/documents/{doc_id}/sign-as/{recipient_id}',
    operationId: 'signAs',
    tag: 'test',
    summary: 'Sign a test document as one of its recipients',
    description: `Opens, consents and completes as the signing page does. Fields without a value get a valid sample, and a one-time code counts as entered. ${testKeysOnly}`,
    parameters: { doc_id, recipient_id },
    body: { schema: SignAsIn, required: false },
    answers: { 200: { description: 'Signed', schema: CompleteOut } },
    problems: ['not-found', 'document-state', 'own-signature-required'],
  },
  {
    method: 'post',
    path: '/v1/test/documents/{doc_id}/bounce/{recipient_id}',
    operationId: 'bounceRecipient',
    tag: 'test',
    summary: 'Simulate a bounced signing email',
    description: `The effect is the same as when the mail server permanently refuses the address: \`delivery_problem\`, an audit event and \`document.bounced\`. ${testKeysOnly}`,
    parameters: { doc_id, recipient_id },
    answers: { 200: { description: 'The document', schema: DocumentOut } },
    problems: ['not-found', 'document-state'],
  },
];
