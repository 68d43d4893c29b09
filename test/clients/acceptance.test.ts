/**
 * One list of steps, followed by the TypeScript client and by the Python client (for ordinary programs and for asyncio): the outcomes
 * are the same, also when every second request meets 429, 502, 503 or a lost connection, and nothing happens twice.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApi, type TestApi } from '../support/api.ts';
import { clientPath, clientPython } from '../support/python-client.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { followInTypeScript } from './run-typescript.ts';
import { scenario } from './scenario.ts';

const runner = fileURLToPath(new URL('run_python.py', import.meta.url));

let api: TestApi;
let folder: string;
beforeAll(async () => {
  [api, folder] = await Promise.all([startTestApi(), mkdtemp(join(tmpdir(), 'countersign-clients-'))]);
  await writeFile(join(folder, 'lease.pdf'), await samplePdf(1, 'clients'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the proxy if asked, follows the scenario in a workspace of its own, and returns the outcomes without what differs by chance. */
async function follow(client: 'typescript' | 'python' | 'asyncio', isDisturbed: boolean): Promise<unknown> {
  const { testKey } = await api.createTestWorkspace();
  // Clients that run at the same time save files of the same names.
  const own = await mkdtemp(join(folder, 'client-'));
  await copyFile(join(folder, 'lease.pdf'), join(own, 'lease.pdf'));
  const proxy = isDisturbed ? await startFaultProxy(api.url) : null;
  try {
    const given = { steps: scenario, url: proxy?.url ?? api.url, key: testKey, folder: own };
    const outcomes =
      client === 'typescript'
        ? await followInTypeScript(given)
        : await followInPython({ ...given, is_async: client === 'asyncio' });
    // On average, at least every second step was disturbed.
    if (proxy) expect(proxy.requests()).toBeGreaterThan(scenario.length * 1.5);
    return normalized(outcomes);
  } finally {
    proxy?.close();
  }
}

async function followInPython(given: object): Promise<unknown> {
  const child = spawn(clientPython!, ['-B', runner], { env: { ...process.env, ...clientPath } });
  const closed = once(child, 'close');
  child.stdin.end(JSON.stringify(given));
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return JSON.parse(out);
}

const patterns: ReadonlyArray<[kind: string, pattern: RegExp]> = [
  ['id', /\b[a-z]{2,5}_[0-9a-z]{26}\b/g],
  ['id', /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g],
  ['time', /\b\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g],
  ['service', /http:\/\/127\.0\.0\.1:\d+/g],
  ['token', /(?<=token=)[^&]+/g],
  ['event', /\bevt_outbox_\d+\b/g],
  ['workspace', /\btest-[0-9a-f]{12}\b/g],
  ['client', /\bcountersign-(?:client|python\/\S+)/g],
];
/**
 * Members that differ between two workspaces, or with the time. `used_bytes` counts a file twice until the daily measurement if it was
 * sent twice.
 */
const byChance =
  /^(hash|prev_hash|payload_hash|values_salt|values_sha256|display|chain_head|next_after|last_used_at|used_bytes)$/;

/** The outcomes with ids, times and the like replaced by their kind, ids also by the order in which they appear. */
function normalized(outcomes: unknown): unknown {
  const ids = new Map<string, string>();
  const mask = (text: string) =>
    patterns.reduce(
      (masked, [kind, pattern]) =>
        masked.replaceAll(pattern, (found) => {
          if (kind !== 'id') return kind;
          if (!ids.has(found)) ids.set(found, `id ${ids.size}`);
          return ids.get(found)!;
        }),
      text,
    );
  const walk = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one));
    if (typeof value === 'object' && value !== null) {
      // The feed holds events back while an older transaction runs anywhere on the server.
      const isFeed = 'next_after' in value;
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [
          key,
          isFeed && key === 'has_more' ? 'by chance' : walk(one, key),
        ]),
      );
    }
    if (byChance.test(name)) return 'by chance';
    return typeof value === 'string' ? mask(value) : value;
  };
  return walk(outcomes);
}

const canRunPython = clientPython === undefined ? test.skip : test;

let expected: unknown;
let found: Record<
  'typescriptDisturbed' | 'python' | 'asyncio' | 'pythonDisturbed' | 'asyncioDisturbed',
  unknown
>;
beforeAll(async () => {
  const inPython = async (client: 'python' | 'asyncio', isDisturbed: boolean) =>
    clientPython && follow(client, isDisturbed);
  const [typescript, typescriptDisturbed, python, asyncio, pythonDisturbed, asyncioDisturbed] =
    await Promise.all([
      follow('typescript', false),
      follow('typescript', true),
      inPython('python', false),
      inPython('asyncio', false),
      inPython('python', true),
      inPython('asyncio', true),
    ]);
  expected = typescript;
  found = { typescriptDisturbed, python, asyncio, pythonDisturbed, asyncioDisturbed };
});

test('the scenario succeeds where it should, and fails where it should', () => {
  const statuses = (expected as Array<{ status?: number }>).map(({ status }) => status ?? 'answer');
  expect(statuses.slice(0, -7)).toEqual(Array(scenario.length - 7).fill('answer'));
  expect(statuses.slice(-7)).toEqual([404, 404, 422, 409, 422, 'answer', 'answer']);
});

test('the TypeScript client has the same outcomes when it is disturbed', () => {
  expect(found.typescriptDisturbed).toEqual(expected);
});

canRunPython('the Python clients have the same outcomes', () => {
  expect(found.python).toEqual(expected);
  expect(found.asyncio).toEqual(expected);
});

canRunPython('the Python clients have the same outcomes when they are disturbed', () => {
  expect(found.pythonDisturbed).toEqual(expected);
  expect(found.asyncioDisturbed).toEqual(expected);
});
