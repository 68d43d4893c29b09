/** Whole stories in the console with a real browser, API, worker, mailbox and webhook receivers. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeId } from '@countersign/contract/ids';
import { verifyPdf } from '@countersign/pdf/verify';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { Download, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { startCommand } from '../support/command-line.ts';
import { consolePages, small, wide, withWorker } from '../support/console-pages.ts';
import { finalizedDraft, reread, sentDocument, signAs } from '../support/documents.ts';
import { person } from '../support/people.ts';
import { startReceiver } from '../support/receiver.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { accessibilityFaults } from '../support/signing-page.ts';
import { sheetData, workbook } from '../support/xlsx.ts';
import { zipOf } from '../support/zip.ts';

const { pages, openAs, go } = consolePages();
const { mailTo } = withWorker(pages);

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const file = (name: string) => join(pages.folder, name);

async function bytesOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Drags a field type from the palette to a position on the first page, in fractions of it. */
async function dragField(page: Page, kind: string, x: number, y: number): Promise<void> {
  const from = (await page.getByRole('button', { name: kind, exact: true }).boundingBox())!;
  const sheet = (await page.locator('[data-sheet="1"]').boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(sheet.x + sheet.width * x - 30, sheet.y + sheet.height * y - 30, { steps: 4 });
  await page.mouse.move(sheet.x + sheet.width * x, sheet.y + sheet.height * y, { steps: 4 });
  await page.mouse.up();
}

beforeAll(async () => {
  await writeFile(file('lease.pdf'), await samplePdf(2));
});

describe('sign-in', () => {
  test('by the emailed link, which works once and leads to the requested page', async () => {
    const email = `owner@${pages.workspace.slug}.test`;
    const page = await pages.visit('/keys');
    await heading(page, 'Sign in');
    await page.getByLabel('Email').fill(email);
    await press(page, 'Send me a link');
    await heading(page, 'Check your email');
    const link = (await mailTo(email, 'sign in')).links.find((one) => one.includes('/sign-in/'))!;
    await page.goto(link);
    await press(page, 'Sign in');
    await heading(page, 'API keys');

    const again = await pages.visit(new URL(link).pathname);
    await press(again, 'Sign in');
    await heading(again, 'This link is no longer valid');

    await press(page, /^Account of/);
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await heading(page, 'Sign in');
    await go(page, '/documents');
    await heading(page, 'Sign in');
  });

  test('the command line gets its key when its code is approved in the browser; a wrong code is reported', async () => {
    const login = startCommand(
      ['login', '--url', pages.api.url, '--mode', 'test', '--name', 'Laptop of Ada', '--no-browser'],
      { env: { XDG_CONFIG_HOME: file('config') } },
    );
    const [, code = ''] = await login.until(/\b([A-Z0-9]{4}-[A-Z0-9]{4})\b/);
    const { page } = await openAs('manager', '/device?code=ZZZZ-ZZZZ');
    await page.getByText('Unknown code.').waitFor();
    await page.getByLabel('Code').fill(code.toLowerCase());
    await press(page, 'Continue');
    await heading(page, /^Approve .+\?$/);
    expect(await page.getByLabel('Name of the key').inputValue()).toBe('Laptop of Ada');
    await press(page, 'Approve');
    await heading(page, 'Approved');
    expect(await login.ended).toMatchObject({ status: 0 });
    const keys = await pages.workspace.live.get('/v1/keys');
    expect(keys.body).toContainEqual(
      expect.objectContaining({ name: 'Laptop of Ada', mode: 'test', revoked_at: null }),
    );
  });
});

test('several files become one document in the order that the person gives them', async () => {
  const { page } = await openAs('member', '/documents/new');
  const annex = Buffer.from(await samplePdf(1, 'annex'));
  const plan = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  const input = page.locator('input[type=file]');
  await input.setInputFiles(file('lease.pdf'));
  await input.setInputFiles([
    { name: 'annex.pdf', mimeType: 'application/pdf', buffer: annex },
    { name: 'plan.png', mimeType: 'image/png', buffer: plan },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
  ]);
  await page.getByText('notes.txt is not a PDF, JPEG or PNG file.').waitFor();
  await input.setInputFiles({ name: 'letter.docx', mimeType: '', buffer: Buffer.from('PK') });
  await page.getByText('Word files cannot be converted here. Save the file as PDF').waitFor();
  const names = () =>
    page
      .getByRole('list', { name: /^Files/ })
      .locator('strong')
      .allTextContents();
  expect(await names()).toEqual(['lease.pdf', 'annex.pdf', 'plan.png']);
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page, 'Move plan.png up');
  await press(page, 'Move plan.png up');
  await press(page, 'Move lease.pdf down');
  await press(page, 'Remove annex.pdf');
  expect(await names()).toEqual(['plan.png', 'lease.pdf']);
  expect(await page.getByLabel('Title').inputValue()).toBe('plan');
  await page.getByLabel('Title').fill('Plan and lease');
  await press(page, 'Upload and prepare');
  await heading(page, 'Plan and lease');
  await page.locator('[data-sheet="3"]').waitFor();
  await page.locator('.page canvas').first().waitFor();
  const id = /doc_[0-9a-z]+/.exec(page.url())![0];
  await go(page, `/documents/${id}`);
  await page.getByRole('heading', { name: 'Details' }).click();
  await page.getByText('plan.png, from page 1').waitFor();
  await page.getByText('lease.pdf, from page 2').waitFor();
});

test('a PDF becomes a document by dragging fields onto it; it is sent, signed by its recipient and comes back sealed', async () => {
  const { page } = await openAs('member', '/documents');
  await page.getByRole('link', { name: 'New document' }).first().click();
  await page.locator('input[type=file]').setInputFiles(file('lease.pdf'));
  await page.getByLabel('Title').fill('Lease of Main Street 5');
  await press(page, 'Upload and prepare');
  await heading(page, 'Lease of Main Street 5');

  await press(page, 'Add a person');
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await press(page, /^Review/);
  await page.getByText('Ada Lovelace has no valid email address yet.').first().waitFor();
  await press(page, 'Back to the document');
  await page.getByLabel('Email', { exact: true }).fill('ada@lease.test');
  await page.locator('.page canvas').first().waitFor();
  await dragField(page, 'Signature', 0.3, 0.2);
  await dragField(page, 'Text', 0.6, 0.4);
  await page.getByLabel('Name (optional)').fill('city');

  const text = page.getByRole('button', { name: /^Text city/ });
  const before = (await text.boundingBox())!;
  await text.focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  const after = (await text.boundingBox())!;
  expect(after.x).toBeGreaterThan(before.x);
  expect(after.height).toBeGreaterThan(before.height);
  await page.keyboard.press('Control+d');
  await page.keyboard.press('Control+z');
  await page.getByText('Draft saved').waitFor();
  await press(page, 'More actions');
  await page.getByRole('menuitem', { name: 'Title and due date…' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Lease of Main Street 7');
  await press(page, 'Save');
  await heading(page, 'Lease of Main Street 7');

  await press(page, /^Review/);
  await page.getByLabel('Message (optional)').fill('Please look at page 1.');
  await press(page, 'Send now');
  await page.getByText('Sent', { exact: true }).first().waitFor();
  await page.getByRole('heading', { name: 'History' }).click();
  await press(page, 'Verify and show hashes');
  await page.getByText('The chain is intact.').waitFor();

  const mail = await mailTo('ada@lease.test', 'Please sign');
  expect(mail.text).toContain('Please look at page 1.');
  const signing = await pages.visit(new URL(mail.links.find((one) => one.includes('/sign/'))!).pathname);
  await press(signing, 'I agree and continue');
  await signing.getByRole('textbox', { name: /City/i }).fill('Berlin');
  await signing.getByRole('button', { name: /^Sign here/ }).click();
  await signing.getByRole('dialog').getByRole('button', { name: /^Use / }).click();
  await press(signing, 'Finish signing');
  await heading(signing, 'The document is complete');

  const link = page.getByRole('link', { name: 'Download sealed PDF' });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(await verifyPdf(await bytesOf(download))).toMatchObject({
    intact: true,
    signatures: [{ valid: true }],
  });
  await page.getByText('The document was sealed').first().waitFor();
});

test('fields are offered at signature lines, pasted, placed on every page and selected by keys', async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const number of [1, 2, 3]) {
    const sheet = pdf.addPage([595, 842]);
    sheet.drawText(`Page ${number}`, { x: 72, y: 760, size: 18, font });
    if (number < 3) continue;
    sheet.drawText(`Tenant signature: ${'_'.repeat(24)}`, { x: 72, y: 200, size: 10, font });
    sheet.drawText(`Date: ${'_'.repeat(16)}`, { x: 360, y: 200, size: 10, font });
  }
  const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
  const people = ['Landlord', 'Tenant', 'Guarantor'].map((name) => ({
    name,
    email: `${name.toLowerCase()}@lease.test`,
  }));
  const draft = await finalizedDraft(ctx, { recipients: people, fields: [] }, Buffer.from(await pdf.save()));
  const id = encodeId('doc', draft.id);
  const { page } = await openAs('member', `/documents/${id}/prepare`);
  await page.locator('.page canvas').first().waitFor();
  const field = (name: RegExp) => page.getByRole('button', { name });
  const thumbnails = page.getByRole('navigation', { name: 'Pages' });

  // With three people the cards are folded.
  expect(await page.getByLabel('Email', { exact: true }).count()).toBe(0);
  await press(page, /^Guarantor/);
  await page.getByLabel('Email', { exact: true }).fill('bank@lease.test');
  await press(page, /^Person 3/);

  await press(page, 'Find signature lines');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('“Tenant signature”').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page, 'Place 2 fields');
  await field(/^Signature, for Tenant.* page 3/).waitFor();
  await field(/^Date, for Tenant.* page 3/).waitFor();
  await press(page, 'Find signature lines');
  await dialog.getByText('No free signature lines were found.', { exact: false }).waitFor();
  await press(page, 'Close');

  await thumbnails.getByRole('button', { name: 'Page 3, 2 fields' }).click();
  await page.locator('[data-sheet="3"]').click({ position: { x: 5, y: 5 } });
  const pressed = page.locator('.c-box-button[aria-pressed="true"]');
  await page.keyboard.press('Control+a');
  expect(await pressed.count()).toBe(2);
  expect(await page.evaluate(() => getSelection()!.toString())).toBe('');
  await page.keyboard.press('Control+c');
  await thumbnails.getByRole('button', { name: 'Page 1', exact: true }).click();
  await page.keyboard.press('Control+v');
  await field(/^Date, for Tenant.* page 1/).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+a');
  expect(await pressed.count()).toBe(4);
  await field(/^Date, for Tenant.* page 1/).click();
  await press(page, 'Place on every page');
  await thumbnails.getByRole('button', { name: 'Page 2, 1 field' }).waitFor();
  await thumbnails.getByRole('button', { name: 'Page 3, 2 fields' }).waitFor();

  await page.getByLabel('Name (optional)').fill('start');
  await page.keyboard.press('Control+a');
  expect(await pressed.count()).toBe(1);
  await page.getByText('Draft saved').waitFor();
  const { body } = await pages.workspace.live.get(`/v1/documents/${id}`);
  expect(body.fields).toHaveLength(5);
  expect(body.recipients[2].email).toBe('bank@lease.test');
});

test('a member does not see a document for managers, by page or by API', async () => {
  const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
  const hidden = await finalizedDraft(ctx, { title: 'Salaries', visibility: 'managers' });
  await finalizedDraft(ctx, { title: 'Canteen menu' });
  const id = encodeId('doc', hidden.id);

  const { page, who } = await openAs('member', '/documents');
  await page.getByRole('link', { name: 'Canteen menu' }).waitFor();
  expect(await page.getByText('Salaries').count()).toBe(0);
  for (const path of [`/documents/${id}`, `/documents/${id}/prepare`]) {
    await go(page, path);
    await page
      .getByText(/does not exist|Not found/i)
      .first()
      .waitFor();
    expect(await page.getByText('Salaries').count()).toBe(0);
  }
  for (const path of ['', '/events', '/download'])
    expect((await who.get(`/v1/documents/${id}${path}`)).status).toBe(404);

  await go(page, '/keys');
  await heading(page, 'No access');

  const { page: managers } = await openAs('manager', `/documents/${id}/prepare`);
  await heading(managers, 'Salaries');
});

test('the address of a recipient is corrected after sending: the new one gets an invitation that works', async () => {
  const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
  const document = await sentDocument(ctx, { title: 'Wrong address' });
  const { page } = await openAs('owner', `/documents/${encodeId('doc', document.id)}`);
  await press(page, 'Change Ada Lovelace');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('ada.corrected@example.test');
  await dialog.getByRole('button', { name: 'Save and send' }).click();
  await page.getByText('ada.corrected@example.test').first().waitFor();
  const { links } = await mailTo('ada.corrected@example.test', 'Wrong address');
  const signing = await pages.visit(new URL(links.find((one) => one.includes('/sign/'))!).pathname);
  await signing.getByText('Wrong address').first().waitFor();
  await signAs(ctx, document, (await reread(ctx, document.id)).recipients[0]!);
  await page.reload();
  await page.getByRole('button', { name: 'Change Grace Hopper' }).waitFor();
  expect(await page.getByRole('button', { name: 'Change Ada Lovelace' }).count()).toBe(0);
});

test('a document is found by its external id, and its page shows id and metadata', async () => {
  const { id } = await sentDocument(
    { ...pages.workspace.ctx(), storage: pages.api.storage },
    { title: 'Lease 4711' },
  );
  const own = { external_id: 'crm-4711', metadata: { customer: 'Ada & Söhne', region: 'north' } };
  const path = `/documents/${encodeId('doc', id)}`;
  expect((await pages.workspace.live.patch(`/v1${path}`, own)).status).toBe(200);
  const { page } = await openAs('member', '/documents');
  await page.getByRole('searchbox').fill('id:crm-471');
  await page.getByText('No documents match your search').waitFor();
  await page.getByRole('searchbox').fill('id:crm-4711');
  await page.getByRole('link', { name: 'Lease 4711' }).click();
  await heading(page, /^Lease 4711/);
  const facts = page.locator('.c-facts');
  await page
    .locator('summary')
    .filter({ has: page.getByText('Details', { exact: true }) })
    .click();
  await facts.getByText('crm-4711', { exact: true }).waitFor();
  for (const text of ['customer', 'Ada & Söhne', 'region', 'north'])
    expect(await facts.getByText(text, { exact: true }).count()).toBe(1);
});

test('an Excel file is checked row by row, previewed, sent in bulk, and its results come back as a file', async () => {
  const template = await pages.workspace.live.post('/v1/templates', {
    name: 'Membership',
    pdf_base64: Buffer.from(await samplePdf()).toString('base64'),
    recipients: [{ name: 'Applicant', email: 'applicant@placeholder.example' }],
    fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.5, w: 0.3, h: 0.06, recipient_index: 0 }],
  });
  expect(template.status).toBe(201);
  const { page } = await openAs('manager', `/bulk-sends/new?template=${template.body.id}`);
  const headerLink = page.getByRole('link', { name: 'Download the header row' });
  const [header] = await Promise.all([page.waitForEvent('download'), headerLink.click()]);
  const columns = (await bytesOf(header)).toString().trim();
  expect(columns.replace(/^\uFEFF/, '')).toBe('recipient_1_name,recipient_1_email');
  const lines = ['Ada,ada@bulk.test,', 'Grace,not an address,', 'Edsger,edsger@bulk.test,edsger.pdf'];
  const cells = [`${columns.replace(/^\uFEFF/, '')},pdf`, ...lines].map((line) => line.split(','));
  await writeFile(file('members.xlsx'), workbook({ sheets: [{ data: sheetData(cells) }] }));
  await page.locator('input[type=file]').setInputFiles(file('members.xlsx'));
  const own = { name: 'edsger.pdf', content: await samplePdf(1, 'Edsger') };
  await writeFile(file('own.zip'), zipOf([own, { name: 'notes.txt', content: 'unused' }]));
  await page.getByText('A PDF of its own for each row').click();
  await page.locator('input[type=file]').setInputFiles(file('own.zip'));
  await page.getByLabel('Fields in these PDFs').waitFor();
  await press(page, 'Upload and check');

  await heading(page, /members\.xlsx/);
  await page.getByText('1 row cannot be sent.').waitFor();
  await page.getByText('No row names 1 file of the ZIP.').waitFor();
  await page.getByText(/line 3/i).waitFor();
  const samples = page.getByRole('link', { name: /^(?:First|Last): row/ });
  expect(await samples.allInnerTexts()).toEqual([
    expect.stringMatching(/^First: row 1/),
    expect.stringMatching(/^Last: row 3/),
  ]);
  const address = new URL((await samples.first().getAttribute('href'))!, page.url());
  const preview = await page.request.get(address.href);
  expect([preview.status(), preview.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await press(page, 'Send the 2 valid rows');
  await press(page, 'Send now');
  await page.getByText(/^Finished/).waitFor();
  await mailTo('edsger@bulk.test', 'Please sign');
  const results = page.getByRole('link', { name: 'Results as CSV' });
  const [download] = await Promise.all([page.waitForEvent('download'), results.click()]);
  const csv = (await bytesOf(download)).toString();
  expect(csv.match(/doc_[0-9a-z]{26}/g)).toHaveLength(2);
  await page.getByRole('img', { name: 'Waiting: 2' }).waitFor();

  await press(page, 'Correct recipients…');
  await writeFile(
    file('corrections.csv'),
    'row_no,email\n2,grace@bulk.test\n3,edsger@new.test\n9,x@bulk.test\n',
  );
  await page.locator('input[type=file]').setInputFiles(file('corrections.csv'));
  await press(page, 'Upload and correct');
  await page.getByText(/^2 rows corrected/).waitFor();
  await page.getByText('the bulk send has no row 9').waitFor();
  await Promise.all([
    mailTo('grace@bulk.test', 'Please sign'),
    mailTo('edsger@new.test', 'Please sign'),
    page.getByRole('img', { name: 'Waiting: 3' }).waitFor(),
  ]);
  await press(page, /^Void 3 documents/);
  await page.getByLabel('Reason').fill('Sent too early');
  await press(page, 'Void the documents');
  await page.getByRole('img', { name: 'Voided: 3' }).waitFor();
  await press(page, /^Waiting/);
  await page.getByText('No documents here.').waitFor();

  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await page.getByText(/3 documents, 0 completed/).waitFor();
  expect(await page.getByRole('link', { name: 'Membership' }).count()).toBe(0);
  await page.getByRole('link', { name: 'members.xlsx' }).click();
  await page.getByText('Documents of members.xlsx').waitFor();
  await page.getByRole('link', { name: 'Membership' }).nth(1).waitFor();
});

test('a test event is shown with its request and its response, and delivered again', async () => {
  const receiver = await startReceiver();
  receiver.behave('/hooks', 500);
  const { page } = await openAs('manager', '/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('URL').fill(`${receiver.url}/hooks`);
  await press(page, 'Create webhook');
  expect(await page.getByRole('region', { name: 'Secret' }).textContent()).toMatch(/^whsec_/);
  await press(page, 'Done');
  await press(page, 'Send a test');
  await page.getByLabel('Event', { exact: true }).selectOption('document.signed');
  await press(page, 'Send');
  await page.locator('td').getByText('Retry scheduled', { exact: true }).waitFor();
  await page
    .locator('td')
    .getByText(/^next attempt in /)
    .waitFor();
  await press(page, '1 attempt');
  await page.locator('.c-log').getByText('500', { exact: true }).waitFor();
  const [first] = receiver.at('/hooks');
  const request = page.locator('.c-exchange');
  await request.getByText(String(first!.headers['x-service-signature'])).waitFor();
  await request.getByText(String(first!.headers['webhook-signature'])).waitFor();
  await request.getByText('"type": "document.signed"').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  receiver.behave('/hooks', 204);
  await press(page, 'Redeliver');
  await page.locator('td').getByText('Delivered', { exact: true }).waitFor();
  expect(receiver.at('/hooks').map(({ event }) => event.type)).toEqual([
    'document.signed',
    'document.signed',
  ]);
});

test('an invitation is emailed, accepted by its link once, and leads to the documents of the workspace', async () => {
  const email = `newcomer@${pages.workspace.slug}.test`;
  const { page: owners } = await openAs('owner', '/members');
  await press(owners, 'Invite');
  await owners.getByLabel('Email').fill(email);
  await owners.getByLabel('Role', { exact: true }).selectOption('manager');
  await press(owners, 'Send invitation');
  await owners.getByText(`Invitation sent to ${email}`).waitFor();
  await owners.getByRole('heading', { name: 'Open invitations' }).waitFor();

  const mail = await mailTo(email, 'Join');
  const path = new URL(mail.links.find((one) => one.includes('/invitation/'))!).pathname;
  const page = await pages.visit(path);
  await heading(page, /^Join /);
  await page.getByText('You are invited as manager').waitFor();
  await page.getByLabel('Your name (optional)').fill('Nadia Newcomer');
  await press(page, 'Accept the invitation');
  await heading(page, 'Documents');
  await go(page, '/members');
  await page.getByRole('row', { name: /Nadia Newcomer You/ }).waitFor();

  const again = await pages.visit(path);
  await heading(again, 'This invitation is no longer valid');
  await owners.reload();
  await owners.getByRole('row', { name: /Nadia Newcomer/ }).waitFor();
  expect(await owners.getByRole('heading', { name: 'Open invitations' }).count()).toBe(0);
});

test('an invitation of a person with an account leads to the sign-in page, and from there to the new workspace', async () => {
  const { who } = await openAs('member', '/documents');
  const other = await pages.api.createTestWorkspace();
  const owner = await person(pages.api, other, 'owner');
  expect((await owner.post('/v1/console/invitations', { email: who.email, role: 'owner' })).status).toBe(201);
  const invitation = (await mailTo(who.email, 'Join')).links.find((one) => one.includes('/invitation/'))!;
  const page = await pages.visit(new URL(invitation).pathname);
  await press(page, 'Accept the invitation');
  await heading(page, 'Sign in');
  await page.getByText(`You are now a member of Workspace ${other.slug}. Sign in to open it.`).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(who.email);
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page, 'Send me a link');
  await heading(page, 'Check your email');
  await page.goto((await mailTo(who.email, 'sign in')).links.find((one) => one.includes('/sign-in/'))!);
  await press(page, 'Sign in');
  await heading(page, 'Documents');
  expect(await page.getByRole('combobox', { name: 'Workspace' }).inputValue()).toBe(other.slug);
});

test('owners confirm before they change their own role, and see the console of the new role', async () => {
  const { page, who } = await openAs('owner', '/members');
  const row = page.getByRole('row', { name: /You/ });
  await row.getByRole('combobox').selectOption('member');
  await page.getByText('Only another owner can make you an owner again.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page, 'Cancel');
  expect(await row.getByRole('combobox').inputValue()).toBe('owner');
  const roleNow = async () =>
    (await pages.api.deps.db.membership.findFirstOrThrow({ where: { userId: who.userId } })).role;
  expect(await roleNow()).toBe('owner');

  await row.getByRole('combobox').selectOption('member');
  await press(page, 'Become member');
  await page.getByRole('button', { name: 'Invite' }).waitFor({ state: 'detached' });
  expect(await roleNow()).toBe('member');
  expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
});

test('a document is dragged onto a folder, and out of it again', async () => {
  const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
  const draft = await finalizedDraft(ctx, { title: 'Lease to be filed' });
  const { body: folder } = await pages.workspace.live.post('/v1/folders', { name: 'Leases of this year' });
  const { page } = await openAs('manager', '/documents');
  const row = page.getByRole('row', { name: /Lease to be filed/ });
  const placed = async () =>
    (await pages.workspace.live.get(`/v1/documents/${encodeId('doc', draft.id)}`)).body.folder_id;

  await row.dragTo(page.getByRole('button', { name: 'Leases of this year', exact: true }));
  await page.getByText('Moved to Leases of this year').waitFor();
  expect(await placed()).toBe(folder.id);
  await press(page, 'No folder');
  await row.waitFor({ state: 'detached' });
  await press(page, 'Leases of this year');
  await row.waitFor();
  await row.dragTo(page.getByRole('button', { name: 'No folder' }));
  await page.getByText('Removed from its folder').waitFor();
  expect(await placed()).toBeNull();
});

describe('by touch, on a phone', () => {
  type Point = { x: number; y: number };
  /** Simulates a finger that touches, moves in steps and lifts. */
  async function drag(page: Page, from: Point, to: Point): Promise<void> {
    const screen = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
      screen.send('Input.dispatchTouchEvent', { type, touchPoints });
    const steps = 8;
    await touch('touchStart', [from]);
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      await touch('touchMove', [
        { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share },
      ]);
    }
    await touch('touchEnd', []);
    await screen.detach();
  }
  const middle = (box: { x: number; y: number; width: number; height: number }): Point => ({
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
  });
  const boxOf = async (locator: Locator) => (await locator.boundingBox())!;

  test('a tap places a field, a finger moves it and draws another one from the list onto the page', async () => {
    const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
    const draft = await finalizedDraft(ctx, {
      title: 'Prepared on a phone',
      recipients: [{ name: 'Ada Lovelace', email: 'ada@phone.test' }],
      fields: [],
    });
    const id = encodeId('doc', draft.id);
    const { page } = await openAs('member', `/documents/${id}/prepare`, small);
    await page.locator('.page canvas').first().waitFor();
    const kinds = page.getByRole('list', { name: 'Kinds of field' });

    await kinds.getByRole('button', { name: 'Signature' }).tap();
    const signature = page.getByRole('button', { name: /^Signature, for Ada/ });
    await signature.waitFor();
    const before = await boxOf(signature);
    const from = middle(before);
    await drag(page, from, { x: from.x - 40, y: from.y - 90 });
    const after = await boxOf(signature);
    expect(after.x).toBeLessThan(before.x - 20);
    expect(after.y).toBeLessThan(before.y - 60);

    const sheet = await boxOf(page.locator('[data-sheet="1"]'));
    const target = { x: sheet.x + sheet.width * 0.5, y: after.y + after.height + 60 };
    await drag(page, middle(await boxOf(kinds.getByRole('button', { name: 'Initials' }))), target);
    const initials = page.getByRole('button', { name: /^Initials, for Ada/ });
    await initials.waitFor();
    const landed = middle(await boxOf(initials));
    expect(Math.hypot(landed.x - target.x, landed.y - target.y)).toBeLessThan(15);

    await page.getByText('Draft saved').waitFor();
    const { body } = await pages.workspace.live.get(`/v1/documents/${id}`);
    expect(body.fields.map(({ type }: { type: string }) => type)).toEqual(['signature', 'initials']);
    const { body: events } = await pages.workspace.live.get(`/v1/documents/${id}/events`);
    expect(events.map(({ event_type }: { event_type: string }) => event_type)).not.toContain(
      'envelope.downloaded',
    );
  });
});

test('folders stay reachable when the window becomes wider', async () => {
  const { page } = await openAs('manager', '/documents', small);
  const all = page.getByRole('button', { name: 'All documents' });
  await page.getByText('Folders', { exact: true }).first().waitFor();
  expect(await all.isVisible()).toBe(false);
  await page.setViewportSize(wide.viewport);
  await all.waitFor();
  await page.setViewportSize(small.viewport);
  await all.waitFor({ state: 'hidden' });
});

test('a list page that no longer exists shows the last page', async () => {
  const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
  await finalizedDraft(ctx, { title: 'Lease of the last page' });
  const { page } = await openAs('manager', '/documents?view=drafts&offset=1000');
  await page.getByRole('row', { name: /Lease of the last page/ }).waitFor();
  expect(new URL(page.url()).searchParams.get('offset')).toBeNull();
});
