/**
 * docs/OPERATIONS.md, "Backup" and "Restore", followed literally with the embedded database of `npm start`: the commands are run
 * exactly as in the text, with folders of the test in place of those of the examples.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnv } from '@countersign/config/env';
import { linkToken } from '@countersign/core/recipient/link';
import { createSecrets } from '@countersign/core/secrets';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@countersign/dev-database/embedded';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { createFileStorage } from '@countersign/storage/file-storage';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { firstStart } from '../../apps/local/src/first-start.ts';
import { openBase } from '../../packages/core/src/open-base.ts';
import { testCtx } from '../support/base.ts';
import { compileCache } from '../support/cache.ts';
import { sentDocument } from '../support/documents.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;
const servers: EmbeddedPostgres[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-restore-'));
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The database of a DATA_DIR as `npm start` opens it. */
async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  servers.push(server);
  await migrateDatabase(server.url, { log: silentLog });
  const first = await firstStart(server.url, {
    ownerEmail: 'owner@example.test',
    publicUrl: 'http://localhost',
  });
  const storage = createFileStorage({ root: join(dataDir, 'blobs') });
  const base = await openBase(readEnv({ DATA_DIR: dataDir }), silentLog);
  const stop = async () => {
    await base.close();
    await server.stop();
  };
  return { first, base: { ...base, storage }, stop };
}

/** The commands of a section in their order. */
async function commandsOf(section: string): Promise<string[]> {
  const text = await readFile(join(root, 'docs/OPERATIONS.md'), 'utf8');
  const [, body] = text.split(`\n## ${section}\n`);
  const steps = body!.split('\n## ')[0]!.match(/^\d\. .*(\n {3}.*)*/gm)!;
  return steps.flatMap((step) =>
    [...step.matchAll(/`(npm run -s admin -- [^`]+)`/g)].map(([, command]) => command!),
  );
}

/** Runs a command of the text in a shell. */
function run(command: string, dataDir: string, words: Record<string, string> = {}) {
  const places: Record<string, string> = {
    'file:/srv': `file:${folder}`,
    '"$STORAGE_URL"': `file:${dataDir}/blobs`,
    ...words,
  };
  const own = Object.entries(places).reduce((text, [shown, real]) => text.replace(shown, real), command);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...compileCache, DATA_DIR: dataDir };
  return new Promise<{ status: number; text: string }>((resolve) =>
    execFile('/bin/sh', ['-c', own], { cwd: root, env }, (error, out, err) =>
      resolve({ status: error ? Number(error.code) : 0, text: `${out}${err}` }),
    ),
  );
}

test('a lost installation with the embedded database is restored by the steps of the text', async () => {
  const [lost, fresh] = [join(folder, 'lost'), join(folder, 'fresh')];
  const original = await start(lost);
  expect(original.first).not.toBeNull();
  const document = await sentDocument(await testCtx(original.base));
  const workspaces = await original.base.db.workspace.count();

  const [backup, keepFiles] = await commandsOf('Backup');
  const made = await run(backup!, lost);
  expect(made).toMatchObject({ status: 0 });
  const name = /^[0-9a-f]{64}$/m.exec(made.text)![0];
  expect(await run(keepFiles!, lost)).toMatchObject({ status: 0 });

  const [putFilesBack, restore, doctor, claim] = await commandsOf('Restore');
  const named = { NAME: name };
  const full = await run(restore!, lost, named);
  expect(full).toMatchObject({ status: 1, text: expect.stringContaining('not empty') });
  await original.stop();
  const key = await readFile(join(lost, 'secret-key'), 'utf8');
  await cp(join(lost, 'secret-key'), join(fresh, 'secret-key'));
  await rm(lost, { recursive: true });

  expect(await run(putFilesBack!, fresh)).toMatchObject({ status: 0 });
  const restored = await run(restore!, fresh, named);
  expect(restored).toMatchObject({
    status: 0,
    text: expect.stringMatching(/No file is missing \([1-9]/),
  });

  const copy = await start(fresh);
  expect(copy.first).toBeNull();
  expect(await copy.base.db.workspace.count()).toBe(workspaces);
  expect(await copy.base.storage.getBytes(document.originalSha256!)).toBeDefined();
  const recipient = await copy.base.db.recipient.findFirstOrThrow({ where: { documentId: document.id } });
  expect(linkToken(copy.base.secrets, recipient)).toBe(
    linkToken(createSecrets(key.trim()), document.recipients[0]!),
  );
  expect((await run(doctor!, fresh)).text).toMatch(/database/);
  expect(await run(claim!, fresh)).toMatchObject({
    status: 0,
    text: expect.stringMatching(/now owns the storage/),
  });
  await copy.stop();
});
