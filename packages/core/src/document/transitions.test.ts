/**
 * Every transition of the state tables in a race: one of two callers wins, the other gets 409, and the audit chain stays
 * valid.
 */

import { verifyChain } from '@countersign/contract/audit-chain';
import { encodeId } from '@countersign/contract/ids';
import { ProblemError } from '@countersign/problem/problem-error';
import { describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import {
  asRecipient,
  finalizedDraft,
  ready,
  reread,
  sentCopy,
  typedValues,
} from '../../../../test/support/documents.ts';
import { type Ctx, withSqlTransaction } from '../ctx.ts';
import { listEvents } from '../event/list.ts';
import { completeSigning } from '../signing/complete.ts';
import { openDocument } from '../signing/open.ts';
import { reassignRecipient } from '../signing/reassign.ts';
import { rejectDocument } from '../signing/reject.ts';
import { expireDueDocuments } from './expire.ts';
import type { FullDocument } from './lock.ts';
import { sendDocument } from './send.ts';
import { setFields } from './set-fields.ts';
import { setRecipients } from './set-recipients.ts';
import { transition, transitionRecipients } from './transition.ts';
import { voidDocument } from './void.ts';

type Action = (document: FullDocument) => Promise<unknown>;

interface Setup {
  base: TestBase;
  ctx: TestBase & Ctx;
  source: FullDocument;
}

const hourMs = 3_600_000;

async function setUp(): Promise<Setup> {
  const base = await testBase();
  const ctx = await testCtx(base);
  return { base, ctx, source: await finalizedDraft(ctx) };
}

const one = (document: FullDocument) => document.recipients[0]!;

function actionsOn({ base, ctx }: Setup): Record<string, Action> {
  const id = (document: FullDocument) => encodeId('doc', document.id);
  return {
    complete: (document) =>
      completeSigning(base, asRecipient(base, one(document)), {
        values: typedValues(document, one(document)),
      }),
    reject: (document) => rejectDocument(base, asRecipient(base, one(document)), { reason: 'No.' }),
    reassign: (document) =>
      reassignRecipient(base, asRecipient(base, one(document)), {
        name: 'Other',
        email: 'other@example.test',
      }),
    void: (document) => voidDocument(ctx, id(document), { reason: 'Mistake.' }),
  };
}

/** Pairs that exclude each other. Reassigning leaves the document open, so it only excludes actions of the same recipient. */
const pairs: Array<[string, string]> = [
  ['complete', 'complete'],
  ['complete', 'reject'],
  ['complete', 'reassign'],
  ['reject', 'reject'],
  ['reject', 'void'],
  ['reject', 'reassign'],
  ['reassign', 'reassign'],
  ['void', 'void'],
];

async function chainHolds(base: TestBase, document: FullDocument): Promise<string[]> {
  const events = await listEvents(base.db, document.id);
  expect(verifyChain(events)).toMatchObject({ ok: true });
  return events.map((event) => event.event_type);
}

describe('one of two callers wins', () => {
  test.each(pairs)('%s against %s', async (left, right) => {
    const setup = await setUp();
    const all = actionsOn(setup);
    for (let repetition = 0; repetition < 8; repetition += 1) {
      const document = await sentCopy(setup.ctx, setup.source);
      await ready(setup.base, one(document));
      const outcomes = await Promise.allSettled([all[left]!(document), all[right]!(document)]);
      const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(lost).toHaveLength(1);
      expect(lost[0]!.reason).toBeInstanceOf(ProblemError);
      // A link that was invalidated in the race gives not-found; everything else gives document-state.
      expect(['document-state', 'not-found']).toContain((lost[0]!.reason as ProblemError).slug);
      const types = await chainHolds(setup.base, document);
      const endings = types.filter((type) => /completed|voided|rejected|reassigned|expired/.test(type));
      expect(endings.length).toBeGreaterThan(0);
    }
  });

  test('void against complete: both may succeed in order, but a voided document is never completed afterwards', async () => {
    const setup = await setUp();
    const all = actionsOn(setup);
    for (let repetition = 0; repetition < 12; repetition += 1) {
      const document = await sentCopy(setup.ctx, setup.source);
      await ready(setup.base, one(document));
      await Promise.allSettled([all.void!(document), all.complete!(document)]);
      expect((await reread(setup.ctx, document.id)).status).toBe('voided');
      const types = await chainHolds(setup.base, document);
      expect(types.at(-1)).toBe('envelope.voided');
    }
  });

  test('expiry against the last signature: the first lock decides, and the other changes nothing', async () => {
    const setup = await setUp();
    const all = actionsOn(setup);
    for (let repetition = 0; repetition < 12; repetition += 1) {
      const document = await sentCopy(setup.ctx, setup.source);
      for (const recipient of document.recipients) await ready(setup.base, recipient);
      const last = document.recipients[1]!;
      await all.complete!(document);
      const expiresAt = new Date(Date.now() + hourMs);
      await setup.base.db.document.update({ where: { id: document.id }, data: { expiresAt } });
      // It is due only by the clock of the sweep, so a slow machine cannot decide the race before it begins.
      const late: TestBase = { ...setup.base, now: () => expiresAt };
      const expiry = expireDueDocuments(late, 'race');
      const completion = completeSigning(setup.base, asRecipient(setup.base, last), {
        values: typedValues(document, last),
      });
      const [, completed] = await Promise.allSettled([expiry, completion]);
      const { status } = await reread(setup.ctx, document.id);
      expect(status).toBe(completed.status === 'fulfilled' ? 'completed' : 'expired');
      await chainHolds(setup.base, document);
    }
  });

  test('sending a draft twice at once sends it once and resends it once; nothing is counted twice', async () => {
    const { base, ctx, source } = await setUp();
    const id = encodeId('doc', source.id);
    await Promise.all([sendDocument(ctx, id, {}), sendDocument(ctx, id, {})]);
    const types = await chainHolds(base, source);
    expect(types.filter((type) => type === 'envelope.sent')).toHaveLength(1);
    expect(types.filter((type) => type === 'envelope.resent')).toHaveLength(1);
    expect(types.filter((type) => type === 'recipient.link_issued')).toHaveLength(2);
    const usage = await base.db.usageMonth.findMany({ where: { workspaceId: ctx.workspaceId } });
    expect(usage.map((month) => month.used)).toEqual([1]);
  });

  test('editing against sending: an edit after the send is refused, an earlier one is part of what was sent', async () => {
    const { base, ctx, source } = await setUp();
    const id = encodeId('doc', source.id);
    const recipients = [
      {
        name: 'Only',
        email: 'only@example.test',
        role: 'approver' as const,
        signing_order: 1,
        auth_level: 'link' as const,
        delivery: 'email' as const,
      },
    ];
    const outcomes = await Promise.allSettled([
      setFields(ctx, id, []).then(() => setRecipients(ctx, id, recipients)),
      sendDocument(ctx, id, {}),
    ]);
    const { status } = await reread(ctx, source.id);
    expect(status === 'sent' || outcomes[1]!.status === 'rejected').toBe(true);
    await chainHolds(base, source);
  });

  test('concurrent openings are recorded once', async () => {
    const { base, ctx, source } = await setUp();
    const document = await sentCopy(ctx, source);
    const request = asRecipient(base, one(document));
    await Promise.all(Array.from({ length: 5 }, () => openDocument(base, request)));
    const types = await chainHolds(base, document);
    expect(types.filter((type) => type === 'recipient.opened')).toHaveLength(1);
  });

  test('a transition from a status that has changed is refused', async () => {
    const { ctx, source } = await setUp();
    const document = await sentCopy(ctx, source);
    await voidDocument(ctx, encodeId('doc', document.id), { reason: 'Mistake.' });
    const expiry = withSqlTransaction(ctx, (tx) => transition(tx, document, 'expire'));
    await expect(expiry).rejects.toMatchObject({ slug: 'document-state', members: { current: 'voided' } });
    // The recipient has a link already.
    const link = withSqlTransaction(ctx, (tx) =>
      transitionRecipients(tx, document, [one(document)], 'issue link'),
    );
    await expect(link).rejects.toMatchObject({ slug: 'document-state' });
  });
});

describe('the database itself', () => {
  test('refuses UPDATE, DELETE and TRUNCATE of events', async () => {
    const { base, source } = await setUp();
    const update = base.db
      .$executeRaw`UPDATE event SET event_type = 'x' WHERE document_id = ${source.id}::uuid`;
    await expect(update).rejects.toThrow(/append-only/);
    await expect(base.db.event.deleteMany({ where: { documentId: source.id } })).rejects.toThrow(
      /append-only/,
    );
    await expect(base.db.$executeRawUnsafe('TRUNCATE event')).rejects.toThrow(/append-only/);
  });

  test('refuses an event that does not continue its chain', async () => {
    const { base, source } = await setUp();
    const last = await base.db.event.findFirstOrThrow({
      where: { documentId: source.id },
      orderBy: { seq: 'desc' },
    });
    const { seq, ...rest } = last;
    const row = { ...rest, actor: rest.actor as object, payload: rest.payload as object };
    await expect(base.db.event.create({ data: { ...row, seq: seq + 1 } })).rejects.toThrow(
      /does not continue/,
    );
    await expect(
      base.db.event.create({ data: { ...row, seq: seq + 2, prevHash: last.hash } }),
    ).rejects.toThrow(/does not continue/);
  });

  test('refuses a document in an impossible state', async () => {
    const { base, source } = await setUp();
    const put = (data: object) => base.db.document.update({ where: { id: source.id }, data });
    await expect(put({ status: 'completed' })).rejects.toThrow();
    await expect(put({ status: 'sent' })).rejects.toThrow();
    await expect(put({ sealedAt: new Date() })).rejects.toThrow();
    await expect(put({ closedAt: new Date() })).rejects.toThrow();
  });
});
