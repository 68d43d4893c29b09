/** Whole signings through the page, against the real application (docs/spec/decisions.md, sections 3 and 9). */
import { encodeId } from '@countersign/contract/ids';
import { authorityExtensions, makeCertificate, p256 } from '@countersign/pdf/testing/make-certificate';
import { verifyPdf } from '@countersign/pdf/verify';
import { createCscSigner } from '@countersign/recipient-signers/csc/provider';
import { afterAll, describe, expect, test } from '@jest/globals';
import { PDFDocument, degrees as turn } from 'pdf-lib';
import type { Page, Route } from 'playwright-core';
import { startCscProvider } from '../support/csc-provider.ts';
import { signAs } from '../support/documents.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import {
  accessibilityFaults,
  agree,
  desktop,
  finish,
  heading,
  narrowest,
  phone,
  sidewaysOverflow,
  signingPages,
} from '../support/signing-page.ts';

const provider = await startCscProvider();
afterAll(() => provider.close());
const pages = signingPages(() => ({
  recipientSigner: createCscSigner({
    ...{ name: 'Example Trust', baseUrl: provider.url, unstatedLevel: null },
    ...{ clientId: provider.clientId, clientSecret: provider.clientSecret },
  }),
}));

const ada = { name: 'Ada Lovelace', email: 'ada@example.test' };
const grace = { name: 'Grace Hopper', email: 'grace@example.test' };
const signature = {
  type: 'signature',
  page: 1,
  x: 0.1,
  y: 0.8,
  w: 0.3,
  h: 0.05,
  recipient_index: 0,
} as const;

async function typeSignature(page: Page, button: RegExp, text?: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  if (text !== undefined) await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: /^Use / }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe('a recipient signs', () => {
  test('by filling in all ten field types; the entered values are stored, and the sealed PDF can be downloaded', async () => {
    const at = (row: number, column = 0) => ({
      page: 1,
      x: 0.1 + column * 0.45,
      y: 0.2 + row * 0.06,
      w: 0.35,
      h: 0.035,
      recipient_index: 0,
    });
    const document = await pages.send({
      recipients: [ada],
      fields: [
        { ...at(0), type: 'name' },
        { ...at(0, 1), type: 'email' },
        { ...at(1), type: 'date', name: 'move_in' },
        { ...at(1, 1), type: 'number', name: 'rent', settings: { min_value: 1 } },
        { ...at(2), type: 'text', name: 'zip', settings: { pattern: '[0-9]{5}' } },
        { ...at(2, 1), type: 'dropdown', name: 'payment', settings: { options: ['Cash', 'Transfer'] } },
        { ...at(3), type: 'radio', name: 'pets', settings: { options: ['Cat', 'Dog'] } },
        { ...at(3, 1), w: 0.03, type: 'checkbox', name: 'rules' },
        { ...at(4), type: 'initials' },
        { ...at(4, 1), type: 'text', name: 'currency', read_only: true, prefill_value: 'EUR' },
        signature,
      ],
    });
    const page = await pages.open(document, ada.email);
    await heading(page, 'Agreement');
    expect(await page.getByRole('textbox', { name: 'Full name' }).isDisabled()).toBe(true);
    await agree(page);
    expect(await page.getByRole('textbox', { name: 'Full name' }).inputValue()).toBe('Ada Lovelace');
    expect(await page.getByRole('textbox', { name: 'Email address' }).inputValue()).toBe(ada.email);
    expect(await page.getByText('EUR').isVisible()).toBe(true);
    await page.getByLabel('Move in', { exact: true }).fill('2027-02-01');
    await page.getByRole('textbox', { name: 'Rent' }).fill('1250.50');
    await page.getByRole('textbox', { name: 'Zip' }).fill('10115');
    await page.getByRole('combobox', { name: 'Payment' }).selectOption('Transfer');
    await page.getByRole('group', { name: 'Pets' }).getByRole('radio', { name: 'Dog' }).check();
    await page.getByRole('checkbox', { name: 'Rules' }).check();
    await typeSignature(page, /^Initial here/);
    await typeSignature(page, /^Sign here/, 'Ada King Lovelace');
    await page.getByText('Everything is filled in.').waitFor();
    await finish(page);
    await heading(page, 'The document is complete');
    await page.getByText('The sealed copy is being created.').waitFor();

    const after = await pages.reread(document);
    expect(after.status).toBe('completed');
    expect(Object.fromEntries(after.fields.map((field) => [field.name ?? field.type, field.value]))).toEqual({
      name: 'Ada Lovelace',
      email: ada.email,
      move_in: '2027-02-01',
      rent: '1250.50',
      zip: '10115',
      payment: 'Transfer',
      pets: 'Dog',
      rules: 'true',
      initials: 'AL',
      currency: 'EUR',
      signature: 'Ada King Lovelace',
    });

    await pages.seal(document);
    const link = page.getByRole('link', { name: 'Download the sealed copy' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const report = await verifyPdf(Buffer.concat(chunks));
    expect(report).toMatchObject({ intact: true, signatures: [{ valid: true }] });
  });

  test('using only the keyboard', async () => {
    const document = await pages.send({
      recipients: [ada],
      fields: [{ ...signature, y: 0.7, type: 'text', name: 'city' }, signature],
    });
    const page = await pages.open(document, ada.email);
    await page.locator('.page canvas').waitFor();
    const tabTo = async (name: RegExp) => {
      for (let steps = 0; steps < 40; steps += 1) {
        await page.keyboard.press('Tab');
        const label = await page.evaluate(() => {
          const element = globalThis.document.activeElement;
          return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
        });
        if (name.test(label)) return;
      }
      throw new Error(`${name} cannot be reached with the Tab key`);
    };
    await tabTo(/^I agree/);
    await page.keyboard.press('Enter');
    await page.getByText('2 fields left').waitFor();
    // Consent moves the focus to the first field that is not filled in.
    await page.waitForFunction(
      () => globalThis.document.activeElement?.getAttribute('aria-label') === 'City',
    );
    await page.keyboard.type('Berlin');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(/^Use this signature/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Closing the dialog gives the focus back to the field that opened it.
    await page.waitForFunction(() =>
      /Ada Lovelace, Signature/.test(globalThis.document.activeElement?.getAttribute('aria-label') ?? ''),
    );
    await tabTo(/^Finish signing/);
    await page.keyboard.press('Enter');
    await heading(page, 'The document is complete');
    expect((await pages.reread(document)).status).toBe('completed');
  });

  test('on a phone, where fields open in a dialog that leads to the next field', async () => {
    const document = await pages.send({
      recipients: [ada],
      fields: [
        { ...signature, y: 0.7, type: 'text', name: 'city' },
        { ...signature, y: 0.75, h: 0.02, type: 'checkbox', name: 'rules' },
        signature,
      ],
    });
    const page = await pages.open(document, ada.email, phone);
    await agree(page);
    await page.getByRole('button', { name: 'Next field' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'City' }).fill('Berlin');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('checkbox', { name: 'Rules' }).check();
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('button', { name: 'Use this signature' }).click();
    await page.getByText('Everything is filled in.').waitFor();
    await finish(page);
    await heading(page, 'The document is complete');
    const { fields } = await pages.reread(document);
    expect(fields.map((field) => field.value)).toEqual(['Berlin', 'true', 'Ada Lovelace']);
  });

  test('and is redirected to the address of the sender, unless they choose to stay', async () => {
    const target = `${pages.api.url}/errors`;
    const document = await pages.send({ recipients: [ada], fields: [signature], redirect_url: target });
    const page = await pages.open(document, ada.email);
    await agree(page);
    await typeSignature(page, /^Sign here/);
    await finish(page);
    const { host } = new URL(target);
    await page.getByText(`You will be redirected to ${host}`).waitFor();
    await page.getByRole('button', { name: 'Stay here' }).click();
    expect(await page.getByText('You will be redirected to').count()).toBe(0);
    await page.getByRole('link', { name: `Continue to ${host}` }).click();
    await page.waitForURL(target);
  });

  test('and waits for the others when it is not the last', async () => {
    const document = await pages.send();
    const page = await pages.open(document, ada.email);
    await agree(page);
    await typeSignature(page, /^Sign here/);
    await finish(page);
    await heading(page, 'You are done');
    const other = await pages.open(document, grace.email);
    await heading(other, 'Agreement');
    // The second recipient sees what the first one signed.
    await other.locator('.field-fixed', { hasText: 'Ada Lovelace' }).waitFor();
  });
});

describe('errors are shown at the field', () => {
  test('before anything is sent, by the rules that the page shares with the server', async () => {
    const document = await pages.send({
      recipients: [ada],
      fields: [
        { ...signature, y: 0.3, type: 'number', name: 'rent', settings: { min_value: 100 } },
        signature,
      ],
    });
    const page = await pages.open(document, ada.email);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await agree(page);
    const rent = page.getByRole('textbox', { name: 'Rent' });
    await rent.fill('99');
    await finish(page);
    await page.getByRole('alert').getByText('2 fields need your attention.').waitFor();
    await page.locator('.page').getByText('Must be 100 or more.').waitFor();
    await page.getByText('Please add your signature.').waitFor();
    expect(await rent.evaluate((element) => element === globalThis.document.activeElement)).toBe(true);
    expect(await rent.getAttribute('aria-invalid')).toBe('true');
    await rent.fill('100');
    await page.getByText('Must be 100 or more.').waitFor({ state: 'detached' });
    expect(sent.filter((url) => url.endsWith('/complete'))).toEqual([]);
  });

  test('and in the bar, which leads to the field, because the message may have no room there', async () => {
    const limited = (row: number, name: string) =>
      ({
        ...{ ...signature, y: 0.3 + row * 0.04, h: 0.035 },
        ...{ type: 'number', name, settings: { max_value: 10 } },
      }) as const;
    const document = await pages.send({
      recipients: [ada],
      fields: [limited(0, 'rent'), limited(1, 'deposit'), limited(2, 'months'), { ...signature, y: 0.6 }],
    });
    const page = await pages.open(document, ada.email);
    await agree(page);
    const [rent, deposit, months] = ['Rent', 'Deposit', 'Months'].map((name) =>
      page.getByRole('textbox', { name }),
    );
    const inBar = (name: string) => page.getByRole('button', { name: `${name}: Must be 10 or less.` });
    await rent!.fill('11');
    await deposit!.fill('12');
    await months!.focus();
    await inBar('Deposit').waitFor();
    // The message of the focused field does not cover the field below.
    await deposit!.focus();
    expect(await page.locator('.page').getByText('Must be 10 or less.').first().isVisible()).toBe(false);
    await deposit!.fill('9');
    await inBar('Rent').click();
    expect(await rent!.evaluate((element) => element === globalThis.document.activeElement)).toBe(true);
    await rent!.fill('9');
    await inBar('Rent').waitFor({ state: 'detached' });
    await finish(page);
    await page.getByRole('button', { name: 'Months: Please fill this in.' }).waitFor();
  });

  test('after the response of the server, for errors that only it can find', async () => {
    const document = await pages.send({
      recipients: [ada],
      fields: [{ ...signature, y: 0.3, type: 'text', name: 'city' }, signature],
    });
    const page = await pages.open(document, ada.email);
    await agree(page);
    await page.getByRole('textbox', { name: 'City' }).fill('Berlin \u{13000}');
    await typeSignature(page, /^Sign here/);
    await finish(page);
    await page
      .locator('.page')
      .getByText(/No font can draw/)
      .waitFor();
    expect((await pages.reread(document)).status).toBe('sent');
    await page.getByRole('textbox', { name: 'City' }).fill('Berlin');
    await finish(page);
    await heading(page, 'The document is complete');
  });

  test('a prefill that the recipient cleared stays empty', async () => {
    const document = await pages.send({
      recipients: [ada],
      fields: [
        { ...signature, y: 0.3, type: 'text', name: 'remark', required: false, prefill_value: 'as agreed' },
        signature,
      ],
    });
    const page = await pages.open(document, ada.email);
    await agree(page);
    await page.getByRole('textbox', { name: 'Remark' }).fill('');
    await typeSignature(page, /^Sign here/);
    await finish(page);
    await heading(page, 'The document is complete');
    expect((await pages.reread(document)).fields.find((field) => field.name === 'remark')!.value).toBeNull();
  });
});

describe('a one-time code', () => {
  const secured = { ...ada, auth_level: 'otp' } as const;

  test('is required before anything is shown; after a wrong one the page shows how many tries are left', async () => {
    const document = await pages.send({
      recipients: [secured],
      fields: [signature],
      message: 'Only for Ada',
    });
    const page = await pages.open(document, ada.email);
    await heading(page, 'Confirm your identity');
    expect(await page.getByText('Only for Ada').count()).toBe(0);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    const code = page.getByRole('textbox', { name: 'Six-digit code' });
    await code.fill('12');
    await code.press('Enter');
    await page.getByText('The code has six digits.').waitFor();
    const right = await pages.mailedCode(document, ada.email);
    await code.fill(right === '000000' ? '000001' : '000000');
    await code.press('Enter');
    await page.getByText('This code is incorrect. 4 tries are left.').waitFor();
    await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
    await code.press('Enter');
    await page.getByText('Only for Ada').waitFor();
    await page.locator('.page canvas').waitFor();
  });

  test('that is required again later does not lose entered values', async () => {
    const document = await pages.send({
      recipients: [secured],
      fields: [{ ...signature, y: 0.3, type: 'text', name: 'city' }, signature],
    });
    const page = await pages.open(document, ada.email);
    const enter = async () => {
      await page.getByRole('button', { name: 'Email me a code' }).click();
      const code = page.getByRole('textbox', { name: 'Six-digit code' });
      await code.waitFor();
      await code.fill(await pages.mailedCode(document, ada.email));
      await code.press('Enter');
    };
    await enter();
    await agree(page);
    await page.getByRole('textbox', { name: 'City' }).fill('Berlin');
    await typeSignature(page, /^Sign here/);
    pages.api.clock.advance(2 * 3_600_000 + 1000);
    await finish(page);
    await heading(page, 'Confirm your identity');
    await enter();
    await finish(page);
    await heading(page, 'The document is complete');
    expect((await pages.reread(document)).fields.map((field) => field.value)).toEqual([
      'Berlin',
      'Ada Lovelace',
    ]);
  });
});

test('a recipient continues on another device; drafts are saved by themselves once the service is back', async () => {
  const document = await pages.send({
    recipients: [ada],
    fields: [
      { ...signature, y: 0.3, type: 'text', name: 'city' },
      { ...signature, y: 0.5, type: 'text', name: 'country' },
      signature,
    ],
  });
  const drafts = await pages.open(document, ada.email);
  await agree(drafts);
  const away = '**/v1/signing/*/draft';
  await drafts.route(away, (route) => route.abort());
  await drafts.getByRole('textbox', { name: 'City' }).fill('Paris');
  await drafts.getByText('Saved on this device only').waitFor();
  await typeSignature(drafts, /^Sign here/);
  await drafts.unroute(away);
  await drafts.getByText('Draft saved').waitFor();

  const other = await pages.open(document, ada.email, phone);
  await other.getByRole('main').getByText('What you entered before is still here.').waitFor();
  await other.getByRole('button', { name: 'Paris, City' }).waitFor();
  await other.getByRole('button', { name: /^Ada Lovelace, Signature/ }).waitFor();
  await other.getByRole('button', { name: /^Country/ }).click();
  await other.getByRole('dialog').getByRole('textbox').fill('France');
  await other.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await other.getByText('Draft saved').waitFor();

  // The first device takes over what the second one saved, as soon as it saves itself.
  await drafts.getByRole('textbox', { name: 'City' }).fill('Lyon');
  await drafts.waitForFunction(() =>
    [...globalThis.document.querySelectorAll('textarea')].some(({ value }) => value === 'France'),
  );
  const { fields } = await pages.reread(document);
  expect(fields.map(({ value }) => value)).toEqual([null, null, null]);
  await finish(drafts);
  await heading(drafts, 'The document is complete');
  expect((await pages.reread(document)).fields.map(({ value }) => value)).toEqual([
    'Lyon',
    'France',
    'Ada Lovelace',
  ]);
  const where = { recipient: { documentId: document.id } };
  expect(await pages.api.deps.db.signingDraft.count({ where })).toBe(0);
  const kept = await drafts.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')));
  expect(kept).toEqual([]);
});

describe('a recipient who does not sign', () => {
  test('declines with a reason, which the document keeps', async () => {
    const document = await pages.send();
    const page = await pages.open(document, ada.email);
    await page.getByRole('button', { name: 'Decline' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decline to sign' });
    await dialog.getByRole('button', { name: 'Decline the document' }).click();
    await dialog.getByText('Please give a reason.').waitFor();
    await dialog.getByRole('textbox').fill('The rent is <b>too</b> high.');
    await dialog.getByRole('button', { name: 'Decline the document' }).click();
    await heading(page, 'You declined this document');
    await page.getByText('The rent is <b>too</b> high.').waitFor();
    expect((await pages.reread(document)).status).toBe('rejected');
    const other = await pages.open(document, grace.email);
    await heading(other, 'This document was declined');
  });

  test('reassigns to another person, but not to themselves', async () => {
    const document = await pages.send();
    const page = await pages.open(document, ada.email);
    await page.getByRole('button', { name: 'Reassign' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reassign to someone else' });
    await dialog.getByRole('textbox', { name: 'Their name' }).fill('Mary Somerville');
    await dialog.getByRole('textbox', { name: 'Their email address' }).fill(ada.email);
    await dialog.getByRole('button', { name: 'Reassign' }).click();
    await dialog.getByText('This is your own address').waitFor();
    await dialog.getByRole('textbox', { name: 'Their email address' }).fill('mary@example.test');
    await dialog.getByRole('button', { name: 'Reassign' }).click();
    await heading(page, 'You reassigned this document');
    const after = await pages.reread(document);
    const old = await pages.visit(pages.path(document, ada.email));
    await heading(old, 'This link does not work');
    const mary = await pages.open(after, 'mary@example.test');
    await mary.getByText('You are Mary Somerville').waitFor();
  });

  test('approves without any field', async () => {
    const document = await pages.send({ recipients: [{ ...ada, role: 'approver' }], fields: [] });
    const page = await pages.open(document, ada.email);
    await page.getByText('asks you to approve').waitFor();
    await agree(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    await heading(page, 'The document is complete');
    expect((await pages.reread(document)).recipients[0]!.status).toBe('completed');
  });

  test('only reads, as a viewer', async () => {
    const document = await pages.send({
      recipients: [ada, { ...grace, role: 'viewer' }],
      fields: [signature],
    });
    const page = await pages.open(document, grace.email);
    await page.getByText('sent you this to read').waitFor();
    await page.locator('.page canvas').waitFor();
    expect(await page.getByRole('button', { name: /agree|Finish|Decline|Reassign|Sign here/ }).count()).toBe(
      0,
    );
  });
});

describe('a recipient in a later step', () => {
  test('sees that it is not their turn, and the document as soon as the previous recipient has signed', async () => {
    const document = await pages.send({
      recipients: [ada, { ...grace, signing_order: 2 }],
      fields: [signature, { ...signature, y: 0.6, recipient_index: 1 }],
    });
    const page = await pages.open(document, grace.email);
    await heading(page, 'It is not your turn yet');
    const recipient = document.recipients.find((one) => one.email === ada.email)!;
    await signAs(pages.api.deps, document, recipient);
    await page.getByRole('button', { name: 'Check again' }).click();
    await heading(page, 'Agreement');
    await page.locator('.page canvas').waitFor();
  });
});

describe('the document', () => {
  test('that cannot be fetched shows an error, offers the file, and is shown on the next try', async () => {
    const document = await pages.send();
    const page = await pages.visit('/errors');
    await page.route('**/content', (route) => route.abort());
    await page.goto(`${pages.api.url}${pages.path(document, ada.email)}`);
    await page.getByRole('alert').getByText('The document cannot be shown here.').waitFor();
    await pages.expectComplaint(/the document cannot be opened/);
    await page.unroute('**/content');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.page canvas').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('scrolls in its own frame when enlarged, and its fields grow with it', async () => {
    const document = await pages.send({ recipients: [ada], fields: [signature] });
    const page = await pages.open(document, ada.email, narrowest);
    const sheet = page.getByRole('region', { name: 'Page 1 of 1' });
    const widths = async () => ({
      sheet: (await sheet.boundingBox())!.width,
      field: (await page.locator('[data-field-id]').boundingBox())!.width,
    });
    await sheet.locator('canvas').waitFor();
    const before = await widths();
    for (let steps = 0; steps < 3; steps += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    const after = await widths();
    expect(after.sheet / before.sheet).toBeCloseTo(2, 1);
    expect(after.field / before.field).toBeCloseTo(2, 1);
    expect(await sidewaysOverflow(page)).toBe(0);
  });

  test('counts as opened once the page has shown it, not when its address is fetched', async () => {
    const document = await pages.send();
    await fetch(`${pages.api.url}${pages.path(document, ada.email)}`);
    const status = async () =>
      (await pages.reread(document)).recipients.find((one) => one.email === ada.email)!.status;
    expect(await status()).toBe('sent');
    const page = await pages.visit('/errors');
    const [opened] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/open')),
      page.goto(`${pages.api.url}${pages.path(document, ada.email)}`),
    ]);
    expect(opened.status()).toBe(204);
    expect(await status()).toBe('opened');
  });

  test('is drawn page by page as it comes into view, with text that can be selected and searched', async () => {
    const document = await pages.send(
      { recipients: [ada], fields: [{ ...signature, page: 12 }] },
      'live',
      await samplePdf(12),
    );
    const page = await pages.open(document, ada.email);
    await page.locator('.page canvas').first().waitFor();
    await page.getByText('Page 1', { exact: true }).waitFor();
    expect(await page.locator('.page').count()).toBe(12);
    expect(await page.locator('.page canvas').count()).toBeLessThan(5);
    await agree(page);
    await page.getByRole('region', { name: 'Page 12 of 12' }).locator('canvas').waitFor();
    await page.getByText('Page 12', { exact: true }).waitFor();
  });

  test.each([0, 90, 180, 270])(
    'turned by %d degrees has its fields where the sender put them',
    async (degrees) => {
      const pdf = await PDFDocument.load(await samplePdf());
      pdf.getPage(0).setRotation(turn(degrees));
      const document = await pages.send({ recipients: [ada], fields: [signature] }, 'live', await pdf.save());
      const page = await pages.open(document, ada.email);
      const sheet = page.getByRole('region', { name: 'Page 1 of 1' });
      await sheet.locator('canvas').waitFor();
      const box = (await sheet.boundingBox())!;
      const canvas = (await sheet.locator('canvas').boundingBox())!;
      const field = (await page.locator('[data-field-id]').boundingBox())!;
      expect(box.width > box.height).toBe(degrees % 180 === 90);
      const ratio = await sheet
        .locator('canvas')
        .evaluate((element) => (element as HTMLCanvasElement).width / (element as HTMLCanvasElement).height);
      expect(ratio).toBeCloseTo(canvas.width / canvas.height, 2);
      expect((field.x - box.x) / box.width).toBeCloseTo(0.1, 2);
      expect((field.y - box.y) / box.height).toBeCloseTo(0.8, 2);
      expect(field.width / box.width).toBeCloseTo(0.3, 2);
      expect(field.height / box.height).toBeCloseTo(0.05, 2);
    },
  );

  test('that the sender voids meanwhile shows this and accepts no signature', async () => {
    const document = await pages.send();
    const page = await pages.open(document, ada.email, desktop);
    await agree(page);
    await typeSignature(page, /^Sign here/);
    await pages.workspace.live
      .post(`/v1/documents/${encodeId('doc', document.id)}/void`, { reason: 'Wrong tenant' })
      .expect(200);
    await finish(page);
    await heading(page, 'This document was voided');
    await page.getByText('Wrong tenant').waitFor();
  });

  test('whose date format the sender changes meanwhile is shown in the new format before it can be signed', async () => {
    const document = await pages.send({
      recipients: [ada],
      date_format: 'DD/MM/YYYY',
      fields: [
        { type: 'date', name: 'move_in', page: 1, x: 0.1, y: 0.2, w: 0.35, h: 0.035, recipient_index: 0 },
        signature,
      ],
    });
    const page = await pages.open(document, ada.email, desktop);
    await agree(page);
    await page.getByLabel('Move in', { exact: true }).fill('2027-04-03');
    await page.locator('.field-printed', { hasText: '03/04/2027' }).waitFor({ state: 'attached' });
    await typeSignature(page, /^Sign here/);
    await pages.workspace.live
      .patch(`/v1/documents/${encodeId('doc', document.id)}`, { date_format: 'MM/DD/YYYY' })
      .expect(200);
    await finish(page);
    await page.getByText('The sender changed how dates are printed.').waitFor();
    await page.locator('.field-printed', { hasText: '04/03/2027' }).waitFor({ state: 'attached' });
    expect((await pages.reread(document)).status).toBe('sent');
    await finish(page);
    await heading(page, 'The document is complete');
    const signed = (await pages.reread(document)).fields.find(({ type }) => type === 'date');
    expect(signed!.printed).toMatchObject({ text: '04/03/2027' });
  });
});

test.each([
  ['from the background', () => document.dispatchEvent(new Event('visibilitychange'))],
  [
    "from the browser's history",
    () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  ],
] as const)('a page that returns %s shows that the document was voided', async (_how, comeBack) => {
  const document = await pages.send({ recipients: [ada], fields: [signature] });
  const page = await pages.open(document, ada.email);
  await page.getByRole('button', { name: 'I agree and continue' }).waitFor();
  await pages.workspace.live.post(`/v1/documents/${encodeId('doc', document.id)}/void`, { reason: 'Old' });
  await page.evaluate(comeBack);
  await heading(page, 'This document was voided');
});

test('only the page that keeps entries says so while the browser is offline', async () => {
  const document = await pages.send({ recipients: [ada], fields: [signature] });
  const page = await pages.open(document, ada.email);
  const offline = page.getByText('You are offline.');
  await page.getByRole('button', { name: 'I agree and continue' }).waitFor();
  await page.context().setOffline(true);
  await offline.waitFor();
  expect(await offline.textContent()).toBe('You are offline. What you enter is kept on this device.');
  await page.context().setOffline(false);
  await offline.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Report abuse' }).click();
  await heading(page, 'Report abuse');
  await page.context().setOffline(true);
  await offline.waitFor();
  expect((await offline.textContent())!.trim()).toBe('You are offline.');
});

test('a recipient accepts the version of the consent text that the page has shown', async () => {
  const document = await pages.send({ recipients: [ada], fields: [signature] });
  const page = await pages.open(document, ada.email);
  // The page was opened before an upgrade of the service.
  await page.route('**/v1/signing/*?lang=en', async (route) => {
    const response = await route.fetch();
    const view = await response.json();
    await route.fulfill({ response, json: { ...view, consent: { ...view.consent, version: '2025-01' } } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'I agree and continue' }).waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'I agree and continue' }).click();
  await page.getByText('Please review it again.', { exact: false }).waitFor();
  expect((await pages.reread(document)).recipients[0]!.consentAt).toBeNull();
  await agree(page);
  await page.getByText('1 field left').waitFor();
  expect((await pages.reread(document)).recipients[0]!.consentVersion).not.toBe('2025-01');
});

test('a recipient reports abuse from the foot of the page; the sender sees nothing', async () => {
  const document = await pages.send({ recipients: [ada], fields: [signature] });
  const page = await pages.open(document, ada.email, phone);
  await page.getByRole('link', { name: 'Report abuse' }).click();
  await heading(page, 'Report abuse');
  expect([await accessibilityFaults(page), await sidewaysOverflow(page)]).toEqual([[], 0]);
  await page.getByRole('button', { name: 'Send the report' }).click();
  await page.getByText('Please choose one.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('What is wrong?').selectOption({ label: 'I suspect fraud' });
  await page.getByLabel('Anything the operator should know').fill('I never rented this flat.');
  const limited = (route: Route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      headers: { 'Retry-After': '28800' },
      body: JSON.stringify({ type: 'https://example.test/errors/rate-limited', status: 429 }),
    });
  const whenAgain = page.getByText('There were too many requests. Please try again in 8 hours.');
  await page.route('**/report', limited);
  await page.getByRole('button', { name: 'Send the report' }).click();
  await whenAgain.waitFor();
  await page.unroute('**/report');
  await page.getByRole('button', { name: 'Send the report' }).click();
  await heading(page, 'Thank you for your report');
  await page.route('**/v1/signing/*?lang=en', limited);
  await page.reload();
  await whenAgain.waitFor();
  const { db } = pages.api.deps;
  expect(await db.abuseReport.findMany({ where: { recipient: { documentId: document.id } } })).toMatchObject([
    { reason: 'fraud', message: 'I never rented this flat.' },
  ]);
  const trail = await db.event.findMany({ where: { documentId: document.id } });
  expect(trail.map(({ eventType }) => eventType).filter((type) => /abuse|report/.test(type))).toEqual([]);
});

test('with a key of their own, a recipient goes to the provider and returns; a failure keeps what they entered', async () => {
  provider.redirectUrl = `${pages.api.url}/signature-return`;
  const issuer = makeCertificate({ subject: 'Trust service', extensions: authorityExtensions() });
  const key = makeCertificate({ subject: 'Ada Lovelace', issuer, keys: p256() });
  const held = { id: 'ada', key: key.privateKey, certificates: [key.raw, issuer.raw] };
  provider.hold({ ...held, changes: { signatureQualifier: 'eu_eidas_aes' } });
  const document = await pages.send({
    recipients: [{ ...ada, signature_level: 'qualified' }],
    fields: [signature],
  });
  const page = await pages.open(document, ada.email, narrowest);
  await page.getByText('You sign this document with your own key at Example Trust.').waitFor();
  await agree(page);
  await typeSignature(page, /^Sign here/, 'Ada King Lovelace');
  expect(await sidewaysOverflow(page)).toBe(0);
  const leave = () => page.getByRole('button', { name: 'Sign at Example Trust' }).click();
  await leave();
  await page.getByRole('alert').getByText('requires a higher level of signature').waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await accessibilityFaults(page)).toEqual([]);
  expect((await pages.reread(document)).status).toBe('sent');
  provider.hold(held);
  await leave();
  await heading(page, 'The document is complete');
  const after = await pages.reread(document);
  expect(after.recipients[0]!.ownSignature).toMatchObject({ level: 'qualified', provider: 'Example Trust' });
  expect(after.fields[0]!.value).toBe('Ada King Lovelace');
});
