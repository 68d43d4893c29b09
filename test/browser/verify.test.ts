/** The page /verify in a browser: by keyboard, by dropping, in any window, and without its script. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeId } from '@countersign/contract/ids';
import { sampleSeal } from '@countersign/pdf/testing/sample-seal';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { finalizedDraft } from '../support/documents.ts';
import { passForBuckets } from '../support/rate-limit.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { changedAt, sealedDocument, withRevision } from '../support/sealed-files.ts';
import {
  accessibilityFaults,
  desktop,
  narrowest,
  phone,
  sidewaysOverflow,
  signingPages,
} from '../support/signing-page.ts';

const pages = signingPages();

let folder: string;
let sealed: Buffer;
const pathOf = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-verify-page-'));
  const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
  ({ sealed } = await sealedDocument(ctx, folder));
  await writeFile(pathOf('agreement.pdf'), sealed);
  await writeFile(pathOf('changed.pdf'), changedAt(sealed, 900));
  await writeFile(pathOf('altered.pdf'), withRevision(sealed));
  await writeFile(pathOf('stranger.pdf'), (await sampleSeal(await samplePdf())).bytes);
  const draft = await finalizedDraft(ctx);
  const facts = {
    documentId: encodeId('doc', draft.id),
    chainSeq: draft.chainSeq,
    chainHead: draft.chainHead,
  };
  await writeFile(pathOf('forged.pdf'), (await sampleSeal(await samplePdf(), { facts })).bytes);
  const testCtx = { ...pages.workspace.ctx('test'), storage: pages.api.storage };
  await writeFile(pathOf('test.pdf'), (await sealedDocument(testCtx, folder)).sealed);
  await writeFile(pathOf('plain.pdf'), await samplePdf());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

async function check(page: Page, name: string): Promise<void> {
  await page.getByLabel('PDF file').setInputFiles(pathOf(name));
  await page.getByRole('button', { name: 'Verify' }).click();
}

/** Drops files on the page, as a file manager does. */
async function drop(page: Page, files: Array<{ name: string; bytes: Uint8Array }>): Promise<void> {
  const data = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: 'application/pdf' }));
      }
      return transfer;
    },
    files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') })),
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
}

describe('the page /verify', () => {
  test('using only the keyboard: choose, verify, and the result has the focus', async () => {
    const page = await pages.visit('/verify', desktop);
    await page.getByLabel('PDF file').focus();
    await page.getByLabel('PDF file').setInputFiles(pathOf('agreement.pdf'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading(page, 'Intact');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Intact');
    expect(await page.title()).toBe('Intact: agreement.pdf · Countersign');
    await page.getByText('byte for byte the file that was sealed here').waitFor();
  });

  test('a file dropped anywhere is verified at once; several are not', async () => {
    const page = await pages.visit('/verify', desktop);
    const bytes = await samplePdf();
    await drop(page, [
      { name: 'a.pdf', bytes },
      { name: 'b.pdf', bytes },
    ]);
    await page.getByText('Drop one file at a time.').waitFor();
    await drop(page, [{ name: 'dropped.pdf', bytes: sealed }]);
    await heading(page, 'Intact');
    await page.getByText('dropped.pdf').waitFor();
  });

  test('a file over the limit is refused before it is sent', async () => {
    const page = await pages.visit('/verify', desktop);
    await page.evaluate(() => {
      document.querySelector('form')!.dataset.maxBytes = '100';
    });
    await check(page, 'agreement.pdf');
    await page.getByText('The file is too large').waitFor();
    expect(new URL(page.url()).pathname).toBe('/verify');
    await heading(page, 'Verify a PDF');
  });

  test('works without JavaScript', async () => {
    const page = await pages.visit('/verify', { ...desktop, javaScriptEnabled: false });
    expect(await page.getByText('drop the file anywhere').isVisible()).toBe(false);
    await check(page, 'changed.pdf');
    await heading(page, 'Not valid');
  });

  const answers = [
    ['agreement.pdf', 'Intact'],
    ['changed.pdf', 'Not valid'],
    ['altered.pdf', 'Changed after it was sealed'],
    ['stranger.pdf', 'Unknown signer'],
    ['forged.pdf', 'Contradicted'],
    ['test.pdf', 'Intact, but only a test document'],
    ['plain.pdf', 'Not signed'],
  ] as const;
  const windows = { desktop, phone, narrowest };
  test.each(Object.entries(windows))('anyone can read it: %s', async (_name, options) => {
    const page = await pages.visit('/verify', options);
    const expectSound = async () => {
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await sidewaysOverflow(page)).toBe(0);
    };
    await expectSound();
    for (const [file, answer] of answers) {
      await passForBuckets(pages.api.deps, 10_000);
      await check(page, file);
      await heading(page, answer);
      await expectSound();
    }
  });
});
