/** GET /v1/documents/{id}/download: original, sealed or certificate (decisions.md, section 3). */
import type { DownloadVersion } from '@countersign/contract/document';
import { ProblemError } from '@countersign/problem/problem-error';
import { type Ctx, withTransaction } from '../ctx.ts';
import { appendEvents } from '../event/append.ts';
import { type FullDocument, getDocument, lockDocument } from './lock.ts';
import { documentStateProblem, reportedStatus } from './status.ts';

const retryAfterSeconds = 2;

export interface Download {
  sha256: string;
  filename: string;
  version: DownloadVersion;
}

/**
 * Which blob to serve: the sealed file of a completed document, else the original, unless a version is asked for.
 * Throws not-sealed (with Retry-After while sealing is under way) and document-state before finalize.
 */
export async function findDownload(
  ctx: Ctx,
  publicId: string,
  version?: DownloadVersion,
): Promise<Download & { documentId: string }> {
  const document = await getDocument(ctx, publicId);
  return { ...chooseBlob(document, version), documentId: document.id };
}

/** Records that a file was handed out. */
export async function recordDownload(ctx: Ctx, documentId: string, version: DownloadVersion): Promise<void> {
  await withTransaction(ctx, async (t) => {
    await lockDocument(t, documentId);
    await appendEvents(t, documentId, [{ type: 'envelope.downloaded', payload: { version } }]);
  });
}

/** The blob of a version; pure but for its errors. */
export function chooseBlob(document: FullDocument, wanted?: DownloadVersion): Download {
  const version = wanted ?? (document.status === 'completed' ? 'sealed' : 'original');
  if (version === 'original') {
    if (!document.originalSha256)
      throw documentStateProblem('read', reportedStatus(document), 'The document has no finalized PDF yet.');
    return { sha256: document.originalSha256, filename: `${document.title}.pdf`, version };
  }
  const sha256 = version === 'sealed' ? document.sealedSha256 : document.certificateSha256;
  if (!sha256) {
    throw new ProblemError('not-sealed', {
      detail:
        document.status === 'completed'
          ? 'Sealing is under way.'
          : `The document is ${reportedStatus(document)}.`,
      members: { current: reportedStatus(document) },
      ...(document.status === 'completed' && { retryAfterSeconds }),
    });
  }
  const suffix = version === 'sealed' ? 'sealed' : 'certificate';
  return { sha256, filename: `${document.title} (${suffix}).pdf`, version };
}
