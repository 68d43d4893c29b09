/** The API is killed around the commit of a signature or of a send: the frame asks what happened, and never reports a failure. */
import { join } from 'node:path';
import { encodeId } from '@countersign/contract/ids';
import { createFileStorage } from '@countersign/storage/file-storage';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testSecretKey } from '../support/api.ts';
import { type Application, startApplication } from '../support/application-page.ts';
import { testDatabase } from '../support/database.ts';
import { finalizedDraft } from '../support/documents.ts';
import { type KilledApi, startKilledApi } from '../support/kill-after-commit.ts';
import { signingPages } from '../support/signing-page.ts';

// The processes read the same files, and run in real time.
const pages = signingPages((folder) => ({
  storage: createFileStorage({ root: join(folder, 'blobs') }),
}));

/** 200 by hand: `KILLS=200`. */
const kills = Number(process.env.KILLS ?? 1);
/** Half of them before the commit, after which the page tries for some seconds. */
const killsAroundSends = Math.max(2, Math.min(kills, 20));
let application: Application;
let killed: KilledApi;
beforeAll(async () => {
  const { url } = await testDatabase();
  application = await startApplication();
  killed = await startKilledApi({ databaseUrl: url, folder: pages.folder, secretKey: testSecretKey });
  await pages.workspace.test.patch('/v1/workspace', { embed_origins: [application.origin] });
});
afterAll(async () => {
  await killed?.close();
  await application?.close();
});

const ada = { name: 'Ada Lovelace', email: 'ada@example.test', delivery: 'none' } as const;
const signature = {
  type: 'signature',
  page: 1,
  x: 0.1,
  y: 0.8,
  w: 0.3,
  h: 0.05,
  recipient_index: 0,
} as const;

test(
  'the frame reports `signed`, no error and no failure, each time',
  async () => {
    const page = await pages.visit('/errors');
    const frame = page.frameLocator('#place iframe');
    for (let round = 1; round <= kills; round += 1) {
      // The test creates session URLs with its own clock, and the processes check them with theirs.
      pages.api.clock.set(new Date());
      const document = await pages.send({ recipients: [ada], fields: [signature] }, 'test');
      const path = `/v1/documents/${encodeId('doc', document.id)}/recipients/${document.recipients[0]!.id}/session`;
      const { url } = (await pages.workspace.test.post(path)).body;
      await application.show(page, url.replace(pages.api.url, killed.url));
      await frame.getByRole('button', { name: 'I agree and continue' }).click();
      await frame.getByRole('button', { name: /^Sign here/ }).click();
      await frame.getByRole('button', { name: 'Use this signature' }).click();
      await frame.getByRole('dialog').waitFor({ state: 'detached' });
      killed.arm('recipient.completed', 'after');
      await frame.getByRole('button', { name: 'Finish signing' }).click();
      expect(await application.event(page, 'signed')).toEqual({
        type: 'signed',
        document_status: 'completed',
      });
      expect(killed.kills()).toBe(round);
      expect((await application.events(page)).map(({ type }) => type)).toEqual(['ready', 'signed']);
      expect(await frame.getByRole('alert').count()).toBe(0);
      const { status, recipients } = await pages.reread(document);
      expect([status, recipients[0]!.status]).toEqual(['completed', 'completed']);
      const completions = await pages.api.deps.db.event.count({
        where: { documentId: document.id, eventType: 'recipient.completed' },
      });
      expect(completions).toBe(1);
    }
  },
  300_000 + kills * 60_000,
);

test(
  'the editor reports `sent` and no failure after a commit; before one it reports a failure, and the person can send again',
  async () => {
    const page = await pages.visit('/errors');
    const frame = page.frameLocator('#place iframe');
    for (let round = 1; round <= killsAroundSends; round += 1) {
      pages.api.clock.set(new Date());
      const draft = await finalizedDraft(
        { ...pages.workspace.ctx('test'), storage: pages.api.storage },
        { recipients: [ada], fields: [signature] },
      );
      const path = `/v1/documents/${encodeId('doc', draft.id)}/preparation-session`;
      const { url } = (await pages.workspace.test.post(path)).body;
      await application.show(page, url.replace(pages.api.url, killed.url));
      await frame.getByRole('button', { name: /^Review/ }).click();
      const before = killed.kills();
      const when = round % 2 === 1 ? 'after' : 'before';
      killed.arm('envelope.sent', when);
      const send = frame.getByRole('button', { name: 'Send test' });
      await send.click();
      if (when === 'before') {
        const alert = frame.getByRole('dialog').getByRole('alert');
        await alert.waitFor({ timeout: 110_000 });
        expect(await alert.textContent()).toContain('try again in a minute');
        expect((await pages.reread(draft)).status).toBe('draft');
        // The service holds the key of the killed call for a minute.
        await pages.api.deps.db.idempotencyRecord.updateMany({ data: { lockedUntil: new Date(0) } });
        await send.click();
      }
      expect(await application.event(page, 'sent')).toEqual({ type: 'sent' });
      expect(killed.kills()).toBe(before + 1);
      await frame.getByText('The document is sent').waitFor();
      expect((await application.events(page)).map(({ type }) => type)).toEqual(['ready', 'sent']);
      expect(await frame.getByRole('alert').count()).toBe(0);
      expect((await pages.reread(draft)).status).toBe('sent');
      const sends = await pages.api.deps.db.event.count({
        where: { documentId: draft.id, eventType: 'envelope.sent' },
      });
      expect(sends).toBe(1);
    }
  },
  300_000 + killsAroundSends * 120_000,
);
