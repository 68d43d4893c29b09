/** Conditional fields in a real browser: on the signing page, on a desktop and a phone, and in the editor of the console. */
import { encodeId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consolePages, small, wide } from '../support/console-pages.ts';
import { finalizedDraft, reread } from '../support/documents.ts';
import { accessibilityFaults, desktop, phone, sidewaysOverflow } from '../support/signing-page.ts';

const { pages, openAs } = consolePages();

const ada = { name: 'Ada Lovelace', email: 'ada@example.test' };
const at = (y: number, type: string, name: string, more: object = {}) =>
  ({ ...{ type, page: 1, x: 0.1, y, w: 0.4, h: 0.035, recipient_index: 0, name }, ...more }) as never;
const isOther = { field: 'kind', equals: 'Other' };
const fields = [
  at(0.2, 'dropdown', 'kind', { settings: { options: ['Cat', 'Other'] } }),
  at(0.3, 'text', 'which', { visible_if: isOther }),
  at(0.4, 'text', 'clause', {
    read_only: true,
    prefill_value: 'Other animals cost extra.',
    visible_if: isOther,
  }),
  at(0.5, 'text', 'remark', { required_if: { field: 'kind', equals: 'Cat' } }),
  at(0.6, 'signature', 'signature'),
];

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const progress = (page: Page, text: string) => page.locator('.finish-progress').getByText(text).waitFor();
const announced = (page: Page, text: string) =>
  page.locator('[role=status]').filter({ hasText: text }).first().waitFor({ state: 'attached' });

async function signName(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sign here/ }).click();
  await press(page, 'Use this signature');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const valuesOf = async (document: Parameters<typeof pages.reread>[0]) =>
  Object.fromEntries((await pages.reread(document)).fields.map(({ name, value }) => [name, value]));

test('with the keyboard on a desktop: fields come and go with announcements, the focus stays, an answer taken back is kept but not sent', async () => {
  const document = await pages.send({ recipients: [ada], fields });
  const page = await pages.open(document, ada.email, desktop);
  await press(page, 'I agree and continue');
  const kind = page.getByRole('combobox', { name: 'Kind' });
  const which = page.getByRole('textbox', { name: 'Which' });
  await kind.waitFor();
  expect([await which.count(), await page.getByText('Other animals cost extra.').count()]).toEqual([0, 0]);
  await progress(page, '2 fields left');

  await kind.focus();
  await kind.selectOption('Other');
  await announced(page, 'Now shown: Which, Clause.');
  await progress(page, '2 fields left');
  await page.getByText('Other animals cost extra.').waitFor();
  const focused = () => page.evaluate(() => globalThis.document.activeElement?.getAttribute('aria-label'));
  expect(await focused()).toBe('Kind');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Which');
  await page.keyboard.type('Parrot');
  expect(await accessibilityFaults(page)).toEqual([]);

  await kind.selectOption('Cat');
  await announced(page, 'No longer shown: Which, Clause.');
  expect(await which.count()).toBe(0);
  await progress(page, '2 fields left');
  await kind.focus();
  await press(page, 'Next field');
  expect(await focused()).toBe('Remark');

  // What was typed before comes back with the field, also after a reload.
  await page.reload();
  await kind.selectOption('Other');
  expect(await which.inputValue()).toBe('Parrot');
  await kind.selectOption('Cat');
  await page.getByRole('textbox', { name: 'Remark' }).fill('Quiet');
  await signName(page);
  await progress(page, 'Everything is filled in.');
  await press(page, 'Finish signing');
  await page.getByRole('heading', { level: 1, name: 'The document is complete' }).waitFor();
  expect(await valuesOf(document)).toEqual({
    kind: 'Cat',
    which: null,
    clause: null,
    remark: 'Quiet',
    signature: 'Ada Lovelace',
  });
});

test('on a phone: the next field is the one that appeared, and it is announced in the dialog', async () => {
  const document = await pages.send({ recipients: [ada], fields });
  const page = await pages.open(document, ada.email, phone);
  await press(page, 'I agree and continue');
  await page.getByRole('button', { name: /^Kind/ }).click();
  const dialog = page.getByRole('dialog');
  // An optional field does not count, as in the bar.
  await dialog.getByText('Field 1 of 2').waitFor();
  await progress(page, '(0 of 2)');
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Other');
  await announced(page, 'Now shown: Which, Clause.');
  expect(await dialog.locator('[role=status]').textContent()).toBe('Now shown: Which, Clause.');
  await dialog.getByText('Field 1 of 3').waitFor();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('textbox', { name: 'Which' }).fill('Parrot');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await signName(page);
  await press(page, 'Finish signing');
  await page.getByRole('heading', { level: 1, name: 'The document is complete' }).waitFor();
  expect(await valuesOf(document)).toMatchObject({
    which: 'Parrot',
    clause: 'Other animals cost extra.',
    remark: null,
  });
});

test.each([
  ['wide', wide],
  ['small', small],
])(
  'in the editor, %s: a condition is set in plain words, saved, and a broken one is reported',
  async (_name, size) => {
    const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
    const draft = await finalizedDraft(ctx, {
      recipients: [ada],
      fields: [
        at(0.2, 'dropdown', 'kind', { settings: { options: ['Cat', 'Other'] } }),
        at(0.35, 'text', 'which'),
        at(0.5, 'checkbox', 'pets', { name: null }),
        at(0.65, 'signature', 'signature'),
      ],
    });
    const { page } = await openAs('manager', `/documents/${encodeId('doc', draft.id)}/prepare`, size);
    await page.locator('.page canvas').first().waitFor();
    await page.getByRole('button', { name: /^Text which/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Conditions', { exact: true }).click();
    await page.getByLabel('Show', { exact: true }).selectOption('Only if…');
    await page.getByLabel('Comparison', { exact: true }).first().selectOption('is');
    await page.getByLabel('Value', { exact: true }).selectOption('Other');
    await press(page, 'Add a condition');
    await page.getByLabel('Condition 2').selectOption('Checkbox on page 1');
    await page.getByLabel('Show only if …').selectOption('at least one of these is true');
    await page.getByText('Draft saved').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysOverflow(page)).toBe(0);
    const stored = await reread(ctx, draft.id);
    expect(stored.fields.map(({ name, visibleIf }) => [name, visibleIf])).toEqual([
      ['kind', null],
      [
        'which',
        {
          any: [
            { field: 'kind', equals: 'Other' },
            { field: 'checkbox_1', equals: 'true' },
          ],
        },
      ],
      ['checkbox_1', null],
      ['signature', null],
    ]);

    await page.getByRole('button', { name: /^Selection kind|^Drop-down kind/i }).focus();
    await page.keyboard.press('Delete');
    await page.getByText('Not saved: The condition of which does not work.').waitFor();
    await page.getByRole('button', { name: /^Text which/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('It refers to a field that was removed.').waitFor();
    await press(page, /^Review/);
    await page.getByRole('dialog').getByText('The condition of which does not work.').first().waitFor();
  },
);
