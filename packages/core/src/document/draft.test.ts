/** What is allowed on a draft, and what sending requires. */
import { CreateDocumentReq } from '@countersign/contract/document';
import { FieldSpecs } from '@countersign/contract/field';
import { encodeId } from '@countersign/contract/ids';
import { RecipientSpecs } from '@countersign/contract/recipient';
import { BlobMissingError } from '@countersign/storage/storage';
import { describe, expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import {
  asRecipient,
  finalizedDraft,
  listDocuments,
  reread,
  sentCopy,
  sentDocument,
} from '../../../../test/support/documents.ts';
import { lockWaited, whileLocked } from '../../../../test/support/locks.ts';
import { samplePdf } from '../../../../test/support/sample-pdf.ts';
import { createFolder } from '../folder/create.ts';
import { reassignRecipient } from '../signing/reassign.ts';
import { createDocument } from './create.ts';
import { duplicateDocument } from './duplicate.ts';
import { removeStaleDrafts } from './expire.ts';
import { finalizeDocument } from './finalize.ts';
import { patchDocument } from './patch.ts';
import { sendDocument } from './send.ts';
import { setFields } from './set-fields.ts';
import { setRecipients } from './set-recipients.ts';
import { uploadContent } from './upload.ts';

const field = (recipient_index: number, extra: object = {}) => ({
  type: 'signature' as const,
  page: 1,
  x: 0.1,
  y: 0.1,
  w: 0.2,
  h: 0.05,
  recipient_index,
  ...extra,
});
/** A field at the text of the first page of samplePdf. */
const anchored = (text = 'Page 1') =>
  FieldSpecs.parse([{ type: 'signature', w: 0.2, h: 0.05, recipient_index: 0, anchor: { text } }]);
const people = (...names: string[]) =>
  RecipientSpecs.parse(names.map((name) => ({ name, email: `${name.toLowerCase()}@example.test` })));

async function* chunks(...parts: Uint8Array[]) {
  for (const part of parts) yield part;
}

describe('replacing recipients', () => {
  test('a match by normalized email and role keeps its id and fields; fields of a removed recipient stay without one', async () => {
    const ctx = await testCtx(await testBase());
    const draft = await finalizedDraft(ctx);
    const [ada, grace] = draft.recipients;
    const specs = RecipientSpecs.parse([
      { name: 'New', email: 'new@example.test' },
      { name: 'Countess', email: ' ADA@Example.test '.trim() },
    ]);
    const after = await setRecipients(ctx, encodeId('doc', draft.id), specs);
    expect(after.recipients.map((one) => one.name)).toEqual(['New', 'Countess']);
    expect(after.recipients[1]!.id).toBe(ada!.id);
    expect(after.recipients.some((one) => one.id === grace!.id)).toBe(false);
    expect(after.fields.map((one) => one.recipientId)).toEqual([ada!.id, null]);
    await expect(sendDocument(ctx, encodeId('doc', draft.id), {})).rejects.toMatchObject({
      slug: 'not-sendable',
      members: {
        problems: expect.arrayContaining([expect.objectContaining({ code: 'field_without_recipient' })]),
      },
    });
    const viewer = [{ name: 'Countess', email: 'ada@example.test', role: 'viewer' }];
    const changed = await setRecipients(ctx, encodeId('doc', draft.id), RecipientSpecs.parse(viewer));
    expect(changed.recipients.map((one) => one.id)).not.toContain(ada!.id);
  });

  test('is refused once sent, and an unavailable level changes nothing', async () => {
    const ctx = await testCtx(await testBase());
    const draft = await finalizedDraft(ctx);
    const id = encodeId('doc', draft.id);
    const passkey = RecipientSpecs.parse([{ name: 'P', email: 'p@example.test', auth_level: 'passkey' }]);
    await expect(setRecipients(ctx, id, passkey)).rejects.toMatchObject({ slug: 'auth-level-unavailable' });
    expect((await reread(ctx, draft.id)).recipients).toHaveLength(2);
    await sendDocument(ctx, id, {});
    await expect(setRecipients(ctx, id, people('X'))).rejects.toMatchObject({
      slug: 'document-state',
      members: { current: 'sent' },
    });
    await expect(setFields(ctx, id, [])).rejects.toMatchObject({ slug: 'document-state' });
  });
});

describe('replacing fields', () => {
  test('is refused if the document is sent while the anchors are searched', async () => {
    const ctx = await testCtx(await testBase());
    const draft = await finalizedDraft(ctx);
    const id = encodeId('doc', draft.id);
    const late = {
      ...ctx.storage,
      getBytes: async (sha256: string) => {
        await sendDocument(ctx, id, {});
        return ctx.storage.getBytes(sha256);
      },
    };
    await expect(setFields({ ...ctx, storage: late }, id, anchored())).rejects.toMatchObject({
      slug: 'document-state',
      members: { current: 'sent' },
    });
    const ids = (fields: ReadonlyArray<{ id: string }>) => fields.map((one) => one.id);
    expect(ids((await reread(ctx, draft.id)).fields)).toEqual(ids(draft.fields));
  });

  test('by fields with anchors is refused if the document is finalized at the same time', async () => {
    const ctx = await testCtx(await testBase());
    const recipients = people('Ada');
    const created = await createDocument(ctx, CreateDocumentReq.parse({ title: 'Agreement', recipients }));
    const id = encodeId('doc', created.id);
    await uploadContent(ctx, id, chunks(await samplePdf()));
    const { finalized, replaced } = await whileLocked(ctx, created.id, async () => {
      const finalized = finalizeDocument(ctx, id);
      await lockWaited(ctx, 1);
      const replaced = setFields(ctx, id, anchored()).catch((error: unknown) => error);
      await lockWaited(ctx, 2);
      return { finalized, replaced };
    });
    await finalized;
    expect(await replaced).toMatchObject({
      slug: 'document-state',
      message: expect.stringContaining('was finalized at the same time'),
    });
    expect((await setFields(ctx, id, anchored())).fields).toMatchObject([{ page: 1 }]);
  });
});

describe('what prevents a document from being sent', () => {
  test('all problems are in one response, and nothing changes', async () => {
    const ctx = await testCtx(await testBase());
    const draft = await finalizedDraft(ctx, {
      recipients: [
        { name: 'A', email: 'a@example.test' },
        { name: 'B', email: 'b@example.test' },
        { name: 'V', email: 'v@example.test', role: 'viewer' },
      ],
      fields: [
        field(0, { page: 9 }),
        field(2),
        field(0, { type: 'text', read_only: true }),
        field(0, { type: 'text', read_only: true, prefill_value: ' \u00a0' }),
      ],
    });
    const error = await sendDocument(ctx, encodeId('doc', draft.id), {}).catch((caught) => caught);
    expect(error.slug).toBe('not-sendable');
    expect(error.members.problems.map((problem: { code: string }) => problem.code).toSorted()).toEqual([
      'field_of_idle_recipient',
      'field_on_missing_page',
      'read_only_without_value',
      'read_only_without_value',
      'signer_without_field',
    ]);
    expect((await reread(ctx, draft.id)).status).toBe('draft');
  });

  test('a document without signer or approver is refused; an approver needs no field', async () => {
    const ctx = await testCtx(await testBase());
    const nobody = await finalizedDraft(ctx, {
      recipients: [{ name: 'C', email: 'c@example.test', role: 'cc' }],
      fields: [],
    });
    await expect(sendDocument(ctx, encodeId('doc', nobody.id), {})).rejects.toMatchObject({
      members: { problems: [{ code: 'no_signer' }] },
    });
    const approver = await finalizedDraft(ctx, {
      recipients: [{ name: 'C', email: 'c@example.test', role: 'approver' }],
      fields: [],
    });
    await sendDocument(ctx, encodeId('doc', approver.id), { message: 'Please' });
    expect(await reread(ctx, approver.id)).toMatchObject({ status: 'sent', message: 'Please' });
  });

  test('an expiry that has passed keeps it a draft', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const draft = await finalizedDraft(ctx, { expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    base.clock.advance(7_200_000);
    await expect(sendDocument(ctx, encodeId('doc', draft.id), {})).rejects.toMatchObject({
      members: { problems: [{ code: 'expiry_passed' }] },
    });
  });

  test('beyond the allowance, send returns allowance-exhausted and changes nothing; test mode is not counted', async () => {
    const base = await testBase({ envelopeAllowance: 1 });
    const ctx = await testCtx(base);
    const first = await sentDocument(ctx);
    const second = await duplicateDocument(ctx, encodeId('doc', first.id), {});
    await expect(sendDocument(ctx, encodeId('doc', second.id), {})).rejects.toMatchObject({
      slug: 'allowance-exhausted',
    });
    expect((await reread(ctx, second.id)).status).toBe('draft');
    await sendDocument(ctx, encodeId('doc', first.id), {});
    const testMode = await testCtx(base, 'test');
    await sentCopy(testMode, await sentDocument(testMode));
  });
});

describe('content and finalize', () => {
  test('content can be uploaded again until finalize, and not after; repeating finalize changes nothing', async () => {
    const ctx = await testCtx(await testBase());
    const created = await createDocument(ctx, {
      title: 'T',
      recipients: [],
      fields: [],
      visibility: 'everyone',
    });
    const id = encodeId('doc', created.id);
    await expect(finalizeDocument(ctx, id)).rejects.toMatchObject({ slug: 'content-missing' });
    const [one, two] = [await samplePdf(1, 'one'), await samplePdf(3, 'two')];
    await uploadContent(ctx, id, chunks(one));
    await uploadContent(ctx, id, chunks(two.subarray(0, 100), two.subarray(100)));
    const { document } = await finalizeDocument(ctx, id);
    expect(document).toMatchObject({ sizeBytes: two.length });
    expect(document.pages).toHaveLength(3);
    await expect(uploadContent(ctx, id, chunks(one))).rejects.toMatchObject({
      slug: 'document-state',
      members: { current: 'draft' },
    });
    const again = await finalizeDocument(ctx, id);
    expect(again.document.finalizedAt).toEqual(document.finalizedAt);
    expect(again.document.chainSeq).toBe(document.chainSeq);
  });

  test('two concurrent finalize calls finalize once', async () => {
    const ctx = await testCtx(await testBase());
    const created = await createDocument(ctx, {
      title: 'T',
      recipients: [],
      fields: [],
      visibility: 'everyone',
    });
    const id = encodeId('doc', created.id);
    await uploadContent(ctx, id, chunks(await samplePdf()));
    const [left, right] = await Promise.all([finalizeDocument(ctx, id), finalizeDocument(ctx, id)]);
    expect(left.document.originalSha256).toBe(right.document.originalSha256);
    expect((await reread(ctx, created.id)).chainSeq).toBe(2);
  });

  test.each([
    ['text', Buffer.from('Hello, I am not a PDF'), 'not_a_pdf'],
    ['nothing', Buffer.alloc(0), 'not_a_pdf'],
  ])(
    '%s is refused at finalize with its reason, and another upload fixes it',
    async (_what, bytes, reason) => {
      const ctx = await testCtx(await testBase());
      const created = await createDocument(ctx, {
        title: 'T',
        recipients: [],
        fields: [],
        visibility: 'everyone',
      });
      const id = encodeId('doc', created.id);
      await uploadContent(ctx, id, chunks(bytes));
      await expect(finalizeDocument(ctx, id)).rejects.toMatchObject({
        slug: 'invalid-pdf',
        members: { reason },
      });
      await uploadContent(ctx, id, chunks(await samplePdf()));
      await finalizeDocument(ctx, id);
    },
  );

  test('a call whose upload was taken by a concurrent call returns the result of that call', async () => {
    const ctx = await testCtx(await testBase());
    const created = await createDocument(ctx, CreateDocumentReq.parse({ title: 'Agreement' }));
    const id = encodeId('doc', created.id);
    const late = {
      ...ctx.storage,
      adoptUpload: async () => {
        await uploadContent(ctx, id, chunks(await samplePdf()));
        await finalizeDocument(ctx, id);
        throw new BlobMissingError('presigned');
      },
    };
    const { document } = await finalizeDocument({ ...ctx, storage: late }, id);
    expect(document).toEqual(await reread(ctx, created.id));
    expect(document.originalSha256).not.toBeNull();
  });

  test('fields that change while their anchors are searched are not placed; finalize can be repeated', async () => {
    const ctx = await testCtx(await testBase());
    const fields = anchored();
    const input = CreateDocumentReq.parse({ title: 'Agreement', recipients: people('Ada'), fields });
    const id = encodeId('doc', (await createDocument(ctx, input)).id);
    await uploadContent(ctx, id, chunks(await samplePdf()));
    const late = {
      ...ctx.storage,
      getBytes: async (sha256: string) => {
        await setFields(ctx, id, anchored('Page'));
        return ctx.storage.getBytes(sha256);
      },
    };
    await expect(finalizeDocument({ ...ctx, storage: late }, id)).rejects.toMatchObject({
      slug: 'document-state',
      message: expect.stringContaining('Fields were changed'),
    });
    const { document } = await finalizeDocument(ctx, id);
    expect(document.fields).toMatchObject([{ page: 1, anchor: { text: 'Page' } }]);
  });

  test('of a workspace, four calls read the files at their presigned URLs at the same time', async () => {
    const ctx = await testCtx(await testBase());
    const drafts = await Promise.all(
      Array.from({ length: 6 }, () => createDocument(ctx, CreateDocumentReq.parse({ title: 'Agreement' }))),
    );
    const four = Promise.withResolvers<void>();
    const end = Promise.withResolvers<never>();
    let reading = 0;
    let most = 0;
    const storage = {
      ...ctx.storage,
      adoptUpload: () => {
        reading += 1;
        most = Math.max(most, reading);
        if (reading === 4) four.resolve();
        return end.promise.finally(() => {
          reading -= 1;
        });
      },
    };
    const calls = drafts.map(({ id }) => finalizeDocument({ ...ctx, storage }, encodeId('doc', id)));
    await four.promise;
    // The calls that wait have read their draft too before this one.
    await reread(ctx, drafts[0]!.id);
    end.reject(new BlobMissingError('presigned'));
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ reason: { slug: 'content-missing' } });
    expect(most).toBe(4);
  });

  test('a draft not finalized within DRAFT_TTL is gone for callers; its audit trail stays', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const draft = () =>
      createDocument(ctx, { title: 'draft', recipients: [], fields: [], visibility: 'everyone' });
    const stale = await draft();
    const kept = await finalizedDraft(ctx);
    base.clock.advance(2 * 86_400_000);
    const waiting = await draft();
    base.clock.advance(6 * 86_400_000);
    const young = await draft();
    expect(await removeStaleDrafts(base)).toBeGreaterThan(0);
    await expect(reread(ctx, stale.id)).rejects.toMatchObject({ slug: 'not-found' });
    for (const { id } of [kept, waiting, young]) expect((await reread(ctx, id)).status).toBe('draft');
    expect(await base.db.event.count({ where: { documentId: stale.id } })).toBe(1);
  });
});

describe('duplicate, patch and list', () => {
  test('a duplicate is a new draft with the same recipients, fields and preferences, and no mail is sent', async () => {
    const ctx = await testCtx(await testBase());
    const source = await sentDocument(ctx, {
      date_format: 'DD.MM.YYYY',
      display_timezone: 'Europe/Berlin',
      redirect_url: 'https://example.test/done',
    });
    const copy = await duplicateDocument(ctx, encodeId('doc', source.id), { title: 'Copy' });
    expect(copy).toMatchObject({
      status: 'draft',
      title: 'Copy',
      originalSha256: source.originalSha256,
      dateFormat: 'DD.MM.YYYY',
      displayTimezone: 'Europe/Berlin',
      redirectUrl: 'https://example.test/done',
    });
    expect(copy.recipients.map((one) => [one.name, one.status])).toEqual(
      source.recipients.map((one) => [one.name, 'pending']),
    );
    expect(copy.fields.map((one) => copy.recipients.findIndex((who) => who.id === one.recipientId))).toEqual([
      0, 1,
    ]);
    expect(await ctx.db.mail.count({ where: { documentId: copy.id } })).toBe(0);
  });

  test('a duplicate has the successor of a recipient who has reassigned', async () => {
    const ctx = await testCtx(await testBase());
    const source = await sentDocument(ctx);
    const successor = { name: 'Mary', email: 'mary@example.test' };
    await reassignRecipient(ctx, asRecipient(ctx, source.recipients[0]!), successor);
    const copy = await duplicateDocument(ctx, encodeId('doc', source.id), {});
    expect(copy.recipients.map((one) => one.name).toSorted()).toEqual(['Grace Hopper', 'Mary']);
    expect(copy.fields.map((one) => one.recipientId).toSorted()).toEqual(
      copy.recipients.map((one) => one.id).toSorted(),
    );
  });

  test('patch changes the given members, null clears preferences, and a folder of another workspace is not found', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const draft = await finalizedDraft(ctx, { date_format: 'DD.MM.YYYY' });
    const id = encodeId('doc', draft.id);
    const folder = await createFolder(ctx, { name: 'F' });
    const moved = await patchDocument(ctx, id, {
      folder_id: folder.id,
      visibility: 'managers',
      reminder_cadence_days: 3,
      clear_folder: false,
    });
    expect(moved).toMatchObject({
      folderId: folder.id,
      visibility: 'managers',
      reminderCadenceDays: 3,
      dateFormat: 'DD.MM.YYYY',
    });
    const cleared = await patchDocument(ctx, id, { clear_folder: true, date_format: null });
    expect(cleared).toMatchObject({ folderId: null, dateFormat: null, visibility: 'managers' });
    const foreign = await createFolder(await testCtx(base), { name: 'Foreign' });
    await expect(
      patchDocument(ctx, id, { folder_id: foreign.id, clear_folder: false }),
    ).rejects.toMatchObject({ slug: 'not-found' });
    const seq = cleared.chainSeq;
    expect((await patchDocument(ctx, id, { clear_folder: true })).chainSeq).toBe(seq);
  });

  test('the list is newest first, counts all, and filters by status, folder, title, recipient and time', async () => {
    const ctx = await testCtx(await testBase());
    const all = { limit: 50, offset: 0 };
    const awaiting = await createDocument(ctx, {
      title: '100% sure',
      recipients: people('Zoe'),
      fields: [],
      visibility: 'everyone',
    });
    const draft = await finalizedDraft(ctx, { title: 'Lease_A' });
    const sent = await sentCopy(ctx, draft);
    const titles = async (query: object) =>
      (await listDocuments(ctx, { ...all, ...query })).items.map((one) => one.id);
    expect(await titles({})).toEqual([sent.id, draft.id, awaiting.id]);
    expect(await titles({ status: ['draft'] })).toEqual([draft.id]);
    expect(await titles({ status: ['awaiting_upload', 'sent'] })).toEqual([sent.id, awaiting.id]);
    expect(await titles({ q: 'lease_' })).toEqual([sent.id, draft.id]);
    expect(await titles({ q: '0% S' })).toEqual([awaiting.id]);
    expect(await titles({ q: '_' })).toEqual([sent.id, draft.id]);
    expect(await titles({ recipient: 'ZOE@example.test' })).toEqual([awaiting.id]);
    expect(await titles({ folder_id: 'root', created_after: new Date(0).toISOString() })).toHaveLength(3);
    expect(await titles({ created_before: new Date(0).toISOString() })).toEqual([]);
    expect(await listDocuments(ctx, { limit: 1, offset: 1 })).toMatchObject({
      total: 3,
      items: [{ id: draft.id }],
    });
  });

  test('a recipient_index out of range is reported with its location, and nothing is created', async () => {
    const ctx = await testCtx(await testBase());
    const input = {
      title: 'T',
      recipients: people('A'),
      fields: FieldSpecs.parse([field(0), field(1)]),
      visibility: 'everyone' as const,
    };
    await expect(createDocument(ctx, input)).rejects.toMatchObject({
      slug: 'validation',
      detail: [{ loc: ['body', 'fields', 1, 'recipient_index'] }],
    });
    expect((await listDocuments(ctx, { limit: 1, offset: 0 })).total).toBe(0);
  });
});
