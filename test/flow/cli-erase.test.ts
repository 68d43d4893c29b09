/** `countersign documents erase` against a real API: its questions, its effect and its exit status. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCommandLine } from '@countersign/cli/run';
import { openTerminal } from '@countersign/cli/terminal';
import { verifyChain } from '@countersign/contract/audit-chain';
import type { EventOut } from '@countersign/contract/event';
import { encodeId } from '@countersign/contract/ids';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { runCommandHere } from '../support/command-here.ts';
import { sentDocument } from '../support/documents.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let api: TestApi;
let workspace: TestWorkspace;
let folder: string;

beforeAll(async () => {
  [api, folder] = await Promise.all([startTestApi(), mkdtemp(join(tmpdir(), 'countersign-cli-erase-'))]);
  workspace = await api.createTestWorkspace();
  await writeFile(join(folder, 'lease.pdf'), await samplePdf(2));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const withKey = (key: string) => ({ COUNTERSIGN_API_KEY: key, COUNTERSIGN_URL: api.url });
const run = (...words: string[]) => runCommandHere(words, withKey(workspace.liveKey));

/** Runs the command, expects success, and returns its JSON. */
async function json<T = Record<string, unknown>>(...words: string[]): Promise<T> {
  const { status, out, err } = await run(...words, '--json');
  expect([status, err]).toEqual([0, '']);
  return JSON.parse(out) as T;
}

describe('documents erase', () => {
  const voided = async () => {
    const { id } = await sentDocument({ ...workspace.ctx(), storage: api.storage });
    const publicId = encodeId('doc', id);
    await workspace.live.post(`/v1/documents/${publicId}/void`, { reason: 'Enough' });
    return publicId;
  };

  test('erases with --yes and prints the head of the audit trail, which verifies; repeating it changes nothing', async () => {
    const id = await voided();
    const unsure = await run('documents', 'erase', id);
    expect([unsure.status, unsure.out, unsure.err]).toEqual([
      2,
      '',
      'error: This cannot be undone: add --yes.\n',
    ]);
    expect((await json('documents', 'get', id)).erased_at ?? null).toBeNull();

    const { status, out, err } = await run('documents', 'erase', id, '--yes');
    expect([status, err]).toEqual([0, '']);
    const head = /^Erased (doc_\w+)\nEvents erased {4}\d+\nTrail ends with {2}([0-9a-f]{64})\n$/.exec(out);
    expect(head?.[1]).toBe(id);
    const trail = await json<EventOut[]>('documents', 'events', id);
    expect(verifyChain(trail)).toMatchObject({ ok: true, head: head?.[2] });
    expect(JSON.stringify(trail)).not.toMatch(/ada@|lovelace/i);
    expect((await run('documents', 'get', id)).out).toMatch(/^Erased {4}\d{4}-/m);
    const again = { id, events_erased: 0, sealed_kept: false, removed: false, chain_head: head?.[2] };
    expect(await json('documents', 'erase', id, '--yes', '--keep-sealed')).toMatchObject(again);
  });

  test('deletes a draft; exits with 5 for an open document and with 4 for a document of the other mode', async () => {
    const { id: draft } = await json<{ id: string }>('documents', 'create', join(folder, 'lease.pdf'));
    const { id: open } = await sentDocument({ ...workspace.ctx(), storage: api.storage });
    const [deleted, refused, elsewhere] = await Promise.all([
      run('documents', 'erase', draft, '--yes'),
      run('documents', 'erase', encodeId('doc', open), '--yes'),
      runCommandHere(['documents', 'erase', encodeId('doc', open), '-y'], withKey(workspace.testKey)),
    ]);
    expect([deleted.status, deleted.out.split('\n')[0]]).toEqual([0, `Deleted the draft ${draft}`]);
    expect((await run('documents', 'get', draft)).status).toBe(4);
    expect([refused.status, refused.out]).toEqual([5, '']);
    expect(refused.err).toContain('void it first');
    expect([elsewhere.status, elsewhere.out]).toEqual([4, '']);
  });

  test('asks for confirmation with the title in a terminal; the answer no changes nothing', async () => {
    const id = await voided();
    const title = (await json<{ title: string }>('documents', 'get', id)).title;
    const answered = async (answer: string) => {
      const [input, out, err] = [new PassThrough(), new PassThrough(), new PassThrough()];
      const asked: string[] = [];
      err.setEncoding('utf8').on('data', (text: string) => {
        asked.push(text);
        if (text.includes('[y/N]')) input.write(`${answer}\n`);
      });
      const streams = {
        in: Object.assign(input, { isTTY: true as const }),
        out,
        err: Object.assign(err, { isTTY: true as const }),
      };
      const terminal = openTerminal(streams, { NO_COLOR: '1' });
      const { signal } = new AbortController();
      const env = withKey(workspace.liveKey);
      const session = { terminal, env, platform: 'linux' as const, version: '0.0.0', signal, options: {} };
      return [await runCommandLine(session, ['documents', 'erase', id]), asked.join('')] as const;
    };
    const question = `Erase the personal data and the files of "${title}" (${id}, voided) permanently? [y/N] `;
    expect(await answered('')).toEqual([130, expect.stringContaining(question)]);
    expect((await json('documents', 'get', id)).erased_at ?? null).toBeNull();
    expect((await answered('y'))[0]).toBe(0);
    expect((await json('documents', 'get', id)).title).toBe('erased');
  });
});
