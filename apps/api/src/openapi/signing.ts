/** The operations of routes/signing.ts (docs/spec/decisions.md, section 9). */
import {
  CompleteOut,
  CompleteReq,
  ConsentReq,
  OtpVerifyReq,
  ReassignOut,
  ReassignReq,
  RejectOut,
  RejectReq,
  SigningOut,
  SigningQuery,
} from '@countersign/contract/signing';
import type { Operation } from './operation.ts';
import { pdfAnswers } from './pdf-answers.ts';

const parameters = { token: "The token of the recipient's link; it is the credential" };
const common = { tag: 'signing', parameters, security: 'link' } as const;

export const signingOperations: readonly Operation[] = [
  {
    ...common,
    method: 'get',
    path: '/v1/signing/{token}',
    operationId: 'getSigning',
    summary: 'What the recipient is asked to sign',
    description:
      'Until the one-time code is entered only who asks, the title and the state of the code are shown. The consent text follows `lang`, else Accept-Language, else it is English; once agreed to it stays the text that was agreed to.',
    query: SigningQuery,
    answers: { 200: { description: 'Document, recipient and fields', schema: SigningOut } },
    problems: ['not-found'],
  },
  {
    ...common,
    method: 'post',
    path: '/v1/signing/{token}/otp',
    operationId: 'mailCode',
    summary: 'Mail a one-time code',
    description: 'Six digits, good for ten minutes and five attempts; at most five codes an hour.',
    query: SigningQuery,
    answers: { 202: { description: 'A code is on its way' } },
    problems: ['not-found', 'document-state', 'validation'],
  },
  {
    ...common,
    method: 'post',
    path: '/v1/signing/{token}/otp/verify',
    operationId: 'verifyCode',
    summary: 'Enter the one-time code',
    body: { schema: OtpVerifyReq },
    answers: {
      204: {
        description: 'Right',
        headers: { 'Set-Cookie': 'The session of this recipient, for two hours' },
      },
    },
    problems: ['not-found', 'document-state'],
  },
  {
    ...common,
    method: 'post',
    path: '/v1/signing/{token}/open',
    operationId: 'openDocument',
    summary: 'Tell that the page shows the document',
    description: 'The first call marks the recipient as having opened it.',
    answers: { 204: { description: 'Noted' } },
    problems: ['not-found', 'unauthenticated', 'document-state'],
  },
  {
    ...common,
    method: 'get',
    path: '/v1/signing/{token}/content',
    operationId: 'getSigningContent',
    summary: 'The PDF to sign',
    answers: pdfAnswers,
    problems: ['not-found', 'unauthenticated', 'document-state', 'range-not-satisfiable'],
  },
  {
    ...common,
    method: 'post',
    path: '/v1/signing/{token}/consent',
    operationId: 'giveConsent',
    summary: 'Consent to signing electronically',
    description:
      'Required before completing. The audit trail and the certificate name the version, the language and the SHA-256 hash of the text.',
    query: SigningQuery,
    body: { schema: ConsentReq, required: false },
    answers: { 204: { description: 'Noted' } },
    problems: ['not-found', 'unauthenticated', 'document-state'],
  },
  {
    ...common,
    method: 'post',
    path: '/v1/signing/{token}/complete',
    operationId: 'completeSigning',
    summary: 'Complete all own fields',
    description:
      'Values by field id. The response reports all invalid fields together, with `loc` `["body","values","<field_id>"]`, and then nothing is saved. The recipient must have accepted the consent text.',
    body: { schema: CompleteReq },
    answers: { 200: { description: 'Completed', schema: CompleteOut } },
    problems: ['not-found', 'unauthenticated', 'consent-required', 'document-state', 'display-changed'],
  },
  {
    ...common,
    method: 'post',
    path: '/v1/signing/{token}/reject',
    operationId: 'rejectDocument',
    summary: 'Decline to sign',
    description: 'Closes the document.',
    body: { schema: RejectReq },
    answers: { 200: { description: 'Rejected', schema: RejectOut } },
    problems: ['not-found', 'unauthenticated', 'document-state'],
  },
  {
    ...common,
    method: 'post',
    path: '/v1/signing/{token}/reassign',
    operationId: 'reassignRecipient',
    summary: 'Hand over to another person',
    description: 'The fields move to a new recipient and this link dies.',
    body: { schema: ReassignReq },
    answers: { 200: { description: 'Handed over', schema: ReassignOut } },
    problems: ['not-found', 'unauthenticated', 'document-state'],
  },
  {
    ...common,
    method: 'get',
    path: '/v1/signing/{token}/copy',
    operationId: 'getSealedCopy',
    summary: 'The sealed PDF, for every recipient who had a link',
    answers: pdfAnswers,
    problems: ['not-found', 'unauthenticated', 'not-sealed', 'range-not-satisfiable'],
  },
];
