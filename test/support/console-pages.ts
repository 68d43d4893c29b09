/** The console of the real application in a real browser, with its people signed in, for tests. */
import type { Mode } from '@countersign/contract/common';
import type { Role } from '@countersign/contract/roles';
import { startMailbox } from '@countersign/mailbox/mailbox';
import { createFileStorage } from '@countersign/storage/file-storage';
import { createGuard } from '@countersign/webhooks/guard';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type TestApiOptions, testSecretKey } from './api.ts';
import { testDatabase } from './database.ts';
import { type Person, person } from './people.ts';
import { startWorker } from './processes.ts';
import { type SigningPages, signingPages } from './signing-page.ts';

export const wide = { viewport: { width: 1280, height: 800 } };
export const small = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

export interface Message {
  subject: string;
  text: string;
  links: string[];
}

export interface ConsolePages {
  readonly pages: SigningPages;
  /** Opens a path as a new person with this role in the file's workspace. */
  openAs(
    role: Role,
    path: string,
    options?: BrowserContextOptions & { mode?: Mode },
  ): Promise<{ page: Page; who: Person }>;
  /** Opens another path as the person who is already signed in. */
  go(page: Page, path: string): Promise<void>;
}

/** Application and browser for one test file. `prepare` may choose parts of the application. */
export function consolePages(prepare: () => TestApiOptions = () => ({})): ConsolePages {
  const pages = signingPages((folder) => ({
    storage: createFileStorage({ root: `${folder}/blobs` }),
    guard: createGuard({ allowPrivate: true }),
    ...prepare(),
  }));
  const go = async (page: Page, path: string) => {
    await page.goto(`${pages.api.url}${path}`);
  };
  return {
    pages,
    go,
    openAs: async (
      role,
      path,
      { mode = 'live', ...options } = wide as BrowserContextOptions & { mode?: Mode },
    ) => {
      const who = await person(pages.api, pages.workspace, role);
      const page = await pages.visit('/errors', { ...wide, ...options });
      const [name = '', value = ''] = who.cookie.split('=');
      await page.context().addCookies([{ name, value, url: pages.api.url }]);
      await page.evaluate((chosen) => localStorage.setItem('countersign.mode', chosen), mode);
      await go(page, path);
      return { page, who };
    },
  };
}

/** A mailbox and a worker process on this file's application. */
export function withWorker(pages: SigningPages): { mailTo(to: string, subject: string): Promise<Message> } {
  const closers: Array<() => Promise<unknown>> = [];
  let mailboxUrl = '';
  beforeAll(async () => {
    const { url } = await testDatabase();
    const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 });
    mailboxUrl = mailbox.url;
    closers.push(() => mailbox.close());
    await startWorker({
      queues: 'mail,seal,bulk,webhook',
      databaseUrl: url,
      folder: pages.folder,
      env: {
        SMTP_URL: mailbox.smtpUrl,
        PUBLIC_URL: pages.api.url,
        SECRET_KEY: testSecretKey,
        WEBHOOK_ALLOW_PRIVATE: 'true',
      },
    });
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });
  return {
    mailTo: async (to, subject) => {
      const query = new URLSearchParams({ to, subject, timeout_ms: '100000' });
      const response = await fetch(`${mailboxUrl}/api/messages/wait?${query}`);
      expect(response.status).toBe(200);
      return (await response.json()) as Message;
    },
  };
}
