/** Direct links: the page for visitors, signing at once, and the page of the console that makes links. */
import { newId } from '@countersign/contract/ids';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consolePages, small, wide } from '../support/console-pages.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { accessibilityFaults, phone, sidewaysOverflow } from '../support/signing-page.ts';

const { pages, openAs } = consolePages();

let template: string;
beforeAll(async () => {
  const made = await pages.workspace.live.post('/v1/templates', {
    name: 'Photo release',
    pdf_base64: Buffer.from(await samplePdf()).toString('base64'),
    recipients: [{ name: 'Guest', email: 'guest@example.test' }],
    fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.7, w: 0.4, h: 0.06, recipient_index: 0 }],
  });
  template = made.body.id;
});
async function link(extra: object = {}): Promise<{ path: string; id: string }> {
  const { body } = await pages.workspace.live.post(`/v1/templates/${template}/direct-links`, extra);
  return { path: new URL(body.url).pathname, id: body.id };
}
const documentsOf = (id: string) => pages.api.deps.db.recipient.findMany({ where: { directLinkId: id } });

async function expectSound(page: Page) {
  expect([await accessibilityFaults(page), await sidewaysOverflow(page)]).toEqual([[], 0]);
}

describe.each([
  ['desktop', wide],
  ['phone', phone],
])('a visitor on a %s', (_name, size) => {
  test('enters name and address, and is asked to open the email', async () => {
    const { path, id } = await link({ max_uses: 1 });
    const page = await pages.visit(path, size);
    await page.getByRole('heading', { name: 'Photo release' }).waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Email me the link' }).click();
    await page.getByText('Please enter your name.').waitFor();
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('Your email address').fill('ada@example');
    await page.getByRole('button', { name: 'Email me the link' }).click();
    await page.getByText('Please enter an email address, such as').waitFor();
    expect(await documentsOf(id)).toEqual([]);
    const email = `${newId()}@example.test`;
    await page.getByLabel('Your email address').fill(email);
    await page.getByRole('button', { name: 'Email me the link' }).click();
    await page.getByText(`We sent a link to ${email}.`).waitFor();
    await expectSound(page);
    expect(await documentsOf(id)).toMatchObject([{ email, name: 'Ada Lovelace', status: 'sent' }]);

    await page.reload();
    await page.getByText('It could be used a limited number of times.').waitFor();
    await expectSound(page);
  });
});

test('a visitor signs at once, and cannot reassign', async () => {
  const { path, id } = await link({ confirm_email: false });
  const page = await pages.visit(path, phone);
  await page.getByLabel('Your name').fill('Grace Hopper');
  await page.getByLabel('Your email address').fill('grace@example.test');
  await page.getByRole('button', { name: 'Open the document' }).click();
  await page.getByRole('button', { name: 'I agree and continue' }).click();
  expect(await page.getByRole('button', { name: 'Decline' }).count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Reassign' }).count()).toBe(0);
  await page.getByRole('button', { name: /^Sign here/ }).click();
  await page.getByRole('button', { name: 'Use this signature' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Finish signing' }).click();
  await page.getByText('The sealed copy is being created.').waitFor();
  expect(await documentsOf(id)).toMatchObject([{ status: 'completed', delivery: 'none' }]);
});

describe.each([
  ['desktop', wide],
  ['phone', small],
])('the console on a %s', (_name, size) => {
  test('creates a link, shows it and turns it off', async () => {
    const made = await pages.workspace.live.post(`/v1/templates/${template}/duplicate`, { name: 'Waiver' });
    const { page } = await openAs('manager', `/templates/${made.body.id}/links`, size);
    await page.getByText('No direct links yet').waitFor();
    await page.getByRole('button', { name: 'New link' }).first().click();
    await page.getByLabel('Maximum number of documents').fill('50');
    await expectSound(page);
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('0 of 50').waitFor();
    await page.getByText(/\/d\/[\w-]{43}/).waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Off', { exact: true }).waitFor();
    await expectSound(page);
  });
});
