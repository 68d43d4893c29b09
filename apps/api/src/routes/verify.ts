/** /verify: checks signed files for everyone. Files are not stored (docs/VERIFYING.md). */
import { CertificatesQuery, concludeVerification, type VerifyOut } from '@countersign/contract/verify';
import { pdfThreadLimits, unusablePdf } from '@countersign/core/document/inspect-content';
import { FairQueue } from '@countersign/core/fair-queue';
import { compareSealed } from '@countersign/core/seal/compare-sealed';
import { listSealCertificates, sealCertificatesPem } from '@countersign/core/seal/seal-certificates';
import { reportJson } from '@countersign/pdf/threads/report-json';
import { verifyInThread } from '@countersign/pdf/threads/verify-in-thread';
import { ProblemError } from '@countersign/problem/problem-error';
import { type Response, Router } from 'express';
import { createBodyBudget } from '../body/memory.ts';
import { callerSignal } from '../caller-signal.ts';
import type { AppDeps } from '../deps.ts';
import { sweptAddressLimit } from '../middleware/address-limit.ts';
import { setPagePolicy } from '../middleware/security-headers.ts';
import { parseQuery } from '../middleware/validate.ts';
import { pagePolicy } from '../pages/layout.ts';
import { problemPage, resultPage, verifyFiles, verifyFolder, verifyPage } from '../pages/verify.ts';
import { readUpload, type Upload } from '../read-upload.ts';

/** For each address: twenty at once, then one every two seconds. */
const rate = 0.5;
const burst = 20;
/** How long caches may keep the list of seal certificates. It changes only when a seal key is replaced. */
const certificatesFreshSeconds = 300;
const detail = 'Too many files were uploaded from this address.';

/** The most files in memory, including those still arriving. Further requests are refused. */
const uploadLimits = { slots: 12, slotsPerKey: 4, waiting: 0, waitingPerKey: 0 };
/** The memory for these files. One address may have one file of the largest size. */
export const verificationBytes = (maxPdfBytes: number) => 2 * maxPdfBytes;
const uploadShares = {
  address: { all: 1, each: 1 / 2 },
  link: { all: 0, each: 0 },
  workspace: { all: 0, each: 0 },
};
/**
 * Files that are verified concurrently. Addresses are served in rotation. Verifications share the slots for reading PDFs with the
 * inspections of workspaces, and count as one workspace there, so that the memory of both together is bounded.
 */
const threadLimits = {
  slots: 2,
  slotsPerKey: 1,
  waiting: uploadLimits.slots,
  waitingPerKey: uploadLimits.slotsPerKey,
};
const verifyKey = 'verify';
const busy = 'Too many files are being verified at once.';

const verifyPolicy = {
  ...pagePolicy,
  'script-src': "'self'",
  'style-src': `${pagePolicy['style-src']} 'self'`,
};

/** The page and its files, the seal certificates, and the verification: HTML for browsers, JSON for programs. */
export function verifyRoutes(deps: AppDeps): Router {
  const router = Router();
  const { maxPdfBytes } = deps.settings;
  const uploads = new FairQueue({ ...uploadLimits, busy });
  const memory = createBodyBudget(verificationBytes(maxPdfBytes), uploadShares);
  const threads = new FairQueue({ ...threadLimits, busy });
  const limit = sweptAddressLimit(deps, { name: 'verify', rate, burst, detail });

  router.get('/verify', (_request, response) => {
    response.setHeader('Cache-Control', 'no-cache');
    sendPage(response, 200, verifyPage(maxPdfBytes));
  });
  router.get('/verify/certificates.pem', async (request, response) => {
    const { mode } = parseQuery(CertificatesQuery, request);
    response.setHeader('Cache-Control', `public, max-age=${certificatesFreshSeconds}`);
    response.type('application/x-pem-file').send(Buffer.from(await sealCertificatesPem(deps, mode)));
  });
  router.get('/verify/:file', (request, response, next) => {
    if (!verifyFiles.has(request.params.file)) return next();
    response.sendFile(request.params.file, { root: verifyFolder, maxAge: 0 });
  });

  router.post('/verify', async (request, response) => {
    response.setHeader('Cache-Control', 'no-store').vary('Accept');
    const wantsPage = request.accepts(['json', 'html']) === 'html';
    try {
      const address = await limit(request, response);
      const caller = { key: address, signal: callerSignal(response) };
      const { upload, result } = await uploads.run(caller, async () => {
        const own = memory.open({ kind: 'address', id: address });
        try {
          const upload = await readUpload(request, maxPdfBytes, own);
          const result = await threads.run(caller, (signal) =>
            deps.inspections.run({ key: verifyKey, signal }, (signal) => verify(deps, upload, signal)),
          );
          return { upload, result };
        } finally {
          own.release();
        }
      });
      if (wantsPage) sendPage(response, 200, resultPage(upload.filename, result, maxPdfBytes));
      else response.json(result);
    } catch (error) {
      if (!wantsPage || !(error instanceof ProblemError)) throw error;
      for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
      sendPage(response, error.status, problemPage(error, maxPdfBytes));
    }
  });

  return router;
}

function sendPage(response: Response, status: number, html: string): void {
  setPagePolicy(response, verifyPolicy);
  response.status(status).type('html').send(html);
}

async function verify(deps: AppDeps, upload: Upload, signal: AbortSignal): Promise<VerifyOut> {
  const certificates = await listSealCertificates(deps);
  const trust = {
    sealCertificates: new Set(certificates.map(({ fingerprint }) => fingerprint)),
    roots: deps.trustRoots,
  };
  const limits = {
    ...pdfThreadLimits(deps.settings),
    move: true,
    signal,
  };
  const verification = await verifyInThread(upload.bytes, limits, trust);
  if (!verification.ok) throw unusablePdf(verification);
  const findings = reportJson(verification);
  const { countersign, signatures, file } = findings;
  const signer = countersign && (signatures[countersign.signature]?.signer_fingerprint_sha256 ?? null);
  const instance =
    countersign &&
    (await compareSealed(
      deps,
      { facts: countersign, sha256: file.sha256, earlierSha256: verification.file.earlierSha256, signer },
      certificates,
    ));
  return concludeVerification({ ...findings, instance, events: null, anchors: null });
}
