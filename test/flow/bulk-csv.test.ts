/** A CSV from upload to results: accepted formats, errors and their messages, and the table of results. */
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { type BulkSendOut, rowsFileTypes } from '@countersign/contract/bulk-send';
import type { Storage } from '@countersign/storage/storage';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { type TestBase, testBase } from '../support/base.ts';
import { makeTemplate, oneSigner, startBulkWorker, untilStatus } from '../support/bulk.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { startProcess } from '../support/processes.ts';
import { sheetData, workbook } from '../support/xlsx.ts';

let base: TestBase;
let api: TestApi;
let mine: TestWorkspace;
let template: string;
beforeAll(async () => {
  base = await testBase();
  api = await startTestApi({ storage: base.storage, settings: { maxCsvBytes: 20_000_000 } });
  mine = await api.createTestWorkspace();
  template = await makeTemplate(mine.live);
  await startBulkWorker(api.deps);
});

async function upload(csv: string | Buffer, query = ''): Promise<BulkSendOut> {
  const created = await mine.live
    .post(`/v1/bulk-sends?template_id=${template}${query}`)
    .set('Content-Type', 'text/csv; charset=utf-8')
    .send(csv);
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ status: 'draft', row_count: 0, rows: [] });
  return untilStatus(mine.live, created.body.id, 'ready', 'invalid');
}

const rowsOf = (send: BulkSendOut) =>
  send.rows!.map(({ row_no, status, recipients, error }) => [
    row_no,
    status,
    recipients[0]?.email ?? null,
    error,
  ]);

describe('accepted formats', () => {
  test.each([
    ['commas and LF', 'name,email,city,rent\nAda,ada@example.test,Porto,12\nBob,bob@example.test,,\n'],
    [
      'semicolons, CRLF and a BOM',
      '\ufeffname;email;city;rent\r\nAda;ada@example.test;Porto;12\r\nBob;bob@example.test;;\r\n',
    ],
    [
      'tabs, no last newline',
      'name\temail\tcity\trent\nAda\tada@example.test\tPorto\t12\nBob\tbob@example.test\t\t',
    ],
    [
      'numbered columns in any order and case, blank lines',
      'rent,Recipient_1_Email,city,RECIPIENT_1_NAME\n\n12,ada@example.test,Porto,Ada\n,,,\n,bob@example.test,,Bob\n\n',
    ],
    [
      'quoted cells, padded recipients',
      '"name","email","city","rent"\n" Ada "," ada@example.test","Porto","12"\n"Bob","bob@example.test","",""\n',
    ],
    [
      'blank cells behind the last column',
      'name,email,city,rent\nAda,ada@example.test,Porto,12,,\nBob,bob@example.test,,,,,\n',
    ],
  ])('%s', async (_name, csv) => {
    const send = await upload(csv, '&source_filename=list.csv');
    expect(send).toMatchObject({ status: 'ready', row_count: 2, source_filename: 'list.csv', error: null });
    expect(send.rows!.map((row) => row.recipients)).toEqual([
      [{ name: 'Ada', email: 'ada@example.test' }],
      [{ name: 'Bob', email: 'bob@example.test' }],
    ]);
    const stored = await api.deps.db.bulkRow.findMany({
      where: { bulkSendId: send.id },
      orderBy: { rowNo: 'asc' },
    });
    expect(stored.map((row) => row.formValues)).toEqual([{ city: 'Porto', rent: '12' }, {}]);
  });

  test('newlines inside quotes stay in the value, auth levels are read, and line numbers match those of an editor', async () => {
    const send = await upload(
      'name,email,auth_level,city\nAda,ada@example.test,OTP,"Po\nrto"\nBob,nobody,,x\nCy,cy@example.test,passkey,y\n',
    );
    expect(send).toMatchObject({ status: 'invalid', invalid_count: 2 });
    expect(rowsOf(send)).toEqual([
      [1, 'queued', 'ada@example.test', null],
      [2, 'invalid', 'nobody', 'line 4, column email: not a valid email address'],
      [
        3,
        'invalid',
        'cy@example.test',
        expect.stringMatching(/^line 5, column auth_level: auth-level-unavailable: /),
      ],
    ]);
    expect(send.rows![0]!.recipients).toEqual([
      { name: 'Ada', email: 'ada@example.test', auth_level: 'otp' },
    ]);
  });
});

test('an Excel workbook is read like a CSV, with the row numbers of the sheet', async () => {
  const sheet = sheetData([
    ['name', 'email', 'city', 'rent'],
    ['Ada', 'ada@example.test', 'Porto'],
    ['Bob', 'nobody', 'Porto'],
  ]).replace('</row><row r="3">', '<c r="D2"><v>1200.5000000000002</v></c></row><row r="7">');
  const created = await mine.live
    .post(`/v1/bulk-sends?template_id=${template}&source_filename=list.xlsx`)
    .set('Content-Type', rowsFileTypes[1])
    .send(workbook({ sheets: [{ data: sheet }] }));
  expect(created.status).toBe(201);
  const send = await untilStatus(mine.live, created.body.id, 'ready', 'invalid');
  expect(rowsOf(send)).toEqual([
    [1, 'queued', 'ada@example.test', null],
    [2, 'invalid', 'nobody', 'line 7, column email: not a valid email address'],
  ]);
  const stored = await api.deps.db.bulkRow.findMany({
    where: { bulkSendId: send.id },
    orderBy: { rowNo: 'asc' },
  });
  expect(stored.map(({ line, formValues }) => [line, formValues])).toEqual([
    [2, { city: 'Porto', rent: '1200.5' }],
    [7, { city: 'Porto' }],
  ]);
  const results = await mine.live.get(`/v1/bulk-sends/${send.id}/rows.csv`);
  expect(results.headers['content-disposition']).toContain('list (rows).csv');
});

describe('an invalid row names its line and column, and does not affect other rows', () => {
  test('unknown columns, invalid values, missing cells, more cells than columns', async () => {
    const send = await upload(
      'name,email,city,color\nAda,ada@example.test,far too long a name,\nBob,bob@example.test,,red\nCy,cy@example.test\nDi,di@example.test,a,,extra\n,eve@example.test,,\n',
    );
    expect(rowsOf(send).map((row) => row[3])).toEqual([
      expect.stringMatching(/^line 2, column city: /),
      'line 3, column color: the template has no such field',
      'line 4: 2 columns, the header has 4',
      'line 5: 5 columns, the header has 4',
      'line 6, column name: a name is required',
    ]);
  });
});

describe('a file that cannot be used is invalid, says why, and is never dispatched', () => {
  test.each<[string, string | Buffer, RegExp, number]>([
    ['missing columns', 'name,city\nAda,Porto\n', /^line 1: missing column: recipient_1_email$/, 1],
    [
      'duplicate headers',
      'name,email,city,city\nAda,a@example.test,x,y\n',
      /^line 1: column city appears twice \(columns 3 and 4\)$/,
      1,
    ],
    [
      'the same recipient under two names',
      'name,email,Name\nAda,a@example.test,B\n',
      /^line 1: column Name appears twice/,
      1,
    ],
    [
      'a name that every row would carry, longer than any field has',
      `name,email,${'x'.repeat(200_000)}\n${'Ada,ada@example.test,y\n'.repeat(5000)}`,
      /^line 1: column 3 has a name of more than 200 characters$/,
      1,
    ],
    ['a nameless column', 'name,email,\nAda,a@example.test,x\n', /^line 1: column 3 has no name$/, 1],
    [
      'a recipient too many',
      'recipient_1_name,recipient_1_email,recipient_2_email\n',
      /^line 1: column recipient_2_email: the template has 1 placeholder$/,
      1,
    ],
    [
      'a binary file',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      /^line 1: the file is not (UTF-8|a text file)/,
      1,
    ],
    [
      'a cut Excel file',
      Buffer.from('504b03041400060008000000', 'hex'),
      /^line 1: the Excel file cannot be read: /,
      1,
    ],
    [
      'invalid UTF-8',
      Buffer.concat([
        Buffer.from('name,email\nAda,a@example.test\nRen'),
        Buffer.from([0xe9]),
        Buffer.from(',r@example.test\n'),
      ]),
      /^line 3: the file is not UTF-8: save it as "CSV UTF-8"$/,
      2,
    ],
    [
      'an open quote',
      'name,email\nAda,a@example.test\n"Bob,b@example.test\n',
      /^line 3: an opening quote has no closing quote$/,
      2,
    ],
    [
      'one huge line',
      Buffer.alloc(19_000_000, 0x78),
      /^line 1: the line is longer than 1048576 characters$/,
      1,
    ],
    ['only a header', 'name,email\n', /^line 1: the file has no rows$/, 1],
    ['an empty file', '\n', /^line 1: the file has no rows$/, 1],
  ])('%s', async (_name, csv, error, count) => {
    const send = await upload(csv);
    expect(send).toMatchObject({ status: 'invalid', row_count: count, error: expect.stringMatching(error) });
    expect(send.rows!.at(-1)).toMatchObject({ row_no: count, status: 'invalid', error: send.error });
    const refused = await mine.live.post(`/v1/bulk-sends/${send.id}/dispatch?skip_invalid=true`);
    expectProblem(refused, 'bulk-send-state');
    expect((await mine.live.post(`/v1/bulk-sends/${send.id}/cancel`)).status).toBe(200);
  });
});

test('413 over the limit, with or without a Content-Length; 415 compressed; 422 without a template; 404 for an unknown one; none creates a bulk send', async () => {
  const before = (await mine.live.get('/v1/bulk-sends')).body.total;
  const post = (query: string) => mine.live.post(`/v1/bulk-sends${query}`).set('Content-Type', 'text/csv');
  expectProblem(
    await post(`?template_id=${template}`).send(Buffer.alloc(20_000_001, 0x78)),
    'payload-too-large',
  );
  expect(await sendChunked(`${api.url}/v1/bulk-sends?template_id=${template}`, mine.liveKey, 25)).toBe(413);
  expectProblem(
    await post(`?template_id=${template}`).set('Content-Encoding', 'gzip').send(Buffer.from('x')),
    'unsupported-media-type',
  );
  expect(issuesOf(await post('').send('name,email\n'))).toEqual(['query.template_id missing']);
  expectProblem(await post('?template_id=tpl_1').send('name,email\n'), 'not-found');
  expect((await mine.live.get('/v1/bulk-sends')).body.total).toBe(before);
});

test('a file that is missing from storage ends the bulk send with that error', async () => {
  const forgetful: Storage = {
    ...base.storage,
    putStream: async (source, options) => ({
      ...(await base.storage.putStream(source, options)),
      sha256: '0'.repeat(64),
    }),
  };
  const other = await startTestApi({ storage: forgetful });
  const theirs = (await other.createTestWorkspace()).live;
  const made = await theirs
    .post(`/v1/bulk-sends?template_id=${await makeTemplate(theirs)}`)
    .set('Content-Type', 'text/csv')
    .send('name,email\nLost,lost@example.test\n');
  expect(made.status).toBe(201);
  const send = await untilStatus(theirs, made.body.id, 'invalid', 'ready');
  const error = 'line 1: the file is no longer in storage; upload it again';
  expect(send).toMatchObject({ status: 'invalid', error });
  expect(rowsOf(send)).toEqual([[1, 'invalid', null, error]]);
});

test('the results are a table without active formulas, optionally of one status only', async () => {
  const send = await upload(
    'name,email,city\n"=HYPERLINK(""x"")",a@example.test,@SUM\n"Lovelace, Ada",b@example.test,-1\nBad,nobody,+1\n',
    '&source_filename=list.csv',
  );
  await mine.live.post(`/v1/bulk-sends/${send.id}/dispatch?skip_invalid=true`);
  const done = await untilStatus(mine.live, send.id, 'done');
  const table = await mine.live.get(`/v1/bulk-sends/${send.id}/rows.csv`);
  expect(table.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(table.headers['content-disposition']).toContain('list (rows).csv');
  const [first, second] = done.rows!;
  expect(table.text.split('\r\n')).toEqual([
    'row_no,line,status,document_id,delivery_state,sent_at,error,external_id,recipient_1_name,recipient_1_email,city',
    `1,2,sent,${first!.document_id},sent,${first!.sent_at},,,"'=HYPERLINK(""x"")",a@example.test,'@SUM`,
    `2,3,sent,${second!.document_id},sent,${second!.sent_at},,,"Lovelace, Ada",b@example.test,'-1`,
    `3,4,invalid,,,,"line 4, column email: not a valid email address",,Bad,nobody,'+1`,
    '',
  ]);
  const invalid = await mine.live.get(`/v1/bulk-sends/${send.id}/rows.csv?status=invalid`);
  expect(invalid.text.split('\r\n')).toHaveLength(3);
  expect(issuesOf(await mine.live.get(`/v1/bulk-sends/${send.id}/rows.csv?status=x`))).toEqual([
    'query.status enum',
  ]);
});

test('a template returns the header row that its bulk sends accept', async () => {
  const place = { page: 1, x: 0.1, w: 0.3, h: 0.04, recipient_index: 1 };
  const two = await makeTemplate(mine.live, {
    recipients: [...oneSigner.recipients, { name: 'Landlord', email: 'l@example.test' }],
    fields: [
      ...oneSigner.fields,
      { ...place, type: 'signature', y: 0.5, name: 'mark' },
      { ...place, type: 'text', y: 0.6, name: 'city' },
    ],
  });
  const header = await mine.live.get(`/v1/templates/${two}/bulk.csv`);
  expect(header.text).toBe(
    'recipient_1_name,recipient_1_email,recipient_2_name,recipient_2_email,city,rent\r\n',
  );
  expect(header.headers['content-type']).toBe('text/csv; charset=utf-8');
  expectProblem(await mine.live.get('/v1/templates/tpl_1/bulk.csv'), 'not-found');
  const made = await mine.live
    .post(`/v1/bulk-sends?template_id=${two}`)
    .set('Content-Type', 'text/csv')
    .send(`${header.text}Ada,a@example.test,Bob,b@example.test,Porto,1\r\n`);
  expect(await untilStatus(mine.live, made.body.id, 'ready', 'invalid')).toMatchObject({
    status: 'ready',
    row_count: 1,
  });
});

test('a line of hundreds of megabytes: the memory of the API stays small, and the error names the fault', async () => {
  const server = startProcess('apps/api/src/main.ts', {
    DATABASE_URL: base.databaseUrl,
    DATA_DIR: base.folder,
    STORAGE_URL: `file:${base.folder}/blobs`,
    PORT: '0',
  });
  const { port } = await server.until((line) => line.message.includes('listening'));
  const url = `http://127.0.0.1:${port}/v1/bulk-sends?template_id=${template}`;
  // Later uploads do not raise the peak above the garbage that the first one left.
  expect(await sendChunked(url, mine.liveKey, 100)).toBe(201);
  const before = await peakMemory(server.pid);
  expect(await sendChunked(url, mine.liveKey, 250)).toBe(201);
  const after = await peakMemory(server.pid);
  if (before !== null && after !== null) expect(after - before).toBeLessThan(80);
  const [newest] = (await mine.live.get('/v1/bulk-sends')).body.items;
  const send = await untilStatus(mine.live, newest.id, 'invalid');
  expect(send.error).toBe('line 1: the line is longer than 1048576 characters');
  expect(await server.stop()).toBe(0);
});

async function peakMemory(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const match = /VmHWM:\s+(\d+) kB/.exec(status);
  return match ? Number(match[1]) / 1024 : null;
}

/** Sends this many megabytes of one letter without a Content-Length. Resolves to the status. */
function sendChunked(url: string, key: string, megabytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'text/csv' };
    const post = httpRequest(url, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      if (!post.writableEnded) post.destroy();
    });
    post.once('error', reject);
    const piece = Buffer.alloc(1_000_000, 0x78);
    let left = megabytes;
    const write = () => {
      while (left > 0) {
        left -= 1;
        if (!post.write(piece)) {
          post.once('drain', write);
          return;
        }
      }
      post.end();
    };
    write();
  });
}
