/** What the console says and offers where people would otherwise not know how to go on, in a real browser. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consolePages, small } from '../support/console-pages.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { accessibilityFaults } from '../support/signing-page.ts';

const { pages, openAs, go } = consolePages();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const tile = (page: Page, name: string) =>
  page.locator('.c-tile').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('an owner of a new installation is reminded to name the workspace, and sees that nothing was sent', async () => {
  const { db } = pages.api.deps;
  const where = { slug: pages.workspace.slug };
  const { name } = await db.workspace.findFirstOrThrow({ where });
  await db.workspace.updateMany({ where, data: { name: 'Default' } });
  const { page, who } = await openAs('owner', '/documents');
  const reminder = (on: Page) => on.getByRole('link', { name: 'Name this workspace in the settings' });
  await reminder(page).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const { page: managers } = await openAs('manager', '/documents');
  await managers.getByText('No documents yet').waitFor();
  expect(await reminder(managers).count()).toBe(0);

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menu').getByText(who.email).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await go(page, '/usage');
  await page.getByText('Nothing sent yet').waitFor();
  await db.workspace.updateMany({ where, data: { name } });
});

test('the only owner of a workspace cannot leave it, and reads why; others can', async () => {
  const { page, who } = await openAs('owner', '/members');
  const leave = page.getByRole('button', { name: 'Leave', exact: true });
  await leave.waitFor();
  expect(await leave.isEnabled()).toBe(true);
  await pages.api.deps.db.membership.updateMany({
    where: { workspace: { slug: pages.workspace.slug }, userId: { not: who.userId } },
    data: { role: 'member' },
  });
  await page.reload();
  await page.getByText('Make someone else an owner first.').waitFor();
  expect(await leave.isDisabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a long name without spaces does not make the list of members wider than a phone', async () => {
  const { page, who } = await openAs('owner', '/members', small);
  const name = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
  await pages.api.deps.db.user.update({ where: { id: who.userId }, data: { name } });
  await page.reload();
  await page.getByText(name).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(small.viewport.width);
});

test('what is missing in a form is written below its input, in place of the bubble of the browser', async () => {
  const { page } = await openAs('owner', '/members');
  await press(page, 'Invite');
  const dialog = page.getByRole('dialog');
  const email = dialog.getByLabel('Email');
  await press(page, 'Send invitation');
  await dialog.getByText('Please fill this in.').waitFor();
  expect(await email.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await email.fill('nobody');
  await dialog.getByText('Please fill this in.').waitFor({ state: 'detached' });
  await press(page, 'Send invitation');
  await dialog.getByText('This is not an email address.').waitFor();
  await email.fill('somebody@example.test');
  await press(page, 'Send invitation');
  await page.getByText('Invitation sent to somebody@example.test').waitFor();
});

test('a person who is offline is not promised that changes are saved later', async () => {
  const { page } = await openAs('manager', '/documents');
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline. Changes cannot be saved until the connection is back.').waitFor();
});

test('another sign-in link can be requested for the same address', async () => {
  const page = await pages.visit('/sign-in');
  await page.getByLabel('Email').fill('somebody@example.test');
  await press(page, 'Send me a link');
  await page.getByRole('heading', { level: 1, name: 'Check your email' }).waitFor();
  const request = page.waitForRequest(
    (one) => one.method() === 'POST' && one.url().endsWith('/v1/console/sign-in'),
  );
  await press(page, 'Send another link');
  await request;
  await page.getByText('Another link was requested.').waitFor();
  await page.getByText('somebody@example.test').waitFor();
});

test('a visit of the single sign-on callback without an answer says what to do', async () => {
  const page = await pages.visit('/sign-in/callback');
  await page.getByText('The sign-in was not completed. Please start again.').waitFor();
});

test('sending in bulk can be stopped; the page says when, and how many rows were not sent', async () => {
  const { live } = pages.workspace;
  const template = await live.post('/v1/templates', {
    name: 'Membership',
    pdf_base64: Buffer.from(await samplePdf()).toString('base64'),
    recipients: [{ name: 'Applicant', email: 'applicant@placeholder.example' }],
    fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.5, w: 0.3, h: 0.06, recipient_index: 0 }],
  });
  const row = (name: string) => ({ recipients: [{ name, email: 'ada@bulk.test' }] });
  const rows = [row('Ada'), row('Grace'), row('')];
  const { body: send } = await live.post('/v1/bulk-sends', { template_id: template.body.id, rows });
  const { page } = await openAs('manager', `/bulk-sends/${send.id}`);
  await page.getByText('Recipient 1: the name is missing.').waitFor();

  // No worker sends the rows.
  const path = `/v1/bulk-sends/${send.id}`;
  expect((await live.post(`${path}/dispatch?skip_invalid=true`, {})).status).toBeLessThan(300);
  await page.reload();
  await press(page, 'Stop sending…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Keep sending' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await live.get(path)).body.status).toBe('dispatching');
  await press(page, 'Stop sending…');
  await dialog.getByRole('button', { name: 'Stop sending' }).click();
  await page.getByText(/^Stopped \d/).waitFor();
  await tile(page, 'Not sent').getByText('2', { exact: true }).waitFor();
  await tile(page, 'Invalid, not sent').getByText('1', { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
