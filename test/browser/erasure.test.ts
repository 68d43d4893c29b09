/** Erasing in the console: the confirmation, and the erased document in the list, on its page and in its audit trail. */
import { encodeId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consolePages, small, wide } from '../support/console-pages.ts';
import { finalizedDraft } from '../support/documents.ts';
import { sealedDocument } from '../support/sealed-files.ts';
import { accessibilityFaults, sidewaysOverflow } from '../support/signing-page.ts';

const { pages, openAs, go } = consolePages();
const ctx = () => ({ ...pages.workspace.ctx(), storage: pages.api.storage });

async function expectSound(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
}

test.each([
  ['desktop', wide],
  ['phone', small],
])(
  'a manager erases a sealed document after typing its title; list, page and trail show that (%s)',
  async (_size, window) => {
    const { document } = await sealedDocument(ctx(), pages.folder);
    const id = encodeId('doc', document.id);
    const { page } = await openAs('manager', `/documents/${id}`, window);
    await page.getByRole('heading', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Verify and show hashes' }).click();
    await page.getByText('The chain is intact.').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Erase personal data…' }).click();
    const confirm = page.getByRole('button', { name: 'Erase permanently' });
    await confirm.waitFor();
    await expectSound(page);
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type the title to confirm').fill('A secret title');
    await confirm.click();
    await page.getByText(/^Personal data erased on/).waitFor();
    await page.getByText(/Personal data of \d+ events was erased/).waitFor();
    await expectSound(page);
    const text = await page.locator('main').textContent();
    expect(text).not.toMatch(/secret title|Lovelace|Hopper|example\.test/);
    expect(text).toMatch(/Person 1[\s\S]*Person 2/);
    expect(text).toContain('The files were erased.');
    await go(page, '/documents');
    await page.getByRole('link', { name: 'Erased document' }).first().waitFor();
    await expectSound(page);
  },
);

test('a draft is deleted permanently, members cannot erase, and an owner sets the retention', async () => {
  const draft = await finalizedDraft(ctx(), { title: ' Never  sent ' });
  const path = `/documents/${encodeId('doc', draft.id)}`;
  const member = await openAs('member', path);
  await member.page.getByRole('button', { name: 'More actions' }).click();
  await member.page.getByRole('menuitem', { name: 'Duplicate as draft' }).waitFor();
  expect(await member.page.getByRole('menuitem', { name: 'Delete permanently…' }).count()).toBe(0);

  const { page } = await openAs('owner', path);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete permanently…' }).click();
  await page.getByLabel('Type the title to confirm').fill('Never sent ');
  await page.getByRole('button', { name: 'Delete the draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  expect(await page.getByText('Never sent').count()).toBe(0);

  await go(page, '/settings');
  await page.getByLabel('Erase personal data automatically').check();
  await page.getByLabel('Days after the document ends').fill('365');
  await expectSound(page);
  const card = page.locator('.c-card', { hasText: 'Erase personal data automatically' });
  await card.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Personal data is erased 365 days after a document ends').waitFor();
  const { retentionDays } = await pages.api.deps.db.workspace.findUniqueOrThrow({
    where: { id: pages.workspace.workspaceId },
  });
  expect(retentionDays).toBe(365);
});
