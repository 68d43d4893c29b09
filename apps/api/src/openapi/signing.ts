/** The operations of routes/signing.ts (docs/spec/decisions.md, section 9). */
import {
  DirectLinkVisitOut,
  PublicDirectLinkOut,
  VisitDirectLinkReq,
} from '@countersign/contract/direct-link';
import { StartedPreparationOut, StartPreparationReq } from '@countersign/contract/preparation';
import {
  CompleteOut,
  CompleteReq,
  ConsentReq,
  OtpVerifyReq,
  ReassignOut,
  ReassignReq,
  RejectOut,
  RejectReq,
  ReportAbuseReq,
  SigningOut,
  SigningQuery,
  StartedSessionOut,
  StartSessionReq,
} from '@countersign/contract/signing';
import type { Operation } from './operation.ts';
import { logoAnswer, pdfAnswers } from './pdf-answers.ts';

const parameters = {
  token:
    "The token of the recipient's link; it is the credential. Or `session`, with the credential of a signing session in the header `X-Signing-Session`",
};
const linkParameters = { token: 'The last part of the path of the direct link' };
const common = { tag: 'signing', parameters, security: 'link' } as const;

export const signingOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/signing-sessions',
    operationId: 'startSigningSession',
    tag: 'signing',
    security: 'none',
    summary: 'Start the signing session of a session URL',
    description:
      'For the page that the URL opens. Exchanges the token of the URL, once, for a credential that works for two hours in the header `X-Signing-Session` of `/v1/signing/session` and the paths below it. No cookie is needed, so the page works in frames of other sites.',
    body: { schema: StartSessionReq },
    answers: { 201: { description: 'The session', schema: StartedSessionOut } },
    problems: ['not-found', 'session-used', 'session-expired', 'rate-limited', 'internal', 'unavailable'],
  },
  {
    method: 'post',
    path: '/v1/preparation-sessions',
    operationId: 'startPreparationSession',
    tag: 'signing',
    security: 'none',
    summary: 'Start the session of a preparation URL',
    description:
      'For the page that the URL opens. Exchanges the token of the URL, once, for a credential that works for two hours in the header `X-Preparation-Session`. No cookie is needed, so the page works in frames of other sites.',
    body: { schema: StartPreparationReq },
    answers: { 201: { description: 'The session', schema: StartedPreparationOut } },
    problems: ['not-found', 'session-used', 'session-expired', 'rate-limited', 'internal', 'unavailable'],
  },
  {
    method: 'get',
    path: '/v1/direct-links/{token}',
    operationId: 'getDirectLink',
    tag: 'signing',
    security: 'none',
    parameters: linkParameters,
    summary: 'Fetch what a direct link leads to',
    description: 'For the page of the link. Changes nothing.',
    answers: { 200: { description: 'The direct link', schema: PublicDirectLinkOut } },
    problems: ['not-found', 'direct-link-closed', 'internal', 'unavailable'],
  },
  {
    method: 'post',
    path: '/v1/direct-links/{token}/visits',
    operationId: 'visitDirectLink',
    tag: 'signing',
    security: 'none',
    parameters: linkParameters,
    summary: 'Create a document from a direct link',
    description:
      'For the page of the link. Creates and sends a document with this person as its first recipient. Limited by IP address, by link, and to three emails a day to one address.',
    body: { schema: VisitDirectLinkReq },
    answers: { 201: { description: 'The document is created', schema: DirectLinkVisitOut } },
    problems: ['not-found', 'direct-link-closed', 'forbidden', 'rate-limited', 'internal', 'unavailable'],
  },
  {
    ...common,
    method: 'get',
    path: '/v1/signing/{token}',
    operationId: 'getSigning',
    summary: 'Fetch what the recipient is asked to sign',
    description:
      'Until the one-time code is entered, the response has only the title, the mode, the sender with its color, and the state of authentication. The language of the consent text is `lang`, otherwise Accept-Language, otherwise English. Once accepted, the accepted text is returned.',
    query: SigningQuery,
    answers: { 200: { description: 'Document, recipient and fields', schema: SigningOut } },
    problems: ['not-found'],
  },
  {
    ...common,
    method: 'post',
    path: '/v1/signing/{token}/otp',
    operationId: 'mailCode',
    summary: 'Email a one-time code',
    description:
      'Six digits, valid for ten minutes and five attempts. At most five codes an hour. Codes count towards the ADDRESS_MAILS_PER_HOUR emails that a workspace can send to one address.',
    query: SigningQuery,
    answers: { 202: { description: 'The code is sent' } },
    problems: ['not-found', 'document-state', 'validation', 'mail-limit'],
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
        description: 'The code is correct',
        headers: {
          'Set-Cookie':
            'The session of this recipient, for two hours; not in a signing session, which remembers it',
        },
      },
    },
    problems: ['not-found', 'document-state'],
  },
  {
    ...common,
    method: 'post',
    path: '/v1/signing/{token}/open',
    operationId: 'openDocument',
    summary: 'Report that the page shows the document',
    description: 'The first call sets the status of the recipient to `opened`.',
    answers: { 204: { description: 'Recorded' } },
    problems: ['not-found', 'unauthenticated', 'document-state'],
  },
  {
    ...common,
    method: 'get',
    path: '/v1/signing/{token}/content',
    operationId: 'getSigningContent',
    summary: 'Download the PDF to sign',
    answers: pdfAnswers,
    problems: ['not-found', 'unauthenticated', 'document-state', 'range-not-satisfiable'],
  },
  {
    ...common,
    method: 'get',
    path: '/v1/signing/{token}/logo',
    operationId: 'getSigningLogo',
    summary: 'Get the logo of the sender',
    answers: { 200: logoAnswer },
    problems: ['not-found'],
  },
  {
    ...common,
    method: 'post',
    path: '/v1/signing/{token}/consent',
    operationId: 'giveConsent',
    summary: 'Consent to signing electronically',
    description:
      'Required before completing. The audit trail and the certificate of completion contain the version, language and SHA-256 of the text.',
    query: SigningQuery,
    body: { schema: ConsentReq, required: false },
    answers: { 204: { description: 'Recorded' } },
    problems: ['not-found', 'unauthenticated', 'document-state'],
  },
  {
    ...common,
    method: 'post',
    path: '/v1/signing/{token}/complete',
    operationId: 'completeSigning',
    summary: 'Complete the fields of the recipient',
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
    summary: 'Reassign to another person',
    description: 'The fields move to a new recipient, and this link becomes invalid.',
    body: { schema: ReassignReq },
    answers: { 200: { description: 'Reassigned', schema: ReassignOut } },
    problems: ['not-found', 'unauthenticated', 'document-state', 'mail-limit'],
  },
  {
    ...common,
    method: 'post',
    path: '/v1/signing/{token}/report',
    operationId: 'reportAbuse',
    summary: 'Report the document to the operator',
    description:
      'For recipients who suspect abuse. The operators get an email; the sender does not learn of the report. Works in every status of the document and before the one-time code is entered. At most three times a day with one link.',
    body: { schema: ReportAbuseReq },
    answers: { 202: { description: 'The report is stored' } },
    problems: ['not-found'],
  },
  {
    ...common,
    method: 'get',
    path: '/v1/signing/{token}/copy',
    operationId: 'getSealedCopy',
    summary: 'Download the sealed PDF, for every recipient with a link',
    answers: pdfAnswers,
    problems: ['not-found', 'unauthenticated', 'not-sealed', 'range-not-satisfiable'],
  },
];
