/** Archive timestamps: made with the seal, renewed in time, and what verification reports about every version of the file. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyChain } from '@countersign/contract/audit-chain';
import { VerifyOut } from '@countersign/contract/verify';
import { httpRevocationSource } from '@countersign/pdf/ltv/revocation-source';
import { reportJson } from '@countersign/pdf/threads/report-json';
import { verifyInThread } from '@countersign/pdf/threads/verify-in-thread';
import { httpTimestamper } from '@countersign/pdf/timestamps/http-timestamper';
import { StorageUnavailableError } from '@countersign/storage/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import { runCommand } from '../../../../test/support/command-line.ts';
import { finalizedDraft, reread, sentCopy, signAs } from '../../../../test/support/documents.ts';
import { longTermPorts } from '../../../../test/support/long-term-ports.ts';
import { type Holder, type Pki, startPki } from '../../../../test/support/pki.ts';
import type { Ctx } from '../ctx.ts';
import type { FullDocument } from '../document/lock.ts';
import { listEvents } from '../event/list.ts';
import { eraseDocument } from '../privacy/erase-document.ts';
import { archiveDueSeals } from './archive.ts';
import { archiveDueAt } from './archive-due.ts';
import { compareSealed } from './compare-sealed.ts';
import { listSealCertificates } from './seal-certificates.ts';
import { type SealPorts, sealDocument } from './seal-document.ts';

const dayMs = 86_400_000;
const silent = { info() {}, warn() {}, error() {} };

let pki: Pki;
/** A certificate of the authority that ends before its present one. */
let older: Holder;
let base: TestBase;
let ctx: TestBase & Ctx;
let ports: SealPorts;
let source: FullDocument;

beforeAll(async () => {
  [pki, base] = await Promise.all([startPki(), testBase()]);
  older = pki.stampHolder('Older TSA', { notAfter: new Date(Date.now() + 360 * dayMs) });
  ctx = await testCtx(base);
  ports = { ...(await longTermPorts(pki, base))(), archives: true };
  source = await finalizedDraft(ctx);
});
afterAll(() => pki.close());
// Due dates are random, so a sweep of one test could renew a document of another.
beforeEach(() => base.db.document.updateMany({ data: { archiveDueAt: null } }));

async function sealedDocument(stamper = older): Promise<FullDocument> {
  const document = await sentCopy(ctx, source);
  for (const recipient of document.recipients) await signAs(base, document, recipient);
  pki.behave({ stamper });
  const timestamper = httpTimestamper(pki.tsaUrl);
  await sealDocument({ ...base, ...ports, timestamper }, { documentId: document.id, requestId: 'r' });
  pki.behave({});
  return reread(ctx, document.id);
}

/** A sweep at a moment of its own, because sealing needs the real time. */
const sweepAt = (moment: Date, changes: Partial<SealPorts & TestBase> = {}) =>
  archiveDueSeals({ ...base, ...ports, now: () => moment, ...changes }, { requestId: 'sweep' });
const dueAgain = async (id: string) => (await reread(ctx, id)).archiveDueAt!;
const after = (moment: Date) => new Date(moment.getTime() + 60_000);

/** What /verify says of these bytes. */
async function verifiedHere(bytes: Uint8Array) {
  const roots = [pki.root.certificate.raw];
  const verification = await verifyInThread(bytes, {}, { sealCertificates: new Set(), roots });
  if (!verification.ok) throw new Error(verification.detail);
  const { countersign, file, signatures } = reportJson(verification);
  const { earlierSha256 } = verification.file;
  const signer = signatures[0]!.signer_fingerprint_sha256;
  const instance = await compareSealed(
    base,
    { facts: countersign!, sha256: file.sha256, earlierSha256, signer },
    await listSealCertificates(base),
  );
  return { file: instance.file, profile: signatures[0]!.profile, trust: signatures[0]!.signer_trust };
}

describe('archive timestamps', () => {
  test('are renewed before their certificates expire, once, with an event; every version of the file stays genuine', async () => {
    const document = await sealedDocument();
    expect(document.sealProfile).toBe('PAdES-B-LTA');
    const due = document.archiveDueAt!;
    const end = Date.parse(older.certificate.validTo);
    expect(due.getTime()).toBeLessThanOrEqual(end - 60 * dayMs);
    expect(due.getTime()).toBeGreaterThan(Date.now() + 100 * dayMs);
    expect(await sweepAt(new Date(due.getTime() - 1))).toEqual({ renewed: 0, failed: 0, waiting: 0 });

    const runs = await Promise.all([sweepAt(after(due)), sweepAt(after(due))]);
    expect(runs[0]!.renewed + runs[1]!.renewed).toBe(1);
    expect(await sweepAt(after(due))).toEqual({ renewed: 0, failed: 0, waiting: 0 });

    const renewed = await reread(ctx, document.id);
    const [old, now] = await Promise.all(
      [document, renewed].map(({ sealedSha256 }) => base.storage.getBytes(sealedSha256!)),
    );
    expect(renewed.sealedBytes).toBe(now!.length);
    expect(Buffer.from(now!).subarray(0, old!.length).equals(old!)).toBe(true);
    const events = await listEvents(base.db, document.id);
    expect(verifyChain(events)).toMatchObject({ ok: true });
    expect(events.at(-1)).toMatchObject({
      event_type: 'envelope.archived',
      actor: { type: 'system', id: 'archive' },
      payload: {
        previous_sha256: document.sealedSha256,
        sealed_sha256: renewed.sealedSha256,
        size_bytes: now!.length,
        seal_profile: 'PAdES-B-LTA',
      },
    });
    const genuine = { file: 'identical', profile: 'PAdES-B-LTA', trust: 'trusted_root' };
    expect(await verifiedHere(old!.slice())).toEqual(genuine);
    expect(await verifiedHere(now!.slice())).toEqual(genuine);

    // Fifteen years later every certificate has expired, and the command contacts no server.
    await writeFile(join(base.folder, 'root.pem'), pki.root.certificate.toString());
    await writeFile(join(base.folder, 'events.json'), JSON.stringify(events));
    const requests = pki.requests.length;
    const clock = new URL('../../../../test/support/clock-ahead.mjs', import.meta.url);
    clock.searchParams.set('ms', String(15 * 365 * dayMs));
    for (const [name, bytes] of [
      ['old.pdf', old!],
      ['now.pdf', now!],
    ] as const) {
      await writeFile(join(base.folder, name), bytes);
      const { status, out, err } = await runCommand(
        ['verify', name, '--trust', 'root.pem', '--events', 'events.json', '--json'],
        {
          cwd: base.folder,
          env: { NODE_OPTIONS: `--import=${clock.href}` },
        },
      );
      expect([name, status, err]).toEqual([name, 0, '']);
      expect(VerifyOut.parse(JSON.parse(out))).toMatchObject({
        verdict: 'intact',
        signatures: expect.arrayContaining([
          expect.objectContaining({ profile: 'PAdES-B-LTA', timestamp_trust: 'trusted_root' }),
        ]),
        events: { chain: 'sound', head: 'matches', file: 'identical' },
      });
    }
    expect(pki.requests).toHaveLength(requests);
  });

  test('are added to files that were sealed as B-LT before; nothing happens while they are off', async () => {
    ports.archives = false;
    const document = await sealedDocument();
    expect([document.sealProfile, document.archiveDueAt]).toEqual(['PAdES-B-LT', expect.any(Date)]);
    const due = after(document.archiveDueAt!);
    expect(await sweepAt(due)).toEqual({ renewed: 0, failed: 0, waiting: 0 });
    ports.archives = true;
    expect(await sweepAt(due)).toEqual({ renewed: 1, failed: 0, waiting: 0 });
    expect((await reread(ctx, document.id)).sealProfile).toBe('PAdES-B-LTA');
  });

  test('wait for a timestamp authority that does not answer; a document that fails for another reason waits a day', async () => {
    const document = await sealedDocument();
    const due = after(document.archiveDueAt!);
    pki.behave({ tsaDown: true });
    const warnings: string[] = [];
    const log = { ...silent, warn: (message: string) => void warnings.push(message) };
    expect(await sweepAt(due, { log })).toEqual({ renewed: 0, failed: 0, waiting: 1 });
    expect(warnings).toEqual(['the timestamp authority does not respond: archive timestamps wait']);
    expect(await dueAgain(document.id)).toEqual(document.archiveDueAt);
    pki.behave({ ocspDown: true, crlDown: true });
    expect(await sweepAt(due, { revocation: httpRevocationSource() })).toEqual({
      renewed: 0,
      failed: 1,
      waiting: 0,
    });
    expect((await dueAgain(document.id)).getTime()).toBe(due.getTime() + dayMs);
    pki.behave({});
    expect(await sweepAt(after(await dueAgain(document.id)))).toEqual({ renewed: 1, failed: 0, waiting: 0 });
  });

  test('of other documents are renewed when one fails unexpectedly; an outage ends the sweep and changes nothing', async () => {
    const [broken, sound] = [await sealedDocument(), await sealedDocument()];
    await base.db.document.update({ where: { id: broken.id }, data: { archiveDueAt: new Date(0) } });
    const due = after(sound.archiveDueAt!);
    const failsWith = (error: Error) => ({
      ...base.storage,
      getBytes: (sha256: string) =>
        sha256 === broken.sealedSha256 ? Promise.reject(error) : base.storage.getBytes(sha256),
    });
    const outage = new StorageUnavailableError('away');
    await expect(sweepAt(due, { storage: failsWith(outage) })).rejects.toBe(outage);
    const noDatabase = Object.assign(new Error('the database is starting'), { code: '57P03' });
    await expect(sweepAt(due, { storage: failsWith(noDatabase) })).rejects.toBe(noDatabase);
    expect(await dueAgain(broken.id)).toEqual(new Date(0));

    const counts = await sweepAt(due, { storage: failsWith(new RangeError('out of range')) });
    expect(counts).toEqual({ renewed: 1, failed: 1, waiting: 0 });
    expect((await dueAgain(broken.id)).getTime()).toBe(due.getTime() + dayMs);
    expect((await reread(ctx, sound.id)).sealedSha256).not.toBe(sound.sealedSha256);
  });

  test('wait while a new one would not last longer; in the last month that is a failure', async () => {
    const document = await sealedDocument(pki.stamper);
    const end = Date.parse(pki.stamper.certificate.validTo);
    const due = after(document.archiveDueAt!);
    expect(await sweepAt(due)).toEqual({ renewed: 0, failed: 0, waiting: 0 });
    const again = await dueAgain(document.id);
    const half = Math.trunc((due.getTime() + end) / 2);
    expect(again.getTime()).toBeGreaterThanOrEqual(half);
    expect(again.getTime()).toBeLessThanOrEqual(Math.max(end - 60 * dayMs, half));
    expect((await reread(ctx, document.id)).sealedSha256).toBe(document.sealedSha256);

    const late = new Date(end - 29 * dayMs);
    const reasons: unknown[] = [];
    const log = { ...silent, error: (_: string, facts?: object) => void reasons.push(facts) };
    expect(await sweepAt(late, { log })).toEqual({ renewed: 0, failed: 1, waiting: 0 });
    expect(reasons).toEqual([
      {
        document_id: document.id,
        reason: 'no certificate of the timestamp authority lasts longer than the last timestamp',
      },
    ]);
    expect((await dueAgain(document.id)).getTime()).toBe(late.getTime() + dayMs);
  });

  test('are not renewed for a file that was erased', async () => {
    const document = await sealedDocument();
    await eraseDocument(ctx, document.id, { keepSealed: false, cause: 'request' });
    expect(await sweepAt(after(document.archiveDueAt!))).toEqual({ renewed: 0, failed: 0, waiting: 0 });
    const row = await base.db.document.findUniqueOrThrow({ where: { id: document.id } });
    expect([row.archiveDueAt, row.sealedSha256]).toEqual([null, document.sealedSha256]);
  });
});

test('a renewal is due 60 to 180 days before the expiry, or in the second half of a shorter time', () => {
  const now = new Date('2026-11-23T00:00:00Z');
  const after = (days: number) => new Date(now.getTime() + days * dayMs);
  expect(archiveDueAt(after(3650), now, 0)).toEqual(after(3590));
  expect(archiveDueAt(after(3650), now, 1)).toEqual(after(3470));
  expect(archiveDueAt(after(100), now, 1)).toEqual(after(50));
  expect(archiveDueAt(after(10), now, 0)).toEqual(after(5));
});
