/** Erasing a document: what is erased, what stays, and what the trail still proves. */
import { verifyChain } from '@countersign/contract/audit-chain';
import { ERASED_PAYLOAD_HASH } from '@countersign/contract/audit-hash';
import { CreateDocumentReq, EnvelopePatch } from '@countersign/contract/document';
import type { EventOut } from '@countersign/contract/event';
import { encodeId, newId } from '@countersign/contract/ids';
import { verifyPdf } from '@countersign/pdf/verify';
import { describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import {
  asRecipient,
  finalizedDraft,
  reread,
  sentCopy,
  sentDocument,
  signAs,
} from '../../../../test/support/documents.ts';
import { lockWaited, whileLocked } from '../../../../test/support/locks.ts';
import { sealedDocument } from '../../../../test/support/sealed-files.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { createDocument } from '../document/create.ts';
import { findDownload, recordDownload } from '../document/download.ts';
import { duplicateDocument } from '../document/duplicate.ts';
import { removeStaleDrafts } from '../document/expire.ts';
import { patchDocument } from '../document/patch.ts';
import { voidDocument } from '../document/void.ts';
import { appendEvents } from '../event/append.ts';
import { listEvents } from '../event/list.ts';
import { collectBlobs } from '../housekeeping/collect-blobs.ts';
import { openDocument } from '../signing/open.ts';
import { rejectDocument } from '../signing/reject.ts';
import { openSession } from '../signing/session.ts';
import { eraseDocument, eraseRemovedDraft } from './erase-document.ts';
import { eraseWhatIsDue } from './retention.ts';

type Context = TestBase & Ctx;
const request = { keepSealed: false, cause: 'request' } as const;
/** All personal data in the documents of these tests. */
const personal =
  /\bada\b|lovelace|grace|hopper|example\.test|198\.51\.100|192\.0\.2|Browser of a test|secret title|Test key|too high/i;

/** Everything that the database stores about a document, as one text. */
async function everythingOf(ctx: Context, id: string): Promise<string> {
  const rows = await ctx.db.$queryRaw<Array<{ all: unknown }>>`
    SELECT json_build_array(
      (SELECT to_json(d) FROM document d WHERE d.id = ${id}::uuid),
      (SELECT json_agg(r) FROM recipient r WHERE r.document_id = ${id}::uuid),
      (SELECT json_agg(f) FROM field f WHERE f.document_id = ${id}::uuid),
      (SELECT json_agg(e) FROM event e WHERE e.document_id = ${id}::uuid),
      (SELECT json_agg(m) FROM mail m WHERE m.document_id = ${id}::uuid),
      (SELECT json_agg(o) FROM outbox_event o WHERE o.document_id = ${id}::uuid),
      (SELECT json_agg(a) FROM seal_attempt a WHERE a.document_id = ${id}::uuid)) AS all`;
  return JSON.stringify(rows[0]!.all);
}

/** The personal data in it. */
async function personalDataOf(ctx: Context, id: string): Promise<string[]> {
  return (await everythingOf(ctx, id)).match(personal) ?? [];
}

/** The erasures in the admin log of the workspace. */
const adminEventsOf = ({ db, workspaceId }: Context) =>
  db.adminEvent.findMany({ where: { workspaceId, eventType: 'document.erased' } });

/** Advances the clock to the next blob sweep, more than a day from now. */
function toNextBlobSweep(base: TestBase): void {
  const sweepTime = new Date(base.now().getTime() + 2 * 86_400_000);
  sweepTime.setUTCHours(3, 5, 0, 0);
  base.clock.advance(sweepTime.getTime() - base.now().getTime());
}

describe('erasing a document', () => {
  test('leaves no personal data in any row, and a valid chain that records it and still contains the sealed head', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const { document, sealed } = await sealedDocument(ctx, base.folder);
    expect(await personalDataOf(ctx, document.id)).not.toEqual([]);
    const before = await listEvents(ctx.db, document.id);
    const facts = (await verifyPdf(sealed)).countersign!;

    const erasure = await eraseDocument(ctx, document.id, request);
    expect(erasure).toMatchObject({ sealedKept: false, removed: false, chainSeq: before.length + 1 });
    expect(erasure.eventsErased).toBeGreaterThan(5);
    expect(await personalDataOf(ctx, document.id)).toEqual([]);
    expect(await adminEventsOf(ctx)).toMatchObject([
      {
        target: { type: 'document', id: encodeId('doc', document.id) },
        details: { events: erasure.eventsErased, kept_sealed: false, cause: 'request' },
      },
    ]);

    const after = await listEvents(ctx.db, document.id);
    expect(after.slice(0, -1).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
    const verdict = verifyChain(after, { seq: facts.chainSeq, hash: facts.chainHead });
    expect(verdict).toMatchObject({
      ok: true,
      head: erasure.chainHead,
      erasure: { events: erasure.eventsErased, by: { type: 'api_key', id: ctx.actor.id } },
    });
    // Events without personal data are unchanged.
    const untouched = after.filter((event) => !event.erased_at).map(({ event_type }) => event_type);
    expect(untouched).toEqual(['envelope.sealed', 'envelope.erased']);
    const signed = after.filter(({ event_type }) => event_type === 'recipient.completed');
    expect(signed.map(({ actor, payload }) => [actor.type, payload.role])).toEqual([
      ['recipient', 'signer'],
      ['recipient', 'signer'],
    ]);
    expect(signed.every(({ payload_hash }) => payload_hash === ERASED_PAYLOAD_HASH)).toBe(true);
  });

  test('keeps the sealed file if requested, and gives it up when requested later', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const { document } = await sealedDocument(ctx, base.folder);
    const publicId = encodeId('doc', document.id);
    const first = await eraseDocument(ctx, document.id, { ...request, keepSealed: true });
    expect(first.sealedKept).toBe(true);
    const again = await eraseDocument(ctx, document.id, { ...request, keepSealed: true });
    expect(again).toMatchObject({ sealedKept: true, eventsErased: 0, chainHead: first.chainHead });
    toNextBlobSweep(base);
    await collectBlobs(base, { requestId: 'r' });
    expect((await findDownload(ctx, publicId)).sha256).toBe(document.sealedSha256);
    expect((await findDownload(ctx, publicId, 'certificate')).version).toBe('certificate');
    await expect(findDownload(ctx, publicId, 'original')).rejects.toMatchObject({ slug: 'document-erased' });
    // Nothing erases later events automatically, so they say who acted only by id.
    const actor = { type: 'user', id: newId(), name: 'Grace Hopper', email: 'grace@example.test' } as const;
    const person = { ...ctx, actor, role: 'manager', ip: '192.0.2.7', userAgent: 'tests' } as const;
    await recordDownload(person, document.id, 'sealed');
    await patchDocument(person, publicId, EnvelopePatch.parse({ external_id: 'order 7' }));
    const anonymous = { actor: { type: 'user', id: actor.id }, ip: null, user_agent: null };
    expect((await listEvents(ctx.db, document.id)).slice(-2)).toMatchObject([
      { event_type: 'envelope.downloaded', ...anonymous },
      { event_type: 'envelope.updated', ...anonymous },
    ]);
    expect((await listEvents(ctx.db, document.id)).at(-1)!.actor).toEqual(anonymous.actor);
    // As downloads were recorded in the past.
    await withTransaction(person, (tx) => appendEvents(tx, document.id, [{ type: 'envelope.downloaded' }]));
    const second = await eraseDocument(ctx, document.id, request);
    expect(second).toMatchObject({ sealedKept: false, eventsErased: 1, erasedAt: first.erasedAt });
    expect(await personalDataOf(ctx, document.id)).toEqual([]);
    expect(verifyChain(await listEvents(ctx.db, document.id))).toMatchObject({
      ok: true,
      head: second.chainHead,
    });
    await expect(findDownload(ctx, publicId)).rejects.toMatchObject({ slug: 'document-erased' });
    await collectBlobs(base, { requestId: 'r' });
    expect(await base.storage.stat(document.sealedSha256!)).toBeNull();
    // A file that was given up does not come back.
    expect((await eraseDocument(ctx, document.id, { ...request, keepSealed: true })).sealedKept).toBe(false);
  });

  test('a concurrent copy contains none of the data', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const { document } = await sealedDocument(ctx, base.folder);
    const { erased, copied } = await whileLocked(base, document.id, async () => {
      const erased = eraseDocument(ctx, document.id, request);
      await lockWaited(base, 1);
      const copied = duplicateDocument(ctx, encodeId('doc', document.id), {}).catch((error) => error);
      await Promise.race([copied, lockWaited(base, 2)]);
      return { erased, copied };
    });
    await erased;
    expect(await copied).toMatchObject({ slug: 'document-erased' });
  });

  test('happens once: a second call changes nothing, and one of several concurrent calls erases', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    await voidDocument(ctx, encodeId('doc', document.id), { reason: 'too high' });
    const erasures = await Promise.all([1, 2, 3, 4].map(() => eraseDocument(ctx, document.id, request)));
    expect(erasures.filter(({ eventsErased }) => eventsErased > 0)).toHaveLength(1);
    expect(new Set(erasures.map(({ chainHead }) => chainHead)).size).toBe(1);
    const events = await listEvents(ctx.db, document.id);
    expect(events.filter(({ event_type }) => event_type === 'envelope.erased')).toHaveLength(1);
  });

  test('may take two minutes, because trails can have 100,000 events', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    await voidDocument(ctx, encodeId('doc', document.id), { reason: 'too high' });
    const limits: unknown[] = [];
    const $transaction = (work: never, options: { timeout?: number }) => {
      limits.push(options.timeout);
      return ctx.db.$transaction(work, options);
    };
    const db = Object.create(ctx.db, { $transaction: { value: $transaction } });
    await eraseDocument({ ...ctx, db }, document.id, request);
    expect(limits).toEqual([120_000]);
  });

  test('erases the reason of a decline, invalidates the links, and drops queued mails', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, { message: 'Dear Ada' });
    const [ada] = document.recipients;
    await openDocument(base, asRecipient(base, ada!));
    await rejectDocument(base, asRecipient(base, ada!), { reason: 'The rent is too high' });
    // There is no sealed file that could be kept.
    const { sealedKept } = await eraseDocument(ctx, document.id, { ...request, keepSealed: true });
    expect(sealedKept).toBe(false);
    expect(await personalDataOf(ctx, document.id)).toEqual([]);
    const after = await reread(ctx, document.id);
    expect(after.recipients.map(({ status, name }) => [status, name])).toEqual([
      ['rejected', 'erased'],
      ['sent', 'erased'],
    ]);
    expect(await base.db.mail.count({ where: { documentId: document.id } })).toBe(0);
    await expect(openSession(base, asRecipient(base, ada!))).rejects.toMatchObject({ slug: 'not-found' });
  });

  test('erases codes, drafts and sessions of recipients, and the errors of seals', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const { id: documentId, recipients } = await sentDocument(ctx);
    await voidDocument(ctx, encodeId('doc', documentId), { reason: 'No' });
    const recipientId = recipients[0]!.id;
    const [createdAt, expiresAt] = [base.now(), base.now()];
    const hash = (text: string) => Buffer.from(`${text} ${documentId}`);
    await base.db.otpCode.create({
      data: { id: newId(), recipientId, codeHash: hash('code'), createdAt, expiresAt },
    });
    await base.db.signingDraft.create({ data: { recipientId, content: '{}', savedAt: createdAt } });
    await base.db.signingSession.create({
      data: { id: newId(), recipientId, linkVersion: 1, urlHash: hash('url'), createdAt, expiresAt },
    });
    const actor = { type: 'api_key', id: ctx.actor.id, name: 'Test key' };
    await base.db.preparationSession.create({
      data: { id: newId(), documentId, actor, canSend: false, urlHash: hash('url'), createdAt, expiresAt },
    });
    await base.db.sealAttempt.createMany({
      data: [
        { documentId, number: 1, startedAt: createdAt, endedAt: createdAt, error: 'grace@example.test' },
        { documentId, number: 2, startedAt: createdAt },
      ],
    });
    await eraseDocument(ctx, documentId, request);
    expect([
      await base.db.otpCode.count({ where: { recipientId } }),
      await base.db.signingDraft.count({ where: { recipientId } }),
      await base.db.signingSession.count({ where: { recipientId } }),
      await base.db.preparationSession.count({ where: { documentId } }),
    ]).toEqual([0, 0, 0, 0]);
    const attempts = await base.db.sealAttempt.findMany({
      where: { documentId },
      orderBy: { number: 'asc' },
    });
    expect(attempts.map(({ error }) => error)).toEqual(['erased', null]);
  });

  test('erases an own id, and metadata, that were set later, also if no event says so', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const { id } = await sentDocument(ctx);
    await voidDocument(ctx, encodeId('doc', id), { reason: 'No' });
    await eraseDocument(ctx, id, request);
    const own = async () => {
      const { externalId, metadata } = await reread(ctx, id);
      return { externalId, metadata };
    };
    await base.db.document.update({ where: { id }, data: { externalId: 'ada' } });
    await eraseDocument(ctx, id, request);
    expect(await own()).toEqual({ externalId: null, metadata: {} });
    await base.db.document.update({ where: { id }, data: { metadata: { of: 'ada' } } });
    await eraseDocument(ctx, id, request);
    expect(await own()).toEqual({ externalId: null, metadata: {} });
  });

  test('removes a draft as a whole', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const draft = await finalizedDraft(ctx);
    const erasure = await eraseDocument(ctx, draft.id, request);
    expect(erasure.removed).toBe(true);
    await expect(reread(ctx, draft.id)).rejects.toMatchObject({ slug: 'not-found' });
    expect(await personalDataOf(ctx, draft.id)).toEqual([]);
    await expect(eraseDocument(ctx, draft.id, request)).rejects.toMatchObject({ slug: 'not-found' });
  });

  test('erases drafts that were removed because they were not finalized, in every workspace', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const spec = {
      title: 'The secret title',
      recipients: [{ name: 'Ada Lovelace', email: 'ada@example.test' }],
    };
    const stale = await createDocument(ctx, CreateDocumentReq.parse(spec));
    const before = await listEvents(ctx.db, stale.id);
    // Callers still see it.
    expect(await eraseRemovedDraft(ctx, stale.id)).toBe(false);
    expect((await reread(ctx, stale.id)).title).toBe('The secret title');
    base.clock.advance(8 * 86_400_000);
    await removeStaleDrafts(base);
    expect(await personalDataOf(ctx, stale.id)).not.toEqual([]);

    expect((await eraseWhatIsDue(base, 'sweep')).drafts).toBeGreaterThan(0);
    expect(await personalDataOf(ctx, stale.id)).toEqual([]);
    const after = await listEvents(ctx.db, stale.id);
    expect(after.map(({ event_type }) => event_type)).toEqual(['envelope.created', 'envelope.erased']);
    expect(after[1]!.payload).toMatchObject({ events: 1, kept_sealed: false, cause: 'retention' });
    expect(after[0]!.hash).toBe(before[0]!.hash);
    expect(verifyChain(after)).toMatchObject({ ok: true, erasure: { by: { type: 'system' } } });

    await eraseWhatIsDue(base, 'again');
    expect(await eraseRemovedDraft(ctx, stale.id)).toBe(false);
    expect(await listEvents(ctx.db, stale.id)).toEqual(after);
    expect(await adminEventsOf(ctx)).toEqual([]);
  });

  test('is refused while recipients can act and before the seal, and nothing changes', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentCopy(ctx, await finalizedDraft(ctx));
    const refused = { slug: 'document-state', members: { current: 'sent' } };
    await expect(eraseDocument(ctx, document.id, request)).rejects.toMatchObject(refused);
    for (const recipient of document.recipients) await signAs(ctx, document, recipient);
    await expect(eraseDocument(ctx, document.id, request)).rejects.toMatchObject({ slug: 'not-sealed' });
    expect((await reread(ctx, document.id)).erasedAt).toBeNull();
  });
});

describe('the trail after an erasure', () => {
  async function erased(): Promise<{ ctx: Context; id: string; events: EventOut[] }> {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    await voidDocument(ctx, encodeId('doc', document.id), { reason: 'too high' });
    await eraseDocument(ctx, document.id, request);
    return { ctx, id: document.id, events: await listEvents(ctx.db, document.id) };
  }

  test('cannot be changed unnoticed: every member of every event is covered by a hash', async () => {
    const { events } = await erased();
    const last = events.length;
    const tamperings: Array<[string, (copy: EventOut[]) => void, number]> = [
      [
        'a time',
        (copy) => void Object.assign(copy[1]!, { created_at_iso: '2026-01-01T00:00:00.000Z' }),
        last,
      ],
      ['a type', (copy) => void Object.assign(copy[2]!, { event_type: 'recipient.completed' }), last],
      ['an actor', (copy) => void Object.assign(copy[1]!.actor, { id: 'somebody' }), last],
      ['what is left of a payload', (copy) => void Object.assign(copy[0]!.payload, { recipients: 9 }), last],
      [
        'a date of erasure',
        (copy) => void Object.assign(copy[0]!, { erased_at: '2026-01-01T00:00:00.000Z' }),
        last,
      ],
      ['a hash', (copy) => void Object.assign(copy[1]!, { hash: 'f'.repeat(64) }), 3],
      [
        'the record of the erasure',
        (copy) => void Object.assign(copy[last - 1]!.payload, { events: 1 }),
        last,
      ],
      ['the mark of erasure alone', (copy) => void delete copy[0]!.erased_at, 1],
      ['a cut record', (copy) => void copy.pop(), last - 1],
    ];
    for (const [what, tamper, seq] of tamperings) {
      const copy = structuredClone(events);
      tamper(copy);
      expect([what, verifyChain(copy)]).toMatchObject([what, { ok: false, brokenAtSeq: seq }]);
    }
  });

  test('a mark of erasure hides nothing if no erasure was recorded', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentCopy(ctx, await finalizedDraft(ctx));
    const events = await listEvents(ctx.db, document.id);
    Object.assign(events[1]!, { erased_at: '2026-01-01T00:00:00.000Z', payload_hash: ERASED_PAYLOAD_HASH });
    expect(verifyChain(events)).toMatchObject({ ok: false, brokenAtSeq: 2 });
  });

  test('the database allows the erasure of an event and no other change, before and after', async () => {
    const { ctx, id } = await erased();
    const other = await sentCopy(ctx, await finalizedDraft(ctx));
    const refused = /append-only/;
    const attempts = [
      // The document is not erased.
      ctx.db
        .$executeRaw`UPDATE event SET erased_at = now(), ip = NULL, user_agent = NULL, actor = actor - 'name' WHERE document_id = ${other.id}::uuid`,
      // The events were erased before, and the record of the erasure.
      ctx.db.$executeRaw`UPDATE event SET payload = '{}' WHERE document_id = ${id}::uuid`,
      ctx.db
        .$executeRaw`UPDATE event SET hash = prev_hash, erased_at = now() WHERE document_id = ${id}::uuid AND event_type = 'envelope.erased'`,
      ctx.db
        .$executeRaw`UPDATE event SET payload = '{"events": 0}', erased_at = now() WHERE document_id = ${id}::uuid AND event_type = 'envelope.erased'`,
      ctx.db.$executeRaw`DELETE FROM event WHERE document_id = ${id}::uuid`,
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toThrow(refused);
  });
});
