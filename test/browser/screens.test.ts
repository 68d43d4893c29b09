/** Every screen of the signing page: it says what happened, is accessible, and fits any window (WCAG 2.2 AA). */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { english } from '../../apps/web/src/signing/words.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { desktop, phone, signingPages } from '../support/signing-page.ts';
import { signingScreens } from '../support/signing-screens.ts';
import { testScreens } from '../support/test-screens.ts';

const pages = signingPages();
testScreens(signingScreens(pages, english), 'en-GB');

const ada = { name: 'Ada Lovelace', email: 'ada@example.test' };
const field = { page: 1, x: 0.1, y: 0.3, w: 0.35, h: 0.035, recipient_index: 0 };

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const readDocument = (page: Page) => page.locator('.page canvas').first().waitFor();

test('a test document is marked on the page and on every sheet, a live one is not', async () => {
  const sent = await pages.send({}, 'test');
  const page = await pages.open(sent, ada.email, desktop);
  await readDocument(page);
  await page.getByText('Test document: not legally binding.').waitFor();
  expect(await page.locator('.page-watermark').count()).toBe(1);
  const { db } = pages.api.deps;
  await db.workspace.update({ where: { id: sent.workspaceId }, data: { accentColor: '#0f766e' } });
  const coded = await pages.send(
    { recipients: [{ ...ada, auth_level: 'otp' }], fields: [{ ...field, type: 'signature' }] },
    'test',
  );
  const code = await pages.open(coded, ada.email);
  await heading(code, english.code.heading);
  await code.getByText('Test document: not legally binding.').waitFor();
  const send = code.getByRole('button', { name: english.code.send });
  expect(await send.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(15, 118, 110)',
  );
  const live = await pages.open(await pages.send(), ada.email);
  await readDocument(live);
  expect(await live.getByText('Test document').count()).toBe(0);
  expect(await live.locator('.page-watermark').count()).toBe(0);
});

test('text from people is shown as text, even if it looks like markup', async () => {
  const nasty = '<img src=x onerror="document.title=1"><b>bold</b>';
  const document = await pages.send({
    title: nasty,
    message: nasty,
    recipients: [{ ...ada, name: nasty }],
    fields: [
      { ...field, type: 'name' },
      { ...field, y: 0.4, type: 'text', name: 'note', read_only: true, prefill_value: nasty },
    ],
  });
  const page = await pages.open(document, ada.email);
  await heading(page, nasty);
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.locator('main b').count()).toBe(0);
  expect(await page.title()).toBe(`${nasty} – sign`);
});

test('a checkbox is in the middle of its field, where the seal draws the mark', async () => {
  const wide = { ...field, type: 'checkbox', w: 0.4, h: 0.08 } as const;
  const document = await pages.send({ recipients: [ada], fields: [wide] });
  const page = await pages.open(document, ada.email, desktop);
  const middles = async (selector: string) => {
    const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
    return [Math.round(x + width / 2), Math.round(y + height / 2)];
  };
  await readDocument(page);
  await page.locator('.page input[type=checkbox]').waitFor();
  expect(await middles('.page input[type=checkbox]')).toEqual(await middles('.page .field-own'));
});

test('an unreachable service has a different message than an invalid link, and can be tried again', async () => {
  const document = await pages.send();
  const page = await pages.visit('/errors');
  const reading = `**/v1/signing/*`;
  await page.route(reading, (route) => route.abort());
  await page.goto(`${pages.api.url}${pages.path(document, ada.email)}`);
  await heading(page, 'The document cannot be loaded');
  await page.unroute(reading);
  await press(page, 'Try again');
  await heading(page, 'Agreement');
});

test('a long document lists its pages, and a field that is wrong says so when it is left', async () => {
  const fields = [
    { ...field, page: 4, type: 'number', name: 'rent', settings: { max_value: 10 } },
    { ...field, page: 4, y: 0.4, type: 'signature' },
  ] as const;
  const document = await pages.send(
    { recipients: [ada], fields: [...fields] },
    'live',
    await samplePdf(5, 'long'),
  );
  await pages.api.deps.db.document.update({
    where: { id: document.id },
    data: { createdBy: { type: 'user', id: document.id, name: 'Nadia' } },
  });
  const page = await pages.open(document, ada.email, phone);
  await page.getByText(/^Nadia at .* asks you to sign$/).waitFor();
  await press(page, english.consent.accept);
  const list = page.getByRole('combobox', { name: english.pages.jump });
  await list.selectOption('Page 4 of 5 · 2 left');
  await page.waitForFunction(() => {
    const box = globalThis.document.querySelectorAll('.page')[3]!.getBoundingClientRect();
    return box.top >= 0 && box.top < innerHeight / 2;
  });
  await press(page, english.bar.next);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox').fill('11');
  await sheet.getByRole('button', { name: english.field.next, exact: true }).click();
  await sheet.getByText(english.fault.atMost(10)).waitFor();
  await sheet.getByRole('textbox').fill('9');
  await sheet.getByRole('button', { name: english.field.next, exact: true }).click();
  await sheet.getByText(english.signature.title).first().waitFor();
});

test('a long label does not make the pages on a phone scroll sideways', async () => {
  const fields = [{ ...field, type: 'text', name: 'a'.repeat(64) }] as const;
  const page = await pages.open(
    await pages.send({ recipients: [ada], fields: [...fields] }),
    ada.email,
    phone,
  );
  await page.getByRole('button', { name: /^A{1}a+/ }).waitFor();
  const room = page.locator('.pages');
  expect(await room.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('on a phone in landscape the next step is in view, and in a very low window it covers nothing', async () => {
  const document = await pages.send({ recipients: [ada], fields: [{ ...field, type: 'signature' }] });
  const landscape = { ...phone, viewport: { width: 844, height: 390 } };
  const page = await pages.open(document, ada.email, landscape);
  await readDocument(page);
  const bottom = async (name: string) => {
    const box = (await page.getByRole('button', { name }).boundingBox())!;
    return box.y + box.height;
  };
  expect(await bottom(english.consent.accept)).toBeLessThan(390);
  const bar = (await page.locator('.finish-bar').boundingBox())!;
  expect(bar.height).toBeLessThan(390 / 4);
  await press(page, english.consent.accept);
  await page.getByRole('button', { name: english.bar.next }).waitFor();
  expect(await bottom(english.bar.next)).toBeLessThan(390);
  // A window of 1280 × 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.evaluate(() => globalThis.scrollTo(0, 0));
  expect(await bottom(english.bar.next)).toBeGreaterThan(256);
});

test('Ctrl + P prints every page, with the values entered so far; the menu of the browser names pages that are missing', async () => {
  const fields = [{ ...field, page: 9, type: 'text', name: 'city', prefill_value: 'Porto' }] as const;
  const document = await pages.send(
    { recipients: [ada], fields: [...fields] },
    'live',
    await samplePdf(9, 'printed'),
  );
  const page = await pages.open(document, ada.email, desktop);
  await readDocument(page);
  await page.emulateMedia({ media: 'print' });
  const last = page.locator('.page').last();
  await last.getByText(english.pages.notPrinted).waitFor();
  // The dialog of the browser cannot be seen from here.
  await page.evaluate(() => {
    window.print = () => {
      globalThis.document.body.dataset.printed = 'yes';
    };
  });
  await page.keyboard.press('Control+p');
  await page.locator('body[data-printed]').waitFor();
  const widths = await page
    .locator('.page .page-printed')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  expect(widths).toEqual(Array(9).fill(1600));
  expect(await page.getByText(english.pages.notPrinted).count()).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.locator('.page-printed').first().waitFor({ state: 'detached' });
});

test('the page shows something before its style sheet and its script have arrived', async () => {
  const document = await pages.send();
  const page = await pages.visit('/errors');
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(`${pages.api.url}${pages.path(document, ada.email)}`, { waitUntil: 'commit' });
  await page.locator('.start svg').waitFor();
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  expect(await page.locator('h1').count()).toBe(0);
  released.resolve();
  await heading(page, 'Agreement');
  expect(await page.locator('.start').count()).toBe(0);
});
