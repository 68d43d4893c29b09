/** An upload over the limit is refused in bounded memory, with or without a Content-Length. */
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '@countersign/core/key/issue';
import { inTransaction } from '@countersign/db/transaction';
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../support/base.ts';
import { startProcess } from '../support/processes.ts';

const mebibyte = 1024 * 1024;

/** Peak resident size of a process in MiB; null where the system does not report it. */
async function peakMemory(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const match = /VmHWM:\s+(\d+) kB/.exec(status);
  return match ? Number(match[1]) / 1024 : null;
}

function upload(url: string, key: string, path: string, announced: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/pdf',
      ...(announced && { 'Content-Length': 60 * mebibyte }),
    };
    const put = request(url, { method: 'PUT', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      put.destroy();
    });
    put.once('error', reject);
    createReadStream(path).pipe(put);
  });
}

test('60 MiB gets 413 and 49 MiB succeeds, both in bounded memory', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const { key } = await inTransaction(base.db, ({ tx }) =>
    issueKey(tx, { workspaceId: ctx.workspaceId, name: 'k', mode: 'live', now: new Date() }),
  );
  const api = startProcess('apps/api/src/main.ts', {
    DATABASE_URL: base.databaseUrl,
    DATA_DIR: base.folder,
    SECRET_KEY: 'a-secret-for-tests-of-thirty-two-characters-and-more',
    PORT: '0',
  });
  const listening = await api.until((line) => line.message.includes('listening'));
  const url = `http://127.0.0.1:${listening.port}`;

  const folder = await mkdtemp(join(tmpdir(), 'countersign-upload-'));
  const file = async (megabytes: number) => {
    const path = join(folder, `${megabytes}.pdf`);
    const handle = await open(path, 'w');
    await handle.write('%PDF-1.7\n');
    await handle.truncate(megabytes * mebibyte);
    await handle.close();
    return path;
  };
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    });
  const created = (await (
    await call('/v1/documents', { method: 'POST', body: JSON.stringify({ title: 'Large' }) })
  ).json()) as { id: string };
  const content = `${url}/v1/documents/${created.id}/content`;

  const before = await peakMemory(api.pid);
  const [large, allowed] = [await file(60), await file(49)];
  expect(await upload(content, key, large, true)).toBe(413);
  for (let count = 0; count < 4; count += 1) expect(await upload(content, key, large, false)).toBe(413);
  expect(await upload(content, key, allowed, false)).toBe(204);
  const after = await peakMemory(api.pid);
  // 300 MiB have been received. Only chunks are in memory at once, and garbage that is not collected yet.
  if (before !== null && after !== null) expect(after - before).toBeLessThan(100);
  const fetched = (await (await call(`/v1/documents/${created.id}`)).json()) as { status: string };
  expect(fetched.status).toBe('awaiting_upload');
  expect(await api.stop()).toBe(0);
  await rm(folder, { recursive: true, force: true });
});
