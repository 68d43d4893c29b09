/** The signing page of the real application in a real browser, for tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Mode } from '@countersign/contract/common';
import { encodeId } from '@countersign/contract/ids';
import type { FullDocument } from '@countersign/core/document/lock';
import { sendDocument } from '@countersign/core/document/send';
import { codeContext } from '@countersign/core/mail/queue-mail';
import { linkToken } from '@countersign/core/recipient/link';
import { createSealKeys } from '@countersign/core/seal/keys';
import { sealDocument } from '@countersign/core/seal/seal-document';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startTestApi, type TestApi, type TestApiOptions, type TestWorkspace } from './api.ts';
import { startBrowser } from './browser.ts';
import { finalizedDraft, reread, sentDocument } from './documents.ts';

export const desktop = { viewport: { width: 1280, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** 400 % of a window 1280 pixels wide (WCAG 2.2, 1.4.10). */
export const narrowest = { viewport: { width: 320, height: 640 } };

/** Locale and time zone of the browser, independent of the machine. */
const reader = { locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' } as const;

/** Time limit for one step of the page, in milliseconds. It is long, because slow machines may run several tests at once. */
export const stepTimeout = 120_000;

/** Agrees to sign electronically. */
export const agree = (page: Page) => page.getByRole('button', { name: 'I agree and continue' }).click();
export const finish = (page: Page) => page.getByRole('button', { name: 'Finish signing' }).click();
/** Waits for the heading of a screen. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

type Input = Parameters<typeof sentDocument>[1];

export interface SigningPages {
  /** A folder for this test file, removed after its tests. */
  readonly folder: string;
  readonly api: TestApi;
  readonly workspace: TestWorkspace;
  /** Sends a document from the workspace of this test file. */
  send(input?: Input, mode?: Mode, pdf?: Uint8Array): Promise<FullDocument>;
  reread(document: FullDocument): Promise<FullDocument>;
  /** The path of a recipient's link. */
  path(document: FullDocument, email: string): string;
  /** Opens a path of the application in a new browser context, by default of a desktop. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens the link of a recipient. */
  open(document: FullDocument, email: string, options?: BrowserContextOptions): Promise<Page>;
  /** The newest one-time code that was emailed. */
  mailedCode(document: FullDocument, email: string): Promise<string>;
  /** Expects a console error or warning. The test fails if it does not occur. */
  expectComplaint(text: RegExp): Promise<void>;
  /** Seals the document, as the worker would. */
  seal(document: FullDocument): Promise<void>;
}

/**
 * Application and browser for one test file. A test fails when the page threw or the browser refused a script or a style.
 * `prepare` may choose the application's parts; it gets the file's own folder.
 */
export function signingPages(prepare?: (folder: string) => TestApiOptions): SigningPages {
  let api: TestApi;
  let workspace: TestWorkspace;
  let browser: Browser;
  let folder: string;
  const complaints: string[] = [];
  const heard: Array<() => void> = [];
  const complain = (text: string) => {
    complaints.push(text);
    for (const resolve of heard.splice(0)) resolve();
  };
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-browser-'));
    api = await startTestApi(prepare?.(folder));
    workspace = await api.createTestWorkspace();
    browser = await startBrowser();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ctx = (mode: Mode) => ({ ...workspace.ctx(mode), storage: api.storage });

  async function visit(path: string, options: BrowserContextOptions = desktop): Promise<Page> {
    const context = await browser.newContext({ ...reader, ...options });
    contexts.push(context);
    context.setDefaultTimeout(stepTimeout);
    const page = await context.newPage();
    page.on('pageerror', (error) => complain(`script error: ${error.message}`));
    page.on('console', (message) => {
      // The browser reports every 4xx and 5xx response as an error, but some are expected.
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isAnswer) complain(message.text());
      // pdf.js warns about files that it cannot fetch and continues without them.
      if (/^Warning: .*(?:Failed to fetch|dynamically imported|WasmInstance|ICC)/.test(message.text()))
        complain(message.text());
    });
    await page.goto(`${api.url}${path}`);
    return page;
  }

  function path(document: FullDocument, email: string): string {
    const recipient = document.recipients.find((one) => one.email === email);
    if (!recipient) throw new Error(`no recipient has the address ${email}`);
    return `/sign/${linkToken(api.deps.secrets, recipient)}`;
  }

  return {
    get folder() {
      return folder;
    },
    get api() {
      return api;
    },
    get workspace() {
      return workspace;
    },
    visit,
    path,
    open: (document, email, options) => visit(path(document, email), options),
    reread: (document) => reread(ctx(document.mode), document.id),
    send: async (input, mode = 'live', pdf) => {
      if (!pdf) return sentDocument(ctx(mode), input);
      const draft = await finalizedDraft(ctx(mode), input, pdf);
      await sendDocument(ctx(mode), encodeId('doc', draft.id), {});
      return reread(ctx(mode), draft.id);
    },
    mailedCode: async (document, email) => {
      const mail = await api.deps.db.mail.findFirstOrThrow({
        where: { documentId: document.id, toAddress: email, kind: 'otp' },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      });
      return api.deps.secrets.decrypt(mail.sealedCode!, codeContext(mail.id)).toString();
    },
    expectComplaint: async (text) => {
      for (;;) {
        const at = complaints.findIndex((complaint) => text.test(complaint));
        if (at >= 0) return void complaints.splice(at, 1);
        // Console messages of the page arrive asynchronously.
        await new Promise<void>((resolve) => heard.push(resolve));
      }
    },
    seal: async (document) => {
      const sealKeys = createSealKeys({ dataDir: folder, log: api.deps.log });
      const ports = { storage: api.storage, sealKeys, timestamper: null };
      await sealDocument({ ...api.deps, ...ports }, { documentId: document.id, requestId: 'test' });
    },
  };
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * The violations of WCAG 2.2 A and AA and of best practices that axe finds: rule, elements, and what to do. In a wide window, contrast
 * is checked in dark colors too; no other rule depends on colors, and colors do not depend on the width. The page is light afterwards.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const light = await faultsFor(page, { runOnly: wcag });
  if (page.viewportSize()!.width < desktop.viewport.width) return light;
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await faultsFor(page, { runOnly: { type: 'rule', values: ['color-contrast'] } });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

async function faultsFor(page: Page, options: Parameters<AxeBuilder['options']>[0]): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ ...options, resultTypes: ['violations'] })
    // The pages have no frames, so axe does not need a separate page to merge results.
    .setLegacyMode()
    .analyze();
  return violations.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}

/** By how many CSS pixels the page is wider than its window. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
