/** Signing in to the console in other ways than by an emailed link, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consolePages, small } from '../support/console-pages.ts';
import { type OidcServer, startOidcServer } from '../support/oidc.ts';
import { accessibilityFaults } from '../support/signing-page.ts';

let oidc: OidcServer;
beforeAll(async () => {
  oidc = await startOidcServer();
});
const { pages, openAs, go } = consolePages(() => ({ host: 'localhost', identityProvider: oidc.openFor }));
afterAll(() => oidc.close());

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

describe('single sign-on', () => {
  test('leads through the provider to the requested page; its groups are set in the settings', async () => {
    const { page: ownersPage } = await openAs('owner', '/settings');
    await press(ownersPage, 'Add a group');
    await ownersPage.getByLabel('Group 1', { exact: true }).fill('contracts');
    await ownersPage.getByLabel('Role of group 1').selectOption('owner');
    expect(await ownersPage.getByLabel('Require single sign-on in this workspace').isDisabled()).toBe(true);
    const card = ownersPage.locator('.c-card', { hasText: 'Add a group' });
    await card.getByRole('button', { name: 'Save' }).click();
    await ownersPage.getByText('Single sign-on saved').waitFor();
    expect(await accessibilityFaults(ownersPage)).toEqual([]);

    oidc.accounts.set('ada', {
      email: 'ada@sso.test',
      email_verified: true,
      name: 'Ada Lovelace',
      groups: ['contracts'],
    });
    oidc.signsIn = 'ada';
    const page = await pages.visit('/keys', small);
    await heading(page, 'Sign in');
    await page.getByRole('button', { name: 'Sign in with Example ID' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page, 'Sign in with Example ID');
    await heading(page, 'API keys');
    expect(page.url()).not.toContain('code=');

    // She can require it, because she signed in that way. Others then have to do the same.
    await go(page, '/settings');
    await page.getByLabel('Require single sign-on in this workspace').check();
    const own = page.locator('.c-card', { hasText: 'Add a group' });
    await own.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Single sign-on saved').waitFor();
    await go(ownersPage, '/documents');
    await heading(ownersPage, 'Single sign-on required');
    expect(await accessibilityFaults(ownersPage)).toEqual([]);
    await press(ownersPage, 'Sign in with Example ID');
    await heading(ownersPage, 'Documents');
    await go(page, '/members');
    await page.getByText('from groups').waitFor();

    await go(page, '/settings');
    await page.getByLabel('Require single sign-on in this workspace').uncheck();
    await own.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Single sign-on saved').waitFor();
  });

  test('says why somebody is not signed in, and leads back', async () => {
    oidc.accounts.set('eve', { email: 'eve@sso.test', email_verified: true });
    oidc.signsIn = 'eve';
    const page = await pages.visit('/sign-in');
    await press(page, 'Sign in with Example ID');
    await heading(page, 'You are not signed in');
    await page.getByText('None of your groups has access to a workspace').waitFor();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await heading(page, 'Sign in');
    // An old answer in the address does nothing.
    await go(page, '/sign-in/callback?code=x&state=y');
    await page.getByText('This sign-in was already completed').waitFor();
  });
});

/** An authenticator of the browser, over the DevTools protocol (WebAuthn Level 3, section 11): like a phone that verifies its owner. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

describe('a passkey', () => {
  test('is added, renamed, used to sign in, and removed', async () => {
    const { page, who } = await openAs('member', '/settings', small);
    await withAuthenticator(page);
    await page.getByText('You have no passkeys.').waitFor();
    await press(page, 'Add a passkey');
    await page.getByText('not used yet').waitFor();
    await page.getByRole('button', { name: /^Rename / }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('My phone');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('My phone').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // This device has one already.
    await press(page, 'Add a passkey');
    await page.getByText('This device already has a passkey for your account.').waitFor();

    await press(page, /^Account of/);
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await heading(page, 'Sign in');
    await go(page, '/usage');
    await heading(page, 'Sign in');
    await press(page, 'Sign in with a passkey');
    await heading(page, 'Usage');
    expect(await pages.api.deps.db.passkey.findMany({ where: { userId: who.userId } })).toMatchObject([
      { name: 'My phone', counter: expect.any(BigInt), lastUsedAt: expect.any(Date) },
    ]);

    await go(page, '/settings');
    await page.getByText('Signed in with a passkey').waitFor();
    // Two hours after the sign-in, a removal needs another one, which leads back here.
    await pages.api.deps.db.userSession.updateMany({
      where: { userId: who.userId },
      data: { createdAt: new Date(Date.now() - 7_200_000) },
    });
    await press(page, 'Remove My phone');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'Sign in again?' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await press(page, 'Sign in with a passkey');
    await heading(page, 'Settings');
    await press(page, 'Remove My phone');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('You have no passkeys.').waitFor();
    await press(page, /^Account of/);
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await press(page, 'Sign in with a passkey');
    await page.getByText('This passkey was removed').waitFor();
  });
});
