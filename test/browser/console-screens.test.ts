/** Every page of the console in both sizes: axe reports nothing, and no page is wider than its window (WCAG 2.2 AA). */
import { encodeId } from '@countersign/contract/ids';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consolePages, small, wide } from '../support/console-pages.ts';
import { finalizedDraft, sentCopy } from '../support/documents.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { accessibilityFaults, sidewaysOverflow } from '../support/signing-page.ts';

const { pages, openAs, go } = consolePages();
const ids = { draft: '', sent: '', template: '', bulk: '', webhook: '' };

beforeAll(async () => {
  const { live } = pages.workspace;
  const ctx = { ...pages.workspace.ctx(), storage: pages.api.storage };
  const draft = await finalizedDraft(ctx, {
    title: 'Agreement with a title that is rather long for a phone',
  });
  ids.draft = encodeId('doc', draft.id);
  ids.sent = encodeId('doc', (await sentCopy(ctx, draft)).id);
  const template = await live.post('/v1/templates', {
    name: 'Membership',
    pdf_base64: Buffer.from(await samplePdf()).toString('base64'),
    recipients: [{ name: 'Applicant', email: 'applicant@placeholder.example' }],
    fields: [
      { type: 'signature', page: 1, x: 0.1, y: 0.5, w: 0.3, h: 0.06, recipient_index: 0 },
      { type: 'text', name: 'number', page: 1, x: 0.1, y: 0.2, w: 0.3, h: 0.03, recipient_index: 0 },
    ],
  });
  ids.template = template.body.id;
  const row = (email: string) => ({ recipients: [{ name: 'Ada', email }] });
  const rows = [row('ada@example.test'), row('nothing like an address')];
  ids.bulk = (await live.post('/v1/bulk-sends', { template_id: ids.template, rows })).body.id;
  const hook = await live.post('/v1/webhooks', {
    url: 'https://hooks.example.test/a/rather/long/path/of/an/endpoint',
  });
  ids.webhook = hook.body.id;
  await live.post(`/v1/webhooks/${ids.webhook}/ping`);
  const folder = await live.post('/v1/folders', { name: 'Contracts' });
  await live.post('/v1/folders', { name: 'Of this year', parent_id: folder.body.id });
});

/** Paths, and a text that appears once the page is loaded. */
const screens = (): ReadonlyArray<readonly [path: string, ready: (page: Page) => Promise<void>]> => {
  const heading = (name: string | RegExp) => (page: Page) =>
    page.getByRole('heading', { level: 1, name }).waitFor();
  const text = (content: string | RegExp) => (page: Page) => page.getByText(content).first().waitFor();
  const pdf = (page: Page) => page.locator('.page canvas').first().waitFor();
  return [
    ['/documents', text('Agreement with')],
    ['/documents?q=nothing-like-it', text('No documents match your search')],
    ['/documents/new', heading('New document')],
    [`/documents/${ids.sent}`, pdf],
    [`/documents/${ids.draft}/prepare`, pdf],
    ['/templates', text('Membership')],
    ['/templates/new', heading('New template')],
    [`/templates/${ids.template}/use`, heading(/^Use/)],
    [`/templates/${ids.template}/edit`, pdf],
    [`/templates/${ids.template}/versions`, pdf],
    ['/bulk-sends', text('Has errors')],
    [`/bulk-sends/new?template=${ids.template}`, text('Download the header row')],
    [`/bulk-sends/${ids.bulk}`, text('1 row cannot be sent.')],
    ['/webhooks', text('hooks.example.test')],
    [`/webhooks/${ids.webhook}`, text('evt_ping_')],
    ['/keys', text('First live key')],
    ['/admin-log', text('webhook.created')],
    ['/usage', text('Sent this month')],
    ['/members', text('You')],
    ['/settings', text('Your sign-ins')],
    ['/device', heading('Approve a device')],
    ['/nowhere', heading('Page not found')],
  ];
};

/** Navigates as a link of the console does, without a page load. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

const sizes = [
  ['a desktop', wide],
  ['a phone', small],
] as const;

describe.each(sizes)('on %s', (_name, size) => {
  test('axe reports nothing on any page of the console, and every page fits its window', async () => {
    const { page } = await openAs('owner', '/documents', size);
    const faults: string[] = [];
    for (const [path, ready] of screens()) {
      await follow(page, path);
      await ready(page);
      const found = await accessibilityFaults(page);
      const overflow = await sidewaysOverflow(page);
      if (overflow > 0) found.push(`is ${overflow} pixels wider than the window`);
      faults.push(...found.map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  test('the same holds for test mode, empty lists, dialogs and sign-in', async () => {
    const { page } = await openAs('owner', '/documents', { ...size, mode: 'test' });
    const expectSound = async (what: string) => {
      expect([what, await accessibilityFaults(page), await sidewaysOverflow(page)]).toEqual([what, [], 0]);
    };
    await page.getByText('No test documents yet').waitFor();
    await page.getByText('Test mode.').waitFor();
    await expectSound('an empty list in test mode');
    await go(page, '/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').waitFor();
    await expectSound('the dialog of a new key');
    await page.getByLabel('Name', { exact: true }).fill('Build server');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Copy it now').waitFor();
    await expectSound('the key that was made');
    await page.context().clearCookies();
    await go(page, '/sign-in');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectSound('sign-in');
    await go(page, '/sign-in/some-token');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectSound('the page behind the link');
  });
});
