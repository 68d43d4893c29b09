/** Every screen of the signing page: it says what happened, anyone can use it, and it fits any window (WCAG 2.2 AA). */
import { encodeId } from '@countersign/contract/ids';
import { expireDueDocuments } from '@countersign/core/document/expire';
import type { FullDocument } from '@countersign/core/document/lock';
import { describe, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { signAs } from '../support/documents.ts';
import {
  accessibilityFaults,
  desktop,
  narrowest,
  phone,
  sidewaysOverflow,
  signingPages,
} from '../support/signing-page.ts';

const pages = signingPages();

const ada = { name: 'Ada Lovelace', email: 'ada@example.test' };
const grace = { name: 'Grace Hopper', email: 'grace@example.test' };
const at = (row: number, column = 0) => ({
  page: 1,
  x: 0.1 + column * 0.45,
  y: 0.3 + row * 0.06,
  w: 0.35,
  h: 0.035,
  recipient_index: 0,
});
type Fields = NonNullable<Parameters<typeof pages.send>[0]>['fields'];

const allFields: Fields = [
  { ...at(0), type: 'name' },
  { ...at(0, 1), type: 'email' },
  { ...at(1), type: 'date' },
  { ...at(1, 1), type: 'number', settings: { min_value: 1 } },
  { ...at(2), type: 'text', name: 'zip' },
  { ...at(2, 1), type: 'dropdown', settings: { options: ['Cash', 'Transfer'] } },
  { ...at(3), type: 'radio', settings: { options: ['Cat', 'Dog'] } },
  { ...at(3, 1), w: 0.03, type: 'checkbox', name: 'rules' },
  { ...at(4), type: 'initials' },
  { ...at(4, 1), type: 'text', name: 'currency', read_only: true, prefill_value: 'EUR' },
  { ...at(5), type: 'signature' },
  { ...at(5, 1), type: 'radio', name: 'dot', required: false, settings: { options: ['Yes'] } },
];

const signer = (document: FullDocument, email: string) =>
  document.recipients.find((one) => one.email === email)!;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const readDocument = (page: Page) => page.locator('.page canvas').first().waitFor();

async function signing(options: BrowserContextOptions): Promise<Page> {
  const document = await pages.send(
    { recipients: [ada], fields: allFields, message: 'Please sign.' },
    'test',
  );
  const page = await pages.open(document, ada.email, options);
  await readDocument(page);
  return page;
}

async function agreed(options: BrowserContextOptions): Promise<Page> {
  const page = await signing(options);
  await press(page, 'I agree and continue');
  await page.getByText('fields left to fill in').waitFor();
  return page;
}

/** How to come to each screen. */
const screens: Record<string, (options: BrowserContextOptions) => Promise<Page>> = {
  'a link that does not work': async (options) => {
    const page = await pages.visit('/sign/not-a-token', options);
    await heading(page, 'This link does not work');
    return page;
  },
  'the document before agreeing': signing,
  'the document with its fields': agreed,
  'fields that are wrong': async (options) => {
    const page = await agreed(options);
    await press(page, 'Finish signing');
    await page
      .getByRole('alert')
      .getByText(/need your attention/)
      .waitFor();
    return page;
  },
  'typing a signature': async (options) => {
    const page = await agreed(options);
    await page.getByRole('button', { name: /^Sign here/ }).click();
    await page.getByRole('dialog', { name: 'Your signature' }).waitFor();
    return page;
  },
  'drawing a signature': async (options) => {
    const page = await agreed(options);
    await page.getByRole('button', { name: /^Sign here/ }).click();
    await page.getByRole('radio', { name: 'Draw' }).check();
    await page.getByRole('img', { name: 'Drawing area, empty' }).waitFor();
    return page;
  },
  'uploading a signature': async (options) => {
    const page = await agreed(options);
    await page.getByRole('button', { name: /^Sign here/ }).click();
    await page.getByRole('radio', { name: 'Upload' }).check();
    await page.getByLabel('Choose a picture').waitFor();
    return page;
  },
  'a document to approve': async (options) => {
    const document = await pages.send({ recipients: [{ ...ada, role: 'approver' }], fields: [] });
    const page = await pages.open(document, ada.email, options);
    await readDocument(page);
    await press(page, 'I agree and continue');
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    return page;
  },
  'a document to read': async (options) => {
    const document = await pages.send({
      recipients: [ada, { ...grace, role: 'viewer' }],
      fields: [{ ...at(0), type: 'signature' }],
    });
    const page = await pages.open(document, grace.email, options);
    await readDocument(page);
    return page;
  },
  declining: async (options) => {
    const page = await signing(options);
    await press(page, 'Decline');
    await press(page, 'Decline the document');
    await page.getByText('Please give a reason.').waitFor();
    return page;
  },
  'handing over': async (options) => {
    const page = await signing(options);
    await press(page, 'Hand over');
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
    await page.getByText('Please enter a name.').waitFor();
    return page;
  },
  'the one-time code': async (options) => {
    const document = await pages.send({
      recipients: [{ ...ada, auth_level: 'otp' }],
      fields: [{ ...at(0), type: 'signature' }],
    });
    const page = await pages.open(document, ada.email, options);
    await press(page, 'Mail me a code');
    await page.getByRole('textbox', { name: 'Six-digit code' }).waitFor();
    await press(page, 'Continue');
    await page.getByText('The code has six digits.').waitFor();
    return page;
  },
  'waiting for others': async (options) => {
    const document = await pages.send();
    await signAs(pages.api.deps, document, signer(document, ada.email));
    const page = await pages.open(document, ada.email, options);
    await heading(page, 'You are done');
    return page;
  },
  'a sealed document': async (options) => {
    const document = await pages.send();
    for (const recipient of document.recipients) await signAs(pages.api.deps, document, recipient);
    const page = await pages.open(document, ada.email, options);
    await page.getByText('The sealed copy is being made.').waitFor();
    await pages.seal(document);
    await page.getByRole('link', { name: 'Download the sealed copy' }).waitFor();
    return page;
  },
  'a withdrawn document': async (options) => {
    const document = await pages.send();
    const path = `/v1/documents/${encodeId('doc', document.id)}/void`;
    await pages.workspace.live.post(path, { reason: 'Sent to the wrong tenant.' }).expect(200);
    const page = await pages.open(document, ada.email, options);
    await heading(page, 'This document was withdrawn');
    await page.getByText('Sent to the wrong tenant.').waitFor();
    return page;
  },
  'an expired document': async (options) => {
    const expires_at = new Date(pages.api.clock.now().getTime() + 60_000).toISOString();
    const document = await pages.send({ expires_at });
    pages.api.clock.advance(61_000);
    await expireDueDocuments(pages.api.deps, 'test');
    const page = await pages.open(document, ada.email, options);
    await heading(page, 'This document has expired');
    return page;
  },
};

describe.each(Object.entries(screens))('%s', (_name, come) => {
  test.each([
    ['a desktop', desktop],
    ['a phone', phone],
  ])('has nothing on %s that axe objects to', async (_window, options) => {
    const page = await come(options);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('fits a window 320 pixels wide without scrolling sideways', async () => {
    const page = await come(narrowest);
    expect(await sidewaysOverflow(page)).toBe(0);
  });
});

test('a test document is marked on the page and on every sheet, a live one nowhere', async () => {
  const page = await signing(desktop);
  await page.getByText('Test document: what is signed here binds nobody.').waitFor();
  expect(await page.locator('.page-watermark').count()).toBe(1);
  const live = await pages.open(await pages.send(), ada.email);
  await readDocument(live);
  expect(await live.getByText('Test document').count()).toBe(0);
  expect(await live.locator('.page-watermark').count()).toBe(0);
});

test('what people wrote is shown as text, whatever it looks like', async () => {
  const nasty = '<img src=x onerror="document.title=1"><b>bold</b>';
  const document = await pages.send({
    title: nasty,
    message: nasty,
    recipients: [{ ...ada, name: nasty }],
    fields: [
      { ...at(0), type: 'name' },
      { ...at(1), type: 'text', name: 'note', read_only: true, prefill_value: nasty },
    ],
  });
  const page = await pages.open(document, ada.email);
  await heading(page, nasty);
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.locator('main b').count()).toBe(0);
  expect(await page.title()).toBe(`${nasty} – sign`);
});

test('a service that does not answer is told apart from a link that does not work, and can be asked again', async () => {
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
