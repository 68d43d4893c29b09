/** The mailbox page in a real browser. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import AxeBuilder from '@axe-core/playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTransport } from 'nodemailer';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '../../../test/support/browser.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';

let browser: Browser;
let context: BrowserContext;
let page: Page;
let mailbox: Mailbox;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 });
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(async () => {
  await context.close();
  await mailbox.close();
});

async function send(subject: string, html: string, to = 'Ada <ada@example.test>'): Promise<void> {
  const transport = createTransport(mailbox.smtpUrl);
  await transport.sendMail({
    from: 'sign@example.test',
    to,
    subject,
    text: 'Open https://x.test/a now',
    html,
  });
}

describe('the mailbox page', () => {
  test('shows new mails without a reload, searches them, opens one, and deletes all', async () => {
    await page.goto(mailbox.url);
    await page.getByText('No emails yet').waitFor();
    await send('First', '<p>Body of the first</p>');
    await send('Second', '<p>Body of the second</p>', 'Grace <grace@example.test>');
    await page.getByRole('link', { name: 'Second' }).waitFor();
    await page.getByText('2 emails').waitFor();
    await page.getByRole('searchbox').fill('grace');
    await page.getByText('1 email found').waitFor();
    await page.getByRole('link', { name: 'Second' }).click();
    await page.frameLocator('iframe').getByText('Body of the second').waitFor();
    await page.getByRole('tab', { name: 'Text' }).click();
    expect(await page.getByRole('link', { name: 'https://x.test/a' }).getAttribute('href')).toBe(
      'https://x.test/a',
    );
    await page.getByRole('tab', { name: 'Text' }).press('ArrowRight');
    await page.getByText('Delivered-To: grace@example.test').waitFor();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('No emails yet').waitFor();
  });

  test('a mail cannot run scripts, fetch anything or change the page around it', async () => {
    const fetched: string[] = [];
    const outside = createServer((request, response) => {
      fetched.push(request.url!);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(outside, 'listening');
    const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    await send(
      '<img src=x onerror="document.title=\'changed\'">',
      `<h1>Shown</h1><script>top.document.title = 'changed'</script><img src="${url}/x.png" onerror="top.location = '${url}'">
       <link rel="stylesheet" href="${url}/x.css"><iframe src="${url}/"></iframe>
       <form action="${url}"><button>Send</button></form><meta http-equiv="refresh" content="0;url=${url}">`,
    );
    await page.goto(mailbox.url);
    await page.locator('.entry').click();
    const frame = page.frameLocator('iframe');
    await frame.getByText('Shown').waitFor();
    await frame.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: '<img src=x' }).waitFor();
    expect(await page.title()).toBe('Mailbox');
    expect(new URL(page.url()).origin).toBe(mailbox.url);
    outside.close();
    expect(fetched).toEqual([]);
  });

  test('opens the links of a mail in a new tab', async () => {
    await send('Linked', `<a href="${mailbox.url}/api/info">go</a>`);
    await page.goto(mailbox.url);
    await page.locator('.entry').click();
    const opened = context.waitForEvent('page');
    await page.frameLocator('iframe').getByText('go').click();
    expect((await opened).url()).toMatch(/\/api\/info$|about:blank/);
    expect(page.url()).toContain(`${mailbox.url}/#`);
  });

  test('has no accessibility faults, in light and dark, and fits a phone', async () => {
    await send('A subject that is rather long, longer than a phone is wide', '<p>Hi</p>');
    await page.goto(mailbox.url);
    await page.locator('.entry').click();
    await page.getByRole('tab', { name: 'Text' }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBe(0);
    await page.getByRole('button', { name: 'All emails' }).click();
    await page.locator('.entry').waitFor();
    expect(await overflow()).toBe(0);
  });
});
