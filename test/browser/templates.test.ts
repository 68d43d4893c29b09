/** Templates in the console: made from a draft without its people, and used with an input for each type of field. */
import { encodeId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { makeTemplate } from '../support/bulk.ts';
import { consolePages, small, wide } from '../support/console-pages.ts';
import { finalizedDraft } from '../support/documents.ts';
import { accessibilityFaults, sidewaysOverflow } from '../support/signing-page.ts';

const { pages, openAs, go } = consolePages();

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

test.each([
  ['desktop', wide],
  ['phone', small],
])(
  'a draft becomes a template with roles in place of people, and using it asks by type: %s',
  async (_name, size) => {
    const place = { page: 1, x: 0.1, w: 0.3, h: 0.03, recipient_index: 0 };
    const draft = await finalizedDraft(
      { ...pages.workspace.ctx(), storage: pages.api.storage },
      {
        title: 'Membership',
        recipients: [{ name: 'Ada Lovelace', email: 'ada@example.test' }],
        fields: [
          { ...place, y: 0.1, type: 'signature' },
          { ...place, y: 0.2, type: 'date', name: 'start' },
          {
            ...place,
            y: 0.3,
            type: 'dropdown',
            name: 'plan',
            settings: { options: ['Option 1', 'Option 2'] },
          },
          { ...place, y: 0.4, w: 0.03, type: 'checkbox', name: 'newsletter', required: false },
        ],
      },
    );
    const { page } = await openAs('manager', `/documents/${encodeId('doc', draft.id)}/prepare`, size);
    await page.locator('.page canvas').first().waitFor();
    await press(page, /^Review/);
    await page.getByText('A choice still has the options “Option 1” and “Option 2”.').waitFor();
    await press(page, 'Cancel');

    await press(page, 'More actions');
    await page.getByRole('menuitem', { name: 'Save as template…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Role of Ada Lovelace').fill('Member');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('Template “Membership” created').waitFor();
    const { items } = (await pages.workspace.live.get('/v1/templates?limit=1')).body;
    const [template] = items;
    expect(template.recipients).toMatchObject([{ name: 'Member' }]);
    expect(JSON.stringify(template)).not.toMatch(/Ada|ada@/);

    await go(page, `/templates/${template.id}/use`);
    const plan = page.getByLabel('Plan');
    await plan.waitFor();
    expect(await plan.locator('option').allTextContents()).toEqual(['None', 'Option 1', 'Option 2']);
    expect(await page.getByLabel('Start').getAttribute('type')).toBe('date');
    await page.getByLabel('Newsletter').selectOption('Ticked');
    expect([await accessibilityFaults(page), await sidewaysOverflow(page)]).toEqual([[], 0]);
    await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
    await page.getByLabel('Email', { exact: true }).fill('grace@example.test');
    await press(page, 'Create draft');
    await page.waitForURL(/\/documents\/doc_[0-9a-z]+\/prepare$/);
  },
);

test('a bulk send starts with the template of the link, however many there are, unless it is not ready', async () => {
  const { live } = pages.workspace;
  const wanted = await makeTemplate(live, { name: 'Wanted' });
  const empty = await makeTemplate(live, { name: 'Empty', recipients: [], fields: [] });
  await makeTemplate(live, { name: 'Newest' });
  const { page } = await openAs('manager', '/documents');
  // The list is as long as with hundreds of newer templates.
  await page.route('**/v1/templates?*', async (route) => {
    const response = await route.fetch();
    const list = await response.json();
    const items = list.items.filter(({ id }: { id: string }) => id !== wanted);
    await route.fulfill({ response, json: { ...list, items } });
  });
  await go(page, `/bulk-sends/new?template=${wanted}`);
  const chosen = page.getByLabel('Template').locator('option:checked');
  await chosen.waitFor({ state: 'attached' });
  expect(await chosen.textContent()).toBe('Wanted');

  await go(page, `/bulk-sends/new?template=${empty}`);
  await page.getByRole('heading', { name: '“Empty” is not ready' }).waitFor();
  expect([await accessibilityFaults(page), await sidewaysOverflow(page)]).toEqual([[], 0]);
});

test('a file that is no PDF is refused when it is chosen, and an unknown bulk send is not found', async () => {
  const { page } = await openAs('manager', '/templates/new');
  const notes = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('notes') };
  await page.locator('input[type=file]').setInputFiles(notes);
  await page.getByText('“notes.pdf” is not a PDF.').waitFor();
  expect(await page.getByRole('button', { name: 'Upload and place fields' }).isDisabled()).toBe(true);
  await go(page, '/bulk-sends/zzz');
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});
