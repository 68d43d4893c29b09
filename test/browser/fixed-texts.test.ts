/** Texts that the reader cannot change: what the sealed PDF prints in full can be read in full before. */
import { encodeId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consolePages, wide } from '../support/console-pages.ts';
import { accessibilityFaults, desktop, phone, sidewaysOverflow } from '../support/signing-page.ts';

const { pages, openAs } = consolePages();

const ada = { name: 'Ada Lovelace', email: 'ada@example.test' };
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
/** Some lines in 250 x 60 points. */
const clause = `${words(24)}\nThe deposit is lost.`;
/** Legible in no size. */
const terms = `${words(400)} The deposit is lost.`;
const at = (y: number, name: string, prefill_value: string) => ({
  ...{ type: 'text' as const, page: 1, x: 0.1, y, w: 250 / 595, h: 60 / 842, recipient_index: 0, name },
  ...{ read_only: true, prefill_value },
});
const send = () =>
  pages.send({
    recipients: [ada],
    fields: [
      at(0.2, 'clause', clause),
      at(0.35, 'terms', terms),
      { ...at(0.5, 'rent', 'EUR 950'), h: 0.03 },
      { ...at(0.6, 'signature', ''), type: 'signature', prefill_value: null, read_only: false },
    ],
  });

const fixed = (page: Page, label: string) =>
  page.locator('.field-fixed').filter({ hasText: `${label} (set by` });
/** Whether all of the text is inside its field. */
const isWhole = (page: Page, label: string) =>
  fixed(page, label).evaluate((field) => {
    const shown = field.querySelector('.field-fixed-text')!;
    const [inner, outer] = [shown.getBoundingClientRect(), field.getBoundingClientRect()];
    return (
      shown.scrollHeight <= shown.clientHeight + 1 &&
      shown.scrollWidth <= shown.clientWidth &&
      inner.bottom <= outer.bottom + 1
    );
  });

test('on a desktop, a long text wraps and shrinks, and one that would be too small opens with the keyboard', async () => {
  const page = await pages.open(await send(), ada.email, desktop);
  await fixed(page, 'Clause').waitFor();
  expect(await isWhole(page, 'Rent')).toBe(true);
  expect(await isWhole(page, 'Clause')).toBe(true);
  expect(await page.getByRole('button', { name: /^(Clause|Rent)/ }).count()).toBe(0);

  expect(await isWhole(page, 'Terms')).toBe(false);
  const opener = page.getByRole('button', { name: /^Terms \(set by the sender\)/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Terms' });
  const full = dialog.locator('.field-full-text');
  expect(await full.textContent()).toBe(terms);
  expect(await dialog.evaluate((opened) => opened.scrollTop)).toBe(0);
  // The text has the focus, so that the keyboard scrolls it.
  expect(await full.evaluate((text) => text === document.activeElement)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('on a phone, texts that are too small to read open, until the page is large enough', async () => {
  const page = await pages.open(await send(), ada.email, phone);
  const opener = page.getByRole('button', { name: /^Clause/ });
  await opener.tap();
  const dialog = page.getByRole('dialog', { name: 'Clause' });
  expect(await dialog.locator('.field-full-text').textContent()).toBe(clause);
  await dialog.getByRole('button', { name: 'Close' }).tap();
  expect([await accessibilityFaults(page), await sidewaysOverflow(page)]).toEqual([[], 0]);
  for (let step = 0; step < 6 && (await opener.count()) > 0; step++)
    await page.getByRole('button', { name: 'Zoom in' }).tap();
  await opener.waitFor({ state: 'detached' });
  expect(await isWhole(page, 'Clause')).toBe(true);
});

test('in the console, too', async () => {
  const { page } = await openAs('manager', `/documents/${encodeId('doc', (await send()).id)}`, wide);
  await page.getByRole('button', { name: /^Terms/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Terms' });
  expect(await dialog.locator('.field-full-text').textContent()).toBe(terms);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await accessibilityFaults(page)).toEqual([]);
});
