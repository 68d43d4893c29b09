/** The operation of routes/verify.ts. */
import { VerifyOut } from '@countersign/contract/verify';
import type { Operation } from './operation.ts';

export const verifyOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/verify',
    operationId: 'verifyFile',
    tag: 'verify',
    security: 'none',
    summary: 'Check the seal of a PDF',
    description:
      'Tells whether the seal holds, who sealed and when, whether the whole file is covered, and what came after; also for files signed by others. Of a document that was sealed here, also whether this is the file, and whether its audit trail still carries the sealed head. Nothing is stored. The file is the body, or the one file of a `multipart/form-data` form. Programs are answered in JSON; a browser (`Accept: text/html`) gets a page. Limited per address.',
    body: { contentType: 'application/pdf' },
    answers: { 200: { description: 'What was found; look at `verdict`', schema: VerifyOut } },
    problems: ['invalid-pdf', 'validation', 'rate-limited', 'internal', 'unavailable'],
  },
];
