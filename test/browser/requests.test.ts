/** The pages "Requests" and "Admin log" of the console: lists, filters, details, and the check of the log. */
import { createRequestLog } from '@countersign/core/request-log/writer';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { consolePages, small, wide } from '../support/console-pages.ts';
import { accessibilityFaults, sidewaysOverflow } from '../support/signing-page.ts';

const { pages, openAs } = consolePages();

beforeAll(async () => {
  const { api, workspace } = pages;
  const keys = await workspace.live.get('/v1/keys');
  const requestLog = createRequestLog(api.deps);
  for (let at = 0; at < 60; at += 1)
    requestLog.record({
      workspaceId: workspace.workspaceId,
      mode: 'live',
      keyId: keys.body.find(({ mode }: { mode: string }) => mode === 'live').id,
      requestId: `call-${at}`,
      createdAt: new Date(),
      method: at === 59 ? 'POST' : 'GET',
      route: at === 59 ? '/v1/documents' : '/v1/me',
      path: at === 59 ? '/v1/documents' : '/v1/me',
      query: null,
      status: at === 59 ? 422 : 200,
      problem: at === 59 ? 'validation' : null,
      durationMs: 12,
      documentId: null,
      hasIdempotencyKey: at === 59,
      isReplay: false,
      userAgent: 'crm/1.0',
    });
  await requestLog.stop();
});

test.each([
  ['desktop', wide],
  ['phone', small],
])('on a %s: pages, a filter, and what was refused', async (_name, size) => {
  const { page } = await openAs('manager', '/requests', size);
  const sound = async () =>
    expect([await accessibilityFaults(page), await sidewaysOverflow(page)]).toEqual([[], 0]);
  await page.getByText('call-59').waitFor();
  expect(await page.getByText('call-9', { exact: true }).count()).toBe(0);
  await sound();
  await page.getByRole('button', { name: 'Older' }).click();
  await page.getByText('call-9', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Newer' }).click();
  await page.getByText('call-59').waitFor();
  await page.getByLabel('Status').selectOption('4xx');
  await page.getByText('call-58').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'POST /v1/documents' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('crm/1.0').waitFor();
  expect(await dialog.getByRole('link', { name: 'validation' }).getAttribute('href')).toBe(
    '/errors/validation',
  );
  await sound();
});

test('the admin log shows who did what, filters, verifies, and offers the export', async () => {
  await pages.workspace.live.post('/v1/keys', { name: 'CRM' });
  const { page } = await openAs('owner', '/admin-log', wide);
  // People have names, and no id is shown in place of one.
  const first = page.getByRole('row', { name: /created the workspace/ });
  await first.getByText(new RegExp(`^Owner: .*owner@${pages.workspace.slug}\\.test`)).waitFor();
  expect(await first.textContent()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  await page.getByLabel('Event').selectOption('logo.changed');
  await page.getByText('Nothing of this kind has happened.').waitFor();
  await page.getByLabel('Event').selectOption('key.created');
  const row = page.getByRole('row', { name: /created an API key/ });
  await row.getByText('CRM', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(/^The chain of \d+ events is intact\./).waitFor();
  await page.getByText(/^[0-9a-f]{64}$/).waitFor();
  expect([await accessibilityFaults(page), await sidewaysOverflow(page)]).toEqual([[], 0]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('admin log.csv');
});

describe('access', () => {
  test('a member has none', async () => {
    const { page } = await openAs('member', '/requests');
    await page.getByRole('heading', { name: 'No access' }).waitFor();
    expect(await page.getByText('call-59').count()).toBe(0);
  });
});
