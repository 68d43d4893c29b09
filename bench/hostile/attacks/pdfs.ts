/** Files that are small to upload and take long to read. */
import { setTimeout as delay } from 'node:timers/promises';
import { openContents, sharedContent, slowContents } from '@countersign/pdf/testing/hostile-files';
import { samplePdf } from '../../../test/support/sample-pdf.ts';
import { type Attack, addressOf, repeat, send, type Target } from '../attack.ts';

const mebibyte = 1024 * 1024;
const uploadBytes = 8 * mebibyte;

async function createDraft(target: Target, key: string): Promise<string | null> {
  const recipients = [{ name: 'Ada', email: 'ada@attack.test' }];
  const fields = [{ type: 'signature', page: 1, x: 0.1, y: 0.5, w: 0.3, h: 0.06, recipient_index: 0 }];
  const body = JSON.stringify({ title: 'Attack', recipients, fields });
  const created = await send(target, { path: '/v1/documents', key, body });
  return created.status === 201 ? `/v1/documents/${(JSON.parse(created.body) as { id: string }).id}` : null;
}

const upload = (target: Target, key: string, path: string, body: Buffer) =>
  send(target, { method: 'PUT', path: `${path}/content`, key, type: 'application/pdf', body });

/** One API key finalizes such files, four at a time, and closes the connections. */
export const sharedStream: Attack = {
  name: 'shared-stream-pdf',
  description:
    'a 571 KB PDF, 2,000 pages of one 62 MiB stream, and one of 500 pages; four finalizes, then hang up',
  run: async (target) => {
    const files = [sharedContent(), slowContents()];
    await repeat(target, 4, async (number) => {
      const path = await createDraft(target, target.liveKey);
      if (!path) return delay(200);
      await upload(target, target.liveKey, path, files[number % 2]!);
      await send(target, { path: `${path}/finalize`, key: target.liveKey, hangUpMs: 1000 });
    });
  },
};

/** One API key has files sealed whose content takes long to read. */
export const slowSeals: Attack = {
  name: 'slow-seal-pdf',
  description: 'a 307 KB PDF of 12 pages that leave `q BT` open: sent, signed and sealed, two at a time',
  run: async (target) => {
    const file = openContents();
    const key = target.testKey;
    await repeat(target, 2, async () => {
      const path = await createDraft(target, key);
      if (!path) return delay(200);
      await upload(target, key, path, file);
      const finalized = await send(target, { path: `${path}/finalize`, key });
      if (finalized.status !== 200) return;
      // Copies are not inspected again, so the waiting work is seals, not inspections.
      for (let copies = 0; copies < 10 && !target.signal.aborted; copies += 1) {
        const copy = await send(target, { path: `${path}/duplicate`, key, body: '{}' });
        if (copy.status !== 201) return;
        const made = JSON.parse(copy.body) as { id: string; recipients: Array<{ id: string }> };
        await send(target, { path: `/v1/documents/${made.id}/send`, key, body: '{}' });
        for (const { id } of made.recipients)
          await send(target, { path: `/v1/test/documents/${made.id}/sign-as/${id}`, key, body: '{}' });
      }
    });
  },
};

/** One API key replaces the file of a draft repeatedly. */
export const repeatedUploads: Attack = {
  name: 'repeated-uploads',
  description: 'a new 8 MiB file to one draft again and again, 4 drafts at once',
  run: async (target) => {
    const file = Buffer.concat([Buffer.from(await samplePdf(1)), Buffer.alloc(uploadBytes, '\n')]);
    const drafts = [0, 1, 2, 3].map(() => createDraft(target, target.liveKey));
    await repeat(target, drafts.length, async (number) => {
      const path = await drafts[number % drafts.length];
      if (!path) return delay(200);
      file.write(`%${number}\n`, file.length - 20);
      const { status } = await upload(target, target.liveKey, path, file);
      if (status === 429 || status === 503) await delay(200);
    });
  },
  prepare: async ({ storedBytes }) => ({ before: await storedBytes() }),
  faults: async ({ storedBytes }, _attacker, { before }) => {
    const added = (await storedBytes()) - Number(before);
    // The files of the drafts, one running upload for each, and the files that others store meanwhile.
    const most = 4 * 2 * uploadBytes + 16 * mebibyte;
    return added > most
      ? [`${Math.round(added / mebibyte)} MiB are stored after uploads to four drafts`]
      : [];
  },
};

/** Anonymous callers with many addresses upload such files to /verify. */
export const verifyFiles: Attack = {
  name: 'verify-files',
  description: 'costly PDFs to /verify from 50 addresses, 16 at once',
  run: async (target) => {
    const files = [
      sharedContent(),
      openContents(),
      slowContents(),
      Buffer.alloc(20 * 1024 * 1024, '%PDF-1.7 1 0 obj '),
    ];
    await repeat(target, 16, async (number) => {
      const { status } = await send(target, {
        path: '/verify',
        type: 'application/pdf',
        body: files[number % files.length]!,
        address: addressOf(number % 50),
        headers: { Accept: 'application/json' },
      });
      if (status === 429 || status === 503) await delay(200);
    });
  },
};
