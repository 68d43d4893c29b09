/** The console during and after an outage: no page stays blank, and nothing has to be reloaded or saved by hand. */
import { encodeId } from '@countersign/contract/ids';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consolePages, small, wide } from '../support/console-pages.ts';
import { finalizedDraft, sentDocument } from '../support/documents.ts';

const { pages, openAs, go } = consolePages();
const everything = '**/*';
const away = 'The service cannot be reached. Trying again…';

/** Breaks every connection of the page until the returned function is called. */
async function breakConnections(page: Page): Promise<() => Promise<void>> {
  await page.route(everything, (route) => route.abort('connectionrefused'));
  return () => page.unroute(everything);
}

describe.each([
  ['desktop', wide],
  ['phone', small],
] as const)('in an outage, on a %s', (_name, size) => {
  test('a page whose script cannot be fetched opens by itself when the service is back', async () => {
    const { page } = await openAs('manager', '/documents', size);
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
    const restore = await breakConnections(page);
    await page.evaluate(() => {
      history.pushState({ position: 1 }, '', '/templates');
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    });
    await page.getByText('This page opens as soon as the service answers.').waitFor();
    await page.getByText(away).waitFor();
    await restore();
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
    expect(await page.getByText(away).count()).toBe(0);
  });
});

test('a late answer from before the outage does not reload the page into it', async () => {
  const { page } = await openAs('manager', '/errors');
  const late = Promise.withResolvers<void>();
  await page.route('**/v1/folders*', async (route) => {
    await late.promise;
    await route.continue();
  });
  await go(page, '/documents');
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  const restore = await breakConnections(page);
  await page.evaluate(() => {
    history.pushState({ position: 1 }, '', '/templates');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  const waiting = page.getByText('This page opens as soon as the service answers.');
  await waiting.waitFor();
  const answered = page.waitForResponse('**/v1/folders*');
  const asked = page.waitForRequest('**/healthz');
  late.resolve();
  await Promise.all([answered, asked]);
  await waiting.waitFor();
  await restore();
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
});

test('a script that a new version has replaced reloads the page once, then offers to reload', async () => {
  const { page } = await openAs('manager', '/documents');
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const isPageScript = (url: URL) => /\/assets\/list-page-.*\.js$/.test(url.pathname);
  await page.route(isPageScript, (route) => route.fulfill({ status: 404 }));
  await page.evaluate(() => {
    history.pushState({ position: 1 }, '', '/bulk-sends');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  await page.getByText('New version available.').waitFor();
  expect(loads).toBe(1);
  await page.unroute(isPageScript);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bulk sends' }).waitFor();
});

test('a draft that could not be saved in an outage is saved when the service is back', async () => {
  const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
  const draft = await finalizedDraft(ctx, { title: 'Lease in an outage' });
  const id = encodeId('doc', draft.id);
  const { page } = await openAs('manager', `/documents/${id}/prepare`);
  await page.locator('.page canvas').first().waitFor();
  const restore = await breakConnections(page);
  await page.getByLabel('Name', { exact: true }).first().fill('Grace Hopper');
  await page.getByText(/^Not saved: The service cannot be reached/).waitFor();
  await restore();
  await page.getByText('Draft saved').waitFor();
  const { body } = await pages.workspace.live.get(`/v1/documents/${id}`);
  expect(body.recipients[0].name).toBe('Grace Hopper');
});

test('a reminder whose answer was lost is sent once, however often the person tries', async () => {
  const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
  const sent = await sentDocument(ctx, { title: 'Lease with a lost answer' });
  const id = encodeId('doc', sent.id);
  const { page } = await openAs('manager', `/documents/${id}`);
  await page.getByRole('button', { name: 'Remind' }).click();
  await page.route('**/send', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const send = page.getByRole('dialog').getByRole('button', { name: 'Send the reminder' });
  await send.click();
  await page.getByRole('dialog').getByText('The service cannot be reached.', { exact: false }).waitFor();
  await page.unroute('**/send');
  await send.click();
  await page.getByText('Reminder sent').waitFor();
  const { body: events } = await pages.workspace.live.get(`/v1/documents/${id}/events`);
  const types = events.map(({ event_type }: { event_type: string }) => event_type);
  expect(types.filter((type: string) => type === 'envelope.resent')).toHaveLength(1);
});

test('an address with broken percent-encoding shows that there is no such page', async () => {
  const { page } = await openAs('manager', '/documents');
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  await page.evaluate(() => {
    history.pushState({ position: 1 }, '', '/documents/%E0%A4%A');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
});

test('going back that is refused keeps the page and its history', async () => {
  const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
  const draft = await finalizedDraft(ctx, { title: 'Lease that stays' });
  const { page } = await openAs('manager', '/templates');
  await page.getByRole('link', { name: 'Documents', exact: true }).first().click();
  await page.getByRole('link', { name: 'Lease that stays' }).click();
  await page.locator('.page canvas').first().waitFor();
  const before = await page.evaluate(() => history.length);
  // A person without a name cannot be saved, so leaving asks first.
  await page.getByLabel('Name', { exact: true }).first().fill('');
  await page.getByText(/^Not saved: /).waitFor();
  const dialogs: string[] = [];
  page.once('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goBack();
  await page.waitForURL((url) => url.pathname.includes(encodeId('doc', draft.id)));
  expect(dialogs).toEqual(['Some changes are not saved yet. Leave anyway?']);
  await page.getByRole('heading', { level: 1, name: 'Lease that stays' }).waitFor();
  expect(await page.evaluate(() => history.length)).toBe(before);
});

test('switching the mode asks before unsaved changes are lost, and starts the page again', async () => {
  const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
  const draft = await finalizedDraft(ctx, { title: 'Lease of one mode' });
  const { page } = await openAs('manager', `/documents/${encodeId('doc', draft.id)}/prepare`);
  await page.locator('.page canvas').first().waitFor();
  await page.getByLabel('Name', { exact: true }).first().fill('');
  await page.getByText(/^Not saved: /).waitFor();
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('radio', { name: 'Test' }).click();
  await page.getByText(/^Not saved: /).waitFor();
  expect(await page.getByRole('radio', { name: 'Live' }).isChecked()).toBe(true);

  page.once('dialog', (dialog) => void dialog.accept());
  await go(page, '/documents/new');
  const title = page.getByLabel('Title');
  await title.fill('Lease of the live mode');
  await page.getByRole('radio', { name: 'Test' }).click();
  await page.getByText('Test documents are marked as tests').waitFor();
  expect(await title.inputValue()).toBe('');
});

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

test('a menu that is opened while a page loads keeps the focus when the page has loaded', async () => {
  const { page } = await openAs('manager', '/documents');
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  const opened = Promise.withResolvers<void>();
  await page.route('**/assets/list-page-*.js', async (route) => {
    await opened.promise;
    await route.continue();
  });
  await page.evaluate(() => {
    history.pushState({ position: 1 }, '', '/bulk-sends');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menu').waitFor();
  opened.resolve();
  await page.getByRole('heading', { level: 1, name: 'Bulk sends' }).waitFor();
  expect(await focused(page)).toBe('Settings');
});

test('menus follow Home, End and letters, and Tab closes them', async () => {
  const { page } = await openAs('manager', '/documents');
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  const opener = page.getByRole('button', { name: /^Account of/ });
  await opener.click();
  await page.keyboard.press('End');
  expect(await focused(page)).toBe('Sign out everywhere');
  await page.keyboard.press('Home');
  expect(await focused(page)).toBe('Settings');
  await page.keyboard.press('s');
  expect(await focused(page)).toBe('Sign out');
  await page.keyboard.press('Tab');
  await page.getByRole('menu').waitFor({ state: 'detached' });
});
