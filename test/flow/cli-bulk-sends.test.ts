/** `countersign bulk-sends …` against a real API and a worker. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { makeTemplate, rowsFor, startBulkWorker } from '../support/bulk.ts';
import { runCommandHere } from '../support/command-here.ts';
import { startCommand } from '../support/command-line.ts';
import { until } from '../support/processes.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { sheetData, workbook } from '../support/xlsx.ts';
import { zipOf } from '../support/zip.ts';

let api: TestApi;
let workspace: TestWorkspace;
let template: string;
/** Commands name files relative to the working directory. */
const start = process.cwd();
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  [api, folder] = await Promise.all([startTestApi(), mkdtemp(join(tmpdir(), 'countersign-cli-'))]);
  workspace = await api.createTestWorkspace();
  template = await makeTemplate(workspace.live);
  process.chdir(folder);
  env = { COUNTERSIGN_API_KEY: workspace.liveKey, COUNTERSIGN_URL: api.url };
});
afterAll(async () => {
  process.chdir(start);
  await rm(folder, { recursive: true, force: true });
});

const run = (...words: string[]) => runCommandHere(['bulk-sends', ...words], env);
const linesOf = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const idOf = ({ out }: { out: string }) => (JSON.parse(out) as { id: string }).id;
const idIn = (out: string) => /Bulk send ([0-9a-f-]{36}) /.exec(out)![1]!;
const csv = (name: string, lines: string[]) =>
  writeFile(join(folder, name), ['name,email,city', ...lines, ''].join('\n'));

// No worker runs.
test('a bulk send starts later and keeps to its hours', async () => {
  await writeFile(join(folder, 'later.json'), JSON.stringify({ rows: rowsFor(1) }));
  const { id } = JSON.parse((await run('create', 'later.json', '-T', template, '--json')).out);
  const plan = ['--at', '2d', '--window', '09:00-17:00', '--timezone', 'Europe/Berlin'];
  expect((await run('dispatch', id, ...plan)).out).toContain('dispatching');
  const shown = (await run('get', id)).out;
  expect(shown).toMatch(/Starts +\d{4}/);
  expect(shown).toMatch(/Hours +09:00 to 17:00, Europe\/Berlin/);
  await run('cancel', id);
  expect((await run('dispatch', id, '--window', '9-17')).err).toContain('It must have the form 09:00-17:00.');
  expect((await run('dispatch', id, '--timezone', 'UTC')).err).toContain('--timezone needs --window.');
});

// No worker runs.
test('a waiting bulk send can be watched, continues after Ctrl-C, and ends the watch with 1 when canceled', async () => {
  await writeFile(join(folder, 'rows.json'), JSON.stringify({ rows: rowsFor(3) }));
  const created = await run('create', 'rows.json', '-T', template, '--json');
  const { id } = JSON.parse(created.out);
  expect((await run('dispatch', id)).out).toContain('dispatching');
  const asked = api.logged.length;
  const watching = startCommand(['bulk-sends', 'watch', id], { env });
  await untilAsked(asked);
  watching.interrupt();
  expect((await watching.ended).status).toBe(130);
  expect((await run('cancel', id)).out).toContain('canceled: 3 rows, 0 sent, 3 canceled');
  const after = await run('watch', id);
  expect([after.status, after.err]).toEqual([1, 'error: The bulk send was canceled.\n']);
  expect((await run('retry-failed', id)).status).toBe(5);
});

// No worker runs.
test('all rows are listed, also if they are so large that the API ends its pages early', async () => {
  await writeFile(join(folder, 'large.json'), JSON.stringify({ rows: rowsFor(12) }));
  const { id } = JSON.parse((await run('create', 'large.json', '-T', template, '--json')).out);
  await api.deps.db.bulkRow.updateMany({
    where: { bulkSendId: id },
    data: { recipients: [{ name: 'x'.repeat(1_000_000), email: 'ada@example.test' }] },
  });
  const { out } = await run('rows', id, '--json');
  expect(out.match(/"row_no":/g)).toHaveLength(12);
});

test('rows are uploaded, checked, sent and listed; invalid ones are named by line and column', async () => {
  const worker = await startBulkWorker(api.deps);
  await csv('good.csv', ['Ada,ada@example.test,London', 'Grace,grace@example.test,"New York"']);
  await csv('mixed.csv', [
    'Ada,ada@example.test,London',
    'Nobody,nowhere,Paris',
    ',x@example.test,Far too long a name',
  ]);
  const people = [
    ['name', 'email', 'city'],
    ['Ada', 'ada@example.test', 'London'],
    ['Grace', 'grace@example.test', 'Lyon'],
  ];
  await writeFile(join(folder, 'good.xlsx'), workbook({ sheets: [{ data: sheetData(people) }] }));
  await writeFile(
    join(folder, 'own.csv'),
    'name,email,pdf\nAda,ada@example.test,a.pdf\nBob,b@example.test,b.pdf\n',
  );
  const files = [
    { name: 'a.pdf', content: await samplePdf(1, 'own') },
    { name: 'c.txt', content: 'unused' },
  ];
  await writeFile(join(folder, 'own.zip'), zipOf(files));
  const [header, all, none, some, read, refused, own, needless, watched, halted] = await Promise.all([
    run('header', template),
    run('create', 'good.csv', '--template', template, '--dispatch', '--watch'),
    run('create', 'mixed.csv', '--template', template, '--dispatch'),
    run('create', 'mixed.csv', '-T', template, '-d', '-w', '--skip-invalid'),
    run('create', 'good.xlsx', '-T', template, '--json'),
    run('create', 'mixed.csv', '-T', template, '--json'),
    run('create', 'own.csv', '-T', template, '--pdfs', 'own.zip', '-d', '-w', '--skip-invalid'),
    run('create', 'own.csv', '-T', template, '--fields-from', 'tags'),
    run('create', 'good.csv', '-T', template, '-d', '-w', '--json'),
    run('create', 'mixed.csv', '-T', template, '-d', '-w', '--json'),
  ]);
  expect([own.status, own.err.split('\n').slice(0, 2)]).toEqual([
    0,
    ['line 3, column pdf: b.pdf: the ZIP has no such file', 'Note: no row names 1 file of the ZIP'],
  ]);
  expect((await run('get', idIn(own.out))).out).toMatch(
    /PDFs +2 of 2 PDFs checked, no row names 1 file of the ZIP/,
  );
  expect([needless.status, needless.err]).toEqual([
    2,
    expect.stringContaining('--fields-from needs --pdfs.'),
  ]);
  expect(header.out).toBe('recipient_1_name,recipient_1_email,city,rent\r\n');
  expect([all.status, all.err]).toEqual([0, '']);
  expect(all.out).toMatch(/^Bulk send [0-9a-f-]{36} {2}done: 2 rows, 2 sent\n$/);
  expect(none.status).toBe(1);
  expect(none.out).toMatch(/ {2}invalid: 3 rows, 2 invalid\n$/);
  expect(none.err.split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(/^line 3, column email: /),
    expect.stringMatching(/^line 4, column (name|city): /),
  ]);
  expect(none.err).toContain(
    `2 rows are invalid. Nothing was sent. Send the other 1: countersign bulk-sends dispatch ${idIn(none.out)} --skip-invalid`,
  );
  expect([some.status, / {2}done: 3 rows, 1 sent, 2 invalid\n$/.test(some.out)]).toEqual([0, true]);
  expect(JSON.parse(read.out)).toMatchObject({ status: 'ready', row_count: 2, source_filename: 'good.xlsx' });
  expect(JSON.parse(refused.out)).toMatchObject({ status: 'invalid', invalid_count: 2 });
  expect(JSON.parse(refused.err)).toEqual({
    exit_status: 1,
    detail: expect.stringMatching(/^2 rows are invalid/),
  });

  // Commands that watch print one JSON value per line.
  const states = linesOf(watched.out);
  expect(states.at(-1)).toMatchObject({ status: 'done', sent_count: 2 });
  expect(states[0]).toMatchObject({ id: states.at(-1)!.id, status: 'dispatching' });
  expect(linesOf((await run('watch', String(states[0]!.id), '--json')).out)).toEqual([states.at(-1)]);
  expect(linesOf(halted.out)).toMatchObject([{ status: 'invalid', invalid_count: 2 }]);
  expect(JSON.parse(halted.err)).toEqual(JSON.parse(refused.err.replace(idOf(refused), idOf(halted))));

  const [shown, listed, rows, saved, previewed, longest, invalid] = await Promise.all([
    run('get', idIn(all.out)),
    run('list', '--json'),
    run('rows', idIn(some.out), '--status', 'sent', '--json'),
    run('rows', idIn(some.out), '--output', 'results.csv'),
    run('preview', JSON.parse(read.out).id, '--row', '2', '--output', 'two.pdf'),
    run('preview', JSON.parse(read.out).id, '--longest'),
    run('preview', idIn(none.out), '--row', '2'),
  ]);
  expect(shown.out).toMatch(/^Rows {8}2 rows, 2 sent$/m);
  expect(shown.out).toMatch(/^Documents {3}2 waiting$/m);
  const known = (JSON.parse(listed.out).items as Array<{ id: string }>).map(({ id }) => id);
  expect(known).toEqual(expect.arrayContaining([all.out, none.out, some.out].map(idIn)));
  expect(JSON.parse(rows.out)).toMatchObject([
    { row_no: 1, status: 'sent', document_id: expect.stringMatching(/^doc_/) },
  ]);
  expect(saved.status).toBe(0);
  expect((await readFile(join(folder, 'results.csv'), 'utf8')).trim().split('\n')).toHaveLength(4);
  expect([previewed.status, longest.status, invalid.status]).toEqual([0, 0, 7]);
  await worker.stop();
});

test('rows are corrected from a file, and all open documents are extended, reminded, voided and archived', async () => {
  const worker = await startBulkWorker(api.deps);
  await csv('open.csv', ['Ada,ada@open.test,London', 'Grace,grace@open.test,Paris', 'Mary,mary,Rome']);
  const sent = await run('create', 'open.csv', '-T', template, '--dispatch', '--skip-invalid', '--watch');
  const id = idIn(sent.out);
  await writeFile(
    join(folder, 'corrections.csv'),
    'row_no,email\n1,ada@new.test\n3,mary@open.test\n9,x@open.test\n',
  );
  const corrected = await run('correct', id, 'corrections.csv', '--output', 'lines.csv');
  expect([corrected.status, corrected.out]).toEqual([
    1,
    'Corrected: 2 of 3 lines; not corrected: 1 refused\n',
  ]);
  expect(corrected.err).toBe('line 4: the bulk send has no row 9\nerror: 1 line was refused.\n');
  expect(await readFile(join(folder, 'lines.csv'), 'utf8')).toBe(
    'line,row_no,external_id,result,error\r\n2,1,,corrected,\r\n3,3,,requeued,\r\n4,9,,refused,the bulk send has no row 9\r\n',
  );
  const listed = await run('corrections', id, '--result', 'requeued', '--json');
  expect(JSON.parse(listed.out)).toMatchObject([{ line: 3, row_no: 3 }]);
  expect((await run('watch', id)).out).toContain('done: 3 rows, 3 sent');

  const extended = await run('extend', id, '--expires', '14d', '--also-without-expiry');
  expect(extended.out).toBe('Extended: 3 of 3 documents\n');
  const reminded = await run('remind-open', id);
  expect(reminded.out).toBe('Reminded: 0 of 3 documents; not reminded: 3 mailed within a day\n');
  expect((await run('archive', id)).status).toBe(5);
  const voided = await run('void-open', id, '--reason', 'Wrong rent.');
  expect([voided.status, voided.out]).toEqual([0, 'Voided: 3 of 3 documents\n']);
  expect((await run('get', id)).out).toMatch(/^Operation {3}Voided: 3 of 3 documents$/m);
  expect((await run('archive', id)).status).toBe(0);
  const ids = async (...options: string[]) =>
    (JSON.parse((await run('list', '--json', ...options)).out).items as Array<{ id: string }>).map(
      (one) => one.id,
    );
  expect([(await ids()).includes(id), await ids('--archived')]).toEqual([false, [id]]);
  expect((await run('unarchive', id)).status).toBe(0);
  await worker.stop();
});

/** Resolves when the API has served one more request for a bulk send. */
async function untilAsked(from: number): Promise<void> {
  const isAnswer = ({ fields }: (typeof api.logged)[number]) =>
    fields.method === 'GET' && fields.route === '/v1/bulk-sends/{bulk_send_id}';
  await until(async () => api.logged.slice(from).some(isAnswer), 'the command to ask');
}
