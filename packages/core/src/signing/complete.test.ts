import { verifyChain } from '@countersign/contract/audit-chain';
import { encodeId } from '@countersign/contract/ids';
import type { Recipient } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import {
  asRecipient,
  finalizedDraft,
  ready,
  reread,
  sentCopy,
  sentDocument,
  signAs,
  twoSigners,
  typedValues,
} from '../../../../test/support/documents.ts';
import { lockWaited, whileLocked } from '../../../../test/support/locks.ts';
import { runs } from '../../../../test/support/properties.ts';
import { voidDocument } from '../document/void.ts';
import { listEvents } from '../event/list.ts';
import { completeSigning } from './complete.ts';
import { giveConsent } from './consent.ts';
import { findSigningContent } from './read.ts';
import { reassignRecipient } from './reassign.ts';

async function sealJobs(base: Awaited<ReturnType<typeof testBase>>, documentId: string): Promise<number> {
  const [row] = await base.db.$queryRaw<Array<{ count: bigint }>>`
    SELECT count(*) FROM pgboss.job WHERE name = 'document.seal' AND data->>'document_id' = ${documentId}`;
  return Number(row!.count);
}

describe('completing', () => {
  test('a refused completion stores no image, however often it is repeated', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const [one, two] = [1, 2].map((at) => ({
      type: 'signature' as const,
      page: 1,
      x: 0.1,
      y: at / 4,
      w: 0.3,
      h: 0.06,
      recipient_index: 0,
    }));
    const recipients = [{ name: 'Ada', email: 'ada@example.test' }];
    const document = await sentDocument(ctx, { recipients, fields: [one!, two!] });
    const request = await ready(base, document.recipients[0]!);
    let stored = 0;
    const counting = {
      ...base,
      storage: {
        ...base.storage,
        putBytes: (bytes: Uint8Array) => {
          stored += 1;
          return base.storage.putBytes(bytes);
        },
      },
    };
    const image_base64 = (
      await sharp({ create: { width: 40, height: 20, channels: 4, background: '#000' } })
        .png()
        .toBuffer()
    ).toString('base64');
    const image = { mode: 'upload' as const, image_base64 };
    const ids = document.fields.map(({ id }) => id);
    const complete = (values: Record<string, typeof image>, shown?: { date_format: string }) =>
      completeSigning(counting, request, { values, ...(shown && { shown }) });
    await expect(complete({ [ids[0]!]: image })).rejects.toMatchObject({ slug: 'validation' });
    const all = { [ids[0]!]: image, [ids[1]!]: image };
    const outdated = complete(all, { date_format: 'YYYY/MM/DD' });
    await expect(outdated).rejects.toMatchObject({ slug: 'display-changed' });
    expect(stored).toBe(0);
    expect(await complete(all)).toBe('completed');
    expect(stored).toBe(2);
  });

  test('the first of two signers makes the document partially signed, the last completes it with one seal job', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const [ada, grace] = document.recipients;
    expect(await signAs(base, document, ada!)).toBe('partially_signed');
    expect(await sealJobs(base, document.id)).toBe(0);
    expect(await signAs(base, document, grace!)).toBe('completed');
    expect(await sealJobs(base, document.id)).toBe(1);

    const after = await reread(ctx, document.id);
    expect(after.completedAt).not.toBeNull();
    expect(after.fields.map((field) => field.value)).toEqual(['Ada Lovelace', 'Grace Hopper']);
    const events = await listEvents(base.db, document.id);
    expect(verifyChain(events)).toMatchObject({ ok: true });
    expect(events.map((event) => event.event_type)).toEqual([
      'envelope.created',
      'envelope.content_finalized',
      'envelope.sent',
      'recipient.link_issued',
      'recipient.link_issued',
      'recipient.opened',
      'recipient.consented',
      'recipient.completed',
      'envelope.partially_signed',
      'recipient.opened',
      'recipient.consented',
      'recipient.completed',
      'envelope.completed',
    ]);
    const openings = events.filter((event) => event.event_type === 'recipient.opened');
    expect(openings.map(({ payload }) => payload)).toEqual(
      [ada, grace].map((recipient) => ({ recipient_id: recipient!.id, auth_level: 'link' })),
    );
    expect((await findSigningContent(base, asRecipient(base, ada!))).sha256).toBe(document.originalSha256);
  });

  test('when the last two signers complete at once, there is one completion and one seal job, in every repetition', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const source = await finalizedDraft(ctx);
    for (let repetition = 0; repetition < runs(20).numRuns; repetition += 1) {
      const document = await sentCopy(ctx, source);
      const requests = await Promise.all(document.recipients.map((recipient) => ready(base, recipient)));
      // Both pass the first checks before either has the lock.
      const calls = await whileLocked(base, document.id, async () => {
        const both = document.recipients.map((recipient, index) =>
          completeSigning(base, requests[index]!, { values: typedValues(document, recipient) }),
        );
        await lockWaited(base, 2);
        return { both };
      });
      const outcomes = await Promise.all(calls.both);
      expect(outcomes.toSorted()).toEqual(['completed', 'partially_signed']);
      expect(await sealJobs(base, document.id)).toBe(1);
      const events = await listEvents(base.db, document.id);
      expect(verifyChain(events)).toMatchObject({ ok: true });
      expect(events.filter((event) => event.event_type === 'envelope.completed')).toHaveLength(1);
    }
  });

  test('of two concurrent calls of the same signer one completes; the other gets document-state', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const [ada] = document.recipients;
    const request = await ready(base, ada!);
    const values = typedValues(document, ada!);
    // Both pass the first checks before either has the lock.
    const calls = await whileLocked(base, document.id, async () => {
      const both = [1, 2].map(() => completeSigning(base, request, { values }));
      await lockWaited(base, 2);
      return { settled: Promise.allSettled(both) };
    });
    const outcomes = await calls.settled;
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({
      slug: 'document-state',
      detail: 'This recipient has already completed.',
    });
    const types = (await listEvents(base.db, document.id)).map((event) => event.event_type);
    expect(types.filter((type) => type === 'recipient.completed')).toHaveLength(1);
  });

  test('a call that waits for the lock while its recipient is reassigned is refused, and saves nothing', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const [ada] = document.recipients;
    const request = await ready(base, ada!);
    const { both } = await whileLocked(base, document.id, async () => {
      const reassigned = reassignRecipient(base, request, { name: 'Kay', email: 'kay@example.test' });
      await lockWaited(base, 1);
      const completed = completeSigning(base, request, { values: typedValues(document, ada!) });
      await lockWaited(base, 2);
      return { both: Promise.allSettled([reassigned, completed]) };
    });
    expect(await both).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { slug: 'not-found' } },
    ]);
    expect((await reread(ctx, document.id)).fields.every((field) => field.value === null)).toBe(true);
  });

  test('a recipient can be reassigned twenty times in a row, whatever others did', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const reassign = async (position: number) => {
      const { recipients } = await reread(ctx, document.id);
      const current = recipients.find((one) => one.position === position && one.status === 'sent');
      const name = `Person ${recipients.length}`;
      await reassignRecipient(base, asRecipient(base, current!), {
        name,
        email: `${recipients.length}@example.test`,
      });
    };
    for (let count = 0; count < 20; count += 1) await reassign(0);
    await reassign(1);
    await expect(reassign(0)).rejects.toMatchObject({ slug: 'document-state' });
  });

  test('a call that is too early or too late is refused for that reason, whatever its values', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, {
      recipients: twoSigners.recipients.map((one, at) => ({ ...one, signing_order: at + 1 })),
    });
    const [ada, grace] = document.recipients;
    const completeWithNothing = (recipient: Recipient) =>
      completeSigning(base, asRecipient(base, recipient), { values: {} });
    const refusal = (detail: string) => ({ slug: 'document-state', detail });
    const early = refusal("It is not this recipient's turn yet.");
    await expect(completeWithNothing(grace!)).rejects.toMatchObject(early);
    await expect(giveConsent(base, asRecipient(base, grace!))).rejects.toMatchObject(early);
    await expect(completeWithNothing(ada!)).rejects.toMatchObject({ slug: 'consent-required' });
    await signAs(base, document, ada!);
    await expect(completeWithNothing(ada!)).rejects.toMatchObject(
      refusal('This recipient has already completed.'),
    );
    await voidDocument(ctx, encodeId('doc', document.id), { reason: 'Wrong file' });
    await expect(completeWithNothing(grace!)).rejects.toMatchObject({
      slug: 'document-state',
      members: { current: 'voided' },
    });
  });

  test('the values of all recipients together may have two million characters, because more cannot be sealed', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, {
      ...twoSigners,
      fields: Array.from({ length: 202 }, (_, at) => ({
        ...{ type: 'text' as const, page: 1, x: 0.1, y: 0.1, w: 0.1, h: 0.02, recipient_index: at % 2 },
      })),
    });
    const [ada, grace] = document.recipients;
    const completeWith = async (recipient: Recipient, last: string) => {
      const own = document.fields.filter((field) => field.recipientId === recipient.id);
      const values = Object.fromEntries(own.map(({ id }, at) => [id, at < 100 ? 'ก'.repeat(10_000) : last]));
      return completeSigning(base, await ready(base, recipient), { values });
    };
    await completeWith(ada!, 'a');
    await expect(completeWith(grace!, 'b')).rejects.toMatchObject({
      slug: 'validation',
      detail: [{ loc: ['body', 'values'], msg: expect.stringContaining('2000000 characters together') }],
    });
    expect((await reread(ctx, document.id)).status).toBe('partially_signed');
  });

  test('the read-only values of a recipient who only receives a copy count too', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const copy = { name: 'Cleo', email: 'cleo@example.test', role: 'cc' as const };
    const document = await sentDocument(ctx, {
      recipients: [twoSigners.recipients[0]!, copy],
      fields: Array.from({ length: 201 }, (_, at) => ({
        ...{ type: 'text' as const, page: 1, x: 0.1, y: 0.1, w: 0.1, h: 0.02 },
        ...(at === 0
          ? { recipient_index: 0 }
          : { recipient_index: 1, read_only: true, prefill_value: 'a'.repeat(10_000) }),
      })),
    });
    const [ada] = document.recipients;
    const [own] = document.fields.filter((field) => field.recipientId === ada!.id);
    const completeWith = async (value: string) =>
      completeSigning(base, await ready(base, ada!), { values: { [own!.id]: value } });
    await expect(completeWith('b')).rejects.toMatchObject({
      slug: 'validation',
      detail: [{ loc: ['body', 'values'], msg: expect.stringContaining('2000000 characters together') }],
    });
    expect((await reread(ctx, document.id)).status).toBe('sent');
  });

  test('without consent nothing is completed', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const [ada] = document.recipients;
    const attempt = completeSigning(base, asRecipient(base, ada!), { values: typedValues(document, ada!) });
    await expect(attempt).rejects.toMatchObject({
      slug: 'consent-required',
    });
    expect((await reread(ctx, document.id)).fields.every((field) => field.value === null)).toBe(true);
  });

  test('all field errors are in one response, and nothing is saved', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, {
      recipients: [{ name: 'Ada', email: 'ada@example.test' }],
      fields: [
        {
          type: 'signature',
          page: 1,
          x: 0,
          y: 0,
          w: 0.2,
          h: 0.1,
          recipient_index: 0,
          settings: { input_modes: ['draw'] },
        },
        {
          type: 'number',
          page: 1,
          x: 0,
          y: 0.2,
          w: 0.2,
          h: 0.1,
          recipient_index: 0,
          settings: { max_value: 5 },
        },
        {
          type: 'dropdown',
          page: 1,
          x: 0,
          y: 0.4,
          w: 0.2,
          h: 0.1,
          recipient_index: 0,
          settings: { options: ['a', 'b'] },
        },
        { type: 'text', page: 1, x: 0, y: 0.6, w: 0.2, h: 0.1, recipient_index: 0 },
        { type: 'name', page: 1, x: 0, y: 0.8, w: 0.2, h: 0.1, recipient_index: 0 },
        {
          type: 'text',
          page: 1,
          x: 0.5,
          y: 0,
          w: 0.2,
          h: 0.1,
          recipient_index: 0,
          read_only: true,
          prefill_value: 'Fixed',
        },
      ],
    });
    const [signature, number, dropdown, text, name, fixed] = document.fields;
    const request = await ready(base, document.recipients[0]!);
    const wrong = {
      [signature!.id]: { mode: 'type' as const, text: 'Ada' },
      [number!.id]: '6',
      [dropdown!.id]: 'c',
      [fixed!.id]: 'Changed'.padEnd(300, '!'),
    };
    const error = await completeSigning(base, request, { values: wrong }).catch(
      (caught: ProblemError) => caught,
    );
    expect(error).toBeInstanceOf(ProblemError);
    const issues = (error as ProblemError).detail as Array<{ loc: unknown[]; type: string; input: unknown }>;
    expect(issues[0]!.input).toEqual({ mode: 'type' });
    // The beginning of a long text, so that an error is never as long as the request.
    expect(issues.at(-1)!.input).toBe('Changed'.padEnd(200, '!'));
    expect(issues.map((issue) => issue.loc)).toEqual(
      [signature, number, dropdown, text, fixed].map((field) => ['body', 'values', field!.id]),
    );
    expect((await reread(ctx, document.id)).fields.every((field) => field.value === null)).toBe(true);

    const strokes = [
      [
        [1, 1],
        [10, 10],
      ],
    ];
    const status = await completeSigning(base, request, {
      values: {
        [signature!.id]: { mode: 'draw', width: 100, height: 50, strokes },
        [number!.id]: '4.5',
        [dropdown!.id]: 'b',
        [text!.id]: 'Łódź – Αθήνα',
        [fixed!.id]: null,
      },
    });
    expect(status).toBe('completed');
    const values = (await reread(ctx, document.id)).fields.map((field) => field.value);
    expect(values).toEqual(['drawn', '4.5', 'b', 'Łódź – Αθήνα', 'Ada', 'Fixed']);
    expect(name!.id).toBeDefined();
  });

  test("a text that the sender put into a signature or initials field is never the recipient's mark", async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const place = { page: 1, x: 0.1, w: 0.3, h: 0.06, recipient_index: 0, required: false };
    const document = await sentDocument(ctx, {
      recipients: [{ name: 'Ada Lovelace', email: 'ada@example.test' }],
      fields: [
        { ...place, type: 'signature', y: 0.1, required: true },
        { ...place, type: 'signature', y: 0.3, prefill_value: 'Ada' },
        { ...place, type: 'initials', y: 0.5, prefill_value: 'AL' },
      ],
    });
    const [ada] = document.recipients;
    const [first] = document.fields;
    const request = await ready(base, ada!);
    await completeSigning(base, request, { values: { [first!.id]: { mode: 'type', text: 'Ada' } } });
    const { fields } = await reread(ctx, document.id);
    expect(fields.map(({ value }) => value)).toEqual(['Ada', null, null]);
  });

  test('a text that no font can draw is refused at completion, never drawn as a box', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, {
      recipients: [{ name: 'Ada', email: 'ada@example.test' }],
      fields: [{ type: 'text', page: 1, x: 0, y: 0, w: 0.2, h: 0.1, recipient_index: 0 }],
    });
    const request = await ready(base, document.recipients[0]!);
    const attempt = completeSigning(base, request, { values: { [document.fields[0]!.id]: 'cuneiform 𒀀' } });
    await expect(attempt).rejects.toMatchObject({ slug: 'validation', detail: [{ type: 'value_error' }] });
  });

  test('direction controls in a name or an earlier prefill are left out of the values by default', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, {
      recipients: [{ name: 'A\u202edA\u202c', email: 'ada@example.test' }],
      fields: (['name', 'text'] as const).map((type) => ({
        ...{ type, page: 1, x: 0, y: 0, w: 0.2, h: 0.1, recipient_index: 0 },
      })),
    });
    await base.db.field.updateMany({
      where: { documentId: document.id, type: 'text' },
      data: { prefillValue: 'EUR \u202e0021\u202c' },
    });
    await completeSigning(base, await ready(base, document.recipients[0]!), { values: {} });
    const { fields } = await reread(ctx, document.id);
    expect(fields.map(({ value }) => value)).toEqual(['AdA', 'EUR 0021']);
  });

  test('of three approvers the first makes the document partially signed, and only one event says so', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const recipients = ['ada', 'grace', 'joan'].map((name) => ({
      name,
      email: `${name}@example.test`,
      role: 'approver' as const,
    }));
    const document = await sentDocument(ctx, { recipients, fields: [] });
    for (const recipient of document.recipients.slice(0, 2))
      expect(await signAs(base, document, recipient)).toBe('partially_signed');
    const types = (await listEvents(base.db, document.id)).map((event) => event.event_type);
    expect(types.filter((type) => type === 'recipient.completed')).toHaveLength(2);
    expect(types.filter((type) => type === 'envelope.partially_signed')).toHaveLength(1);
  });

  test('with a signing order, the second recipient gets a link only after the first has completed', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx, {
      recipients: [
        { name: 'First', email: 'first@example.test', signing_order: 1 },
        { name: 'Second', email: 'second@example.test', signing_order: 2, role: 'approver' },
        { name: 'Watcher', email: 'watcher@example.test', signing_order: 1, role: 'viewer' },
        { name: 'Copy', email: 'copy@example.test', role: 'cc' },
      ],
      fields: [{ type: 'signature', page: 1, x: 0, y: 0, w: 0.2, h: 0.1, recipient_index: 0 }],
    });
    const [first, second, watcher, copy] = document.recipients;
    expect([first, second, watcher, copy].map((one) => one!.status)).toEqual([
      'sent',
      'pending',
      'sent',
      'pending',
    ]);
    await expect(completeSigning(base, asRecipient(base, second!), { values: {} })).rejects.toMatchObject({
      slug: 'document-state',
    });
    await expect(completeSigning(base, asRecipient(base, watcher!), { values: {} })).rejects.toMatchObject({
      slug: 'document-state',
    });

    expect(await signAs(base, document, first!)).toBe('partially_signed');
    const next = (await reread(ctx, document.id)).recipients;
    expect(next.map((one) => one.status)).toEqual(['completed', 'sent', 'sent', 'pending']);
    const mails = await base.db.mail.findMany({ where: { documentId: document.id }, orderBy: { id: 'asc' } });
    expect(mails.map((mail) => [mail.kind, mail.toAddress])).toEqual([
      ['invitation', 'first@example.test'],
      ['invitation', 'watcher@example.test'],
      ['invitation', 'second@example.test'],
    ]);
    expect(await signAs(base, document, second!)).toBe('completed');
  });

  test('consent is recorded once, with the hash of its text', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const document = await sentDocument(ctx);
    const request = asRecipient(base, document.recipients[0]!);
    await Promise.all([giveConsent(base, request), giveConsent(base, request)]);
    const events = await listEvents(base.db, document.id);
    const consents = events.filter((event) => event.event_type === 'recipient.consented');
    expect(consents).toHaveLength(1);
    expect(consents[0]!.payload.consent_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(events.filter((event) => event.event_type === 'recipient.opened')).toHaveLength(1);
  });

  test("another workspace's caller does not see the document", async () => {
    const base = await testBase();
    const document = await sentDocument(await testCtx(base));
    const stranger = await testCtx(base);
    await expect(reread(stranger, document.id)).rejects.toMatchObject({ slug: 'not-found' });
    await expect(
      reread({ ...stranger, workspaceId: document.workspaceId, mode: 'test' }, document.id),
    ).rejects.toMatchObject({
      slug: 'not-found',
    });
    expect(encodeId('doc', document.id)).toMatch(/^doc_[0-9a-z]{26}$/);
  });
});
