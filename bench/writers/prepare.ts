/** Shared by the writers and the main process: a Base on one database and folder, and the documents that the writers change. */
import { join } from 'node:path';
import { CreateDocumentReq } from '@countersign/contract/document';
import { encodeId } from '@countersign/contract/ids';
import type { Base, Ctx } from '@countersign/core/ctx';
import { createDocument } from '@countersign/core/document/create';
import { finalizeDocument } from '@countersign/core/document/finalize';
import { createInspectionQueue } from '@countersign/core/document/inspect-content';
import { uploadContent } from '@countersign/core/document/upload';
import { createSecrets } from '@countersign/core/secrets';
import { createWorkspace } from '@countersign/core/workspace/create';
import { closeDb, createDb } from '@countersign/db/client';
import { silentLog } from '@countersign/log/port';
import { createQueue } from '@countersign/queue/queue';
import { createFileStorage } from '@countersign/storage/file-storage';
import type { Storage } from '@countersign/storage/storage';
import { PDFDocument } from 'pdf-lib';

export interface Scope {
  workspaceId: string;
  teamId: string;
  /** Public id of a finalized draft to duplicate. */
  sourceId: string;
}

/** SECRET_KEY of the processes that benchmarks start. */
export const benchSecret = 'a-secret-for-benchmarks-of-thirty-two-characters-and-more';

export type BenchBase = Base & { storage: Storage; close(): Promise<void> };

/** Opens a Base as in an API process. */
export async function openBench(url: string, folder: string): Promise<BenchBase> {
  const db = createDb(url, { max: 8, timeLimitFactor: 8 });
  const queue = createQueue({ url, log: silentLog });
  await queue.start();
  return {
    db,
    queue,
    storage: createFileStorage({ root: join(folder, 'blobs') }),
    inspections: createInspectionQueue(50 * 1024 * 1024),
    secrets: createSecrets(benchSecret),
    settings: {
      publicUrl: 'http://countersign.test',
      maxPdfBytes: 52_428_800,
      maxPdfPages: 2000,
      activeContent: 'warn',
      maxPdfDecodedBytes: 536_870_912,
      maxPdfSeconds: 20,
      maxCsvBytes: 1_073_741_824,
      maxZipBytes: 10_737_418_240,
      uploadUrlSeconds: 3600,
      draftSeconds: 604_800,
      envelopeAllowance: 2_000_000_000,
      reviewThreshold: 2000,
      rateSustainedRps: 50,
      rateBurstRps: 200,
      documentResendsPerHour: 5,
      addressMailsPerHour: 1_000_000,
      mailPace: {
        server: { perSecond: null, perDay: null },
        workspace: { perSecond: null, perDay: null },
      },
      directLinkVisitsPerHour: 1_000_000,
      directLinkVisitsPerAddress: 1_000_000,
      storageQuotaBytes: 1024 ** 4,
      workspaceCreation: 'operators',
      rotationGraceSeconds: 86_400,
      webhookRetentionSeconds: 30 * 86_400,
      requestLogDays: 30,
      adminLogDays: 0,
      signatureProvider: null,
    },
    log: silentLog,
    now: () => new Date(),
    close: async () => {
      await queue.stop();
      await closeDb(db);
    },
  };
}

/** A caller with an API key's rights in the workspace. */
export function ctxOf(base: BenchBase, scope: Pick<Scope, 'workspaceId' | 'teamId'>): BenchBase & Ctx {
  return {
    ...base,
    ...scope,
    mode: 'live',
    actor: { type: 'api_key', id: '00000000-0000-7000-8000-000000000001', name: 'writer' },
    role: 'manager',
    ip: null,
    userAgent: null,
    requestId: 'writers',
  };
}

/** A workspace and a finalized draft with two signers in parallel and an approver after them. */
export async function prepare(base: BenchBase): Promise<Scope> {
  const made = await createWorkspace(base, {
    slug: 'writers',
    name: 'Writers',
    ownerEmail: 'owner@example.test',
  });
  const ctx = ctxOf(base, made);
  const field = { type: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.2, h: 0.05 };
  const draft = await createDocument(
    ctx,
    CreateDocumentReq.parse({
      title: 'Contested',
      recipients: [
        { name: 'A', email: 'a@example.test' },
        { name: 'B', email: 'b@example.test' },
        { name: 'C', email: 'c@example.test', role: 'approver', signing_order: 2 },
      ],
      fields: [
        { ...field, recipient_index: 0 },
        { ...field, y: 0.3, recipient_index: 1 },
      ],
    }),
  );
  const sourceId = encodeId('doc', draft.id);
  const pdf = await PDFDocument.create();
  pdf.addPage([595, 842]);
  const bytes = await pdf.save();
  await uploadContent(
    ctx,
    sourceId,
    (async function* () {
      yield bytes;
    })(),
  );
  await finalizeDocument(ctx, sourceId);
  return { workspaceId: made.workspaceId, teamId: made.teamId, sourceId };
}
