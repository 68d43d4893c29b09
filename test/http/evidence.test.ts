/** Evidence archives, and the answers of a template. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { verifyChain } from '@countersign/contract/audit-chain';
import { decodeId, encodeId, newId } from '@countersign/contract/ids';
import type { FullDocument } from '@countersign/core/document/lock';
import { eraseDocument } from '@countersign/core/privacy/erase-document';
import {
  EvidenceChangedError,
  locateInEvidence,
  openEvidence,
  readEvidence,
} from '@countersign/core/results/evidence';
import { openTemplateAnswers, templateAnswersAsCsv } from '@countersign/core/results/template-answers';
import { createSealKeys } from '@countersign/core/seal/keys';
import { sealDocument } from '@countersign/core/seal/seal-document';
import { columnOf } from '@countersign/db/sql';
import { createFileStorage } from '@countersign/storage/file-storage';
import { BlobDamagedError, type Storage } from '@countersign/storage/storage';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { makeTemplate, rowsFor } from '../support/bulk.ts';
import { runCommandHere } from '../support/command-here.ts';
import { copyRows, reread, sentDocument, signAs } from '../support/documents.ts';
import { person } from '../support/people.ts';
import { expectProblem, issuesOf } from '../support/problem.ts';
import { until } from '../support/processes.ts';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  [api, folder] = await Promise.all([startTestApi(), mkdtemp(join(tmpdir(), 'countersign-evidence-'))]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = promisify(execFile);
const titles = ['Lease', '=2+2 / "Straße"\n<7>', '契'.repeat(300), 'B'.repeat(300)];
const allUrl = '/v1/documents/evidence.tar';

const ctxOf = (workspace: TestWorkspace) => ({ ...workspace.ctx(), storage: api.storage });

/** Adds a sealed document. */
async function sealed(workspace: TestWorkspace, title: string): Promise<FullDocument> {
  const ctx = ctxOf(workspace);
  const sent = await sentDocument(ctx, {
    title,
    recipients: [{ name: 'Ada', email: 'ada@example.test' }],
    fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.7, w: 0.3, h: 0.06, recipient_index: 0 }],
  });
  await signAs(ctx, sent, sent.recipients[0]!);
  const sealKeys = createSealKeys({ dataDir: folder, log: ctx.log });
  await sealDocument({ ...ctx, sealKeys, timestamper: null }, { documentId: sent.id, requestId: 'seal' });
  return reread(ctx, sent.id);
}

/** A workspace with a sealed document for each title, and one that is open. */
async function filled(wanted = titles): Promise<{ workspace: TestWorkspace; documents: FullDocument[] }> {
  const workspace = await api.createTestWorkspace();
  const documents: FullDocument[] = [];
  for (const title of wanted) documents.push(await sealed(workspace, title));
  await sentDocument(ctxOf(workspace), { title: 'Open' });
  return { workspace, documents };
}

/** The body as bytes. */
const bytesOf = (asked: Test) =>
  asked.buffer(true).parse((response, done) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => done(null, Buffer.concat(chunks)));
  });

/** Unpacks with GNU tar and checks SHA256SUMS with sha256sum. Returns the paths that were checked. */
async function unpacked(archive: Buffer): Promise<{ at: string; checked: string[] }> {
  const at = await mkdtemp(join(folder, 'unpacked-'));
  await writeFile(join(at, 'a.tar'), archive);
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };
  await run('tar', ['--extract', '--file=a.tar'], { cwd: at, env });
  const { stdout } = await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: at, env });
  return {
    at,
    checked: stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(/: OK$/, '')),
  };
}

describe('GET /v1/documents/evidence.tar', () => {
  test('200: tar and sha256sum read it; titles of any length and script become safe names; trails are whole', async () => {
    const { workspace, documents } = await filled();
    const answer = await bytesOf(workspace.live.get(allUrl)).expect(200);
    expect(answer.headers['content-type']).toBe('application/x-tar');
    const { at, checked } = await unpacked(answer.body);
    const ids = documents.map(({ id }) => encodeId('doc', id));
    expect(checked).toEqual([
      `sealed/Lease (${ids[0]}).pdf`,
      `trails/${ids[0]}.json`,
      `sealed/=2+2 _ _Straße___7_ (${ids[1]}).pdf`,
      `trails/${ids[1]}.json`,
      `sealed/${'契'.repeat(72)} (${ids[2]}).pdf`,
      `trails/${ids[2]}.json`,
      `sealed/${'B'.repeat(218)} (${ids[3]}).pdf`,
      `trails/${ids[3]}.json`,
    ]);
    const trail = JSON.parse(await readFile(join(at, checked[1]!), 'utf8'));
    const events = (await workspace.live.get(`/v1/documents/${ids[0]}/events`)).body;
    expect(trail).toEqual(events);
    expect(verifyChain(trail)).toMatchObject({ ok: true, head: documents[0]!.chainHead });

    // Later events, such as a download, do not change the archive.
    await workspace.live.get(`/v1/documents/${ids[0]}/download`).expect(200);
    const again = await bytesOf(workspace.live.get(allUrl));
    expect(again.headers.etag).toBe(answer.headers.etag);
    expect(again.body.equals(answer.body)).toBe(true);
    await workspace.live.get(allUrl).set('If-None-Match', answer.headers.etag!).expect(304);
  });

  test('206: continues at any byte with If-Range; without it the whole archive is sent', async () => {
    const { workspace } = await filled(['One', 'Zwei – längerer Titel'.repeat(8)]);
    const whole = await bytesOf(workspace.live.get(allUrl));
    const { etag } = whole.headers;
    const size = whole.body.length;
    const part = (range: string, ifRange: string = etag!) =>
      bytesOf(
        workspace.live.get(whole.headers['content-location']!).set('Range', range).set('If-Range', ifRange),
      );
    const places = [
      0,
      1,
      511,
      512,
      700,
      size >> 2,
      size >> 1,
      size - 3000,
      size - 1025,
      size - 1024,
      size - 1,
    ];
    for (const start of places) {
      const rest = await part(`bytes=${start}-`);
      expect([rest.status, rest.headers['content-range']]).toEqual([
        206,
        `bytes ${start}-${size - 1}/${size}`,
      ]);
      expect(rest.body.equals(whole.body.subarray(start))).toBe(true);
    }
    const middle = await part('bytes=600-9999');
    expect([middle.status, middle.body.equals(whole.body.subarray(600, 10_000))]).toEqual([206, true]);
    expectProblem(
      await workspace.live.get(allUrl).set('Range', `bytes=${size}-`).set('If-Range', etag!),
      'range-not-satisfiable',
    );
    for (const answer of [
      await part('bytes=5-', '"another"'),
      await part('bytes=-5'),
      await bytesOf(workspace.live.get(allUrl).set('Range', 'bytes=5-')),
    ])
      expect([answer.status, answer.body.equals(whole.body)]).toEqual([200, true]);
    const head = await fetch(`${api.url}${allUrl}`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${workspace.liveKey}` },
    });
    expect(head.headers.get('content-length')).toBe(String(size));
  });

  test('an archive of more than 4 GiB has its size in HEAD, continues at any byte, and is read by tar', async () => {
    const { workspace, documents } = await filled(['One', 'Two', 'Three']);
    const root = join(folder, 'large');
    const storage = createFileStorage({ root });
    // Files with holes: they take no space on the disk. Parts of a file are read without its digest.
    const largeBytes = 2_000_000_000;
    for (const [at, { id }] of documents.entries()) {
      const sealedSha256 = String(at).repeat(64);
      const path = join(root, sealedSha256.slice(0, 2), sealedSha256.slice(2, 4), sealedSha256);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, '');
      await truncate(path, largeBytes);
      await api.deps.db.document.update({
        where: { id },
        data: { sealedSha256, sealedBytes: largeBytes },
      });
    }
    const large = await startTestApi({ storage });
    const head = await fetch(`${large.url}${allUrl}`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${workspace.liveKey}` },
    });
    const size = Number(head.headers.get('content-length'));
    expect(size).toBeGreaterThan(documents.length * largeBytes);
    const address = head.headers.get('content-location')!;
    const path = join(folder, 'large.tar');
    const archive = await open(path, 'w+');
    await archive.truncate(size);
    /** Gets a part that does not only consist of zeros. */
    const get = async (start: number, end: number) => {
      const part = await bytesOf(
        large
          .as(workspace.liveKey)
          .get(address)
          .set('Range', `bytes=${start}-${end}`)
          .set('If-Range', head.headers.get('etag')!),
      );
      const last = Math.min(end, size - 1);
      expect([part.status, part.headers['content-range'], part.body.length]).toEqual([
        206,
        `bytes ${start}-${last}/${size}`,
        last - start + 1,
      ]);
      await archive.write(part.body, 0, part.body.length, start);
    };
    let trailBytes = 0;
    await get(0, 511);
    for (const [at] of documents.entries()) {
      const fileEnd = 512 + at * 512 + (at + 1) * largeBytes + trailBytes;
      await get(fileEnd - 100, fileEnd + 100_000);
      const header = Buffer.alloc(512);
      await archive.read(header, 0, 512, fileEnd);
      trailBytes += 512 + Math.ceil(Number.parseInt(header.toString('latin1', 124, 135), 8) / 512) * 512;
    }
    await archive.close();
    const { stdout } = await run('tar', ['--list', '--verbose', `--file=${path}`]);
    const ids = documents.map(({ id }) => encodeId('doc', id));
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.replace(/^\S+ \S+ +(\d+) \S+ \S+ /, '$1 ')),
    ).toEqual([
      ...ids.flatMap((id, at) => [
        `${largeBytes} sealed/${['One', 'Two', 'Three'][at]} (${id}).pdf`,
        expect.stringMatching(new RegExp(`^\\d+ trails/${id}.json$`)),
      ]),
      expect.stringMatching(/^\d+ SHA256SUMS$/),
    ]);
    const { stdout: sums } = await run('tar', ['--extract', '--to-stdout', `--file=${path}`, 'SHA256SUMS']);
    expect(sums.split('\n').filter((line) => line.includes('sealed/'))).toEqual(
      ids.map((id, at) => `${String(at).repeat(64)}  sealed/${['One', 'Two', 'Three'][at]} (${id}).pdf`),
    );
    const trail = await run('tar', ['--extract', '--to-stdout', `--file=${path}`, `trails/${ids[2]}.json`]);
    expect(verifyChain(JSON.parse(trail.stdout))).toMatchObject({ ok: true });
  });

  test('an archive of more documents than are read at once has all of them, and continues at its end', async () => {
    const { workspace, documents } = await filled(['One']);
    const source = documents[0]!;
    const copies = Array.from({ length: 1030 }, newId);
    await api.deps.db.$executeRaw`
      INSERT INTO event (document_id, seq, event_type, actor, payload, payload_hash, created_at_iso, prev_hash, hash)
      SELECT id::uuid, 1, 'envelope.sealed', '{}', '{}', repeat('1', 64), ${api.clock.now().toISOString()}, repeat('0', 64), repeat('2', 64)
      FROM unnest(${columnOf(copies)}::text[]) AS copied(id)`;
    await copyRows(api.deps, source, copies, { chainSeq: 1, chainHead: '2'.repeat(64) });
    const whole = await bytesOf(workspace.live.get(allUrl)).expect(200);
    const { checked } = await unpacked(whole.body);
    const ids = [source.id, ...copies].map((id) => encodeId('doc', id));
    expect(checked).toEqual(ids.flatMap((id) => [`sealed/One (${id}).pdf`, `trails/${id}.json`]));
    const start = whole.body.length - 3000;
    const rest = await bytesOf(
      workspace.live
        .get(whole.headers['content-location']!)
        .set('Range', `bytes=${start}-`)
        .set('If-Range', whole.headers.etag!),
    ).expect(206);
    expect(rest.body.equals(whole.body.subarray(start))).toBe(true);
  });

  test('a document that is sealed later is left out at the same as_of; an erased one changes the archive', async () => {
    const { workspace, documents } = await filled(['First', 'Second', 'Third']);
    const before = await bytesOf(workspace.live.get(allUrl));
    const address = before.headers['content-location']!;
    api.clock.advance(1000);
    await sealed(workspace, 'Later');
    const same = await bytesOf(workspace.live.get(address));
    expect(same.body.equals(before.body)).toBe(true);
    expect((await bytesOf(workspace.live.get(allUrl))).headers.etag).not.toBe(before.headers.etag);

    const manager = { ...ctxOf(workspace), role: 'owner' as const };
    const [first, second] = documents as [FullDocument, FullDocument];
    await eraseDocument(manager, first.id, { keepSealed: false, cause: 'request' });
    await eraseDocument(manager, second.id, { keepSealed: true, cause: 'request' });
    const after = await bytesOf(
      workspace.live.get(address).set('Range', 'bytes=5-').set('If-Range', before.headers.etag!),
    );
    expect(after.status).toBe(200);
    const { at, checked } = await unpacked(after.body);
    const [one, two, three] = documents.map(({ id }) => encodeId('doc', id));
    expect(checked).toEqual([
      `trails/${one}.json`,
      `sealed/erased (${two}).pdf`,
      `trails/${two}.json`,
      `sealed/Third (${three}).pdf`,
      `trails/${three}.json`,
    ]);
    const trail = JSON.parse(await readFile(join(at, checked[0]!), 'utf8'));
    expect(trail).toEqual((await workspace.live.get(`/v1/documents/${one}/events`)).body);
    expect(verifyChain(trail)).toMatchObject({ ok: true, erasure: { events: expect.any(Number) } });
  });

  test('the archive is cut off if SHA256SUMS became longer than announced, and the rest is never shifted', async () => {
    const { workspace, documents } = await filled(['One']);
    const ctx = { ...ctxOf(workspace), role: 'owner' as const };
    const evidence = await openEvidence(ctx, { filters: {}, asOf: api.clock.now() });
    expect(evidence.lastSealedAt).toEqual(documents[0]!.sealedAt);
    const shorter = { ...evidence, sumsBytes: evidence.sumsBytes - 1 };
    await expect(buffer(readEvidence(ctx, evidence))).resolves.toBeInstanceOf(Buffer);
    await expect(buffer(readEvidence(ctx, shorter))).rejects.toThrow(EvidenceChangedError);
    // A change that leaves all lengths as they are.
    await api.deps.db.document.update({ where: { id: documents[0]!.id }, data: { title: 'Two' } });
    await expect(buffer(readEvidence(ctx, evidence))).rejects.toThrow(EvidenceChangedError);
  });

  test('a PDF with another size than its document says is damaged, also if it is large or read in part', async () => {
    const { workspace, documents } = await filled(['One']);
    const ctx = { ...ctxOf(workspace), role: 'owner' as const };
    const { id, sealedBytes } = documents[0]!;
    const readAheadBytes = 1024 * 1024;
    for (const wrong of [sealedBytes! - 1, sealedBytes! + 1, readAheadBytes + 1]) {
      await api.deps.db.document.update({ where: { id }, data: { sealedBytes: wrong } });
      const evidence = await openEvidence(ctx, { filters: {}, asOf: api.clock.now() });
      await expect(buffer(readEvidence(ctx, evidence))).rejects.toThrow(BlobDamagedError);
      const inPdf = await locateInEvidence(ctx, evidence, 2000);
      await expect(buffer(readEvidence(ctx, evidence, inPdf))).rejects.toThrow(BlobDamagedError);
    }
  });

  test('a lost PDF cuts the download off instead of ending it', async () => {
    const { workspace, documents } = await filled(['Kept', 'Lost']);
    await api.storage.remove(documents[1]!.sealedSha256!);
    await expect(bytesOf(workspace.live.get(allUrl)).then(({ body }) => body)).rejects.toThrow('aborted');
  });

  test('a seal that is recorded while the archive is sent changes nothing', async () => {
    const { workspace } = await filled(['One', 'Two']);
    let inFlight: Promise<FullDocument> | null = null;
    const storage: Storage = {
      ...api.storage,
      // The clock has not moved, so it was sealed before the archive was opened, and recorded after.
      getBytes: async (...values) => {
        inFlight ??= sealed(workspace, 'In flight');
        await inFlight;
        return api.storage.getBytes(...values);
      },
    };
    const slow = await startTestApi({ storage });
    const answer = await bytesOf(slow.as(workspace.liveKey).get(allUrl)).expect(200);
    expect((await unpacked(answer.body)).checked).toHaveLength(4);
    expect(inFlight).not.toBeNull();
  });

  test('a scan ends when the caller leaves', async () => {
    const { workspace } = await filled(['One']);
    const template = await makeTemplate(workspace.live);
    const ctx = { ...ctxOf(workspace), role: 'owner' as const, signal: AbortSignal.abort(new Error('left')) };
    const scope = { filters: {}, asOf: api.clock.now() };
    const evidence = await openEvidence({ ...ctx, signal: undefined }, scope);
    const all = { from: null, to: null };
    for (const scan of [
      openEvidence(ctx, scope),
      locateInEvidence(ctx, evidence, 0),
      readEvidence(ctx, evidence).next(),
      openTemplateAnswers(ctx, template, all),
    ])
      await expect(scan).rejects.toThrow('left');
    const answers = await openTemplateAnswers({ ...ctx, signal: undefined }, template, all);
    const lines = templateAnswersAsCsv(ctx, answers, null);
    await lines.next();
    await expect(lines.next()).rejects.toThrow('left');
  });

  test('filters like the list; 422 for a moment in the future; 403 for members; 401', async () => {
    const { workspace } = await filled(['Lease one', 'Other']);
    const found = await bytesOf(workspace.live.get(`${allUrl}?q=lease`));
    expect((await unpacked(found.body)).checked).toHaveLength(2);
    const none = await bytesOf(workspace.test.get(allUrl)).expect(200);
    expect((await run('tar', ['--list', '--file', await saved(none.body)])).stdout).toBe('SHA256SUMS\n');
    const later = new Date(api.clock.now().getTime() + 60_000).toISOString();
    expect(issuesOf(await workspace.live.get(`${allUrl}?as_of=${later}`))).toEqual([
      'query.as_of value_error',
    ]);
    expectProblem(await (await person(api, workspace, 'member')).get(allUrl), 'forbidden');
    expectProblem(await api.anonymous.get(allUrl), 'unauthenticated');
  });

  test('503 for a third archive of a workspace at once', async () => {
    const { workspace } = await filled(['One']);
    const gate = Promise.withResolvers<void>();
    const both = Promise.withResolvers<void>();
    let reading = 0;
    const storage: Storage = {
      ...api.storage,
      getBytes: async (...values) => {
        reading += 1;
        if (reading === 2) both.resolve();
        await gate.promise;
        return api.storage.getBytes(...values);
      },
    };
    const slow = await startTestApi({ storage });
    const client = slow.as(workspace.liveKey);
    const two = [1, 2].map(() => bytesOf(client.get(allUrl)).then((answer) => answer));
    await both.promise;
    const refused = await client.get(allUrl);
    expectProblem(refused, 'unavailable');
    expect(refused.headers['retry-after']).toBe('5');
    gate.resolve();
    expect((await Promise.all(two)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

async function saved(archive: Buffer): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'saved-')), 'a.tar');
  await writeFile(path, archive);
  return path;
}

describe('GET /v1/bulk-sends/{bulk_send_id}/evidence.tar', () => {
  test('200: the sealed documents of this bulk send, under the name of its file', async () => {
    const { workspace, documents } = await filled(['In bulk', 'Other']);
    const template = await makeTemplate(workspace.live);
    const made = await workspace.live.post('/v1/bulk-sends', {
      template_id: template,
      source_filename: 'tenants.xlsm',
      rows: rowsFor(1),
    });
    const url = `/v1/bulk-sends/${made.body.id}/evidence.tar`;
    const [inBulk] = documents as [FullDocument];
    await api.deps.db.document.update({ where: { id: inBulk.id }, data: { bulkSendId: made.body.id } });
    const answer = await bytesOf(workspace.live.get(url)).expect(200);
    expect(answer.headers['content-disposition']).toContain('"tenants (evidence).tar"');
    expect(answer.headers['content-location']).toMatch(new RegExp(`^${url}\\?as_of=`));
    expect((await unpacked(answer.body)).checked).toEqual([
      `sealed/In bulk (${encodeId('doc', inBulk.id)}).pdf`,
      `trails/${encodeId('doc', inBulk.id)}.json`,
    ]);
    expectProblem(await (await api.createTestWorkspace()).live.get(url), 'not-found');
    expectProblem(await workspace.test.get(url), 'not-found');
  });
});

describe('countersign documents evidence', () => {
  /** Passes requests on to the API. Cuts off the first answer as soon as the command has saved a part of it. */
  async function startCutting(size: number, part: string) {
    const asked: Array<string | undefined> = [];
    const server = createServer((request, response) => {
      asked.push(request.headers.range);
      const isFirst = asked.length === 1;
      const { host: _, ...headers } = request.headers;
      httpRequest(`${api.url}${request.url}`, { headers }, async (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        const body = await buffer(answer);
        if (!isFirst) return response.end(body);
        response.write(body.subarray(0, size / 2));
        await until(
          async () => ((await stat(part).catch(() => null))?.size ?? 0) > 0,
          'the command to save a part',
        );
        return response.destroy();
      }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const stop = () => {
      server.close();
      server.closeAllConnections();
    };
    return { asked, url: `http://127.0.0.1:${port}`, stop };
  }

  test('continues a download that was cut off, also by a second run, and begins again after a change', async () => {
    const { workspace, documents } = await filled(['One', 'Two', 'Three']);
    const whole = await bytesOf(workspace.live.get(allUrl));
    const out = join(folder, 'cli.tar');
    const proxy = await startCutting(whole.body.length, `${out}.part`);
    const env = { COUNTERSIGN_API_KEY: workspace.liveKey, COUNTERSIGN_URL: proxy.url };
    const save = () => runCommandHere(['documents', 'evidence', '--output', out, '--force'], env);

    expect((await save()).err).toBe('');
    expect((await readFile(out)).equals(whole.body)).toBe(true);
    expect(proxy.asked).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/)]);

    // The state that a command leaves when it ends after 1,000 bytes.
    const left = async () => {
      await writeFile(`${out}.part`, whole.body.subarray(0, 1000));
      const begun = {
        url: `${allUrl}?`,
        address: whole.headers['content-location'],
        etag: whole.headers.etag,
      };
      await writeFile(`${out}.part.json`, JSON.stringify(begun));
    };
    await left();
    expect((await save()).status).toBe(0);
    expect(proxy.asked.slice(2)).toEqual(['bytes=999-']);
    expect((await readFile(out)).equals(whole.body)).toBe(true);

    await left();
    await eraseDocument({ ...ctxOf(workspace), role: 'owner' }, documents[0]!.id, {
      keepSealed: true,
      cause: 'request',
    });
    expect((await save()).status).toBe(0);
    expect((await unpacked(await readFile(out))).checked).toHaveLength(6);
    await expect(readFile(`${out}.part.json`)).rejects.toThrow('ENOENT');
    proxy.stop();
  });
});

describe('GET /v1/templates/{tpl_id}/answers.csv', () => {
  test('200: a line for each sent document of the template, also of an older version, in the time given; it continues', async () => {
    const workspace = await api.createTestWorkspace();
    const client = workspace.test;
    const template = await makeTemplate(client);
    const use = async (number: number) => {
      const made = await client.post(`/v1/templates/${template}/use`, {
        recipients: [{ name: 'Ada', email: `ada${number}@example.test` }],
        external_id: `flat-${number}`,
        metadata: { house: 'A' },
      });
      expect(made.status).toBe(201);
      await client.post(`/v1/documents/${made.body.id}/send`).expect(200);
      api.clock.advance(1000);
      return made.body;
    };
    const start = api.clock.now().toISOString();
    const first = await use(1);
    const place = { page: 1, x: 0.1, w: 0.3, h: 0.04, recipient_index: 0 };
    await client
      .patch(`/v1/templates/${template}`, {
        fields: [
          { ...place, type: 'signature', y: 0.1 },
          { ...place, type: 'text', y: 0.2, name: 'status', required: false },
        ],
      })
      .expect(200);
    const second = await use(2);
    const end = api.clock.now().toISOString();
    await use(3);
    await makeTemplate(client);
    const { id } = first.fields.find((field: { name: string | null }) => field.name === 'city');
    await client
      .post(`/v1/test/documents/${first.id}/sign-as/${first.recipients[0].id}`, { values: { [id]: '=1+1' } })
      .expect(200);

    const url = `/v1/templates/${template}/answers.csv?from=${start}&to=${end}`;
    const answer = await client.get(url);
    expect(answer.headers['content-disposition']).toContain('(answers).csv');
    const [head, one, two, rest] = answer.text.split('\r\n');
    expect(head).toBe(
      'document_id,external_id,bulk_send_id,status,created_at,sent_at,completed_at,sealed_sha256,metadata,city,rent,field_status',
    );
    expect(one).toMatch(
      new RegExp(`^${first.id},flat-1,,completed,.+Z,.+Z,.+Z,\\w*,"{""house"":""A""}",'=1\\+1,,$`),
    );
    expect(two).toMatch(new RegExp(`^${second.id},flat-2,,sent,.+Z,.+Z,,,"{""house"":""A""}",,,$`));
    expect(rest).toBe('');
    expect((await client.get(`${url}&documents_after=${first.id}`)).text.split('\r\n')).toEqual([
      head,
      two,
      '',
    ]);
    expect((await client.get(`/v1/templates/${template}/answers.csv`)).text.split('\r\n')).toHaveLength(5);
    expect(
      (await workspace.live.get(`/v1/templates/${template}/answers.csv`)).text.split('\r\n'),
    ).toHaveLength(2);
    expect(
      issuesOf(await client.get(`/v1/templates/${template}/answers.csv?from=soon&documents_after=x`)),
    ).toHaveLength(2);
    expectProblem(await (await api.createTestWorkspace()).live.get(url), 'not-found');
    expectProblem(await (await person(api, workspace, 'member')).get(url), 'forbidden');
    expectProblem(await api.anonymous.get(url), 'unauthenticated');
  });

  test('422: documents with more than 2,000 names of fields', async () => {
    const client = (await api.createTestWorkspace()).test;
    const template = await makeTemplate(client);
    const recipients = [{ name: 'Ada', email: 'ada@example.test' }];
    const { id } = (await client.post(`/v1/templates/${template}/use`, { recipients })).body;
    await client.post(`/v1/documents/${id}/send`).expect(200);
    const field = (position: number) => ({
      ...{ id: newId(), documentId: decodeId('doc', id)!, position, name: `name_${position}` },
      ...{ type: 'text' as const, page: 1, x: 0, y: 0, w: 0.1, h: 0.1 },
    });
    const url = `/v1/templates/${template}/answers.csv`;
    // The template itself has two.
    const fields = Array.from({ length: 1998 }, (_, at) => field(at + 10));
    await api.deps.db.field.createMany({ data: fields });
    expect((await client.get(url)).status).toBe(200);
    await api.deps.db.field.create({ data: field(9) });
    expect(issuesOf(await client.get(url))).toEqual(['query.from value_error']);
  });
});
