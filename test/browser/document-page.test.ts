/** The page of a document: its pages with the values so far, who has to act, and what the sender can do. */
import { encodeId } from '@countersign/contract/ids';
import { makeAnchors } from '@countersign/core/anchor/make-anchors';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consolePages, small, wide } from '../support/console-pages.ts';
import { reread, sentDocument, signAs } from '../support/documents.ts';
import { sealedDocument } from '../support/sealed-files.ts';
import { accessibilityFaults, sidewaysOverflow } from '../support/signing-page.ts';

const { pages, openAs, go } = consolePages();
const ctx = () => ({ ...pages.workspace.ctx(), storage: pages.api.storage });

async function expectSound(page: Page) {
  expect([await accessibilityFaults(page), await sidewaysOverflow(page)]).toEqual([[], 0]);
}

/** The next anchor, a day after the one of the other screen size. */
let days = 0;
const anchor = () => {
  const moment = new Date(Date.now() + 86_400_000 * days++);
  return makeAnchors({ ...pages.api.deps, now: () => moment, timestamper: null });
};

test('an anchor proves neither a shortened nor a changed history', async () => {
  const sent = await sentDocument(ctx(), { title: 'Lease of Main Street 8' });
  const id = encodeId('doc', sent.id);
  const { page } = await openAs('manager', '/documents');
  const { body: events } = await pages.workspace.live.get(`/v1/documents/${id}/events`);
  const proof = {
    seq: events.length,
    event_hash: events.at(-1).hash,
    anchor: { date: '2026-11-24', timestamp: null },
  };
  await page.route('**/anchors', (route) => route.fulfill({ json: { items: [proof] } }));
  const verify = async (shown: Array<{ seq: number }>) => {
    await page.route('**/events?*', (route) => {
      const after = Number(new URL(route.request().url()).searchParams.get('after'));
      return route.fulfill({ json: shown.filter(({ seq }) => seq > after) });
    });
    await go(page, `/documents/${id}`);
    await page.getByRole('heading', { name: 'History' }).click();
    const answered = page.waitForResponse('**/anchors');
    await page.getByRole('button', { name: 'Verify and show hashes' }).click();
    await answered;
  };
  await verify(events.slice(0, 2));
  await page
    .getByText(`Event ${events.length} is anchored, but missing in the history.`, { exact: false })
    .waitFor();

  await verify([{ ...events[0], ip: '192.0.2.99' }, ...events.slice(1)]);
  await page.getByText('The chain is broken at event 1.').waitFor();

  // Verifying reads the events after the last one again, and must not repeat any although one is missing.
  await verify([...events.slice(0, 2), ...events.slice(3)]);
  await page.getByText('The chain is broken at event 3.').waitFor();
  expect(await page.locator('.c-timeline > li').count()).toBe(events.length - 1);
  expect(await page.getByText(/anchored/).count()).toBe(0);
});

test('the history reads only new events, and nothing once the document has ended', async () => {
  const sent = await sentDocument(ctx(), { title: 'Lease of Main Street 9' });
  const id = encodeId('doc', sent.id);
  const { page } = await openAs('manager', '/documents');
  const reads: number[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/events')) reads.push(Number(searchParams.get('after')));
  });
  await page.clock.install();
  await go(page, `/documents/${id}`);
  const { chainSeq } = await reread(ctx(), sent.id);
  const history = page.locator('.c-history', { hasText: 'History' });
  await history.getByText(/^\d+ events · /).waitFor();
  const polled = page.waitForResponse('**/events?*');
  await page.clock.fastForward(10_000);
  await polled;
  expect(reads.at(-1)).toBeGreaterThanOrEqual(chainSeq);

  await pages.workspace.live.post(`/v1/documents/${id}/void`, { reason: 'Wrong version' });
  await page.clock.fastForward(4000);
  await history
    .locator('summary')
    .getByText(/voided the document/)
    .waitFor();
  const before = reads.length;
  await page.clock.fastForward(60_000);
  await history.getByRole('heading').click();
  await page.getByRole('button', { name: 'Verify and show hashes' }).click();
  await page.getByText('The chain is intact.').waitFor();
  // Verifying reads once.
  expect(reads.length).toBe(before + 1);
});

test('times are shown with their time zone', async () => {
  const sent = await sentDocument(ctx(), { title: 'Lease of Main Street 10' });
  await signAs(ctx(), sent, sent.recipients[0]!);
  const size = { ...small, timezoneId: 'America/Bogota' };
  const { page } = await openAs('manager', `/documents/${encodeId('doc', sent.id)}`, size);
  await page.getByText(/^Signed on .+ \d\d:\d\d GMT-5$/).waitFor();
  await page.getByRole('heading', { name: 'History' }).click();
  await page
    .locator('.c-timeline time')
    .filter({ hasText: / \d\d:\d\d:\d\d GMT-5$/ })
    .first()
    .waitFor();
});

describe.each([
  ['desktop', wide],
  ['phone', small],
])('on a %s', (_name, size) => {
  test('an open document shows the signature that was made, the field still to be signed, and who has to act', async () => {
    const sent = await sentDocument(ctx(), { title: 'Lease of Main Street 7' });
    await signAs(ctx(), sent, sent.recipients[0]!);
    await anchor();
    const id = encodeId('doc', sent.id);
    const { page } = await openAs('manager', `/documents/${id}`, size);
    await page.locator('.page canvas').first().waitFor();
    await page.locator('.field-fixed', { hasText: 'Ada Lovelace' }).waitFor();
    await page.locator('.c-placed', { hasText: 'Signature · Grace Hopper, not filled in yet' }).waitFor();
    await page.getByText('1 of 2 done').waitFor();
    // On a busy machine it may be a minute ago.
    await page.getByText(/Emailed .+, not opened yet/).waitFor();
    await expectSound(page);

    expect(await page.getByText('The chain is intact.').count()).toBe(0);
    await page.getByRole('heading', { name: 'History' }).click();
    await page.getByText('Ada Lovelace agreed to sign electronically').waitFor();
    await page.getByRole('button', { name: 'Verify and show hashes' }).click();
    await page.getByText('The chain is intact.').waitFor();
    await page.getByText(/The first \d+ events are anchored in the hash that was published on/).waitFor();
    const [proofs] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download proofs' }).click(),
    ]);
    expect(proofs.suggestedFilename()).toBe(`anchors-${id}.json`);
    await page.getByText('Event 1', { exact: true }).click();
    await page.getByText('Previous hash').last().waitFor();
    await expectSound(page);

    await page.getByRole('button', { name: 'Remind' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send the reminder' }).click();
    await page.getByText('Reminder sent').waitFor();

    await page.getByRole('button', { name: 'Void…' }).click();
    await page.getByLabel('Reason').fill('Wrong version');
    await page.getByRole('button', { name: 'Void the document' }).click();
    await page.getByText('Did not sign').waitFor();
    await page
      .getByText(/voided the document: “Wrong version”/)
      .first()
      .waitFor();
    expect((await reread(ctx(), sent.id)).status).toBe('voided');
  });

  test('a sealed document shows its sealed PDF, its certificate and the original', async () => {
    const { document } = await sealedDocument(ctx(), pages.folder);
    const id = encodeId('doc', document.id);
    const { page } = await openAs('manager', `/documents/${id}`, size);
    const shown = (text: RegExp) => page.locator('.textLayer', { hasText: text }).first().waitFor();
    await page.getByRole('button', { name: 'Sealed PDF', pressed: true }).waitFor();
    await page.locator('.page canvas').first().waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Certificate' }).click();
    await shown(/Certificate of Completion/i);
    await page.getByRole('button', { name: 'Original' }).click();
    await page.locator('.field-fixed', { hasText: 'Grace Hopper' }).waitFor();

    const { body: events } = await pages.workspace.live.get(`/v1/documents/${id}/events`);
    const read = events.filter(
      ({ event_type }: { event_type: string }) => event_type === 'envelope.downloaded',
    );
    expect(read.map(({ payload }: { payload: { version: string } }) => payload.version)).toEqual([
      'sealed',
      'certificate',
      'original',
    ]);
  });
});
