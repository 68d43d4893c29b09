/**
 * Files and bodies made to do harm, over HTTP: each is refused with a reason or read within limits, and the service keeps answering
 * (docs/SECURITY.md, Input). Tests of single readers are next to their code.
 */
import { request } from 'node:http';
import { deflateSync } from 'node:zlib';
import { sharedContent, slowContents } from '@countersign/pdf/testing/hostile-files';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { expectProblem } from '../support/problem.ts';
import { until } from '../support/processes.ts';
import { samplePdf } from '../support/sample-pdf.ts';

let api: TestApi;
let mine: TestWorkspace;
let pdf: Buffer;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  pdf = Buffer.from(await samplePdf());
});

const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>';
const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

/** A PDF of these objects, numbered from 1, with a right table (ISO 32000-2, 7.5.4). The first is the catalog. */
function compose(objects: Array<string | Buffer>, trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]!.length;
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = at;
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const stream = (head: string, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${head} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);

/** Two hundred megabytes of zeros in two hundred kilobytes. */
const bomb = deflateSync(Buffer.alloc(200_000_000));

/** The cross-reference of a file in a stream that inflates without end. */
function xrefBomb(): Buffer {
  const head = Buffer.from('%PDF-1.7\n');
  const xref = stream('/Type /XRef /Size 9 /W [1 4 2] /Root 1 0 R /Filter /FlateDecode', bomb);
  const object = Buffer.concat([Buffer.from('5 0 obj\n'), xref, Buffer.from('\nendobj\n')]);
  return Buffer.concat([head, object, Buffer.from(`startxref\n${head.length}\n%%EOF\n`)]);
}

async function finalize(bytes: Buffer) {
  const created = await mine.live.post('/v1/documents', { title: 'Hostile' });
  const path = `/v1/documents/${created.body.id}`;
  const put = await mine.live.put(`${path}/content`).set('Content-Type', 'application/pdf').send(bytes);
  expect(put.status).toBe(204);
  return mine.live.post(`${path}/finalize`);
}

describe('a PDF', () => {
  const refused: Array<[string, () => Buffer, RegExp]> = [
    [
      'whose arrays are nested a hundred thousand deep',
      () =>
        compose([
          `<< /Type /Catalog /Pages 2 0 R /X ${'['.repeat(100_000)}${']'.repeat(100_000)} >>`,
          pages,
          page,
        ]),
      /^damaged$/,
    ],
    [
      'with a hundred thousand pages',
      () => compose([catalog, `<< /Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>`, page]),
      /^(too_many_pages|damaged)$/,
    ],
    [
      'whose page tree leads back to itself',
      () => compose([catalog, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>']),
      /^(damaged|no_pages)$/,
    ],
    [
      'that promises two thousand million objects',
      () =>
        Buffer.from(
          compose([catalog, '<< /Type /Pages /Kids [] /Count 0 >>'])
            .toString()
            .replace('/Size 3', '/Size 2147483647'),
        ),
      /^(damaged|no_pages)$/,
    ],
  ];
  test.each(refused)('%s is 422 invalid-pdf with the reason', async (_what, make, reason) => {
    const answer = await finalize(make());
    expect(expectProblem(answer, 'invalid-pdf').reason).toMatch(reason);
  });

  const bounded: Array<[string, () => Buffer]> = [
    [
      'whose page content is a bomb',
      () =>
        compose([
          catalog,
          pages,
          page.replace('>>', '/Contents 4 0 R >>'),
          stream('/Filter /FlateDecode', bomb),
        ]),
    ],
    ['whose earlier section is itself', () => compose([catalog, pages, page], '/Prev 9')],
    [
      'that says it has two thousand million pages and has one',
      () => compose([catalog, pages.replace('/Count 1', '/Count 2147483647'), page]),
    ],
    [
      'with a bomb under fifty filters',
      () =>
        compose([
          catalog,
          pages,
          page.replace('>>', '/Contents 4 0 R >>'),
          stream(`/Filter [${'/FlateDecode '.repeat(50)}]`, bomb),
        ]),
    ],
  ];
  test.each(bounded)(
    '%s is read in bounds: taken as it is shown, or refused by name',
    async (_what, make) => {
      const answer = await finalize(make());
      if (answer.status === 200) expect(answer.body).toMatchObject({ status: 'draft' });
      else
        expectProblem(
          answer,
          answer.body.type.endsWith('pdf-too-complex') ? 'pdf-too-complex' : 'invalid-pdf',
        );
    },
  );

  test('with a decompression bomb as cross-reference is 422 pdf-too-complex, and the response names the limit', async () => {
    const problem = expectProblem(await finalize(xrefBomb()), 'pdf-too-complex');
    expect(problem.detail).toMatch(/decodes to more than its limit of 67108864 bytes/);
  });

  test('whose pages share a stream of 62 MiB is read once, and accepted', async () => {
    expect((await finalize(sharedContent())).body).toMatchObject({ status: 'draft' });
  });

  test('is not read any further when the caller disconnects', async () => {
    const created = await mine.live.post('/v1/documents', { title: 'Hostile' });
    const path = `/v1/documents/${created.body.id}`;
    const put = mine.live.put(`${path}/content`).set('Content-Type', 'application/pdf');
    await put.send(slowContents());
    const call = request(`${api.url}${path}/finalize`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${mine.liveKey}`, 'Content-Length': 0 },
    });
    call.on('error', () => undefined).end();
    const load = (running: number) => async () => api.deps.inspections.load.running === running;
    await until(load(1), 'an inspection');
    call.destroy();
    await until(load(0), 'its end');
    expect((await mine.live.get(path)).body.status).toBe('awaiting_upload');
  });

  test('in a template is checked like one of a document', async () => {
    const answer = await mine.live.post('/v1/templates', {
      name: 'Hostile',
      pdf_base64: xrefBomb().toString('base64'),
      recipients: [{ name: 'Tenant', email: 'tenant@example.test' }],
      fields: [],
    });
    expect(answer.status).toBe(422);
  });

  test('without tricks is accepted after all of them', async () => {
    expect((await finalize(pdf)).status).toBe(200);
  });
});

describe('an image at completion', () => {
  /** A PNG that says it is of this size, with next to nothing in it. */
  async function lying(width: number, height: number): Promise<Buffer> {
    const bytes = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  }

  test('with a false size in its header, or truncated, is refused without being decoded', async () => {
    const jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'white' } })
      .jpeg()
      .toBuffer();
    const { prepareSignatureImage } = await import('@countersign/pdf/draw/signature-image');
    for (const bytes of [
      await lying(60_000, 60_000),
      await lying(4000, 4000),
      jpeg.subarray(0, 100),
      jpeg.subarray(0, -200),
    ])
      await expect(prepareSignatureImage(bytes)).rejects.toThrow();
  });
});

describe('a JSON body', () => {
  const raw = (text: string) =>
    mine.live.post('/v1/documents').set('Content-Type', 'application/json').send(text);

  test.each([
    [
      'a hundred thousand arrays deep where a text belongs',
      `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    ],
    [
      'a hundred thousand objects deep in a member that nobody knows',
      `{"x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
    ],
    ['with fifty thousand members', `{${Array.from({ length: 50_000 }, (_, at) => `"m${at}":1`).join(',')}}`],
    ['that is an array without end', '['.repeat(200_000)],
    ['with a number of a hundred thousand digits', `{"title":${'9'.repeat(100_000)}}`],
    [
      'that would change the prototype of objects',
      '{"__proto__":{"title":"x"},"constructor":{"prototype":{"title":"x"}}}',
    ],
  ])('%s is 422', async (_what, text) => {
    const answer = await raw(text);
    expectProblem(answer, 'validation');
    expect(({} as Record<string, unknown>).title).toBeUndefined();
  });

  test('of many megabytes is 413 and is not read to its end', async () => {
    const answer = await raw(`{"title":"${'x'.repeat(60_000_000)}"}`).catch((error: Error) => error);
    // The connection may be closed while the rest is still on its way.
    if (!(answer instanceof Error)) expect(answer.status).toBe(413);
  });
});

describe('names and headers', () => {
  const hostile = 'a\r\nX-Injected: yes\r\n\r\n<b>../../etc/passwd\u0000"; filename="x.exe';

  test('a title with line breaks and paths becomes one harmless file name in the header of a download', async () => {
    const title = 'Lease\r\nX-Injected: yes "; filename=evil.exe; ../../../etc/passwd';
    const created = await mine.live.post('/v1/documents', { title });
    expect(created.status).toBe(201);
    const path = `/v1/documents/${created.body.id}`;
    await mine.live.put(`${path}/content`).set('Content-Type', 'application/pdf').send(pdf);
    await mine.live.post(`${path}/finalize`);
    const got = await mine.live.get(`${path}/download`).buffer();
    expect(got.status).toBe(200);
    expect(got.headers['x-injected']).toBeUndefined();
    const [, plain, encoded] =
      /^attachment; filename="([^"]*)"; filename\*=UTF-8''([^;]*)$/.exec(
        got.headers['content-disposition']!,
      ) ?? [];
    expect(plain).not.toMatch(/[\r\n"/\\]/);
    expect(decodeURIComponent(encoded!)).not.toMatch(/[\r\n/\\]/);
  });

  test('a request id or idempotency key with foreign characters is not sent back', async () => {
    for (const id of ['a"b<script>', 'x'.repeat(129), 'ü']) {
      const answer = await mine.live.get('/v1/me').set('X-Request-Id', encodeURI(id));
      expect(answer.status).toBe(200);
      if (encodeURI(id) !== id || id.length > 128)
        expect(answer.headers['x-request-id']).not.toBe(encodeURI(id));
    }
  });

  test('the name of a CSV is kept as a name, never as a path or a header', async () => {
    const template = await mine.live.post('/v1/templates', {
      name: 'Lease',
      pdf_base64: pdf.toString('base64'),
      recipients: [{ name: 'Tenant', email: 'tenant@example.test' }],
      fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, recipient_index: 0 }],
    });
    expect(template.status).toBe(201);
    const send = (name: string) =>
      mine.live
        .post(`/v1/bulk-sends?template_id=${template.body.id}&source_filename=${encodeURIComponent(name)}`)
        .set('Content-Type', 'text/csv')
        .send('name,email\nAda,ada@example.test\n');
    for (const name of ['../../../etc/passwd', 'a\r\nX-Injected: yes.csv', '"; filename="x.exe']) {
      const made = await send(name);
      expect([201, 422]).toContain(made.status);
      expect(made.headers['x-injected']).toBeUndefined();
      if (made.status !== 201) continue;
      const table = await mine.live.get(`/v1/bulk-sends/${made.body.id}/rows.csv`);
      expect(table.headers['x-injected']).toBeUndefined();
      const [, plain] = /filename="([^"]*)"/.exec(table.headers['content-disposition']!) ?? [];
      expect(plain).not.toMatch(/[\r\n"/\\]/);
    }
    expect((await send(hostile)).status).toBe(422);
  });
});
