/** `countersign verify`: its output and exit status. */
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnchorOut, DocumentAnchorOut } from '@countersign/contract/anchor';
import { anchorHash, anchorLeaf } from '@countersign/contract/anchor-hash';
import {
  ERASED_PAYLOAD_HASH,
  eventHash,
  GENESIS_HASH,
  payloadHash,
  TrailHash,
} from '@countersign/contract/audit-hash';
import type { EventOut } from '@countersign/contract/event';
import { leafHash, nodeHash } from '@countersign/contract/merkle-tree';
import { VerifyOut } from '@countersign/contract/verify';
import { integer, octetString, oid, readDer, sequence } from '@countersign/pdf/cms/der';
import { OID } from '@countersign/pdf/cms/oids';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { answerTimestampQuery } from '@countersign/pdf/development/timestamp-authority';
import { signerFromPem } from '@countersign/pdf/keys/local';
import { sampleSeal } from '@countersign/pdf/testing/sample-seal';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runCommandHere } from '../../../../test/support/command-here.ts';
import { runCommand } from '../../../../test/support/command-line.ts';
import { samplePdf } from '../../../../test/support/sample-pdf.ts';
import {
  changedAt,
  pdfFixture,
  signedByOthers,
  withRevision,
} from '../../../../test/support/sealed-files.ts';

const signedValues = 'd4'.repeat(32);
const documentId = 'doc_0000000000000000000000000a';

const countersign = (...words: string[]) => runCommandHere(words);

/** A sound trail of five events. The fourth is the sealed head, the fifth names the sealed file. */
function trail(sealedSha256: string): EventOut[] {
  const events: EventOut[] = [];
  let previous = GENESIS_HASH;
  for (let seq = 1; seq <= 5; seq += 1) {
    const payload =
      seq === 5
        ? { sealed_sha256: sealedSha256 }
        : seq === 3
          ? { values_sha256: signedValues }
          : { step: seq };
    const event = {
      envelope_id: documentId,
      seq,
      event_type: seq === 5 ? 'envelope.sealed' : seq === 3 ? 'recipient.completed' : 'envelope.updated',
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

/** Commands name files relative to the working directory. */
const start = process.cwd();
let folder: string;
let sealed: Buffer;
/** Fingerprint of the certificate that sealed sealed.pdf. */
let fingerprint: string;
/** Runs `countersign verify` with that certificate as a seal certificate. */
const verify = (...words: string[]) => countersign('verify', '--seal-certificate', fingerprint, ...words);
const put = (name: string, content: Uint8Array | string) => writeFile(join(folder, name), content);
const putEvents = (events: unknown) => put('events.json', JSON.stringify(events));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-cli-'));
  process.chdir(folder);
  const facts = { documentId, chainSeq: 4, chainHead: trail('').at(3)!.hash };
  const sealedAt = new Date('2026-11-20T10:00:00Z');
  const made = makeDevelopmentCertificate({ commonName: 'Sample seal', now: sealedAt });
  fingerprint = new X509Certificate(made.certificatePem).fingerprint256;
  await put('seal.pem', made.certificatePem);
  await put('seal.der', new X509Certificate(made.certificatePem).raw);
  const signer = signerFromPem(made.keyPem, made.certificatePem);
  const valuesSha256 = createHash('sha256').update(`["${signedValues}"]`).digest('hex');
  sealed = (await sampleSeal(await samplePdf(), { facts: { ...facts, valuesSha256 }, signer })).bytes;
  await put('sealed.pdf', sealed);
  const otherValues = (await sampleSeal(await samplePdf(), { facts, signer })).bytes;
  await put('other-values.pdf', otherValues);
});
afterAll(async () => {
  process.chdir(start);
  await rm(folder, { recursive: true, force: true });
});

describe('countersign verify', () => {
  test('0: a sealed file is intact; the report says who sealed it, when, and what the seal states', async () => {
    const { status, out, err } = await verify('sealed.pdf');
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/^\[ok\] INTACT: sealed\.pdf\n/);
    for (const words of [
      'Sealed by Sample seal',
      'CN=Sample seal',
      fingerprint.replaceAll(':', '').toLowerCase(),
      '2026-11-20 10:00:00 UTC',
      'the whole file',
      documentId,
    ])
      expect(out).toContain(words);
    expect(out).toMatch(/^[\x20-\x7e\n]*$/);
  });

  test('as a process of its own it does the same: output, errors and exit status', async () => {
    await put('other.pdf', changedAt(sealed, 100));
    for (const words of [
      ['verify', 'sealed.pdf', '--seal-certificate', fingerprint],
      ['verify', 'other.pdf', '--seal-certificate', fingerprint, '--json'],
      ['verify', 'missing.pdf'],
      ['--version'],
    ])
      expect(await runCommand(words, { cwd: folder })).toEqual(await countersign(...words));
  });

  test('0: the certificate is named by a fingerprint, or by a PEM or DER file, or is trusted', async () => {
    const plain = fingerprint.replaceAll(':', '').toLowerCase();
    const other = 'ab'.repeat(32);
    for (const [option, value] of [
      ['--seal-certificate', plain],
      ['--seal-certificate', fingerprint.toLowerCase()],
      ['--seal-certificate', 'seal.pem'],
      ['--seal-certificate', 'seal.der'],
      ['--trust', 'seal.pem'],
      ['--trust', 'seal.der'],
    ] as const) {
      const { status } = await countersign(
        'verify',
        'sealed.pdf',
        '--seal-certificate',
        other,
        option,
        value,
      );
      expect([option, value, status]).toEqual([option, value, 0]);
    }
  });

  test('9: the signature is valid, but the signer is not known, whatever name the certificate has', async () => {
    await put('theirs.pdf', await signedByOthers());
    const unknown = [
      await countersign('verify', 'theirs.pdf'),
      await countersign('verify', 'sealed.pdf'),
      await countersign('verify', 'sealed.pdf', '--seal-certificate', 'ab'.repeat(32)),
    ];
    for (const { status, out, err } of unknown) {
      expect([status, err]).toEqual([9, '']);
      expect(out).toMatch(/^\[ !\] UNKNOWN SIGNER: /);
      expect(out).not.toContain('Sealed by Sample seal');
      expect(out).toContain('--seal-certificate');
      expect(out).toMatch(/Why not known +\S.* is (?:self-signed and not trusted|not known)\n/);
    }
    const { out } = await countersign('verify', '--json', 'sealed.pdf');
    expect(JSON.parse(out)).toMatchObject({
      verdict: 'unknown_signer',
      intact: false,
      signatures: [
        { signer_trust: 'unknown', signer_trust_problem: 'Sample seal is self-signed and not trusted' },
      ],
    });
  });

  test('0: a test document is reported as such', async () => {
    const made = makeDevelopmentCertificate({ commonName: 'Test seal' });
    const signer = signerFromPem(made.keyPem, made.certificatePem);
    await put('test.pem', made.certificatePem);
    await put('test.pdf', (await sampleSeal(await samplePdf(), { signer, facts: { mode: 'test' } })).bytes);
    const { status, out } = await countersign('verify', 'test.pdf', '--seal-certificate', 'test.pem');
    expect(status).toBe(0);
    expect(out).toMatch(/^\[ !\] INTACT, BUT ONLY A TEST DOCUMENT: /);
    expect(out).toContain('not legally binding');
    const json = await countersign('verify', 'test.pdf', '--trust', 'test.pem', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ test_document: true, countersign: { mode: 'test' } });
  });

  test('1: changed bytes, added bytes, or no seal', async () => {
    const files: Array<[Buffer, string]> = [
      [changedAt(sealed, 100), 'NOT VALID'],
      [withRevision(sealed), 'CHANGED AFTER IT WAS SEALED'],
      [Buffer.concat([sealed, Buffer.from('\n\n')]), 'CHANGED AFTER IT WAS SEALED'],
      [Buffer.from(await samplePdf()), 'NOT SIGNED'],
    ];
    for (const [file, words] of files) {
      await put('other.pdf', file);
      const { status, out } = await verify('other.pdf');
      const symbol = words === 'NOT SIGNED' ? '[ !]' : '[NO]';
      expect([status, out.split('\n')[0]]).toEqual([1, `${symbol} ${words}: other.pdf`]);
      expect(out).not.toContain('repaired');
    }
  });

  test('--save-revision: saves the covered bytes for every verdict, and overwrites a file only with --force', async () => {
    await put('changed.pdf', withRevision(sealed));
    const first = await verify('changed.pdf', '--save-revision', '1');
    expect([first.status, first.err]).toEqual([
      1,
      'Saved changed-revision-1.pdf: what signature 1 covers.\n',
    ]);
    expect((await readFile(join(folder, 'changed-revision-1.pdf'))).equals(sealed)).toBe(true);
    expect((await verify('changed-revision-1.pdf')).status).toBe(0);

    await put('kept.pdf', 'mine');
    const words = ['changed.pdf', '--save-revision', '1', '--output', 'kept.pdf'];
    const refused = await verify(...words);
    expect([refused.status, refused.err]).toEqual([8, expect.stringContaining('--force')]);
    expect(await readFile(join(folder, 'kept.pdf'), 'utf8')).toBe('mine');
    expect((await verify(...words, '--force')).status).toBe(1);
    expect((await readFile(join(folder, 'kept.pdf'))).equals(sealed)).toBe(true);

    const none = await verify('changed.pdf', '--save-revision', '2');
    expect([none.status, none.err]).toEqual([8, expect.stringContaining('the file has 1 signatures')]);
    for (const wrong of [
      ['--save-revision', '0'],
      ['--save-revision', 'x'],
      ['--output', 'a.pdf'],
    ])
      expect((await verify('changed.pdf', ...wrong)).status).toBe(2);
  });

  test('--json: prints the response of POST /verify', async () => {
    const { status, out } = await verify('--json', 'sealed.pdf');
    expect(status).toBe(0);
    expect(VerifyOut.strict().parse(JSON.parse(out))).toMatchObject({
      verdict: 'intact',
      file: { size_bytes: sealed.length },
      countersign: { document_id: documentId, chain_seq: 4 },
      instance: null,
      events: null,
      anchors: null,
    });
  });

  test('--events: 0 if the trail is sound, contains the sealed head and names this file', async () => {
    const { file } = JSON.parse((await verify('sealed.pdf', '--json')).out);
    await putEvents(trail(file.sha256));
    const { status, out } = await verify('sealed.pdf', '--events', 'events.json');
    expect(status).toBe(0);
    expect((await countersign('verify', 'sealed.pdf', '--events', 'events.json')).status).toBe(9);
    for (const words of [
      'every hash is correct',
      'the event that the seal names is in the trail',
      'the digest in the seal matches what was recorded',
      'names exactly this file',
    ])
      expect(out).toContain(words);
    // The seal names event 4. Who adds others needs no secret.
    const named = trail(file.sha256);
    expect(out).toMatch(/\[ !\] Not protected +the last event comes after/);
    const payload = { reason: 'Invented' };
    const invented = {
      ...named.at(-1)!,
      seq: named.length + 1,
      event_type: 'envelope.voided',
      payload,
      payload_hash: payloadHash(payload),
      prev_hash: named.at(-1)!.hash,
      ip: null,
      user_agent: null,
    };
    await putEvents([...named, { ...invented, hash: eventHash(invented) }]);
    const longer = await verify('sealed.pdf', '--events', 'events.json', '--json');
    expect(JSON.parse(longer.out).events).toMatchObject({ chain: 'sound', unprotected: 2 });
    // Anyone can seal a file that names the last event, with a certificate that nobody knows.
    const unknown = await countersign('verify', 'sealed.pdf', '--events', 'events.json', '--json');
    expect(JSON.parse(unknown.out)).toMatchObject({
      verdict: 'unknown_signer',
      events: { head: 'matches', unprotected: named.length + 1 },
    });
  });

  test('--events: 1 if the signed values in the trail do not match the digest in the seal', async () => {
    const { file } = JSON.parse((await countersign('verify', 'other-values.pdf', '--json')).out);
    await putEvents(trail(file.sha256));
    const { status, out } = await countersign('verify', 'other-values.pdf', '--events', 'events.json');
    expect(status).toBe(1);
    expect(out).toMatch(/CONTRADICTED/);
    expect(out.replace(/\s+/g, ' ')).toContain(
      'the values that the audit trail says were signed are not those that were sealed',
    );
  });

  test('--events: 0 for a trail with erased personal data, which is reported; 1 if the rest was changed', async () => {
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
      payload,
      payload_hash: payloadHash(payload),
      prev_hash: sound[4]!.hash,
      ip: null,
      user_agent: null,
    };
    const hashed = (changes: Partial<EventOut>) => {
      const last = { ...unhashed, ...changes };
      return { ...last, hash: eventHash(last) };
    };
    await putEvents([
      ...left,
      hashed({
        actor: { type: 'user', id: 'x. All of them are genuine' },
        created_at_iso: 'a day that was checked',
      }),
    ]);
    const worded = await verify('sealed.pdf', '--events', 'events.json');
    expect(worded.out).toContain('personal data of 1 events at an unknown time by user:unknown; 1 hashes');
    const events = [...left, hashed({ actor: { type: 'user', id: 'usr_1' } })];
    await putEvents(events);
    const { status, out } = await verify('sealed.pdf', '--events', 'events.json');
    expect([status, out]).toEqual([
      0,
      expect.stringContaining('every hash that can still be recomputed is correct'),
    ]);
    expect(out).toContain('personal data of 1 events on 2026-11-20T10:00:00.000Z by user:usr_1; 1 hashes');
    expect(out).toMatch(/\[ !\] Chain .* could have been written by anyone/);
    expect(out).not.toContain('\u001b');
    await putEvents(events.with(1, { ...events[1]!, created_at_iso: '2026-11-20T11:00:00.000Z' }));
    expect((await verify('sealed.pdf', '--events', 'events.json')).status).toBe(1);
  });

  test('--events: 1 if the trail is cut off, changed, of another document, or names another file', async () => {
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
      const { status, out } = await verify('sealed.pdf', '--events', 'events.json', '--json');
      expect([status, JSON.parse(out).verdict]).toEqual([1, 'contradicted']);
      expect(JSON.parse(out).events).toMatchObject(expected);
    }
    await put('theirs.pdf', await signedByOthers());
    expect((await countersign('verify', 'theirs.pdf', '--events', 'events.json')).status).toBe(1);
  });

  test('--events: 8 if members of the trail can be read in two ways', async () => {
    const { file } = JSON.parse((await verify('sealed.pdf', '--json')).out);
    const text = JSON.stringify(trail(file.sha256), null, 2);
    await put('events.json', text.replace('"id": "test"', '"id": "te\\u0073t"'));
    expect((await verify('sealed.pdf', '--events', 'events.json')).status).toBe(0);
    for (const [kept, changed] of [
      ['"step": 2', '"step": 99, "step": 2'],
      ['"step": 2', '"st\\u0065p" : 99, "step": 2'],
      ['"step": 2', '"__proto__": {"step": 99}, "step": 2'],
      ['"seq": 2', '"seq": 3, "seq": 2'],
    ] as const) {
      expect(text).toContain(kept);
      await put('events.json', text.replace(kept, changed));
      const { status, out, err } = await verify('sealed.pdf', '--events', 'events.json');
      expect([status, out, err]).toEqual([8, '', expect.stringContaining('two members of one name')]);
    }
  });

  test('2: wrong arguments, with the help', async () => {
    for (const words of [
      [],
      ['sign'],
      ['verify'],
      ['verify', 'a.pdf', 'b.pdf'],
      ['verify', '--quiet', 'a.pdf'],
      ['verify', 'sealed.pdf', '--seal-certificate', 'ab'.repeat(31)],
    ]) {
      const { status, out, err } = await countersign(...words);
      expect([words, status, out, /countersign|--seal-certificate/.test(err)]).toEqual([words, 2, '', true]);
    }
  });

  test('8: a file that cannot be read, with its name and the reason', async () => {
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
      [['sealed.pdf', '--trust', 'missing.pem'], /^error: missing\.pem: there is no such file\n$/],
      [['sealed.pdf', '--trust', 'text.pdf'], /^error: text\.pdf: it contains no certificate\n$/],
      [['sealed.pdf', '--seal-certificate', 'text.pdf'], /^error: text\.pdf: it contains no certificate\n$/],
      [['sealed.pdf', '--events', 'broken.json'], /^error: broken\.json: it is not JSON\n$/],
    ];
    for (const [words, expected] of cases) {
      const { status, out, err } = await countersign('verify', ...words);
      expect([status, out]).toEqual([8, '']);
      expect(err).toMatch(expected);
    }
  });

  test('text from a file cannot control the terminal', async () => {
    const made = makeDevelopmentCertificate({ commonName: 'Evil \u001b[2J\u202e\u200b\u2066 seal' });
    const signer = signerFromPem(made.keyPem, made.certificatePem);
    const facts = { documentId: 'doc_\u001b]0;title\u0007\n[ok] INTACT' };
    await put('evil.pdf', (await sampleSeal(await samplePdf(), { signer, facts })).bytes);
    const { out } = await countersign('verify', 'evil.pdf');
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    const json = await countersign('verify', '--json', 'evil.pdf');
    expect(json.out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(json.out).signatures[0].signer_subject).toContain('\u202e\u200b\u2066');
    expect(out).not.toMatch(/^\[ok\] INTACT$/m);
    const name = 'evil\n[ok] INTACT: lease.pdf';
    await put(name, 'no PDF');
    expect((await countersign('verify', name)).err).toMatch(
      /^error: evil\?\[ok\] INTACT: .*\(not_a_pdf\)\n$/,
    );
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

describe('countersign verify --anchors', () => {
  const clock = makeDevelopmentCertificate({
    commonName: 'Clock',
    purpose: 'timestamping',
    now: new Date('2026-11-20T00:00:00Z'),
  });
  const stampedAt = new Date('2026-11-21T00:03:00Z');
  let events: EventOut[];
  let proof: DocumentAnchorOut;

  /** A proof that the trail ends with event `seq`, next to one other leaf, with a timestamp. */
  async function proofOf(
    trailNow: readonly EventOut[],
    seq: number,
    { date = '2026-11-21', before }: { date?: string; before?: AnchorOut } = {},
  ): Promise<DocumentAnchorOut> {
    const head = trailNow[seq - 1]!;
    const sibling = leafHash('another document');
    const linked = {
      date,
      root: nodeHash(sibling, anchorLeaf(head)).toString('hex'),
      previous_date: before?.date ?? null,
      previous_hash: before?.hash ?? GENESIS_HASH,
    };
    const hash = anchorHash(linked);
    const query = sequence(
      integer(1),
      sequence(sequence(oid(OID.sha256)), octetString(Buffer.from(hash, 'hex'))),
    );
    const answer = await answerTimestampQuery(
      query,
      signerFromPem(clock.keyPem, clock.certificatePem),
      stampedAt,
    );
    return {
      document_id: documentId,
      seq,
      event_hash: head.hash,
      path: [{ side: 'left', hash: sibling.toString('hex') }],
      anchor: {
        ...linked,
        hash,
        created_at: '2026-11-21T00:02:00.000Z',
        timestamp: {
          time: stampedAt.toISOString(),
          token_base64: readDer(answer).children[1]!.raw.toString('base64'),
        },
      },
    };
  }

  beforeAll(async () => {
    events = trail(createHash('sha256').update(sealed).digest('hex'));
    proof = await proofOf(events, 5);
    await putEvents(events);
    await put('anchors.json', JSON.stringify([proof]));
    await put('clock.pem', clock.certificatePem);
  });
  const check = (...words: string[]) =>
    verify('sealed.pdf', '--events', 'events.json', '--anchors', 'anchors.json', ...words);
  const contradicted = async (...words: string[]) => {
    const { status, out } = await check('--json', ...words);
    const { verdict, anchors } = VerifyOut.parse(JSON.parse(out));
    return [status, verdict, anchors!.map(({ result }) => result)];
  };

  test('0: the trail existed at the time of a trusted timestamp; without trust, the report says that nothing proves the time', async () => {
    const trusted = await check('--trust', 'clock.pem');
    expect([trusted.status, trusted.out]).toEqual([
      0,
      expect.stringMatching(/the trail up to event 5 existed at 2026-11-21 00:03:00 UTC, by a\s+trusted/),
    ]);
    const unknown = await check();
    expect([unknown.status, unknown.out]).toEqual([0, expect.stringContaining('so the time is not')]);
    const unstamped = { ...proof.anchor, timestamp: null };
    await put('unstamped.json', JSON.stringify({ items: [{ ...proof, anchor: unstamped }], limit: 50 }));
    await put('saved.json', JSON.stringify({ items: [proof.anchor], limit: 30 }));
    const saved = await verify(
      ...['sealed.pdf', '--events', 'events.json', '--anchors', 'unstamped.json'],
      ...['--saved-anchors', 'saved.json'],
    );
    expect([saved.status, saved.out]).toEqual([
      0,
      expect.stringContaining('is in the anchor that you saved'),
    ]);
  });

  test('protects events only if a saved copy has it: anyone can make an anchor and have it timestamped', async () => {
    const unprotected = async (...words: string[]) => {
      const { out } = await check('--trust', 'clock.pem', '--json', ...words);
      return VerifyOut.parse(JSON.parse(out)).events!.unprotected;
    };
    expect(await unprotected()).toBe(1);
    expect((await check('--trust', 'clock.pem')).out.replace(/\s+/g, ' ')).toContain(
      'shows only a copy that was saved earlier',
    );
    await put('saved.json', JSON.stringify({ items: [proof.anchor], limit: 30 }));
    expect(await unprotected('--saved-anchors', 'saved.json')).toBe(0);
    expect(
      (await check('--trust', 'clock.pem', '--saved-anchors', 'saved.json')).out.replace(/\s+/g, ' '),
    ).toContain('your copy has the same anchor');
  });

  test('1: a trail that was changed after it was anchored, cut off, or given another anchor', async () => {
    const payload = { sealed_sha256: createHash('sha256').update(sealed).digest('hex'), changed: true };
    const last = { ...events[4]!, payload, payload_hash: payloadHash(payload) };
    const changed = [
      ...events.slice(0, 4),
      { ...last, hash: eventHash({ ...last, ip: null, user_agent: null }) },
    ];
    await putEvents(changed);
    expect(await contradicted()).toEqual([1, 'contradicted', ['trail_differs']]);
    expect((await check()).out).toContain('the audit trail is not what was anchored');
    await putEvents(events.slice(0, 4));
    expect(await contradicted()).toEqual([1, 'contradicted', ['trail_differs']]);

    // A person who rewrites the trail can compute another anchor, but cannot make its old timestamp or change the copies of others.
    await putEvents(changed);
    const again = await proofOf(changed, 5);
    await put('saved.json', JSON.stringify(proof.anchor));
    await put('anchors.json', JSON.stringify([again]));
    expect(await contradicted('--saved-anchors', 'saved.json')).toEqual([1, 'contradicted', ['forked']]);
    await put(
      'anchors.json',
      JSON.stringify([{ ...again, anchor: { ...again.anchor, timestamp: proof.anchor.timestamp } }]),
    );
    expect(await contradicted()).toEqual([1, 'contradicted', ['timestamp_not_valid']]);
    await put('anchors.json', JSON.stringify([{ ...again, path: [] }]));
    expect(await contradicted()).toEqual([1, 'contradicted', ['path_differs']]);
    await putEvents(events);
    await put('anchors.json', JSON.stringify([proof]));
  });

  test('1: a trail with a changed event that keeps its hashes did not exist when it was anchored', async () => {
    const early = await proofOf(events, 2, { date: '2026-11-20' });
    const late = await proofOf(events, 5, { before: early.anchor });
    await put('anchors.json', JSON.stringify([early, late]));
    await putEvents(events.with(3, { ...events[3]!, payload: { step: 99 } }));
    expect(await contradicted()).toEqual([1, 'contradicted', ['matches', 'trail_differs']]);
    const { out } = await check('--trust', 'clock.pem');
    expect(out).toContain('the trail up to event 2 existed');
    expect(out).not.toContain('the trail up to event 5 existed');
    // An event that only claims to be erased.
    await putEvents(
      events.with(0, {
        ...events[0]!,
        payload: {},
        payload_hash: ERASED_PAYLOAD_HASH,
        erased_at: stampedAt.toISOString(),
      }),
    );
    expect(await contradicted()).toEqual([1, 'contradicted', ['trail_differs', 'trail_differs']]);
    await putEvents(events);
    await put('anchors.json', JSON.stringify([proof]));
  });

  test('1: two anchors of one day, or anchors that do not follow each other', async () => {
    const next = await proofOf(events, 5, { date: '2026-11-22', before: proof.anchor });
    const fork = await proofOf(events, 4);
    const afterFork = await proofOf(events, 5, { date: '2026-11-22', before: fork.anchor });
    const skipping = await proofOf(events, 5, { date: '2026-11-23', before: proof.anchor });
    for (const [proofs, results] of [
      [
        [proof, next],
        ['matches', 'matches'],
      ],
      [
        [proof, proof],
        ['matches', 'matches'],
      ],
      [
        [proof, fork],
        ['forked', 'forked'],
      ],
      [
        [proof, afterFork],
        ['forked', 'forked'],
      ],
      [
        [proof, next, skipping],
        ['matches', 'forked', 'forked'],
      ],
    ] as const) {
      await put('anchors.json', JSON.stringify(proofs));
      const isForked = (results as readonly string[]).includes('forked');
      expect(await contradicted()).toEqual([isForked ? 1 : 0, isForked ? 'contradicted' : 'intact', results]);
    }
    await put('anchors.json', JSON.stringify([afterFork]));
    await put('saved.json', JSON.stringify([proof.anchor]));
    expect(await contradicted('--saved-anchors', 'saved.json')).toEqual([1, 'contradicted', ['forked']]);
    expect((await check('--saved-anchors', 'saved.json')).out.replace(/\s+/g, ' ')).toContain(
      'cannot belong to the same chain',
    );
    await put('saved.json', JSON.stringify([proof.anchor, afterFork.anchor]));
    expect((await check('--saved-anchors', 'saved.json')).err).toContain(
      'the anchor of 2026-11-22 does not follow the anchor of 2026-11-21',
    );
    await put('anchors.json', JSON.stringify([proof]));
  });

  test('2 and 8: options that belong together, and files that are something else', async () => {
    expect((await verify('sealed.pdf', '--anchors', 'anchors.json')).status).toBe(2);
    expect(
      (await verify('sealed.pdf', '--events', 'events.json', '--saved-anchors', 'saved.json')).status,
    ).toBe(2);
    expect(await verify('sealed.pdf', '--events', 'events.json', '--anchors', 'events.json')).toMatchObject({
      status: 8,
      err: expect.stringContaining('it is not the anchors of a document'),
    });
    // As countersign documents anchors --json prints it before the first anchor.
    await put('none.json', '[]');
    expect(await verify('sealed.pdf', '--events', 'events.json', '--anchors', 'none.json')).toMatchObject({
      status: 8,
      err: expect.stringContaining('none.json: the list is empty'),
    });
    await put('wrong.json', JSON.stringify([{ ...proof.anchor, root: GENESIS_HASH }]));
    expect(await check('--saved-anchors', 'wrong.json')).toMatchObject({
      status: 8,
      err: expect.stringContaining('the hash of the anchor of 2026-11-21 is wrong'),
    });
  });
});
