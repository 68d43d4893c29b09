/** The list of documents: search, order, several at once, and documents sent in bulk. */
import { readFile } from 'node:fs/promises';
import { CreateDocumentReq } from '@countersign/contract/document';
import { createDocument } from '@countersign/core/document/create';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consolePages, small, wide } from '../support/console-pages.ts';
import { finalizedDraft, reread, sentCopy, signAs } from '../support/documents.ts';
import { accessibilityFaults, sidewaysOverflow } from '../support/signing-page.ts';

const { pages, openAs } = consolePages();

async function expectSound(page: Page) {
  expect([await accessibilityFaults(page), await sidewaysOverflow(page)]).toEqual([[], 0]);
}

/** The items of the open menu that something else covers or cuts off. */
const hiddenItems = (page: Page) =>
  page.getByRole('menuitem').evaluateAll((items) =>
    items.flatMap((item) => {
      const { left, top, width, height } = item.getBoundingClientRect();
      const shown = document.elementFromPoint(left + width / 2, top + height / 2);
      return item.contains(shown) ? [] : [item.textContent];
    }),
  );

const titles = (page: Page) => page.locator('.c-row-title').allTextContents();

describe.each([
  ['desktop', wide, 'live'],
  ['phone', small, 'test'],
] as const)('on a %s', (_name, size, mode) => {
  test('documents are found by a part of a name or address, sorted, and voided together; the address keeps the filters', async () => {
    const ctx = { ...pages.workspace.ctx(mode), storage: pages.api.storage };
    const draft = await finalizedDraft(ctx, { title: 'Middle' });
    const sent = [await sentCopy(ctx, draft), await sentCopy(ctx, draft)];
    const { db } = pages.api.deps;
    await db.document.update({ where: { id: sent[0]!.id }, data: { title: 'Apple' } });
    await db.document.update({ where: { id: sent[1]!.id }, data: { title: 'Zebra' } });
    await db.recipient.updateMany({ where: { documentId: draft.id }, data: { name: 'Margaret Hamilton' } });
    const { page } = await openAs('manager', '/documents', { ...size, mode });

    await page.getByText('Apple').waitFor();
    await page.getByLabel('Search by title, name, email address or external ID').fill('RACE@examp');
    await page.waitForURL(/q=RACE%40examp/);
    await page.getByText('Apple').waitFor();
    await page.getByLabel('Search by title, name, email address or external ID').fill('margaret');
    await page.waitForURL(/q=margaret/);
    await page.getByText('Apple').waitFor({ state: 'detached' });
    // While the page waits for the answer, the list is empty.
    await page.locator('.c-row-title').first().waitFor();
    expect(await titles(page)).toEqual(['Middle']);
    await page.getByLabel('Search by title, name, email address or external ID').fill('');
    await page.getByText('Zebra').waitFor();

    if (size === small) await page.getByLabel('Sort by').selectOption('title');
    else await page.getByRole('button', { name: 'Document', exact: true }).click();
    await page.waitForURL(/sort=title/);
    await page.reload();
    await page.getByText('Zebra').waitFor();
    expect(await titles(page)).toEqual(['Apple', 'Middle', 'Zebra']);

    // The last row: the list ends below it.
    await page.getByRole('button', { name: 'Actions for Zebra' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await hiddenItems(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByLabel('Select Apple').check();
    await page.getByLabel('Select Zebra').check();
    await page.getByText('2 documents selected').waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Void… (2)' }).click();
    await page.getByLabel('Reason').fill('Wrong version');
    await page.getByRole('button', { name: 'Void the documents' }).click();
    await page.getByText('Voided 2 documents').waitFor();
    const now = await Promise.all(sent.map(({ id }) => reread(ctx, id)));
    expect(now.map(({ status }) => status)).toEqual(['voided', 'voided']);
    expect((await reread(ctx, draft.id)).status).toBe('draft');
  });
});

test('a filter that is chosen while a search waits for more typing is kept', async () => {
  const { page } = await openAs('manager', '/errors');
  await page.clock.install();
  await page.goto(new URL('/documents', page.url()).href);
  const box = page.getByLabel('Search by title, name, email address or external ID');
  await box.waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await box.fill('lease');
  await page.getByRole('button', { name: /^Drafts/ }).click();
  await page.clock.fastForward(250);
  await page.waitForURL(/q=lease/);
  expect(new URL(page.url()).searchParams.get('view')).toBe('drafts');
  expect(await box.inputValue()).toBe('lease');

  await page.clock.resume();
  await page.goBack();
  await page.waitForURL((url) => !url.search.includes('view'));
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('#search-documents')!.value === '',
  );
});

test('a ZIP of several documents leaves out what is not sealed yet, and says which', async () => {
  const ctx = { ...pages.workspace.ctx('test'), storage: pages.api.storage };
  const draft = await finalizedDraft(ctx, { title: 'Ready to download' });
  const signed = await sentCopy(ctx, draft);
  for (const recipient of signed.recipients) await signAs(ctx, await reread(ctx, signed.id), recipient);
  // No worker seals it.
  await pages.api.deps.db.document.update({ where: { id: signed.id }, data: { title: 'Being sealed' } });
  const { page } = await openAs('manager', '/documents', { mode: 'test' });
  await page.getByLabel('Select Ready to download').check();
  await page.getByLabel('Select Being sealed').check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download (2)' }).click(),
  ]);
  await page.getByText('Not in the ZIP: “Being sealed”. They are not sealed yet, or were erased.').waitFor();
  const zip = await readFile(await download.path(), 'latin1');
  expect(zip).toContain('Ready to download.pdf');
  expect(zip).not.toContain('Being sealed');

  await page.getByLabel('Select Ready to download').uncheck();
  await page.getByRole('button', { name: 'Download (1)' }).click();
  await page.getByText('The document is not sealed yet.', { exact: false }).waitFor();
});

test('a draft that waits for its PDF shows its recipients and when it was created', async () => {
  const ctx = { ...pages.workspace.ctx('test'), storage: pages.api.storage };
  const recipients = [{ name: 'Katherine Johnson', email: 'katherine@example.test' }];
  await createDocument(ctx, CreateDocumentReq.parse({ title: 'Without a file', recipients }));
  const { page } = await openAs('manager', '/documents', { mode: 'test' });
  const row = page.getByRole('row').filter({ hasText: 'Without a file' });
  await row.getByText('Awaiting PDF').waitFor();
  expect(await row.locator('.c-row-sub').textContent()).toBe('Katherine Johnson');
  expect(await row.locator('[data-label=Created] time').count()).toBe(1);
});

test('keys search and open pages, and the account menu switches to dark colors for good', async () => {
  const { page } = await openAs('manager', '/templates');
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  await page.keyboard.press('/');
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('/?');
  await page.waitForURL(/q=%2F%3F/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page or command' }).fill('web');
  await expectSound(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await expectSound(page);
  await page.getByLabel('Use single keys').uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('/');
  expect(new URL(page.url()).pathname).toBe('/webhooks');

  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Dark mode' }).click();
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  expect(await ground()).toBe(dark);
  await page.emulateMedia({ media: 'print' });
  expect(await ground()).toBe(light);
});
