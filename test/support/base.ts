/** A Base on the test file's own database: movable clock, temporary storage, quiet log. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mode } from '@countersign/contract/common';
import type { Base, Ctx } from '@countersign/core/ctx';
import { createInspectionQueue } from '@countersign/core/document/inspect-content';
import { issueKey } from '@countersign/core/key/issue';
import { createSecrets } from '@countersign/core/secrets';
import { createWorkspace } from '@countersign/core/workspace/create';
import { createFileStorage } from '@countersign/storage/file-storage';
import type { Storage } from '@countersign/storage/storage';
import { afterAll } from '@jest/globals';
import { testDatabase } from './database.ts';

export interface TestBase extends Base {
  storage: Storage;
  databaseUrl: string;
  /** Folder of the storage and of keys. */
  folder: string;
  clock: {
    /** Advances the clock of everything that uses this base. */
    advance(milliseconds: number): void;
    /** From now on the clock changes only by `advance`. */
    stop(): void;
  };
}

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Builds a base with its own clock and storage on the test file's database. */
export async function testBase(settings: Partial<Base['settings']> = {}): Promise<TestBase> {
  const { db, queue, url } = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'countersign-test-'));
  folders.push(folder);
  let offset = 0;
  let stopped: number | null = null;
  return {
    db,
    queue,
    databaseUrl: url,
    folder,
    storage: createFileStorage({ root: join(folder, 'blobs') }),
    secrets: createSecrets('a-secret-for-tests-of-thirty-two-characters-and-more'),
    settings: {
      publicUrl: 'http://countersign.test',
      maxPdfBytes: 52_428_800,
      maxPdfPages: 2000,
      activeContent: 'warn',
      maxPdfDecodedBytes: 536_870_912,
      // Several times as long as usual, so that a busy machine does not decide a test.
      maxPdfSeconds: 100,
      maxCsvBytes: 1_073_741_824,
      maxZipBytes: 10_737_418_240,
      uploadUrlSeconds: 3600,
      draftSeconds: 7 * 86_400,
      envelopeAllowance: 100_000,
      reviewThreshold: 2000,
      rateSustainedRps: 50,
      rateBurstRps: 200,
      documentResendsPerHour: 100,
      addressMailsPerHour: 10_000,
      mailPace: {
        server: { perSecond: null, perDay: null },
        workspace: { perSecond: null, perDay: null },
      },
      directLinkVisitsPerHour: 10_000,
      directLinkVisitsPerAddress: 10_000,
      storageQuotaBytes: 100 * 1024 ** 3,
      workspaceCreation: 'operators',
      rotationGraceSeconds: 86_400,
      webhookRetentionSeconds: 30 * 86_400,
      adminLogDays: 0,
      signatureProvider: null,
      requestLogDays: 30,
      ...settings,
    },
    log: { info() {}, warn() {}, error() {} },
    inspections: createInspectionQueue(50 * 1024 * 1024),
    now: () => new Date((stopped ?? Date.now()) + offset),
    clock: {
      advance: (milliseconds) => {
        offset += milliseconds;
      },
      stop: () => {
        stopped ??= Date.now();
      },
    },
  };
}

let counter = 0;

/** A new workspace, and a context with the rights of its API key. */
export async function testCtx<B extends Base>(base: B, mode: Mode = 'live'): Promise<B & Ctx> {
  counter += 1;
  const slug = `w${process.pid}-${counter}-${Math.random().toString(36).slice(2, 8)}`;
  const { workspaceId, teamId } = await createWorkspace(base, {
    slug,
    name: `Workspace ${slug}`,
    ownerEmail: `owner@${slug}.test`,
  });
  const { row } = await issueKey(base.db, { workspaceId, name: 'Test key', mode, now: base.now() });
  return {
    ...base,
    workspaceId,
    teamId,
    mode,
    actor: { type: 'api_key', id: row.id, name: row.name },
    role: 'manager',
    ip: '192.0.2.1',
    userAgent: 'tests',
    requestId: `test-${slug}`,
  };
}
