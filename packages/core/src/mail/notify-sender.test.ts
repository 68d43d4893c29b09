/** Which mails the sender's side receives when a document ends. */
import { encodeId } from '@countersign/contract/ids';
import type { Mailer, OutgoingMail } from '@countersign/mail/mailer';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import { finalizedDraft, ready, sentCopy } from '../../../../test/support/documents.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { insertDocuments } from '../document/insert-documents.ts';
import { type FullDocument, lockDocument, readLocked } from '../document/lock.ts';
import { deliverMail } from '../mail-delivery/deliver-mail.ts';
import { rejectDocument } from '../signing/reject.ts';
import { addUser } from '../workspace/add-user.ts';
import { notifySenderOfCompletion } from './notify-sender.ts';

let base: TestBase;
let key: TestBase & Ctx;
let slug: string;
let draft: FullDocument;
beforeAll(async () => {
  base = await testBase();
  key = await testCtx(base);
  ({ slug } = await base.db.workspace.findUniqueOrThrow({ where: { id: key.workspaceId } }));
  draft = await finalizedDraft(key);
});

/** A member of the workspace. */
async function member(email: string, role: 'manager' | 'member' = 'member'): Promise<Ctx> {
  const { id } = await addUser(base, { workspaceSlug: slug, email, name: 'Olga Brandt', role });
  return { ...key, role, actor: { type: 'user', id, name: 'Olga Brandt', email } };
}

const mailedAbout = async (document: { id: string }, kind: string) => {
  const mails = await base.db.mail.findMany({ where: { documentId: document.id, kind } });
  return mails.map(({ toAddress }) => toAddress);
};
const decline = async (document: FullDocument) =>
  rejectDocument(base, await ready(base, document.recipients[0]!), { reason: 'No' });
const complete = (ctx: Ctx, document: { id: string }) =>
  withTransaction(ctx, async (tx) => {
    const locked = await lockDocument(tx, document.id);
    await notifySenderOfCompletion(locked.ctx, locked.document);
  });

describe('a document that was declined', () => {
  test('is reported to the person who created it, with a link to it', async () => {
    const olga = await member('olga@sender.test');
    const document = await sentCopy(olga, draft);
    await decline(document);
    expect(await mailedAbout(document, 'declined')).toEqual(['olga@sender.test']);
    const { id } = await base.db.mail.findFirstOrThrow({
      where: { documentId: document.id, kind: 'declined' },
    });
    const sent: OutgoingMail[] = [];
    const mailer: Mailer = {
      send: async (mail) => {
        sent.push(mail);
        return { messageId: mail.messageId, answer: '250 OK' };
      },
      check: async () => undefined,
      close: async () => undefined,
    };
    await deliverMail({ ...base, mailer, mailFrom: 'c@example.test' }, { mailId: id, requestId: 'r' });
    expect(sent[0]!.text).toContain(
      `\nhttp://countersign.test/documents/${encodeId('doc', document.id)}?workspace=${slug}&mode=live\n`,
    );
  });

  test('is reported to the owners if a key created it, or the person has left or cannot see it any more', async () => {
    const owner = `owner@${slug}.test`;
    const byKey = await sentCopy(key, draft);
    await decline(byKey);
    expect(await mailedAbout(byKey, 'declined')).toEqual([owner]);

    const leaver = await member('leaver@sender.test');
    const left = await sentCopy(leaver, draft);
    await base.db.membership.deleteMany({ where: { userId: leaver.actor.id } });
    await decline(left);
    expect(await mailedAbout(left, 'declined')).toEqual([owner]);

    const hidden = await sentCopy(await member('outsider@sender.test'), draft);
    await base.db.document.update({ where: { id: hidden.id }, data: { visibility: 'managers' } });
    await decline(hidden);
    expect(await mailedAbout(hidden, 'declined')).toEqual([owner]);
    const seen = await sentCopy(await member('chief@sender.test', 'manager'), draft);
    await base.db.document.update({ where: { id: seen.id }, data: { visibility: 'managers' } });
    await decline(seen);
    expect(await mailedAbout(seen, 'declined')).toEqual(['chief@sender.test']);
  });
});

describe('a document that is completed', () => {
  test('is reported to the person who created it, unless that person gets a mail as a recipient', async () => {
    const ctx = await member('maker@sender.test', 'manager');
    const document = await sentCopy(ctx, draft);
    await complete(ctx, document);
    expect(await mailedAbout(document, 'completed')).toEqual(['maker@sender.test']);
    const ada = await member('ada@example.test');
    const own = await sentCopy(ada, draft);
    await complete(ada, own);
    expect(await mailedAbout(own, 'completed')).toEqual([]);
    const notMailed = await sentCopy(ada, draft);
    const recipients = { documentId: notMailed.id };
    await base.db.recipient.updateMany({ where: recipients, data: { delivery: 'none', lastMailedAt: null } });
    await complete(ada, notMailed);
    expect(await mailedAbout(notMailed, 'completed')).toEqual(['ada@example.test']);
  });

  test('is not reported if a key or a bulk send created it', async () => {
    const byKey = await sentCopy(key, draft);
    await complete(key, byKey);
    expect(await mailedAbout(byKey, 'completed')).toEqual([]);
    const ctx = await member('bulk@sender.test', 'manager');
    const id = '0190aaaa-0000-7000-8000-00000000b01c';
    const origin = { bulk_send_id: '0190aaaa-0000-7000-8000-00000000b0b0', row_no: 1 };
    const content = {
      originalSha256: draft.originalSha256!,
      sizeBytes: draft.sizeBytes!,
      preparedSha256: null,
      contentIsSelfContained: false,
      pages: draft.pages,
      warnings: [],
    };
    const row = await withTransaction(ctx, async (tx) => {
      await insertDocuments(tx, [
        { id, content, columns: { title: 'Row 1' }, recipients: [], fields: [], origin },
      ]);
      return readLocked(tx, id);
    });
    await complete(ctx, row);
    expect(await mailedAbout(row, 'completed')).toEqual([]);
  });
});
