/** The SMTP adapter with a real SMTP server, whose replies each test sets. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type Mailer, MailRefusedError, MailUnavailableError, type OutgoingMail } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

interface Delivered {
  envelope: { from: string; to: string[] };
  parsed: ParsedMail;
  raw: string;
  isEncrypted: boolean;
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function startServer(
  options: SMTPServerOptions = {},
): Promise<{ url: string; delivered: Delivered[]; sessions: Set<string> }> {
  const delivered: Delivered[] = [];
  const sessions = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.onAuth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        sessions.add(session.id);
        const { mailFrom, rcptTo } = session.envelope;
        delivered.push({
          envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map((one) => one.address) },
          parsed: await simpleParser(raw),
          raw: raw.toString('latin1'),
          isEncrypted: session.secure,
        });
        done(null, 'queued as 4XYZ');
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, delivered, sessions };
}

async function startSocketServer(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
}

function mailerFor(url: string, timeoutMs = 60_000, connections?: number): Mailer {
  const mailer = createSmtpMailer({ url, timeoutMs, connections });
  cleanups.push(() => mailer.close());
  return mailer;
}

const mail: OutgoingMail = {
  to: { name: 'Ada Lovelace', address: 'ada@example.test' },
  from: 'Countersign <sign@example.test>',
  subject: 'Please sign: Lease',
  text: 'Hello Ada\n\nhttps://example.test/sign/abc\n',
  html: '<p>Hello Ada</p>',
  messageId: '<0198c1f2@example.test>',
};

function refusing(stage: 'mail' | 'rcpt' | 'data', code: number, message: string): SMTPServerOptions {
  const error = Object.assign(new Error(message), { responseCode: code });
  return {
    ...(stage === 'mail' && { onMailFrom: (_address, _session, done) => done(error) }),
    ...(stage === 'rcpt' && { onRcptTo: (_address, _session, done) => done(error) }),
    ...(stage === 'data' && {
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(error));
      },
    }),
  };
}

async function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => {
      throw new Error('it succeeded');
    },
    (error: Error) => error,
  );
}

describe('a mail that the server takes', () => {
  test('arrives with both texts, its headers and the Message-ID of the caller, and the answer is kept', async () => {
    const { url, delivered } = await startServer();
    const sent = await mailerFor(url).send({
      ...mail,
      replyTo: { name: 'Olga', address: 'olga@example.test' },
      headers: { 'X-Countersign-Mail': 'invitation' },
      images: [{ id: 'logo', png: Buffer.from('a logo') }],
    });
    expect(sent).toEqual({ messageId: mail.messageId, answer: '250 queued as 4XYZ' });
    const [{ envelope, parsed }] = delivered as [Delivered];
    expect(envelope).toEqual({ from: 'sign@example.test', to: ['ada@example.test'] });
    expect(parsed.messageId).toBe(mail.messageId);
    expect(parsed.subject).toBe(mail.subject);
    expect(parsed.text?.trim()).toBe(mail.text.trim());
    expect((parsed.html as string).trim()).toBe(mail.html);
    expect(parsed.replyTo?.value).toEqual([{ name: 'Olga', address: 'olga@example.test' }]);
    expect(parsed.attachments.map(({ cid, content }) => [cid, content.toString()])).toEqual([
      ['logo', 'a logo'],
    ]);
    expect(parsed.headers.get('auto-submitted')).toBe('auto-generated');
    expect(parsed.headers.get('x-countersign-mail')).toBe('invitation');
    expect(Math.abs(parsed.date!.getTime() - Date.now())).toBeLessThan(60_000);
  });

  test('keeps every script, quotes and emoji in names, subject and body', async () => {
    const { url, delivered } = await startServer();
    const mailer = mailerFor(url);
    const names = [
      'Jürgen "Jo" O\'Neil, Jr.',
      'محمد علي',
      'שרה כהן',
      '山田 太郎',
      'Ζωή <Ω>',
      '👩‍⚖️ Judge',
      '',
      'a@b.test',
    ];
    for (const name of names) {
      await mailer.send({
        ...mail,
        to: { name, address: 'ada@example.test' },
        subject: `Bitte: ${name}`,
        text: name,
        html: `<p>${name.replace(/</g, '&lt;')}</p>`,
      });
      const { parsed, envelope, raw } = delivered.at(-1)!;
      expect(parsed.to).toMatchObject({ value: [{ name, address: 'ada@example.test' }] });
      expect(parsed.subject).toBe(`Bitte: ${name}`.trim());
      expect(parsed.text?.trim()).toBe(name);
      expect(envelope.to).toEqual(['ada@example.test']);
      expect(raw).toMatch(/^[\x00-\x7f]*$/);
      expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    }
  });

  test('cannot be given further headers or recipients by what people typed', async () => {
    const { url, delivered } = await startServer();
    const attack = 'x\r\nBcc: evil@example.test\r\n\r\n<script>\u0000\u2028\u202egpj';
    await mailerFor(url).send({
      ...mail,
      to: { name: `${attack}" <evil@example.test>, "`, address: 'ada@example.test' },
      replyTo: { name: attack, address: 'olga@example.test' },
      fromName: attack,
      subject: attack,
      headers: { 'X-Note': attack },
    });
    const [{ envelope, parsed }] = delivered as [Delivered];
    expect(envelope.to).toEqual(['ada@example.test']);
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.subject).toBe('x Bcc: evil@example.test <script> gpj');
    expect(parsed.to).toMatchObject({ value: [{ address: 'ada@example.test' }] });
    expect(parsed.from?.value).toEqual([
      { name: 'x Bcc: evil@example.test <script> gpj', address: 'sign@example.test' },
    ]);
    expect(parsed.headers.get('x-note')).toBe('x Bcc: evil@example.test <script> gpj');
    expect(parsed.text?.trim()).toBe(mail.text.trim());
  });

  test('comes from the configured sender, whose name may hold commas and quotes', async () => {
    const { url, delivered } = await startServer();
    const mailer = mailerFor(url);
    for (const [from, name] of [
      ['"Müller, Söhne & Co." <sign@example.test>', 'Müller, Söhne & Co.'],
      ['Müller, Söhne & Co. <sign@example.test>', 'Müller, Söhne & Co.'],
      ['sign@example.test', ''],
    ] as const) {
      await mailer.send({ ...mail, from });
      expect(delivered.at(-1)!.parsed.from?.value).toEqual([{ name, address: 'sign@example.test' }]);
      expect(delivered.at(-1)!.envelope.from).toBe('sign@example.test');
    }
  });

  test('shares few connections with many others', async () => {
    const { url, delivered, sessions } = await startServer();
    const mailer = mailerFor(url, 60_000, 3);
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => mailer.send({ ...mail, messageId: `<${i}@example.test>` })),
    );
    expect(new Set(delivered.map(({ parsed }) => parsed.messageId)).size).toBe(40);
    expect(sessions.size).toBeLessThanOrEqual(3);
  });

  test('that is on its way when the mailer is closed still arrives, and later ones are refused', async () => {
    const { url, delivered } = await startServer();
    const mailer = mailerFor(url);
    const sending = mailer.send(mail);
    await mailer.close();
    await sending;
    expect(delivered).toHaveLength(1);
    expect(await failureOf(mailer.send(mail))).toBeInstanceOf(MailUnavailableError);
    expect(await failureOf(mailer.check())).toBeInstanceOf(MailUnavailableError);
  });
});

describe('a mail is refused permanently', () => {
  test.each([
    ['rcpt', 550, '5.1.1 No such user here'],
    ['rcpt', 553, '5.1.3 Bad address syntax'],
    ['rcpt', 552, '5.2.2 Mailbox full'],
    ['data', 554, '5.7.1 Message looks like spam'],
    ['mail', 552, '5.3.4 Message too big'],
  ] as const)('by %s %i %s', async (stage, code, message) => {
    const { url } = await startServer(refusing(stage, code, message));
    const failure = await failureOf(mailerFor(url).send(mail));
    expect(failure).toBeInstanceOf(MailRefusedError);
    expect(failure).toMatchObject({ code, answer: `${code} ${message}` });
  });

  test.each([
    'ada@example.test>\r\nRCPT TO:<evil@example.test',
    'ada@example.test, evil@example.test',
    '"ada"@example.test',
    'ada',
    '',
  ])('when %j is to be its address, without a connection', async (address) => {
    const failure = await failureOf(
      mailerFor('smtp://127.0.0.1:1').send({ ...mail, to: { name: 'x', address } }),
    );
    expect(failure).toBeInstanceOf(MailRefusedError);
    expect(failure).toMatchObject({ code: null });
  });

  test('and the next mail over the same mailer arrives', async () => {
    const { url, delivered } = await startServer({
      onRcptTo: (address, _session, done) =>
        address.address.startsWith('dead@')
          ? done(Object.assign(new Error('No such user'), { responseCode: 550 }))
          : done(),
    });
    const mailer = mailerFor(url, 60_000, 1);
    expect(
      await failureOf(mailer.send({ ...mail, to: { name: '', address: 'dead@example.test' } })),
    ).toBeInstanceOf(MailRefusedError);
    await mailer.send(mail);
    expect(delivered).toHaveLength(1);
  });
});

describe('a mail can be tried later', () => {
  test.each([
    ['rcpt', 451, '4.7.1 Greylisted, try again later'],
    ['rcpt', 450, '4.2.1 Mailbox busy'],
    ['data', 452, '4.3.1 Disk full'],
    ['mail', 421, '4.3.2 Shutting down'],
    ['mail', 550, '5.7.1 Sender not allowed'],
    ['rcpt', 530, '5.7.0 Authentication required'],
    ['rcpt', 554, '5.7.1 <ada@example.test>: Relay access denied'],
  ] as const)('after %s %i %s', async (stage, code, message) => {
    const { url } = await startServer(refusing(stage, code, message));
    const failure = await failureOf(mailerFor(url).send(mail));
    expect(failure).toBeInstanceOf(MailUnavailableError);
    expect(failure).toMatchObject({ code });
    expect(failure.message).toContain(message);
  });

  test.each([
    ['data', 454, 'Throttling failure: Maximum sending rate exceeded.', true],
    ['mail', 454, 'Throttling failure: Daily message quota exceeded.', true],
    ['rcpt', 450, '4.7.1 Error: too much mail from 192.0.2.1', true],
    [
      'rcpt',
      450,
      '4.2.1 The user you are trying to contact is receiving mail at a rate that prevents it',
      false,
    ],
    ['rcpt', 452, '4.2.2 The mailbox is over quota', false],
    ['mail', 421, '4.7.0 Try again later, closing connection', true],
    ['mail', 432, '4.3.2 Concurrent connections limit exceeded', true],
    ['data', 451, '4.7.500 Server busy. Please try again later', true],
    ['rcpt', 451, '4.7.1 Greylisted, try again later', false],
    ['rcpt', 450, '4.1.2 <rate@no-such.example>: Domain not found', false],
    ['rcpt', 450, '4.1.2 too.much-quota@no-such.example unknown', false],
    ['data', 452, '4.3.1 Insufficient system storage', false],
    ['rcpt', 550, '5.7.1 Relaying denied, rate exceeded', false],
    ['rcpt', 421, '4.7.28 Gmail has detected an unusual rate of email', true],
    ['rcpt', 451, '4.7.500 Server busy. Please try again later', true],
    ['rcpt', 450, '4.7.1 Error: too many recipients from 192.0.2.1', true],
    ['data', 421, '4.4.2 Message submission rate for this client has exceeded the configured limit', true],
    ['data', 451, '4.7.1 Your sending rate is too high', true],
    ['data', 452, '4.7.1 Hourly sending limit reached', true],
    ['data', 450, '4.7.1 Please slow down', true],
    ['mail', 451, '4.7.1 Too many messages', true],
    ['rcpt', 450, 'Rate limit exceeded', true],
    ['mail', 454, '4.7.0 Too many login attempts, please try again later', true],
    ['mail', 451, '4.7.1 Too many requests', true],
    ['data', 452, '4.7.1 Maximum rate exceeded', true],
    ['data', 451, '4.7.1 The rate of emails is too high', true],
    // About one recipient or one message.
    ['rcpt', 452, 'Mailbox quota exceeded', false],
    ['data', 452, 'Mailbox quota exceeded', false],
    ['rcpt', 452, '4.1.1 <ada@example.test>: user is over quota', false],
    ['data', 451, '4.7.1 Your message has too many links', false],
    ['rcpt', 450, 'Too many messages in this mailbox, slow down', false],
    // What our server quotes from the recipient's server.
    ['rcpt', 450, '4.1.1 unverified address: host mx.evil.example said: 450 please slow down', false],
    ['rcpt', 450, 'unverified address: host mx.evil.example said: 450 4.3.2 throttled', false],
    ['data', 451, 'Could not verify the recipient. Response: 450 sending rate exceeded', false],
  ] as const)('and %s %i "%s" limits our rate: %s', async (stage, code, message, isRateLimit) => {
    const { url } = await startServer(refusing(stage, code, message));
    expect(await failureOf(mailerFor(url).send(mail))).toMatchObject({ code, isRateLimit });
  });

  test('when no server listens', async () => {
    const url = await startSocketServer(() => undefined);
    for (const cleanup of cleanups.splice(0)) await cleanup();
    const mailer = mailerFor(url);
    expect(await failureOf(mailer.send(mail))).toBeInstanceOf(MailUnavailableError);
    expect(await failureOf(mailer.check())).toBeInstanceOf(MailUnavailableError);
  });

  test('when the name of the server cannot be resolved', async () => {
    expect(await failureOf(mailerFor('smtp://no-such-host.invalid').send(mail))).toBeInstanceOf(
      MailUnavailableError,
    );
  });

  test('when the login is refused with a permanent code, and the password is not in the error', async () => {
    const { url } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) =>
        done(Object.assign(new Error('5.7.8 Bad credentials'), { responseCode: 535 })),
    });
    const mailer = mailerFor(url.replace('//', '//robot:hunter%402@'));
    for (const failure of [await failureOf(mailer.send(mail)), await failureOf(mailer.check())]) {
      expect(failure).toBeInstanceOf(MailUnavailableError);
      expect(failure).toMatchObject({ code: 535 });
      expect(JSON.stringify([failure.message, failure.cause, String(failure.cause)])).not.toMatch(
        /hunter|aHVudGVy/,
      );
    }
  });

  test('when the certificate of the server is not trusted, rather than sent without encryption', async () => {
    const { url, delivered } = await startServer({ disabledCommands: ['AUTH'] });
    const failure = await failureOf(mailerFor(url).send(mail));
    expect(failure).toBeInstanceOf(MailUnavailableError);
    expect(failure.message).toMatch(/certificate/);
    expect(delivered).toEqual([]);
    await mailerFor(`${url}?tls.rejectUnauthorized=false`).send(mail);
    expect(delivered).toMatchObject([{ isEncrypted: true }]);
  });

  test('when TLS is required and the server has none', async () => {
    const { url } = await startServer();
    expect(await failureOf(mailerFor(`${url}?requireTLS=true`).send(mail))).toBeInstanceOf(
      MailUnavailableError,
    );
    expect(await failureOf(mailerFor(url.replace('smtp:', 'smtps:'), 2000).send(mail))).toBeInstanceOf(
      MailUnavailableError,
    );
  });

  test.each([
    ['never greets', (): void => undefined],
    [
      'greets and falls silent',
      (socket: Socket): void => {
        socket.write('220 hello\r\n');
      },
    ],
    [
      'trickles an endless greeting',
      (socket: Socket): void => {
        const timer = setInterval(() => socket.write('220-still here\r\n'), 50);
        socket.on('close', () => clearInterval(timer));
      },
    ],
  ] as const)('within the time limit when the server %s', async (_name, onSocket) => {
    const mailer = mailerFor(await startSocketServer(onSocket), 400);
    const started = performance.now();
    const failures = await Promise.all([failureOf(mailer.send(mail)), failureOf(mailer.check())]);
    for (const failure of failures) expect(failure).toBeInstanceOf(MailUnavailableError);
    // Without the limit it would be half a minute and more.
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('when the server hangs up at every command', async () => {
    const url = await startSocketServer((socket) => {
      socket.write('220 hello\r\n');
      socket.once('data', () => socket.destroy());
    });
    expect(await failureOf(mailerFor(url, 2000).send(mail))).toBeInstanceOf(MailUnavailableError);
  });
});

describe('check', () => {
  test('passes when the server takes the connection and the login', async () => {
    const { url } = await startServer({
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'robot' && password === 'p@ss/w:rd'
          ? done(null, { user: 'robot' })
          : done(new Error('no')),
    });
    await mailerFor(url.replace('//', `//robot:${encodeURIComponent('p@ss/w:rd')}@`)).check();
  });
});

test.each(['http://example.test', 'example.test:25', ''])('the URL %j is refused at once', (url) => {
  expect(() => createSmtpMailer({ url, timeoutMs: 1000 })).toThrow(TypeError);
});

test('a Message-ID or header that could break the message is refused as our own mistake', async () => {
  const mailer = mailerFor('smtp://127.0.0.1:1');
  expect(await failureOf(mailer.send({ ...mail, messageId: 'no brackets' }))).toBeInstanceOf(TypeError);
  expect(await failureOf(mailer.send({ ...mail, headers: { Bcc: 'x@y.test' } }))).toBeInstanceOf(TypeError);
  expect(await failureOf(mailer.send({ ...mail, headers: { 'X: y\r\nBcc': 'x@y.test' } }))).toBeInstanceOf(
    TypeError,
  );
});
