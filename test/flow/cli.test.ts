/**
 * `countersign` against a real API: its output, its effect and its exit status. It runs as a process of its own where it signs in,
 * watches, or reads standard input.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { runCommandLine } from '@countersign/cli/run';
import { openTerminal } from '@countersign/cli/terminal';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { activeCodes, activePdf } from '../support/active-pdf.ts';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { runCommandHere } from '../support/command-here.ts';
import { type CommandLine, type Ended, runCommand, startCommand } from '../support/command-line.ts';
import { sentCopy, sentDocument } from '../support/documents.ts';
import { person } from '../support/people.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let api: TestApi;
let workspace: TestWorkspace;
/** Commands name files relative to the working directory. */
const start = process.cwd();
let folder: string;
const servers: Server[] = [];

beforeAll(async () => {
  [api, folder] = await Promise.all([startTestApi(), mkdtemp(join(tmpdir(), 'countersign-cli-'))]);
  workspace = await api.createTestWorkspace();
  await writeFile(join(folder, 'lease.pdf'), await samplePdf(2));
  process.chdir(folder);
});
afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections();
  process.chdir(start);
  await rm(folder, { recursive: true, force: true });
});

const withKey = (key: string, url = api.url) => ({ COUNTERSIGN_API_KEY: key, COUNTERSIGN_URL: url });

/** Runs the CLI with an API key of the workspace. */
const run = (...words: string[]): Promise<Ended> => runCommandHere(words, withKey(workspace.liveKey));

/** Runs the command, expects success, and returns its JSON. */
async function json<T = Record<string, unknown>>(...words: string[]): Promise<T> {
  const { status, out, err } = await run(...words, '--json');
  expect([status, err]).toEqual([0, '']);
  return JSON.parse(out) as T;
}

/** The cells of each line of a table. */
const cells = (table: string) =>
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));

/** A server that is not Countersign. */
async function serve(answer: (path: string) => [number, Record<string, string>, string]): Promise<string> {
  const server = createServer((request, response) => {
    const [status, headers, body] = answer(request.url ?? '');
    response.writeHead(status, headers).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const blue = { create: { width: 40, height: 30, channels: 3, background: 'blue' } } as const;
const signer = ['--recipient', 'Ada Lovelace <ada@example.test>', '--field', 'signature:1:10%,80%,30%,6%'];

describe('documents', () => {
  test('create uploads, places fields and sends; get, list, events, send, void and duplicate work on the result', async () => {
    const { status, out, err } = await run(
      ...['documents', 'create', 'lease.pdf', '--title', 'Lease of a flat', ...signer],
      ...[
        '-r',
        'Grace <grace@example.test>:approver:2:otp',
        '-f',
        'date:2:0.5,0.8,0.2,0.04:for=1:name=day:optional',
      ],
      ...['--message', 'Hello', '--expires', '14d', '--reminder-days', '3', '--send'],
    );
    expect([status, err]).toEqual([0, '']);
    const id = /^Sent (doc_[0-9a-z]{26}) {2}Lease of a flat {2}\(sent\)\n$/.exec(out)?.[1];
    const { body } = await workspace.live.get(`/v1/documents/${id}`);
    expect(body).toMatchObject({
      title: 'Lease of a flat',
      status: 'sent',
      message: 'Hello',
      reminder_cadence_days: 3,
    });
    expect(body.recipients).toMatchObject([
      { name: 'Ada Lovelace', role: 'signer', signing_order: 1, auth_level: 'link' },
      { name: 'Grace', role: 'approver', signing_order: 2, auth_level: 'otp' },
    ]);
    expect(body.fields).toMatchObject([
      { type: 'signature', page: 1, x: 0.1, y: 0.8, w: 0.3, h: 0.06, recipient_id: body.recipients[0].id },
      { type: 'date', page: 2, name: 'day', required: false, recipient_id: body.recipients[0].id },
    ]);

    const [shown, listed, trail, again, copy] = await Promise.all([
      run('documents', 'get', id!),
      run('documents', 'list', '--query', 'of a FLAT'),
      json<Array<{ event_type: string }>>('documents', 'events', id!),
      json('documents', 'send', id!),
      json<{ id: string }>('documents', 'duplicate', id!, '--title', 'Second'),
    ]);
    expect(shown.out).toMatch(/^Status {4}sent$/m);
    expect(cells(shown.out)).toContainEqual(['2', 'approver', 'pending', '-', 'Grace', 'grace@example.test']);
    expect(cells(listed.out)).toEqual([
      ['ID', 'STATUS', 'SIGNED', 'CREATED', 'TITLE'],
      [id, 'sent', '0/2', expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/), 'Lease of a flat'],
    ]);
    expect(trail.map(({ event_type }) => event_type)).toContain('envelope.sent');
    expect(again).toEqual({ id, status: 'sent' });
    expect((await workspace.live.get(`/v1/documents/${copy.id}`)).body.title).toBe('Second');

    const corrected = await run(
      ...['documents', 'correct', id!, 'ADA@example.test', '--email', 'ada.king@example.test'],
      ...['--order', '3', '--expires', '30d'],
    );
    expect([corrected.status, corrected.err]).toEqual([0, '']);
    expect((await workspace.live.get(`/v1/documents/${id}`)).body.recipients).toMatchObject([
      { email: 'ada.king@example.test', signing_order: 3, status: 'pending' },
      { name: 'Grace', status: 'sent' },
    ]);
    for (const wrong of [[], ['nobody@example.test', '--name', 'X'], ['grace@example.test'], ['--name', 'X']])
      expect((await run('documents', 'correct', id!, ...wrong)).status).toBe(2);

    expect(await json('documents', 'void', id!, '--reason', 'Changed terms')).toEqual({
      id,
      status: 'voided',
    });
    const late = await run('documents', 'void', id!, '--reason', 'Again');
    expect([late.status, late.out]).toEqual([5, '']);
    expect(late.err).toContain('The document is voided');
    expect(late.err).toMatch(/\/errors\/document-state {2}request id [0-9a-f-]{36}/);
  });

  test('create prints PDF warnings with advice on standard error, and includes them in its JSON', async () => {
    await writeFile(join(folder, 'offer.pdf'), activePdf());
    const { status, out, err } = await run('documents', 'create', 'offer.pdf', ...signer);
    expect(status).toBe(0);
    expect(out).toMatch(/^Created doc_/);
    const lines = err.trimEnd().split('\n');
    expect(lines).toHaveLength(activeCodes.length);
    for (const line of lines) expect(line).toMatch(/^warning: This document .+ \([a-z_]+\)$/);
    expect(err).toContain(
      'contains JavaScript, which can change what a reader shows. Print the document to a new PDF',
    );
    const created = await json<{ warnings: Array<{ code: string }> }>(
      'documents',
      'create',
      'offer.pdf',
      ...signer,
    );
    expect(created.warnings.map(({ code }) => code).toSorted()).toEqual(activeCodes);
  });

  test('create reads a spec from a file or standard input, and options override it', async () => {
    const spec = {
      title: 'From the file',
      message: 'M',
      recipients: [{ name: 'Ada', email: 'ada@example.test' }],
    };
    await writeFile(join(folder, 'spec.json'), JSON.stringify(spec));
    const words = ['documents', 'create', 'lease.pdf', '--title', 'Mine', '--json', '--from'];
    const env = withKey(workspace.testKey);
    const [fromFile, fromInput] = await Promise.all([
      runCommand([...words, 'spec.json'], { cwd: folder, env }),
      runCommand([...words, '-'], { cwd: folder, env, input: JSON.stringify(spec) }),
    ]);
    for (const { status, out } of [fromFile, fromInput]) {
      expect(status).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        title: 'Mine',
        message: 'M',
        mode: 'test',
        recipients: [{ name: 'Ada' }],
      });
    }
  });

  test('create and upload put several files together, in the order of the options; other files are refused', async () => {
    await writeFile(join(folder, 'annex.pdf'), await samplePdf(1, 'annex'));
    await writeFile(join(folder, 'plan.png'), await sharp(blue).png().toBuffer());
    type Made = { id: string; files: Array<{ name: string; first_page: number }> };
    const made = await json<Made>(
      ...['documents', 'create', 'lease.pdf', '--file', 'plan.png', '--file', 'annex.pdf', ...signer],
    );
    expect(made.files.map(({ name, first_page }) => [name, first_page])).toEqual([
      ['lease.pdf', 1],
      ['plan.png', 3],
      ['annex.pdf', 4],
    ]);
    const picture = await json<Made>('documents', 'create', '--file', 'plan.png', ...signer);
    expect(picture).toMatchObject({ title: 'plan', files: [{ name: 'plan.png' }] });
    const draft = await json<Made>('documents', 'create', '--title', 'Empty');
    const uploaded = await json<Made>('documents', 'upload', draft.id, 'lease.pdf', '--file', 'annex.pdf');
    expect(uploaded.files.map(({ name }) => name)).toEqual(['Empty.pdf', 'annex.pdf']);
    const wrong = await run('documents', 'create', 'lease.pdf', '--file', 'notes.txt');
    expect([wrong.status, wrong.err]).toEqual([
      2,
      expect.stringContaining('notes.txt is not a PDF, JPEG, PNG or DOCX file'),
    ]);
  });

  test('upload adds the PDF to a draft without one', async () => {
    const draft = await json<{ id: string; status: string }>(
      'documents',
      'create',
      '--title',
      'Later',
      ...signer,
    );
    expect(draft.status).toBe('awaiting_upload');
    expect(await json('documents', 'upload', draft.id, 'lease.pdf', '--send')).toMatchObject({
      status: 'sent',
    });
    const again = await run('documents', 'upload', draft.id, 'lease.pdf');
    expect([again.status, again.out]).toEqual([5, '']);
    expect(again.err).toMatch(/^error: Not possible in the current state of the document/);
  });

  test('list filters, and fetches all pages', async () => {
    const other = await api.createTestWorkspace();
    const source = await sentDocument({ ...other.ctx(), storage: api.storage });
    await Promise.all(Array.from({ length: 4 }, () => sentCopy(other.ctx(), source)));
    const env = withKey(other.liveKey);
    const list = async (...words: string[]) =>
      JSON.parse((await runCommand(['documents', 'list', '--json', ...words], { env })).out) as {
        items: Array<{ id: string }>;
        total: number;
      };
    const [all, some, none, recent] = await Promise.all([
      list('--status', 'sent', '--status', 'draft'),
      list('--limit', '3', '--offset', '1'),
      list('--status', 'completed'),
      list('--after', '1d', '--recipient', 'ada@example.test', '--folder', 'root'),
    ]);
    expect([all, some, none, recent].map(({ items, total }) => [items.length, total])).toEqual([
      [5, 5],
      [3, 5],
      [0, 0],
      [5, 5],
    ]);
    const rest = await list('--starting-after', all.items[1]!.id);
    expect(rest.items).toEqual(all.items.slice(2));
  });

  test('download writes the whole file or nothing, overwrites no file, and can write to standard output', async () => {
    const { id } = await json<{ id: string }>('documents', 'create', 'lease.pdf');
    const original = await readFile(join(folder, 'lease.pdf'));
    const saved = await run('documents', 'download', id, '-o', 'copy.pdf');
    expect([saved.status, saved.out]).toEqual([0, expect.stringMatching(/^Saved copy\.pdf \(\d/)]);
    expect((await readFile(join(folder, 'copy.pdf'))).equals(original)).toBe(true);

    const [refused, early, piped] = await Promise.all([
      run('documents', 'download', id, '-o', 'copy.pdf'),
      run('documents', 'download', id, '--sealed', '-o', 'sealed.pdf'),
      run('documents', 'download', id, '-o', '-'),
    ]);
    expect([refused.status, refused.err]).toEqual([
      8,
      'error: copy.pdf: it exists already; --force overwrites it\n',
    ]);
    expect(early.status).toBe(5);
    expect([piped.status, piped.out.startsWith('%PDF-')]).toEqual([0, true]);
    const [file, none] = await Promise.all([
      run('documents', 'download', id, '--file', '1', '-o', 'first.pdf'),
      run('documents', 'download', id, '--file', '2', '-o', 'second.pdf'),
    ]);
    expect(file.status).toBe(0);
    expect((await readFile(join(folder, 'first.pdf'))).equals(original)).toBe(true);
    expect([none.status, none.err]).toEqual([2, expect.stringContaining('The document has 1 file')]);
    expect((await readdir(folder)).filter((name) => /sealed|part/.test(name))).toEqual([]);
  });

  test('watch prints events as they happen and ends when the document closes; Ctrl-C ends it cleanly', async () => {
    const document = await sentDocument({ ...workspace.ctx(), storage: api.storage });
    const { body } = await workspace.live.get('/v1/documents?limit=1');
    const id = body.items[0].id as string;
    expect(body.items[0].title).toBe(document.title);
    const env = withKey(workspace.liveKey);
    const watching = startCommand(['documents', 'watch', id, '--interval', '1'], { env });
    const other = startCommand(['documents', 'watch', id, '--interval', '1', '--json'], { env });
    await Promise.all([watching.until('envelope.sent'), other.until('envelope.sent')]);
    other.interrupt();
    const interrupted = await other.ended;
    expect([interrupted.status, interrupted.err]).toEqual([130, '']);
    expect(
      interrupted.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).seq),
    ).toEqual([1, 2, 3, 4, 5]);

    await workspace.live.post(`/v1/documents/${id}/void`, { reason: 'Enough' });
    const { status, out, err } = await watching.ended;
    expect([status, err]).toEqual([1, 'error: The document was voided.\n']);
    expect(out.trim().split('\n').at(-1)).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}envelope\.voided +First live key$/,
    );
  });

  test('text written by others cannot send control codes to the terminal', async () => {
    const title = 'Evil \u001b[2J\u009b2J\u202e漢字';
    const { body } = await workspace.live.post('/v1/documents', { title });
    const [asTable, asJson, alone] = await Promise.all([
      run('documents', 'list', '--query', 'Evil'),
      run('documents', 'list', '--query', 'Evil', '--json'),
      run('documents', 'get', body.id),
    ]);
    for (const { out } of [asTable, asJson, alone])
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(asTable.out).toContain('Evil ?[2J?2J?漢字');
    expect(JSON.parse(asJson.out).items[0].title).toBe(title);
  });
});

describe('templates, folders, keys and the account', () => {
  test('a template takes its fields from tags in the PDF', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage().drawText('{{signature role=Tenant}}', { x: 50, y: 300, size: 12 });
    await writeFile(join(folder, 'tagged.pdf'), await pdf.save());
    const made = await json<{ fields: Array<{ type: string; recipient_index: number }> }>(
      ...['templates', 'create', 'tagged.pdf', '--fields-from', 'tags', '-r', 'Tenant <t@example.test>'],
    );
    expect(made.fields).toMatchObject([{ type: 'signature', recipient_index: 0 }]);
    const wrong = await run('templates', 'create', 'tagged.pdf', '--fields-from', 'guess');
    expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining('tags or form')]);
  });

  test('a template can be created, shown, copied, used, sent and deleted', async () => {
    const made = await json<{ id: string; version: number }>(
      ...['templates', 'create', 'lease.pdf', '--name', 'Lease', ...signer],
      ...[
        '--field',
        'text:1:0.1,0.2,0.4,0.03:name=address:max_length=40',
        '--field',
        'radio:1:0.1,0.3,0.1,0.03:name=size:options=S|M',
      ],
    );
    const [shown, listed, copy, used] = await Promise.all([
      run('templates', 'get', made.id),
      run('templates', 'list', '-q', 'lease'),
      json<{ id: string }>('templates', 'duplicate', made.id, '--name', 'Copy'),
      json<{ status: string; fields: Array<{ name: string | null; prefill_value: string | null }> }>(
        ...[
          'templates',
          'use',
          made.id,
          '-r',
          'Grace <grace@example.test>',
          '--value',
          'address=St James = 12',
        ],
        ...['--value', '2=M', '--title', 'Of Grace', '--send'],
      ),
    ]);
    expect(cells(shown.out)).toContainEqual(['1', 'text', '1', '1', 'yes', 'address']);
    expect(cells(listed.out)).toContainEqual([made.id, '1', '1', '3', expect.any(String), 'Lease']);
    expect(used.status).toBe('sent');
    expect(used.fields.map(({ name, prefill_value }) => [name, prefill_value])).toEqual([
      [null, null],
      ['address', 'St James = 12'],
      ['size', 'M'],
    ]);

    const unsure = await run('templates', 'delete', copy.id);
    expect([unsure.status, unsure.err]).toEqual([2, 'error: This cannot be undone: add --yes.\n']);
    expect((await run('templates', 'delete', copy.id, '--yes')).out).toBe(`Deleted ${copy.id}\n`);
    expect((await run('templates', 'get', copy.id)).status).toBe(4);
  });

  test('folders can be created, renamed, moved, shown as a tree, filled and deleted', async () => {
    const root = await json<{ id: string }>('folders', 'create', 'Leases');
    const inner = await json<{ id: string }>('folders', 'create', 'Old', '--in', root.id);
    expect(await json('folders', 'update', inner.id, '--name', 'Older')).toMatchObject({ name: 'Older' });
    expect((await run('folders', 'list')).out).toContain(`${inner.id}     Older\n`);
    const filed = await json<{ folder_id: string }>('documents', 'create', 'lease.pdf', '--folder', inner.id);
    expect(filed.folder_id).toBe(inner.id);
    expect((await run('folders', 'delete', inner.id, '-y')).status).toBe(5);
    expect(await json('folders', 'update', inner.id, '--in', 'root')).toMatchObject({ depth: 1 });
    expect((await run('folders', 'delete', root.id, '-y')).status).toBe(0);
  });

  test('keys: only the value goes to standard output; a revoked key gives exit status 3', async () => {
    const created = await run('keys', 'create', 'For a test', '--mode', 'test');
    const key = created.out.trim();
    expect(key).toMatch(/^cs_test_[0-9A-Za-z]{38}$/);
    const id = /key ([0-9a-f-]{36})\./.exec(created.err)![1]!;
    const env = withKey(key);
    const who = JSON.parse((await runCommand(['whoami', '--json'], { env })).out);
    expect(who).toMatchObject({ mode: 'test', key: { id }, url: api.url, profile: null });
    expect((await run('keys', 'revoke', id, '--yes')).status).toBe(0);
    const [listed, refused] = await Promise.all([run('keys', 'list'), runCommand(['whoami'], { env })]);
    expect(listed.out).toMatch(new RegExp(`^${id} {2}test {2}revoked `, 'm'));
    expect([refused.status, refused.out]).toEqual([3, '']);
    expect(refused.err).toContain('Run countersign login');
  });

  test('usage prints the allowance', async () => {
    expect((await run('usage')).out).toMatch(/^Documents sent {3}\d+ of 100,000 \(0 %\)$/m);
    expect(await json('usage')).toMatchObject({ envelopes: { allowance: 100_000 } });
  });
});

describe('signing in', () => {
  test('with a key: stored readable only by the user, used by later commands, one for each profile, removed by logout', async () => {
    const home = await mkdtemp(join(folder, 'home-'));
    const env = { XDG_CONFIG_HOME: home };
    const as = (...words: string[]) => runCommand(words, { env });
    const signIn = (key: string, ...words: string[]) =>
      runCommand(['login', '--with-key', '--url', api.url, ...words], { env, input: `${key}\n` });

    expect((await as('whoami')).status).toBe(3);
    expect((await signIn('cs_test_wrong')).status).toBe(3);
    const signedIn = await signIn(workspace.testKey);
    expect(signedIn).toEqual({
      status: 0,
      out: `Signed in to ${workspace.slug} (test) as profile "default".\n`,
      err: '',
    });
    const path = join(home, 'countersign', 'profiles.json');
    expect([(await stat(path)).mode & 0o777, (await stat(join(home, 'countersign'))).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);

    const other = await api.createTestWorkspace();
    await signIn(other.liveKey, '--profile', 'other');
    const [current, first, listed, elsewhere, unknown] = await Promise.all([
      as('whoami', '--json'),
      as('whoami', '--json', '--profile', 'default'),
      as('profiles', '--json'),
      as('whoami', '--url', 'https://elsewhere.example'),
      as('whoami', '--profile', 'nobody'),
    ]);
    expect(JSON.parse(current.out)).toMatchObject({
      workspace: { slug: other.slug },
      mode: 'live',
      profile: 'other',
    });
    expect(JSON.parse(first.out)).toMatchObject({ workspace: { slug: workspace.slug }, mode: 'test' });
    expect(listed.out).not.toContain(other.liveKey);
    expect(JSON.parse(listed.out)).toMatchObject([
      { profile: 'default' },
      { profile: 'other', is_current: true },
    ]);
    expect([elsewhere.status, elsewhere.err.includes('does not go to')]).toEqual([2, true]);
    expect([unknown.status, unknown.err.includes('default, other')]).toEqual([3, true]);

    expect((await as('profiles', 'default')).status).toBe(0);
    expect((await as('logout')).out).toBe(`Signed out of ${workspace.slug}.\n`);
    expect((await workspace.test.get('/v1/me')).status).toBe(401);
    expect(await readFile(path, 'utf8')).not.toContain(workspace.testKey);
    workspace.testKey = (await workspace.live.post('/v1/keys', { name: 'again', mode: 'test' })).body.key;
  });

  test('with a code that a person approves in the browser; exit status 1 if it is denied', async () => {
    const manager = await person(api, workspace, 'manager');
    const home = await mkdtemp(join(folder, 'home-'));
    const env = { XDG_CONFIG_HOME: home, COUNTERSIGN_URL: api.url };
    const words = ['login', '--mode', 'test', '--name', 'Laptop', '--profile'];
    const login = startCommand([...words, 'first'], { env });
    const refused = startCommand([...words, 'second', '--json'], { env });
    const codeOf = async (command: CommandLine, pattern: RegExp) => {
      const address = await command.until(pattern);
      return new URL(address[1]!).searchParams.get('code')!;
    };
    const [code, other] = await Promise.all([
      codeOf(login, /Approve it at (\S+)/),
      codeOf(refused, /"verification_uri_complete":"([^"]+)"/),
    ]);
    const asked = (await manager.get(`/v1/console/device/${code}`)).body;
    expect(asked).toMatchObject({ client: 'countersign-cli', mode: 'test', name: 'Laptop' });
    await manager.post(`/v1/console/device/${code}/approve`, { workspace: workspace.slug });
    await manager.post(`/v1/console/device/${other}/deny`);
    const [signedIn, denied] = await Promise.all([login.ended, refused.ended]);
    expect([signedIn.status, signedIn.out]).toEqual([
      0,
      `Signed in to ${workspace.slug} (test) as profile "first".\n`,
    ]);
    const [asking, ...problem] = denied.err.split('\n');
    expect(JSON.parse(asking!)).toMatchObject({ user_code: expect.any(String) });
    expect(JSON.parse(problem.join('\n'))).toEqual({ exit_status: 1, detail: 'The request was denied.' });
    expect([denied.status, denied.out]).toEqual([1, '']);
    const who = await runCommand(['whoami', '--json'], { env: { XDG_CONFIG_HOME: home } });
    expect(JSON.parse(who.out)).toMatchObject({ mode: 'test', key: { name: 'Laptop' }, url: api.url });
  });

  /** A session in a terminal in which somebody types these keys when asked for the API key, and what it shows. */
  async function typing(keys: string) {
    const home = await mkdtemp(join(folder, 'home-'));
    const [input, out, err] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const shown: string[] = [];
    for (const stream of [out, err])
      stream.setEncoding('utf8').on('data', (text: string) => {
        shown.push(text);
        if (text.startsWith('API key')) input.write(keys);
      });
    const raw: boolean[] = [];
    const streams = {
      in: Object.assign(input, { isTTY: true as const, setRawMode: (mode: boolean) => raw.push(mode) }),
      out,
      err: Object.assign(err, { isTTY: true as const }),
    };
    const session = {
      ...{ terminal: openTerminal(streams, {}), env: { XDG_CONFIG_HOME: home }, platform: 'linux' as const },
      ...{ version: '0.0.0', signal: new AbortController().signal, options: {} },
    };
    const status = await runCommandLine(session, ['login', '--with-key', '--url', api.url]);
    return { status, raw, text: shown.join('') };
  }

  test('in a terminal, a key that is typed is not shown', async () => {
    const { status, raw, text } = await typing(`${workspace.testKey}\r`);
    expect(status).toBe(0);
    // In raw mode the terminal itself does not echo.
    expect(raw).toEqual([true, false]);
    expect(text).toContain(`Signed in to ${workspace.slug} (test)`);
    expect(text).not.toContain(workspace.testKey.slice(0, 12));
  });

  test.each([
    ['Ctrl-C', 'cs_\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('130: %s at a question', async (_key, typed) => {
    const { status, raw, text } = await typing(typed);
    expect([status, raw, text]).toEqual([130, [true, false], 'API key (not shown): \n']);
  });

  test('a damaged file of profiles is named in the error', async () => {
    const home = await mkdtemp(join(folder, 'home-'));
    const env = { XDG_CONFIG_HOME: home };
    await runCommand(['login', '--with-key', '--url', api.url], { env, input: workspace.liveKey });
    await writeFile(join(home, 'countersign', 'profiles.json'), '{"current": 1}');
    const { status, err } = await runCommand(['whoami'], { env });
    expect([status, err.includes('profiles.json: this is not a file of profiles')]).toEqual([8, true]);
  });
});

describe('exit status', () => {
  test('2 for wrong usage, with the correct usage and without a request', async () => {
    const cases: Array<[string[], string]> = [
      [['documents', 'creat'], '(Did you mean create?)'],
      [['documents', 'get'], "missing required argument 'document'"],
      [['documents', 'list', '--status', 'open'], 'It must be one of draft'],
      [['documents', 'list', '--limit', '1e3'], 'whole number'],
      [['documents', 'create', 'lease.pdf', '-r', 'Ada'], 'is not a recipient'],
      [['documents', 'create', 'lease.pdf', '-r', 'a@b.test:boss'], '"boss"'],
      [['documents', 'create', 'lease.pdf', '-f', 'stamp:1:0,0,1,1'], 'the type must be one of'],
      [['documents', 'create', 'lease.pdf', '-f', 'text:1:0,0,1,1'], 'A field needs a --recipient'],
      [['documents', 'create', '--send', '--title', 'x'], 'name the file'],
      [['documents', 'create', 'lease.pdf', '--expires', '2026-02-30'], 'is not a time'],
      [['documents', 'download', 'doc_1', '--original', '--sealed'], 'Use only one of'],
      [['whoami', '--url', 'ftp://x'], 'is not the address of a service'],
      [['completion', 'tcsh'], 'bash, zsh, fish'],
    ];
    const ended = await Promise.all(cases.map(([words]) => run(...words)));
    expect(
      ended.map(({ status, out, err }, index) => [status, out, err.includes(cases[index]![1]) || err]),
    ).toEqual(cases.map(() => [2, '', true]));
  });

  test('4 not found, 6 unreachable or incomplete response, 7 invalid input with its place, 8 missing file', async () => {
    const away = await serve(() => [
      503,
      { 'Content-Type': 'text/html', 'Retry-After': '3600' },
      '<h1>Away</h1>',
    ]);
    const env = withKey(workspace.liveKey, away);
    const [unknown, unreachable, unavailable, refused, missing, notPdf] = await Promise.all([
      run('documents', 'get', 'doc_nix'),
      runCommand(['whoami'], { env: withKey(workspace.liveKey, 'http://127.0.0.1:9') }),
      runCommand(['whoami'], { env }),
      run('documents', 'create', 'lease.pdf', '-r', 'Ada <ada@>', '--redirect-url', 'nowhere'),
      run('documents', 'create', 'missing.pdf'),
      run('documents', 'create', 'lease.pdf', '--from', 'lease.pdf'),
    ]);
    expect([unknown.status, unknown.err]).toEqual([4, expect.stringContaining('error: Not found')]);
    expect([unreachable.status, unreachable.err]).toEqual([
      6,
      expect.stringMatching(
        /http:\/\/127\.0\.0\.1:9 cannot be reached: .+\n +Check the address: it comes from .*COUNTERSIGN_URL/,
      ),
    ]);
    expect([unavailable.status, unavailable.err]).toEqual([
      6,
      expect.stringContaining('Try again in 3600 s'),
    ]);
    expect(refused.status).toBe(7);
    expect(refused.err).toMatch(/^ {2}recipients\[0\]\.email: value is not a valid email address/m);
    expect(refused.err).toMatch(/^ {2}redirect_url: Value error/m);
    expect([missing.status, missing.err]).toEqual([8, 'error: missing.pdf: there is no such file\n']);
    expect([notPdf.status, notPdf.err]).toEqual([8, expect.stringContaining('lease.pdf: it is not JSON')]);
  });

  test('with --json, the problem document goes to standard error', async () => {
    const { status, out, err } = await run('documents', 'get', 'doc_nix', '--json');
    expect([status, out]).toEqual([4, '']);
    expect(JSON.parse(err)).toMatchObject({
      exit_status: 4,
      status: 404,
      type: '/problems/not-found',
      request_id: expect.any(String),
    });
  });

  test.each([
    ['an unknown option', ['documents', 'list', '--nope'], "unknown option '--nope'"],
    ['a wrong value', ['documents', 'list', '--limit', '0'], 'It must be a whole number from 1'],
    ['a missing argument', ['documents', 'get'], "missing required argument 'document'"],
    ['an unknown command', ['frobnicate'], "unknown command 'frobnicate'"],
    ['no command', ['documents'], 'A command is missing'],
  ])('with --json, wrong usage is reported as JSON: %s', async (_what, words, detail) => {
    const { status, out, err } = await run(...words, '--json');
    expect([status, out]).toEqual([2, '']);
    expect(JSON.parse(err)).toEqual({ exit_status: 2, detail: expect.stringContaining(detail) });
  });

  test('with --json, the problem document contains the id of the draft that remains when its PDF is refused', async () => {
    await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7 and no more');
    const words = ['documents', 'create', 'broken.pdf'];
    const [shown, { status, err }] = await Promise.all([run(...words), run(...words, '--json')]);
    expect(shown.err).toMatch(/^The draft doc_\w{26} was created, .*\nerror: /);
    expect([shown.status, status]).toEqual([7, 7]);
    const reported = JSON.parse(err);
    expect(reported).toMatchObject({ exit_status: 7, type: '/problems/invalid-pdf' });
    expect(await json('documents', 'get', reported.document_id)).toMatchObject({ status: 'awaiting_upload' });
  });

  test('the id of a draft that cannot be sent is printed', async () => {
    const ada = ['--recipient', 'Ada <ada@example.test>'];
    const { id } = await json<{ id: string }>('documents', 'create', 'lease.pdf', ...ada);
    const template = await json<{ id: string }>('templates', 'create', 'lease.pdf', ...ada);
    for (const words of [
      ['documents', 'duplicate', id, '--send'],
      ['templates', 'use', template.id, ...ada, '--send'],
    ]) {
      const [shown, told] = await Promise.all([run(...words), run(...words, '--json')]);
      expect(shown.err).toMatch(/^The draft doc_\w{26} was created, .*\nerror: /);
      const reported = JSON.parse(told.err);
      expect(reported).toMatchObject({ type: '/problems/not-sendable' });
      expect(reported.document_id).not.toBe(id);
      expect(await json('documents', 'get', reported.document_id)).toMatchObject({ status: 'draft' });
    }
  });

  test('2: options that need the PDF are refused without one', async () => {
    for (const [option, ...words] of [
      ['--folder', '01930b0e-0000-7000-8000-000000000000'],
      ['--fields-from', 'tags'],
      ['--keep-tags'],
    ] as const) {
      const { status, err } = await run('documents', 'create', '--title', 'Later', option, ...words);
      expect([status, err]).toEqual([2, expect.stringContaining(`${option} needs the PDF: name the file.`)]);
    }
  });

  test('a response that is not from Countersign is reported as such', async () => {
    const page = await serve(() => [404, { 'Content-Type': 'text/html' }, '<h1>\u001b[2J</h1>']);
    const { status, err } = await runCommand(['whoami'], { env: withKey('k', page) });
    expect([status, err]).toEqual([4, expect.stringContaining('did not come from Countersign')]);
  });
});

describe('help', () => {
  test('completion scripts contain commands and options, and bash completes with its script', async () => {
    const [bash, zsh, fish] = await Promise.all(
      ['bash', 'zsh', 'fish'].map((shell) => run('completion', shell)),
    );
    for (const { status, out } of [bash!, zsh!, fish!])
      expect([
        status,
        ['whoami', 'use', 'recipient', 'with-key'].filter((word) => !out.includes(word)),
      ]).toEqual([0, []]);
    const script = join(folder, 'completion.sh');
    await writeFile(script, bash!.out);
    const complete = async (...words: string[]) => {
      const typed = words.map((word) => `'${word}'`).join(' ');
      const shell = `source ${script}; COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _countersign; echo "\${COMPREPLY[*]}"`;
      const { stdout } = await promisify(execFile)('bash', ['-c', shell], { cwd: folder });
      return stdout.trim().split(' ');
    };
    expect(await complete('countersign', 'do')).toEqual(['documents']);
    expect(await complete('countersign', 'documents', 'd')).toEqual(['duplicate', 'download']);
    expect(await complete('countersign', '--json', 'templates', 'use', '--re')).toEqual([
      '--recipient',
      '--redirect-url',
    ]);
    expect(await complete('countersign', 'documents', 'create', 'lea')).toEqual(['lease.pdf']);
    expect(await complete('countersign', 'documents', 'create', '--from', 'sp')).toEqual(['spec.json']);
  });
});
