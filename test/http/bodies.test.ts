/** Bodies that are too large, too slow, too nested or too many, over real connections. Tests check responses and counts, not times. */
import { connect, type Socket } from 'node:net';
import { usualBodySettings } from '@countersign/api/body/limits';
import { linkToken } from '@countersign/core/recipient/link';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { oneSigner } from '../support/bulk.ts';
import { sentDocument } from '../support/documents.ts';
import { heldStorage } from '../support/held-storage.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { until } from '../support/processes.ts';
import { samplePdf } from '../support/sample-pdf.ts';

const mebibyte = 1024 * 1024;
let api: TestApi;
/** An API with a short limit for stalled bodies. */
let strict: TestApi;
/** An API with a short limit for the whole time of a body. */
let hurried: TestApi;
let mine: TestWorkspace;
const hour = 3_600_000;
beforeAll(async () => {
  const checkEveryMs = 20;
  const bodies = { ...usualBodySettings, stallMs: hour, totalMs: hour, graceMs: hour, checkEveryMs };
  api = await startTestApi({ edge: { bodies: { stallMs: hour } } });
  strict = await startTestApi({ edge: { bodies: { ...bodies, stallMs: 300 } } });
  hurried = await startTestApi({
    edge: { bodies: { ...bodies, totalMs: 900, graceMs: 600, slowestUpload: mebibyte } },
  });
  mine = await api.createTestWorkspace();
});

const sockets = new Set<Socket>();
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

interface Talk {
  write(bytes: string | Buffer): void;
  end(): void;
  /** Everything that the server sent until it closed the connection, or until `text` arrived. */
  said(text?: string): Promise<string>;
}

function talk(url: string, head: string[], key?: string): Talk {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.add(socket);
  let heard = '';
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const one of waiting) one();
  };
  let closed = false;
  socket.on('data', (chunk) => {
    heard += chunk;
    wake();
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      closed = true;
      wake();
    });
  const authorization = key ? [`Authorization: Bearer ${key}`] : [];
  socket.write(`${[...head, 'Host: localhost', ...authorization].join('\r\n')}\r\n\r\n`);
  return {
    write: (bytes) => void socket.write(bytes),
    end: () => socket.destroy(),
    said: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (!closed && (text === undefined || !heard.includes(text))) return;
          waiting.delete(look);
          resolve(heard);
        };
        waiting.add(look);
        look();
      }),
  };
}

const json = (method: string, path: string, length: number, ...more: string[]) => [
  `${method} ${path} HTTP/1.1`,
  'Content-Type: application/json',
  `Content-Length: ${length}`,
  ...more,
];

describe('before a body is read', () => {
  test.each(['gzip', 'deflate', 'br', 'zstd', 'x'])(
    '415: JSON with Content-Encoding: %s',
    async (encoding) => {
      for (const path of ['/v1/templates', '/v1/folders', '/v1/console/sign-in']) {
        const head = json('POST', path, 1000, `Content-Encoding: ${encoding}`);
        expect(await talk(api.url, head, mine.liveKey).said('}')).toMatch(
          /^HTTP\/1.1 415 [\s\S]*unsupported-media-type/,
        );
      }
    },
  );

  test('413: 16 KiB without a key, 1 MiB with one, 80 MiB for documents, templates and bulk sends', async () => {
    for (const [path, limit, key] of [
      ['/v1/device/code', 16 * 1024],
      ['/v1/device/token', 16 * 1024],
      ['/v1/console/session', 16 * 1024],
      ['/v1/console/single-sign-on/session', 16 * 1024],
      ['/v1/console/passkey-sign-in/session', 16 * 1024],
      ['/v1/folders', mebibyte, mine.liveKey],
      ['/v1/documents', 80 * mebibyte, mine.liveKey],
      ['/v1/templates', 80 * mebibyte, mine.liveKey],
      ['/v1/bulk-sends', 80 * mebibyte, mine.liveKey],
    ] as const) {
      const said = await talk(api.url, json('POST', path, limit + 1), key).said('}');
      expect([path, said.slice(0, 12), said.includes(`"max_bytes":${limit}`)]).toEqual([
        path,
        'HTTP/1.1 413',
        true,
      ]);
    }
  });

  test('429 by address: of a thousand connections without their last byte, few hold bodies in memory', async () => {
    const body = JSON.stringify({ email: 'ada@example.test' }).padEnd(15_000);
    const own = await startTestApi();
    const talks = Array.from({ length: 1000 }, () => {
      const one = talk(own.url, json('POST', '/v1/console/sign-in', body.length));
      one.write(body.slice(0, -1));
      return one;
    });
    let [refused, over] = [0, 0];
    for (const one of talks)
      void one.said('rate-limited').then((said) => {
        over += 1;
        if (said.startsWith('HTTP/1.1 429')) refused += 1;
      });
    // One more is let in each minute, and a connection that is closed may lose its response.
    await until(async () => over >= 980, 'the others to be refused');
    expect(refused).toBeGreaterThan(900);
    for (const one of talks) one.end();
    await own.close();
  });
});

describe('while a body is read', () => {
  test('422 as soon as it has too many values or is nested too deeply', async () => {
    const many = talk(api.url, json('POST', '/v1/templates', 79 * mebibyte), mine.liveKey);
    many.write(`{"x":[${'{},'.repeat(200_000)}`);
    expect(await many.said('more than')).toContain('more than 100000 values');
    const usual = talk(api.url, json('POST', '/v1/folders', mebibyte), mine.liveKey);
    usual.write(`{"x":[${'1,'.repeat(6000)}`);
    expect(await usual.said('more than')).toContain('more than 5000 values');
    const deep = talk(api.url, json('POST', '/v1/bulk-sends', 79 * mebibyte), mine.liveKey);
    deep.write(`{"rows":${'['.repeat(100)}`);
    expect(await deep.said('nested')).toContain('nested more than 64 deep');
    for (const one of [many, usual, deep]) expect(await one.said('\r\n\r\n')).toMatch(/^HTTP\/1.1 422/);
  });

  test('408 and the connection closes: a stalled body, one that takes too long, and a slow upload', async () => {
    // Requests that must succeed go to the API without short limits. All have the same database.
    const { liveKey, live } = mine;
    const { id } = (await live.post('/v1/documents', { title: 'Slow' })).body;
    const pdf = [
      `PUT /v1/documents/${id}/content HTTP/1.1`,
      'Content-Type: application/pdf',
      'Content-Length: 9000000',
    ];
    const csv = [
      'POST /v1/bulk-sends?template_id=tpl_x HTTP/1.1',
      'Content-Type: text/csv',
      'Transfer-Encoding: chunked',
    ];
    for (const head of [
      json('POST', '/v1/folders', 100),
      json('POST', '/v1/templates', 100_000),
      json('POST', '/v1/console/session', 100),
      pdf,
      csv,
      ['POST /verify HTTP/1.1', 'Content-Type: application/pdf', 'Content-Length: 100000'],
    ]) {
      const said = await talk(strict.url, head, liveKey).said();
      expect([head[0], said.slice(0, 12), said.includes('No byte of the body')]).toEqual([
        head[0],
        'HTTP/1.1 408',
        true,
      ]);
      expect(said).toMatch(/Connection: close/i);
    }
    const drip = async (head: string[]) => {
      const one = talk(hurried.url, head, liveKey);
      const timer = setInterval(() => one.write(' '), 50);
      return one.said().finally(() => clearInterval(timer));
    };
    expect(await drip(json('POST', '/v1/folders', 100))).toContain('did not arrive within 0.9 seconds');
    expect(await drip(pdf)).toContain('less than 1048576 bytes a second');
  });

  test('503 with Retry-After while the memory for bodies is used up', async () => {
    // A separate API with normal time limits, so that the held body is still there when the other one arrives.
    const small = await startTestApi({ edge: { bodies: { ...usualBodySettings, memoryBytes: mebibyte } } });
    const { liveKey, live } = await small.createTestWorkspace();
    // The held body is refused, and sent again, if the other one takes the memory first.
    let mayHold = true;
    let held: Talk;
    const hold = () => {
      held = talk(small.url, json('POST', '/v1/templates', 600_000), liveKey);
      held.write('{"name":"'.padEnd(599_999, 'x'));
      void held.said().then(() => mayHold && hold());
    };
    hold();
    const other = { name: 'x'.repeat(500_000) };
    let refused: Awaited<ReturnType<typeof live.post>> | undefined;
    await until(async () => {
      refused = await live.post('/v1/folders', other);
      return refused.status === 503;
    }, 'the memory to be used up');
    expectProblem(refused!, 'unavailable');
    expect(Number(refused!.headers['retry-after'])).toBeGreaterThan(0);
    mayHold = false;
    held!.end();
    await until(
      async () => (await live.post('/v1/folders', other)).status === 422,
      'memory to be free again',
    );
  });

  test('503 while the handler of a caller who has disconnected still uses its body', async () => {
    const held = heldStorage(api.storage, 'putStream');
    const bodies = { ...usualBodySettings, memoryBytes: mebibyte };
    const small = await startTestApi({ storage: held.storage, edge: { bodies } });
    const { liveKey, live } = await small.createTestWorkspace();
    const body = JSON.stringify({ title: 'Held', pdf_base64: Buffer.alloc(300_000).toString('base64') });
    const gone = talk(small.url, json('POST', '/v1/documents', body.length), liveKey);
    gone.write(body);
    await held.reached;
    gone.end();
    await until(async () => small.logged.some(({ fields }) => fields.caller_left), 'the caller to leave');
    const other = { name: 'x'.repeat(500_000) };
    expectProblem(await live.post('/v1/folders', other), 'unavailable');
    held.goOn();
    await until(
      async () => (await live.post('/v1/folders', other)).status === 422,
      'the memory to be released',
    );
  });

  test('503: uploads of a workspace beyond its slots and its line; another workspace can still upload', async () => {
    const { live, liveKey } = await api.createTestWorkspace();
    const { id } = (await live.post('/v1/documents', { title: 'Many uploads' })).body;
    const heads = [
      ['PUT', `/v1/documents/${id}/content`, 'application/pdf'],
      ['POST', `/v1/documents/${id}/files`, 'application/pdf'],
      ['POST', '/v1/bulk-sends?template_id=tpl_x', 'text/csv'],
      ['POST', '/v1/documents', 'multipart/form-data; boundary=x'],
    ].map(([method, path, type]) => [
      `${method} ${path} HTTP/1.1`,
      `Content-Type: ${type}`,
      'Content-Length: 9000',
    ]);
    let refused = 0;
    // 8 are received, 64 wait.
    const talks = Array.from({ length: 76 }, (_, at) => talk(api.url, heads[at % 4]!, liveKey));
    for (const one of talks) void one.said('HTTP/1.1 503').then(() => (refused += 1));
    await until(async () => refused === 4, 'the others to be refused');
    const { id: other } = (await mine.live.post('/v1/documents', { title: 'One upload' })).body;
    const put = await mine.live
      .put(`/v1/documents/${other}/content`)
      .set('Content-Type', 'application/pdf')
      .send(Buffer.from('%PDF-'));
    expect(put.status).toBe(204);
    expect(refused).toBe(4);
    for (const one of talks) one.end();
  });

  test('429: a link that completes with large bodies often is refused before the body is read', async () => {
    const own = await startTestApi({ edge: { linkBurstRps: 110, linkSustainedRps: 1 } });
    const workspace = await own.createTestWorkspace();
    const { recipients } = await sentDocument({ ...workspace.ctx(), storage: own.storage });
    const token = linkToken(own.deps.secrets, recipients[0]!);
    const head = json('POST', `/v1/signing/${token}/complete`, 12 * mebibyte);
    const first = talk(own.url, head);
    first.write('{"values":[');
    const second = talk(own.url, head);
    expect(await second.said('}')).toMatch(/^HTTP\/1.1 429 /);
    first.end();
    await own.close();
  });
});

describe('valid large bodies', () => {
  test('the PDF of a template is stored byte for byte when its base64 has escapes, line breaks and spaces', async () => {
    const pdf = Buffer.from(await samplePdf(3, 'large'));
    const base64 = pdf.toString('base64').replace(/.{76}/g, '$&\r\n');
    const text = JSON.stringify({ ...oneSigner, name: 'Large', pdf_base64: base64 }).replaceAll('/', '\\/');
    const made = await mine.live.post('/v1/templates').set('Content-Type', 'application/json').send(text);
    expect(made.status).toBe(201);
    expect(Buffer.from(await api.storage.getBytes(made.body.sha256)).equals(pdf)).toBe(true);
    for (const [wrong, issue] of [
      ['', 'body.pdf_base64 string_too_short'],
      ['a*', 'body.pdf_base64 value_error'],
      [5, 'body.pdf_base64 string_type'],
      [undefined, 'body.pdf_base64 missing'],
    ])
      expect(
        issuesOf(await mine.live.post('/v1/templates', { ...oneSigner, name: 'L', pdf_base64: wrong })),
      ).toEqual([issue]);
  });

  test('2,000 fields are validated in a thread with the same result as a few', async () => {
    const recipients = [{ name: 'Ada', email: 'ada@example.test' }];
    const { id } = (await mine.live.post('/v1/documents', { title: 'Many', recipients })).body;
    const field = { type: 'dropdown', page: 1, x: 0, y: 0, w: 0.1, h: 0.1, recipient_index: 0 };
    const fields = Array.from({ length: 2000 }, (_, at) => ({
      ...field,
      settings: { options: ['a', 'b', String(at)] },
    }));
    expect((await mine.live.put(`/v1/documents/${id}/fields`, fields)).status).toBeLessThan(300);
    const stored = await api.deps.db.field.findMany({
      where: { document: { workspaceId: mine.workspaceId, title: 'Many' } },
      orderBy: { position: 'asc' },
    });
    expect(stored.map(({ settings }) => settings)).toEqual(fields.map(({ settings }) => settings));
    const wrong = fields.map((one, at) => (at === 1999 ? { ...one, page: 0 } : one));
    expect(issuesOf(await mine.live.put(`/v1/documents/${id}/fields`, wrong))).toEqual([
      'body.1999.page greater_than_equal',
    ]);
    const unsound = await mine.live
      .put(`/v1/documents/${id}/fields`)
      .set('Content-Type', 'application/json')
      .send(`${JSON.stringify(fields)}]`);
    expect(issuesOf(unsound)).toEqual(['body json_invalid']);
  });
});
