/** The mailbox through its two interfaces: SMTP with nodemailer, and HTTP. */
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastingPort } from '@countersign/dev-database/postmaster';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { type Mailbox, type MailboxOptions, startMailbox } from './mailbox.ts';
import type { Message } from './message.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(options: Partial<MailboxOptions> = {}): Promise<Mailbox> {
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0, ...options });
  cleanups.push(() => mailbox.close());
  return mailbox;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-mailbox-'));
  cleanups.unshift(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Letter {
  to?: string;
  subject?: string;
  text?: string;
  html?: string;
}

async function send(mailbox: Mailbox, letter: Letter = {}): Promise<void> {
  const transport = createTransport(mailbox.smtpUrl);
  await transport.sendMail({
    from: 'Olga <olga@example.test>',
    to: 'ada@example.test',
    subject: 'Hello',
    text: 'Hi',
    ...letter,
  });
}

async function get(mailbox: Mailbox, path: string): Promise<Response> {
  return fetch(`${mailbox.url}${path}`);
}

async function list(mailbox: Mailbox, query = ''): Promise<Message[]> {
  return (await get(mailbox, `/api/messages${query}`)).json() as Promise<Message[]>;
}

describe('a received mail', () => {
  test('is returned with sender and recipients, both texts, links and headers', async () => {
    const mailbox = await start();
    await createTransport(mailbox.smtpUrl).sendMail({
      from: { name: 'Jörg "Jo"', address: 'jo@example.test' },
      to: ['שרה <sara@example.test>', 'Ada <ada@example.test>'],
      bcc: 'hidden@example.test',
      subject: 'Bitte unterschreiben: Größe 山田',
      text: 'Open https://x.test/sign/abc?a=1&b=2.\nOr (http://y.test/z).',
      html: '<a href="https://x.test/sign/abc?a=1&#38;b=2">go</a> <a href="javascript:alert(1)">no</a><a href=\'https://w.test/\'>w</a>',
      messageId: '<m1@example.test>',
      headers: { 'X-Note': 'one' },
    });
    const [message] = (await list(mailbox)) as [Message];
    expect(message).toMatchObject({
      from: { name: 'Jörg "Jo"', address: 'jo@example.test' },
      to: [
        { name: 'שרה', address: 'sara@example.test' },
        { name: 'Ada', address: 'ada@example.test' },
      ],
      envelope: {
        from: 'jo@example.test',
        to: ['sara@example.test', 'ada@example.test', 'hidden@example.test'],
      },
      subject: 'Bitte unterschreiben: Größe 山田',
      links: ['https://x.test/sign/abc?a=1&b=2', 'https://w.test/', 'http://y.test/z'],
      attachments: [],
    });
    expect(message.text).toContain('Or (http://y.test/z).');
    expect(message.html).toContain('&#38;b=2');
    expect(message.headers).toMatchObject({ 'message-id': '<m1@example.test>', 'x-note': 'one' });
    expect(Math.abs(Date.parse(message.receivedAt) - Date.now())).toBeLessThan(60_000);
    expect(await (await get(mailbox, `/api/messages/${message.id}`)).json()).toEqual(message);
    const raw = await (await get(mailbox, `/api/messages/${message.id}/raw`)).text();
    expect(raw).toMatch(/^Return-Path: <jo@example\.test>\r\nDelivered-To: sara@example\.test\r\n/);
    expect(raw).toContain('Message-ID: <m1@example.test>');
  });

  test('without text, subject or HTML has null in their place', async () => {
    const mailbox = await start();
    await send(mailbox, { subject: '', text: '' });
    expect(await list(mailbox)).toMatchObject([{ subject: '', html: null, links: [] }]);
  });

  test('lists its attachments without their content', async () => {
    const mailbox = await start();
    const transport = createTransport(mailbox.smtpUrl);
    await transport.sendMail({
      to: 'a@b.test',
      from: 'c@d.test',
      attachments: [{ filename: 'größe.pdf', content: 'x'.repeat(5000), contentType: 'application/pdf' }],
    });
    expect((await list(mailbox))[0]?.attachments).toEqual([
      { filename: 'größe.pdf', contentType: 'application/pdf', sizeBytes: 5000 },
    ]);
  });

  test('is accepted from an authenticated sender and for a non-ASCII address', async () => {
    const mailbox = await start();
    await send(
      { ...mailbox, smtpUrl: mailbox.smtpUrl.replace('//', '//user:secret@') },
      { to: 'jürgen@example.test' },
    );
    expect((await list(mailbox))[0]?.envelope.to).toEqual(['jürgen@example.test']);
  });
});

describe('the list', () => {
  test('is newest first and filtered by recipient, subject, search, age and number', async () => {
    const mailbox = await start();
    await send(mailbox, { to: 'Ada <ada@example.test>', subject: 'First', text: 'lease' });
    await send(mailbox, { to: 'a@example.test', subject: 'Second' });
    await send(mailbox, { to: 'Grace <grace@example.test>', subject: 'Third first' });
    const subjects = async (query: string) => (await list(mailbox, query)).map(({ subject }) => subject);
    expect(await subjects('')).toEqual(['Third first', 'Second', 'First']);
    expect(await subjects('?limit=2')).toEqual(['Third first', 'Second']);
    expect(await subjects('?to=A@example.test')).toEqual(['Second']);
    expect(await subjects('?to=ada')).toEqual(['First']);
    expect(await subjects('?subject=FIRST')).toEqual(['Third first', 'First']);
    expect(await subjects('?q=lease')).toEqual(['First']);
    expect(await subjects('?q=olga@')).toHaveLength(3);
    const second = (await list(mailbox))[1]!;
    expect(await subjects(`?after=${second.id}`)).toEqual(['Third first']);
    expect(
      await subjects(`?after=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`),
    ).toEqual([]);
    expect(await subjects('?after=2020-01-01')).toHaveLength(3);
  });

  test('reports what is wrong with a query', async () => {
    const mailbox = await start();
    for (const query of ['limit=0', 'limit=x', 'after=yesterday', 'timeout_ms=-1']) {
      const response = await get(mailbox, `/api/messages?${query}`);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(query.split('=')[0]);
    }
    for (const path of [
      '/api/messages/123',
      '/api/messages/123/raw',
      '/messages/x/html',
      '/nothing',
      '/..%2fmain.ts',
    ]) {
      expect((await get(mailbox, path)).status).toBe(404);
    }
  });

  test('keeps the last thousand', async () => {
    const folder = await temporaryFolder();
    const mailbox = await start({ folder });
    const transport = createTransport({ url: mailbox.smtpUrl, pool: true, maxMessages: 10_000 });
    for (let at = 0; at < 1003; at += 1) {
      await transport.sendMail({ from: 'a@b.test', to: 'c@d.test', subject: String(at), text: 'x' });
    }
    transport.close();
    const kept = await list(mailbox, '?limit=1000');
    expect(kept.map(({ subject }) => Number(subject))).toEqual(
      Array.from({ length: 1000 }, (_, at) => 1002 - at),
    );
    expect(await readdir(folder)).toHaveLength(1000);
  });

  test('is empty after deletion, on disk too', async () => {
    const folder = await temporaryFolder();
    const mailbox = await start({ folder });
    await send(mailbox);
    expect((await fetch(`${mailbox.url}/api/messages`, { method: 'DELETE' })).status).toBe(204);
    expect(await list(mailbox)).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('waiting for a mail', () => {
  test('ends when a mail that matches arrives, not earlier', async () => {
    const mailbox = await start();
    const waiting = get(mailbox, '/api/messages/wait?to=ada@example.test&subject=sign&timeout_ms=20000');
    await send(mailbox, { to: 'ada@example.test', subject: 'Something else' });
    await send(mailbox, { to: 'grace@example.test', subject: 'Please sign' });
    await send(mailbox, { to: 'ada@example.test', subject: 'Please sign' });
    expect(await (await waiting).json()).toMatchObject({
      subject: 'Please sign',
      to: [{ address: 'ada@example.test' }],
    });
  });

  test('ends at once if one has arrived: returns the newest, or the first after the given one', async () => {
    const mailbox = await start();
    for (const subject of ['one', 'two', 'three']) await send(mailbox, { subject });
    const wait = async (query: string) =>
      (await (await get(mailbox, `/api/messages/wait?${query}`)).json()) as Message;
    expect((await wait('to=ada@example.test')).subject).toBe('three');
    const [, two, one] = (await list(mailbox)) as [Message, Message, Message];
    expect((await wait(`after=${one.id}`)).subject).toBe('two');
    expect((await wait(`after=${two.id}`)).subject).toBe('three');
  });

  test('ends with 404 after the time limit, and with 503 when the mailbox closes', async () => {
    const mailbox = await start();
    expect((await get(mailbox, '/api/messages/wait?timeout_ms=20')).status).toBe(404);
    expect(await (await get(mailbox, '/api/messages/wait?timeout_ms=20&in_vain=null')).json()).toBeNull();
    const waiting = get(mailbox, '/api/messages/wait?timeout_ms=20000');
    await get(mailbox, '/api/messages');
    await mailbox.close();
    cleanups.pop();
    expect((await waiting).status).toBe(503);
  });
});

test('addresses of bounce.test are refused with 550 and of later.test with 451, and nothing is kept', async () => {
  const mailbox = await start();
  await expect(send(mailbox, { to: 'ada@bounce.test' })).rejects.toMatchObject({ responseCode: 550 });
  await expect(send(mailbox, { to: 'ada@LATER.test' })).rejects.toMatchObject({ responseCode: 451 });
  expect(await list(mailbox)).toEqual([]);
});

test('a message above the limit is refused with 552', async () => {
  const mailbox = await start();
  await expect(send(mailbox, { text: 'x'.repeat(26_000_000) })).rejects.toMatchObject({ responseCode: 552 });
  expect(await list(mailbox)).toEqual([]);
});

test('with a folder, messages and their order survive a restart, whatever delivery times their headers claim', async () => {
  const folder = await temporaryFolder();
  const first = await start({ folder });
  await send(first, { subject: 'one' });
  const transport = createTransport(first.smtpUrl);
  await transport.sendMail({
    from: 'x@y.test',
    to: 'real@example.test',
    subject: 'two',
    text: 'Hi',
    headers: { 'Delivered-To': 'forged@example.test' },
  });
  const before = await list(first);
  await first.close();
  cleanups.pop();
  const second = await start({ folder });
  expect(await list(second)).toEqual(before);
  expect((await list(second))[0]?.envelope).toEqual({ from: 'x@y.test', to: ['real@example.test'] });
  await send(second, { subject: 'three' });
  expect((await list(second)).map(({ subject }) => subject)).toEqual(['three', 'two', 'one']);
});

describe('the page', () => {
  test('shows a mail in a sandbox in which no script runs and nothing is fetched', async () => {
    const mailbox = await start();
    await send(mailbox, {
      html: '<html><head><title>x</title></head><body><script>alert(1)</script></body></html>',
    });
    const [message] = (await list(mailbox)) as [Message];
    const response = await get(mailbox, `/messages/${message.id}/html`);
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
    expect(await response.text()).toContain('<head><base target="_blank">');
    expect((await get(mailbox, `/api/messages/${message.id}/raw`)).headers.get('content-type')).toBe(
      'text/plain; charset=utf-8',
    );
  });

  test('is served with its scripts and styles and its own content security policy', async () => {
    const mailbox = await start();
    for (const [path, type] of [
      ['/', 'text/html'],
      ['/page.js', 'text/javascript'],
      ['/page.css', 'text/css'],
      ['/icon.svg', 'image/svg+xml'],
    ]) {
      const response = await get(mailbox, path!);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain(type);
      expect(response.headers.get('content-security-policy')).toContain(
        "default-src 'none'; script-src 'self'",
      );
    }
  });

  test('is refused under another host name, as after DNS rebinding', async () => {
    const mailbox = await start();
    const { port } = new URL(mailbox.url);
    const { request } = await import('node:http');
    const statusFor = async (host: string): Promise<number | undefined> => {
      const asking = request({ port, host: '127.0.0.1', path: '/api/messages', headers: { host } }).end();
      const [response] = await once(asking, 'response');
      response.resume();
      return response.statusCode;
    };
    expect(await statusFor('evil.example')).toBe(421);
    expect(await statusFor(`localhost:${port}`)).toBe(200);
  });
});

test('a port in use is an error, and the other port is released', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  cleanups.push(async () => taken.close());
  const { port } = taken.address() as AddressInfo;
  await expect(startMailbox({ host: '127.0.0.1', smtpPort: port, httpPort: 0 })).rejects.toThrow(
    'EADDRINUSE',
  );
  const smtpPort = await lastingPort();
  await expect(startMailbox({ host: '127.0.0.1', smtpPort, httpPort: port })).rejects.toThrow('EADDRINUSE');
  await start({ smtpPort });
});
