/**
 * Every guide of docs/guides, followed literally: files are written and commands run exactly as in the text, in their order,
 * in a folder that contains only lease.pdf and lease-with-tags.pdf, against a real API with workers and a mailbox.
 */
import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { lastingPort } from '@countersign/dev-database/postmaster';
import { startMailbox } from '@countersign/mailbox/mailbox';
import { createFileStorage } from '@countersign/storage/file-storage';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, testSecretKey } from '../support/api.ts';
import { embedPackage } from '../support/built.ts';
import { compileCache } from '../support/cache.ts';
import { testDatabase } from '../support/database.ts';
import { startWorker, until } from '../support/processes.ts';
import { clientPath, clientPython } from '../support/python-client.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { openGuard } from '../support/webhooks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guides = join(root, 'docs/guides');
const run = promisify(execFile);

let api: TestApi;
let folder: string;
let mailboxUrl: string;
let hasPython: boolean;
const closers: Array<() => Promise<unknown>> = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-guides-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const { url } = await testDatabase();
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 });
  closers.push(() => mailbox.close());
  mailboxUrl = mailbox.url;
  api = await startTestApi({
    storage: createFileStorage({ root: join(folder, 'blobs') }),
    guard: openGuard,
    requestLog: true,
  });
  await startWorker({
    queues: 'mail,seal,bulk,webhook',
    databaseUrl: url,
    folder,
    env: {
      SMTP_URL: mailbox.smtpUrl,
      PUBLIC_URL: api.url,
      SECRET_KEY: testSecretKey,
      WEBHOOK_ALLOW_PRIVATE: 'true',
    },
  });
  hasPython = await run('python3', ['--version']).then(
    () => true,
    () => false,
  );
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

interface Box {
  language: string;
  /** The words after the language: the name of the file, or a condition. */
  words: string;
  text: string;
}

/** The boxes of a page in their order, without the indentation of a list. */
function boxesIn(page: string): Box[] {
  return [...page.matchAll(/^( *)```(\w+) ?(.*)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', language = '', words = '', text = '']) => ({
      language,
      words,
      text: text
        .split('\n')
        .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
        .join('\n'),
    }),
  );
}

/** Follows a guide. Returns what it printed, and the folder in which it was followed. */
async function follow(guide: string): Promise<{ out: string; place: string; port: number }> {
  const page = await readFile(join(guides, guide), 'utf8');
  const place = await mkdtemp(join(folder, 'guide-'));
  const bin = join(place, 'bin');
  await mkdir(bin);
  await mkdir(join(place, 'node_modules/@countersign'), { recursive: true });
  await symlink(join(root, 'packages/client'), join(place, 'node_modules/@countersign/client'));
  await symlink(embedPackage, join(place, 'node_modules/countersign-embed'));
  const command = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'apps/cli/src/main.ts')}' "$@"\n`;
  await writeFile(join(bin, 'countersign'), command, { mode: 0o755 });
  await symlink(process.execPath, join(bin, 'node'));
  const python = page.includes('```sh python-client') ? clientPython : undefined;
  if (python) await writeFile(join(bin, 'python3'), `#!/bin/sh\nexec '${python}' -B "$@"\n`, { mode: 0o755 });
  await writeFile(join(place, 'lease.pdf'), await samplePdf(1, guide));
  await writeFile(join(place, 'lease-with-tags.pdf'), await samplePdf(1, '{{signature role=Tenant}}'));

  const boxes = boxesIn(page);
  for (const { language, words, text } of boxes)
    if (language !== 'sh' && words) await writeFile(join(place, words), text);
  const isRun = ({ language, words }: Box) =>
    language === 'sh' &&
    (words === '' || (words === 'python' && hasPython) || (words === 'python-client' && clientPython));
  const script = boxes.filter(isRun).map(({ text }) => text);
  expect(script.length).toBeGreaterThan(0);
  await writeFile(join(place, 'guide.sh'), `set -euo pipefail\n${script.join('\n')}`);

  const port = await lastingPort();
  const { testKey } = await api.createTestWorkspace();
  const env = {
    ...{ PATH: `${bin}:${process.env.PATH}`, HOME: place, PORT: String(port), ...compileCache },
    ...{ COUNTERSIGN_URL: api.url, COUNTERSIGN_API_KEY: testKey, MAILBOX_URL: mailboxUrl },
    ...(python ? clientPath : {}),
  };
  const { stdout, stderr } = await run('bash', ['guide.sh'], { cwd: place, env, timeout: 500_000 });
  return { out: stdout + stderr, place, port };
}

const isPdf = async (place: string, name: string) =>
  (await readFile(join(place, name))).subarray(0, 5).toString() === '%PDF-';

test('the first document: curl, Node and Python each end with a sealed file', async () => {
  const { out, place } = await follow('first-document.md');
  expect(out).toContain('"status":"sent"');
  expect(out).toMatch(/sent$/m);
  expect(out).toMatch(/intact$/m);
  expect(out.match(/^sealed: \d+ bytes$/gm)).toHaveLength(hasPython ? 2 : 1);
  const files = ['lease-signed.pdf', 'lease-from-node.pdf', ...(hasPython ? ['lease-from-python.pdf'] : [])];
  for (const name of files) expect([name, await isPdf(place, name)]).toEqual([name, true]);
});

test('templates: a document is made with its values, and once per Idempotency-Key', async () => {
  const { out, place } = await follow('templates.md');
  expect(out).toContain('Lease of Ada Lovelace');
  expect(JSON.parse(await readFile(join(place, 'document.json'), 'utf8'))).toMatchObject({
    title: 'Lease of Ada Lovelace',
    status: 'sent',
  });
});

test('direct links: a visit creates a document, and a link that was turned off refuses', async () => {
  const { out } = await follow('direct-links.md');
  expect(out).toMatch(/\/d\/[\w-]{43}/);
  expect(out).toContain('{"status":"emailed","url":null}');
  expect(out).toContain('1 of 50');
  expect(out).toContain('"reason":"disabled"');
});

test('the request log: a refused request is found by its id', async () => {
  const { out } = await follow('request-log.md');
  expect(out).toContain('my-first-mistake');
  expect(out).toContain('"problem":"validation"');
});

test('fields from the PDF: an anchor and a text tag place fields', async () => {
  const { out, place } = await follow('fields-from-pdf.md');
  expect(out).toContain('the field is on page 1');
  expect(JSON.parse(await readFile(join(place, 'document.json'), 'utf8'))).toMatchObject({
    status: 'draft',
    fields: [{ type: 'signature', page: 1 }],
  });
});

test('conditional fields: what is hidden has no value', async () => {
  const { out } = await follow('conditional-fields.md');
  expect(out).toContain('pets: true\nkind: Cat\nwhich: null\n');
});

test('several files: combined in one request and step by step', async () => {
  const { out, place } = await follow('several-files.md');
  expect(out).toContain('first_page: 1');
  expect(JSON.parse(await readFile(join(place, 'document.json'), 'utf8'))).toMatchObject({
    status: 'draft',
    files: [{ name: 'lease-with-tags.pdf', first_page: 1 }],
  });
});

test('bulk sends: the wrong line is named, the others are sent, then rows are repaired and all documents voided', async () => {
  const { out, place } = await follow('bulk-sends.md');
  expect(out).toContain('exit status 1');
  expect(out).toContain('line 4, column email');
  const states = (await readFile(join(place, 'sent.jsonl'), 'utf8')).trim().split('\n');
  expect(JSON.parse(states.at(-1)!)).toMatchObject({
    status: 'done',
    sent_count: 2,
    invalid_count: 1,
  });
  expect((await readFile(join(place, 'results.csv'), 'utf8')).trim().split('\n')).toHaveLength(4);
  expect(await readFile(join(place, 'corrections-results.csv'), 'utf8')).toBe(
    'line,row_no,external_id,result,error\r\n2,1,,corrected,\r\n3,3,,requeued,\r\n',
  );
  expect(out).toContain('Voided: 3 of 3 documents');
});

test('own ids: a second document with the same id is refused, and the rows keep theirs', async () => {
  const { out, place } = await follow('own-ids.md');
  const [existing, found] = out.match(/^doc_\w+$/gm) ?? [];
  expect([typeof existing, found]).toEqual(['string', existing]);
  expect(out).toMatch(/^C-7$/m);
  const [head, ...rows] = (await readFile(join(place, 'results.csv'), 'utf8')).trim().split(/\r?\n/);
  expect(head).toContain('external_id,meta_unit');
  expect(rows).toEqual([expect.stringContaining('tenant-1,12'), expect.stringContaining('tenant-2,14')]);
});

test('webhooks: the receiver verifies and prints a ping and an event', async () => {
  const { place, port } = await follow('webhooks.md');
  const received = await readFile(join(place, 'received.log'), 'utf8');
  expect(received.trim().split('\n').sort()).toEqual([
    expect.stringMatching(/^document\.created doc_/),
    'ping -',
  ]);

  if (!hasPython) return;
  const { secret } = JSON.parse(await readFile(join(place, 'webhook.json'), 'utf8')) as { secret: string };
  const python = spawn('python3', ['receiver.py'], {
    cwd: place,
    env: { PATH: process.env.PATH, HOME: place, PORT: String(port), WEBHOOK_SECRET: secret },
  });
  const printed = new Promise((resolve) => python.stdout.once('data', (text) => resolve(String(text))));
  try {
    const body = '{"id":"evt_outbox_1","type":"document.sent","document":"doc_1"}';
    const deliver = async (signature: string) => {
      const headers = { 'X-Service-Signature': signature };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status;
    };
    const signature = `v1=${createHmac('sha256', secret).update(body).digest('hex')}`;
    await until(() => deliver('').then(Boolean, () => false), 'the receiver to listen');
    expect([await deliver('v1=00'), await deliver(`v1=00,${signature}`)]).toEqual([401, 204]);
    expect(await printed).toBe('document.sent doc_1\n');
  } finally {
    python.kill('SIGKILL');
  }
});

test('signing on pages of your own: the page gets a session, the recipient signs by the API and the document is sealed', async () => {
  const { out } = await follow('embedded-signing.md');
  expect(out).toContain('Ada Lovelace, please sign lease');
  expect(out).toContain('completed completed');
  expect(out).toContain('envelope.sealed');
});

(clientPython ? test : test.skip)(
  'from Python: a document is signed, and many are created at once',
  async () => {
    const { out, place } = await follow('python.md');
    expect(out).toMatch(/^sent: \d+ recipients?$/m);
    expect(out).toMatch(/^completed: envelope\.created, .*envelope\.sealed, envelope\.downloaded$/m);
    expect(out).toMatch(/^422 validation: \S/m);
    expect(out).toMatch(/^20 documents, 20 of them drafts$/m);
    expect(await isPdf(place, 'lease-signed.pdf')).toBe(true);
  },
);

test('corrections: the person gets a new address and name, the document a later end, and the audit trail has both values', async () => {
  const { out } = await follow('corrections.md');
  expect(out).toMatch(/^ada@example\.com$/m);
  expect(out).toContain('ada@exmaple.com');
});

test('assistants: a program uses the tools over the Model Context Protocol', async () => {
  const { out } = await follow('assistants.md');
  expect(out).toMatch(/^tools: .*\bsend_document\b/m);
  expect(out).toMatch(/^status: sent$/m);
});

test('going live: probes answer, a test key makes no live key, time passes', async () => {
  const { out, place } = await follow('going-live.md');
  expect(out).toContain('exit status 3');
  expect(out).toMatch(/^reminders: 1, expired: true$/m);
  expect(JSON.parse(await readFile(join(place, 'events.json'), 'utf8')).length).toBeGreaterThan(4);
});

test('every guide with commands is followed, and the list names all guides', async () => {
  const files = (await readdir(guides)).filter((name) => name !== 'README.md');
  const list = await readFile(join(guides, 'README.md'), 'utf8');
  const own = await readFile(fileURLToPath(import.meta.url), 'utf8');
  expect(files.filter((name) => !list.includes(`(${name})`))).toEqual([]);
  for (const name of files) {
    const hasCommands = (await readFile(join(guides, name), 'utf8')).includes('```sh');
    expect([name, own.includes(`follow('${name}')`)]).toEqual([name, hasCommands]);
  }
});
