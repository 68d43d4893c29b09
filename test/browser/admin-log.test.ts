/** The page "Admin log" of the console: the events, the check of the chain, and who may see it. */
import { expect, test } from '@jest/globals';
import { consolePages, small, wide } from '../support/console-pages.ts';
import { accessibilityFaults, sidewaysOverflow } from '../support/signing-page.ts';

const { pages, openAs } = consolePages();

test.each([
  ['desktop', wide],
  ['phone', small],
])('on a %s: what happened, a filter, and the check of the chain', async (_name, size) => {
  const { id } = (await pages.workspace.live.post('/v1/keys', { name: 'Payroll' })).body;
  await pages.workspace.live.post(`/v1/keys/${id}/revoke`);
  const { page, who } = await openAs('manager', '/admin-log', size);
  const rows = page.locator('tbody');
  await rows.getByText('revoked an API key').first().waitFor();
  await rows.getByText(who.email).first().waitFor();
  expect([await accessibilityFaults(page), await sidewaysOverflow(page)]).toEqual([[], 0]);
  await page.getByLabel('Event').selectOption('key.revoked');
  await rows.getByText('added a person').first().waitFor({ state: 'detached' });
  await rows.getByText('Payroll').first().waitFor();
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(/^The chain of \d+ events is intact/).waitFor();
});
