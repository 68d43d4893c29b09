/** The command as people run it: a process of its own, judged by what it prints and how it ends. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ERASED_PAYLOAD_HASH,
  eventHash,
  GENESIS_HASH,
  payloadHash,
  TrailHash,
} from '@countersign/contract/audit-hash';
import type { EventOut } from '@countersign/contract/event';
import { VerifyOut } from '@countersign/contract/verify';
import { makeDevelopmentCertificate } from '@countersign/pdf/development-certificate';
import { signerFromPem } from '@countersign/pdf/signer-local';
import { sampleSeal } from '@countersign/pdf/testing/sample-seal';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { samplePdf } from '../../../../test/support/sample-pdf.ts';
import {
  changedAt,
  pdfFixture,
  signedByOthers,
  withRevision,
} from '../../../../test/support/sealed-files.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const documentId = 'doc_0000000000000000000000000a';

interface Ended {
  status: number;
  out: string;
  err: string;
}

function countersign(...words: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [main, ...words], { cwd: folder }, (_error, out, err) =>
      resolve({ status: child.exitCode ?? -1, out, err }),
    );
  });
}

/** A sound trail of five events; the sealed head is the fourth, the fifth tells of the sealed file. */
function trail(sealedSha256: string): EventOut[] {
  const events: EventOut[] = [];
  let previous = GENESIS_HASH;
  for (let seq = 1; seq <= 5; seq += 1) {
    const payload = seq === 5 ? { sealed_sha256: sealedSha256 } : { step: seq };
    const event = {
      envelope_id: documentId,
      seq,
      event_type: seq === 5 ? 'envelope.sealed' : 'envelope.updated',
      actor: { type: 'system', id: 'test' },
      payload_hash: payloadHash(payload),
      created_at_iso: '2026-11-20T10:00:00.000Z',
      ip: null,
      user_agent: null,
      prev_hash: previous,
    };
    previous = eventHash(event);
    events.push({ ...event, payload, hash: previous });
  }
  return events;
}

let folder: string;
let sealed: Buffer;
const put = (name: string, content: Uint8Array | string) => writeFile(join(folder, name), content);
const putEvents = (events: unknown) => put('events.json', JSON.stringify(events));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-cli-'));
  const facts = { documentId, chainSeq: 4, chainHead: trail('').at(3)!.hash };
  sealed = (await sampleSeal(await samplePdf(), { facts })).bytes;
  await put('sealed.pdf', sealed);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('countersign verify', () => {
  test('0: tells that a sealed file is intact, who sealed it, when, and what the seal says', async () => {
    const { status, out, err } = await countersign('verify', 'sealed.pdf');
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/^\[ok\] INTACT: sealed\.pdf\n/);
    for (const words of ['CN=Sample seal', '2026-11-20 10:00:00 UTC', 'the whole file', documentId])
      expect(out).toContain(words);
    expect(out).toMatch(/^[\x20-\x7e\n]*$/);
  });

  test('0: a file that others signed', async () => {
    await put('theirs.pdf', await signedByOthers());
    const { status, out } = await countersign('verify', 'theirs.pdf');
    expect([status, out.includes('CN=Fixture rsa')]).toEqual([0, true]);
  });

  test('1: changed bytes, something added, or no seal at all', async () => {
    const files: Array<[Buffer, string]> = [
      [changedAt(sealed, 100), 'NOT VALID'],
      [withRevision(sealed), 'CHANGED AFTER IT WAS SEALED'],
      [Buffer.concat([sealed, Buffer.from('\n\n')]), 'CHANGED AFTER IT WAS SEALED'],
      [Buffer.from(await samplePdf()), 'NO SEAL'],
    ];
    for (const [file, words] of files) {
      await put('other.pdf', file);
      const { status, out } = await countersign('verify', 'other.pdf');
      expect([status, out.split('\n')[0]]).toEqual([1, `[NO] ${words}: other.pdf`]);
    }
  });

  test('--json: the answer of POST /verify', async () => {
    const { status, out } = await countersign('verify', '--json', 'sealed.pdf');
    expect(status).toBe(0);
    expect(VerifyOut.strict().parse(JSON.parse(out))).toMatchObject({
      verdict: 'intact',
      file: { size_bytes: sealed.length },
      countersign: { document_id: documentId, chain_seq: 4 },
      instance: null,
      events: null,
    });
  });

  test('--events: 0 when the trail is sound, carries the sealed head and names this file', async () => {
    const { file } = JSON.parse((await countersign('verify', 'sealed.pdf', '--json')).out);
    await putEvents(trail(file.sha256));
    const { status, out } = await countersign('verify', 'sealed.pdf', '--events', 'events.json');
    expect(status).toBe(0);
    for (const words of ['every hash is right', 'is the one that the seal names', 'names this very file'])
      expect(out).toContain(words);
  });

  test('--events: 0 for a trail of which personal data were erased, and it says so; 1 once what is left is changed', async () => {
    const file = await readFile(join(folder, 'sealed.pdf'));
    const sound = trail(createHash('sha256').update(file).digest('hex'));
    const erased_at = '2026-11-21T10:00:00.000Z';
    const left = sound.with(1, {
      ...sound[1]!,
      payload: { step: 'erased' },
      payload_hash: ERASED_PAYLOAD_HASH,
      erased_at,
    });
    const leftHash = new TrailHash();
    for (const event of left) leftHash.add(event);
    const payload = { events: 1, trail_sha256: leftHash.soFar() };
    const unhashed = {
      ...sound[4]!,
      seq: 6,
      event_type: 'envelope.erased',
      actor: { type: 'user', id: 'u\u001b[2J' },
      payload,
      payload_hash: payloadHash(payload),
      prev_hash: sound[4]!.hash,
      ip: null,
      user_agent: null,
    };
    const events = [...left, { ...unhashed, hash: eventHash(unhashed) }];
    await putEvents(events);
    const { status, out } = await countersign('verify', 'sealed.pdf', '--events', 'events.json');
    expect([status, out]).toEqual([0, expect.stringContaining('every hash that can be recomputed is right')]);
    expect(out).toMatch(/personal data of 1 events on .* by user:u/);
    expect(out).not.toContain('\u001b');
    await putEvents(events.with(1, { ...events[1]!, created_at_iso: '2026-11-20T11:00:00.000Z' }));
    expect((await countersign('verify', 'sealed.pdf', '--events', 'events.json')).status).toBe(1);
  });

  test('--events: 1 when it is cut, changed, of another document, or names another file', async () => {
    const sound = trail('');
    const cases: Array<[EventOut[], object]> = [
      [sound.slice(0, 3), { chain: 'sound', head: 'differs', file: null }],
      [sound.with(1, { ...sound[1]!, payload: { step: 99 } }), { chain: 'broken', head: 'matches' }],
      [sound.with(2, { ...sound[2]!, payload: { text: '\ud800' } }), { chain: 'broken' }],
      [sound.slice(1), { chain: 'broken' }],
      [
        sound.slice(0, 4).map((event) => ({ ...event, envelope_id: 'doc_b' })),
        { chain: 'broken', head: 'differs' },
      ],
      [sound, { chain: 'sound', head: 'matches', file: 'different' }],
    ];
    for (const [events, expected] of cases) {
      await putEvents(events);
      const { status, out } = await countersign('verify', 'sealed.pdf', '--events', 'events.json', '--json');
      expect([status, JSON.parse(out).verdict]).toEqual([1, 'contradicted']);
      expect(JSON.parse(out).events).toMatchObject(expected);
    }
    await put('theirs.pdf', await signedByOthers());
    expect((await countersign('verify', 'theirs.pdf', '--events', 'events.json')).status).toBe(1);
  });

  test('2: used wrongly, with the help', async () => {
    for (const words of [
      [],
      ['sign'],
      ['verify'],
      ['verify', 'a.pdf', 'b.pdf'],
      ['verify', '--quiet', 'a.pdf'],
    ]) {
      const { status, out, err } = await countersign(...words);
      expect([words, status, out, err.includes('countersign')]).toEqual([words, 2, '', true]);
    }
  });

  test('8: what cannot be read, named with the reason', async () => {
    await put('text.pdf', 'no PDF');
    await put('locked.pdf', await pdfFixture('user-r6.pdf'));
    await put('events.json', '[{"seq": 1}]');
    await put('broken.json', '{');
    const cases: Array<[string[], RegExp]> = [
      [['missing.pdf'], /^error: missing\.pdf: there is no such file\n$/],
      [['.'], /^error: \.: this is a folder\n$/],
      [['text.pdf'], /^error: text\.pdf: .*\(not_a_pdf\)\n$/],
      [['locked.pdf'], /^error: locked\.pdf: .*\(encrypted\)\n$/],
      [['sealed.pdf', '--events', 'missing.json'], /^error: missing\.json: there is no such file\n$/],
      [['sealed.pdf', '--events', 'events.json'], /^error: events\.json: it is not a list of events at 0\./],
      [['sealed.pdf', '--events', 'broken.json'], /^error: broken\.json: it is not JSON\n$/],
    ];
    for (const [words, expected] of cases) {
      const { status, out, err } = await countersign('verify', ...words);
      expect([status, out]).toEqual([8, '']);
      expect(err).toMatch(expected);
    }
  });

  test('what a file says cannot steer the terminal', async () => {
    const made = makeDevelopmentCertificate({ commonName: 'Evil \u001b[2J\u202e seal' });
    const signer = signerFromPem(made.keyPem, made.certificatePem);
    const facts = { documentId: 'doc_\u001b]0;title\u0007\n[ok] INTACT' };
    await put('evil.pdf', (await sampleSeal(await samplePdf(), { signer, facts })).bytes);
    const { out } = await countersign('verify', 'evil.pdf');
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(out).not.toMatch(/^\[ok\] INTACT$/m);
  });

  test('--help and --version', async () => {
    const version = JSON.parse(
      await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
    ).version;
    expect(await countersign('--version')).toEqual({ status: 0, out: `${version}\n`, err: '' });
    expect((await countersign('--help')).out).toContain('verify [options] <file.pdf>');
    expect((await countersign('verify', '--help')).out).toContain('Exit status: 0 intact');
  });
});
