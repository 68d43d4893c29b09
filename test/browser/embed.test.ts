/** The signing page in frames of an application: same site, other site, other site without cookies, and what the frame reports. */
import { encodeId } from '@countersign/contract/ids';
import type { FullDocument } from '@countersign/core/document/lock';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FrameLocator, Page } from 'playwright-core';
import { type Application, startApplication } from '../support/application-page.ts';
import { finalizedDraft } from '../support/documents.ts';
import { signingPages } from '../support/signing-page.ts';

const pages = signingPages();

let application: Application;
beforeAll(async () => {
  application = await startApplication();
  const { status } = await pages.workspace.test.patch('/v1/workspace', {
    embed_origins: [application.origin],
  });
  expect(status).toBe(200);
});
afterAll(() => application?.close());

const ada = { name: 'Ada Lovelace', email: 'ada@example.test', delivery: 'none' } as const;
const signature = {
  type: 'signature',
  page: 1,
  x: 0.1,
  y: 0.8,
  w: 0.3,
  h: 0.05,
  recipient_index: 0,
} as const;
const one = { recipients: [ada], fields: [signature] };
type Input = Parameters<typeof pages.send>[0];
const send = (input: Input = one) => pages.send(input, 'test');
async function sessionUrl(document: FullDocument): Promise<string> {
  const { id } = document.recipients[0]!;
  const path = `/v1/documents/${encodeId('doc', document.id)}/recipients/${id}/session`;
  const { status, body } = await pages.workspace.test.post(path);
  expect(status).toBe(201);
  return body.url;
}
/** The service under another name of this machine. `localhost` is another site than 127.0.0.1, and the site of the application. */
const underLocalhost = (url: string) => url.replace('127.0.0.1', 'localhost');
const blank = () => pages.visit('/errors');
const frameOf = (page: Page) => page.frameLocator('#place iframe');

async function sign(frame: FrameLocator): Promise<void> {
  await frame.getByRole('button', { name: 'I agree and continue' }).click();
  await frame.getByRole('button', { name: /^Sign here/ }).click();
  await frame.getByRole('button', { name: 'Use this signature' }).click();
  await frame.getByRole('dialog').waitFor({ state: 'detached' });
  await frame.getByRole('button', { name: 'Finish signing' }).click();
}

/** Refuses storage and cookies to the pages in frames, as browsers do that block those of other sites. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window.parent === window) return;
    const refuse = () => {
      throw new DOMException('The request was denied.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
  });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  // This browser requires all three; newer ones know the first alone.
  const controls = {
    enableThirdPartyCookieRestriction: true,
    disableThirdPartyCookieMetadata: false,
    disableThirdPartyCookieHeuristics: false,
  };
  await browser.send('Network.setCookieControls', controls);
}

describe.each([
  { where: 'the same site', address: underLocalhost, blocks: false },
  { where: 'another site', address: (url: string) => url, blocks: false },
  {
    where: 'another site, with its cookies and storage blocked',
    address: (url: string) => url,
    blocks: true,
  },
])('in a frame of $where', ({ address, blocks }) => {
  test('a recipient enters the code and signs; the application gets the event after the commit; no cookie is used', async () => {
    const document = await send({ ...one, recipients: [{ ...ada, auth_level: 'otp' }] });
    const page = await blank();
    if (blocks) await blockStorage(page);
    const url = address(await sessionUrl(document));
    const { origin } = new URL(url);
    const cookies: string[] = [];
    page.on('request', async (request) => {
      if (!request.url().startsWith(origin)) return;
      const headers = await request.allHeaders().catch((): Record<string, string> => ({}));
      if (headers.cookie !== undefined) cookies.push(headers.cookie);
    });
    // A cookie that every request may carry, to see that the browser blocks it.
    const probe = { name: 'probe', value: '1', url: origin, sameSite: 'None', secure: true } as const;
    await page.context().addCookies([{ ...probe, url: origin.replace('http:', 'https:') }]);
    await application.show(page, url);
    const frame = frameOf(page);
    await frame.getByRole('button', { name: 'Email me a code' }).click();
    const input = frame.getByLabel('Six-digit code');
    await input.waitFor();
    await input.fill(await pages.mailedCode(document, ada.email));
    await frame.getByRole('button', { name: 'Continue' }).click();
    await frame.locator('.page canvas').first().waitFor();
    await sign(frame);
    expect(await application.event(page, 'signed')).toEqual({
      type: 'signed',
      document_status: 'completed',
    });
    expect((await pages.reread(document)).status).toBe('completed');
    await frame
      .getByText('The sealed copy contains')
      .or(frame.getByText('is being created'))
      .first()
      .waitFor();
    expect((await application.events(page)).map(({ type }) => type)).toEqual(['ready', 'signed']);
    expect(new Set(cookies)).toEqual(new Set(blocks ? [] : ['probe=1']));
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['probe']);
  });
});

test('declining and voiding are reported', async () => {
  const document = await send();
  const page = await blank();
  await application.show(page, await sessionUrl(document));
  const frame = frameOf(page);
  await frame.getByRole('button', { name: 'Decline', exact: true }).click();
  await frame.getByRole('textbox').fill('The rent is wrong.');
  await frame
    .getByRole('dialog')
    .getByRole('button', { name: /Decline/ })
    .click();
  await application.event(page, 'declined');
  expect((await pages.reread(document)).status).toBe('rejected');

  const other = await send();
  const url = await sessionUrl(other);
  await pages.workspace.test.post(`/v1/documents/${encodeId('doc', other.id)}/void`, { reason: 'Changed' });
  await application.show(page, url);
  expect(await application.event(page, 'error')).toEqual({ type: 'error', code: 'document-voided' });
  await frame.getByRole('heading', { name: 'This document was voided' }).waitFor();
});

test('after a reload of the frame the application is asked for a new URL, which works in the same frame', async () => {
  const document = await send();
  const page = await blank();
  const url = await sessionUrl(document);
  await application.show(page, url);
  const frame = frameOf(page);
  await frame.getByRole('button', { name: 'I agree and continue' }).waitFor();
  await page.frame({ url })!.evaluate(() => location.reload());
  expect(await application.event(page, 'expired')).toEqual({ type: 'expired', reason: 'used' });
  await frame.getByRole('heading', { name: 'This page has to be opened again' }).waitFor();
  await application.load(page, await sessionUrl(document));
  await sign(frame);
  await application.event(page, 'signed');
});

test('the React component shows a URL once in strict mode, and a new one after it expired', async () => {
  const document = await send();
  const page = await blank();
  const [url, next] = [await sessionUrl(document), await sessionUrl(document)];
  await application.showReact(page, url, next);
  await frameOf(page).getByRole('button', { name: 'I agree and continue' }).waitFor();
  expect((await application.events(page)).map(({ type }) => type)).toEqual(['ready']);
  await page.frame({ url })!.evaluate(() => location.reload());
  await application.event(page, 'expired');
  await sign(frameOf(page));
  expect(await application.event(page, 'signed')).toMatchObject({ document_status: 'completed' });
  expect((await application.events(page)).map(({ type }) => type)).toEqual([
    ...['ready', 'expired', 'ready', 'signed'],
  ]);
});

test('the React component reports a URL that cannot be shown, and shows the next one', async () => {
  const document = await send();
  const page = await blank();
  await application.showReact(page, '', await sessionUrl(document));
  expect(await application.event(page, 'error')).toEqual({ type: 'error', code: 'blocked' });
  await sign(frameOf(page));
  await application.event(page, 'signed');
});

test('messages of other windows are ignored on both sides', async () => {
  const document = await send();
  const page = await blank();
  await application.show(page, await sessionUrl(document));
  await application.event(page, 'ready');
  await page.evaluate(() => {
    // From the application's own window, not from the frame.
    window.postMessage({ protocol: 'countersign', type: 'signed', document_status: 'completed' }, '*');
  });
  await frameOf(page).getByRole('button', { name: 'I agree and continue' }).waitFor();
  await sign(frameOf(page));
  await application.event(page, 'signed');
  const signed = (await application.events(page)).filter(({ type }) => type === 'signed');
  expect(signed).toHaveLength(1);
});

test('an origin that is not registered shows no frame, and the session stays unused', async () => {
  const stranger = await startApplication();
  try {
    const document = await send();
    const page = await blank();
    const url = await sessionUrl(document);
    await stranger.show(page, url);
    await pages.expectComplaint(/frame-ancestors/);
    const session = await pages.api.deps.db.signingSession.findFirstOrThrow({
      where: { recipientId: document.recipients[0]!.id },
    });
    expect(session.openedAt).toBeNull();
    expect(await stranger.events(page)).toEqual([]);
    // The page is no frame now, so nothing forbids it.
    await page.goto(url);
    await page.getByRole('button', { name: 'I agree and continue' }).waitFor();
  } finally {
    await stranger.close();
  }
});

describe.each([
  { where: 'the same site', address: underLocalhost, blocks: false },
  { where: 'another site', address: (url: string) => url, blocks: false },
  {
    where: 'another site, with its cookies and storage blocked',
    address: (url: string) => url,
    blocks: true,
  },
])('the editor in a frame of $where', ({ address, blocks }) => {
  test('a person places a field and sends; the application gets the event after the commit', async () => {
    const draft = await finalizedDraft(
      { ...pages.workspace.ctx('test'), storage: pages.api.storage },
      { ...one, fields: [] },
    );
    const id = encodeId('doc', draft.id);
    const { body } = await pages.workspace.test.post(`/v1/documents/${id}/preparation-session`);
    const page = await blank();
    if (blocks) await blockStorage(page);
    await application.show(page, address(body.url));
    const frame = frameOf(page);
    await frame
      .getByRole('list', { name: 'Kinds of field' })
      .getByRole('button', { name: 'Signature' })
      .click();
    await frame.getByText('Draft saved').waitFor();
    await frame.getByRole('button', { name: 'Done' }).click();
    expect(await application.event(page, 'prepared')).toEqual({ type: 'prepared' });
    expect((await pages.reread(draft)).fields).toMatchObject([{ type: 'signature' }]);
    await frame.getByRole('button', { name: /^Review/ }).click();
    await frame.getByRole('button', { name: 'Send test' }).click();
    expect(await application.event(page, 'sent')).toEqual({ type: 'sent' });
    expect((await pages.reread(draft)).status).toBe('sent');
    await frame.getByText('The document is sent').waitFor();
    expect((await application.events(page)).map(({ type }) => type)).toEqual(['ready', 'prepared', 'sent']);
    expect(await page.context().cookies()).toEqual([]);
  });
});
