/** The documentation in a browser: reading without a script, search, languages, a request with a test key, every size. */
import { describe, expect, test } from '@jest/globals';
import {
  accessibilityFaults,
  desktop,
  phone,
  sidewaysOverflow,
  signingPages,
} from '../support/signing-page.ts';

const pages = signingPages();
const paths = ['/docs', '/docs/api/folders', '/docs/guides/conditional-fields', '/errors/not-sealed'];

describe('the documentation', () => {
  test.each([
    ['desktop, light', { ...desktop, colorScheme: 'light' as const }],
    ['phone, dark', { ...phone, colorScheme: 'dark' as const }],
  ])('has no accessibility faults and fits: %s', async (_name, options) => {
    const page = await pages.visit('/docs', options);
    for (const path of paths) {
      await page.goto(`${pages.api.url}${path}`);
      expect([path, await accessibilityFaults(page)]).toEqual([path, []]);
      expect([path, await sidewaysOverflow(page)]).toEqual([path, 0]);
    }
  });

  test('can be read without a script, on a phone: menu, languages, search', async () => {
    const page = await pages.visit('/docs', { ...phone, javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Menu' }).click();
    await page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Documents', exact: true })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
    const send = page.locator('#sendDocument');
    await send.locator('[data-language="curl"]').waitFor();
    await send.getByRole('radio', { name: 'Python' }).check();
    await send.getByText('client.send_document(').waitFor();
    expect(await send.locator('[data-language="curl"]').isVisible()).toBe(false);
    await page.getByRole('searchbox').fill('signing session');
    await page.keyboard.press('Enter');
    await page
      .getByRole('link', { name: /Open the signing page for a recipient/ })
      .first()
      .click();
    await page.waitForURL(/\/docs\/api\/documents#createSigningSession$/);
  });

  test('finds while typing, keeps the language, and sends a request with a test key only', async () => {
    const page = await pages.visit('/docs/api/documents');
    await page.getByRole('region', { name: 'List documents' }).getByRole('radio', { name: 'Python' }).check();
    await page.keyboard.press('Escape');
    await page.locator('body').press('/');
    await page.keyboard.type('create a folder');
    // The results of a part of the text may have another first link.
    await page
      .getByRole('region', { name: 'Results' })
      .getByRole('link')
      .first()
      .filter({ hasText: 'POST /v1/folders' })
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/api\/folders#createFolder$/);
    const create = page.getByRole('region', { name: 'Create a folder' });
    await create.getByText('client.create_folder(').waitFor();

    await create.getByRole('button', { name: 'Try it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a folder' });
    await dialog.getByLabel(/^Test key/).fill('cs_live_something');
    await dialog.getByLabel(/^Body/).fill('{"name": "Leases"}');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Use a test key').waitFor();
    await dialog.getByLabel(/^Test key/).fill(pages.workspace.testKey);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('201').waitFor();
    await dialog.getByText('"name": "Leases"').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByLabel(/^Body/).fill('{}');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('link', { name: 'About the problem validation' }).waitFor();
  });
});
