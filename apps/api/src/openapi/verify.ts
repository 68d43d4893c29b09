/** The operations of routes/verify.ts. */
import { CertificatesQuery, VerifyOut } from '@countersign/contract/verify';
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
      'Reports whether the seal is valid, who sealed the file and when, whether the seal covers the whole file, and what was added later; also for files signed by others. For a document of this installation it also reports whether this is the file that was sealed, and whether the audit trail contains the sealed head. `intact` is true only if the signer is known: the certificate is one that this installation seals with, or it leads to a certificate in the trust file of the installation (`VERIFY_TRUST_FILE`). Nothing is stored. The file is the body, or the only file of a `multipart/form-data` form. Programs get JSON; a browser (`Accept: text/html`) gets a page. Limited per address.',
    body: { contentType: 'application/pdf' },
    answers: { 200: { description: 'The result; see `verdict`', schema: VerifyOut } },
    problems: ['invalid-pdf', 'pdf-too-complex', 'validation', 'rate-limited', 'internal', 'unavailable'],
  },
  {
    method: 'get',
    path: '/verify/certificates.pem',
    operationId: 'listSealCertificates',
    tag: 'verify',
    security: 'none',
    summary: 'Download the seal certificates of this installation',
    description:
      'All certificates with which documents of the mode were sealed, including those of replaced keys, most recently used first. PEM with explanatory text in between. Pass the file to `countersign verify --seal-certificate`. Caches may keep it for five minutes.',
    query: CertificatesQuery,
    answers: {
      200: {
        description: 'The certificates; empty before the first seal',
        contentType: 'application/x-pem-file',
      },
    },
    problems: ['validation', 'internal', 'unavailable'],
  },
];
