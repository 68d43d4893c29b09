/** Warnings for the sender about a PDF whose appearance can change. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeId } from '@countersign/contract/ids';
import { createTemplate } from '@countersign/core/template/create';
import { expect, test } from '@jest/globals';
import { activePdf } from '../support/active-pdf.ts';
import { consolePages, small, wide } from '../support/console-pages.ts';
import { finalizedDraft } from '../support/documents.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { accessibilityFaults, sidewaysOverflow } from '../support/signing-page.ts';
import { newTemplate } from '../support/template-input.ts';

const { pages, openAs, go } = consolePages();

test('the preparation page and the document page show the warnings of an uploaded PDF and what to do', async () => {
  await writeFile(join(pages.folder, 'offer.pdf'), activePdf());
  const { page } = await openAs('member', '/documents/new');
  await page.locator('input[type=file]').setInputFiles(join(pages.folder, 'offer.pdf'));
  await page.getByLabel('Title').fill('Offer');
  await page.getByRole('button', { name: 'Upload and prepare' }).click();
  const note = page.locator('details', { hasText: '3 warnings about this PDF' });
  await note.getByText('This document contains JavaScript, which can change what a reader shows.').waitFor();
  await note.getByText(/^This document uses fonts that it does not contain.*: Garamond\.$/).waitFor();
  await note.getByText(/What you can do:.*Print the document to a new PDF/).waitFor();
  await page.locator('.page canvas').first().waitFor();

  await note.locator('summary').click();
  expect(await note.getByText('This document contains JavaScript').isVisible()).toBe(false);

  await go(
    page,
    page
      .url()
      .replace(new URL(page.url()).origin, '')
      .replace(/\/prepare$/, ''),
  );
  await page.getByText('3 warnings about this PDF').waitFor();
  expect(await page.getByText('This document contains JavaScript').isVisible()).toBe(true);
});

test.each([
  ['a desk', wide],
  ['a phone', small],
] as const)(
  'on %s the warnings leave room for the pages and have no accessibility fault',
  async (_, size) => {
    const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
    const draft = await finalizedDraft(ctx, {}, activePdf());
    const { page } = await openAs('member', `/documents/${encodeId('doc', draft.id)}/prepare`, size);
    await page.getByText('3 warnings about this PDF').waitFor();
    await page.locator('.page canvas').first().waitFor();
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    const { height } = (await page.locator('.c-stage').boundingBox())!;
    expect(height).toBeGreaterThan(size.viewport.height / 5);
  },
);

test('editing and using a template shows the warnings of its PDF', async () => {
  const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
  const input = newTemplate({
    name: 'Offer',
    pdf_base64: activePdf().toString('base64'),
    recipients: [{ name: 'Customer', email: 'customer@example.test' }],
  });
  const path = `/templates/${encodeId('tpl', (await createTemplate(ctx, input)).id)}`;
  const { page } = await openAs('manager', `${path}/edit`);
  await page.getByText('This document contains JavaScript').waitFor();
  await go(page, `${path}/use`);
  const note = page.getByText('3 warnings about this PDF');
  await note.click();
  await page.getByText('This document contains JavaScript').waitFor();
});

test('a PDF without warnings has no such note', async () => {
  const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
  const draft = await finalizedDraft(ctx, {}, await samplePdf());
  const { page } = await openAs('member', `/documents/${encodeId('doc', draft.id)}/prepare`);
  await page.locator('.page canvas').first().waitFor();
  expect(await page.getByText('about this PDF').count()).toBe(0);
});
