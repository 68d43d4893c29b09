/** The signing page in less than ideal conditions: other languages, reloads, lost connections, long documents, slow machines. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { samplePdf } from '../support/sample-pdf.ts';
import {
  agree,
  desktop,
  finish,
  heading,
  narrowest,
  phone,
  sidewaysOverflow,
  signingPages,
} from '../support/signing-page.ts';

const pages = signingPages();

const ada = { name: 'Ada Lovelace', email: 'ada@example.test' };
const signature = {
  type: 'signature',
  page: 1,
  x: 0.1,
  y: 0.8,
  w: 0.3,
  h: 0.05,
  recipient_index: 0,
} as const;
const city = { ...signature, y: 0.7, type: 'text', name: 'city' } as const;

async function typeSignature(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sign here/ }).click();
  await page.getByRole('button', { name: 'Use this signature' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('in another language', () => {
  test("texts and dates are in the browser's language, a choice is remembered, and consent is given to the text shown", async () => {
    const expires_at = new Date(pages.api.clock.now().getTime() + 30 * 86_400_000).toISOString();
    const document = await pages.send({ recipients: [ada], fields: [signature], expires_at });
    const page = await pages.open(document, ada.email, { ...desktop, locale: 'de-AT' });
    await page.getByText('bittet Sie um Ihre Unterschrift').waitFor();
    const due = new Intl.DateTimeFormat('de-AT', { month: 'long', timeZone: 'UTC' }).format(
      new Date(expires_at),
    );
    await page.getByText(new RegExp(`Bitte schließen Sie bis .*${due}`)).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('Français');
    await page.getByText('vous demande de signer').waitFor();
    await page.reload();
    await page.getByText('vous demande de signer').waitFor();
    // The audit trail records the language of the consent text, which stays when the language of the page is switched.
    const consent = page.locator('.consent-text');
    await page.getByRole('button', { name: 'Lire le texte complet' }).click();
    await consent.getByText("J'accepte d'examiner et de signer").waitFor();
    expect(await consent.getAttribute('lang')).toBe('fr');
    await page.getByRole('button', { name: 'Masquer le texte complet' }).waitFor();
    await page.getByRole('combobox', { name: 'Langue' }).selectOption('العربية');
    await consent.getByText('أوافق على مراجعة هذا المستند').waitFor();
    expect(await consent.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await page.getByRole('button', { name: 'أوافق وأتابع' }).click();
    await page.getByText('لقد وافقت').first().waitFor();
    await page.getByRole('combobox').first().selectOption('English');
    await page.getByRole('button', { name: 'Read it again' }).click();
    await consent.getByText('أوافق على مراجعة هذا المستند').waitFor();
    await page.getByRole('button', { name: 'Hide the full text' }).click();
    await consent.waitFor({ state: 'hidden' });
    const [recipient] = (await pages.reread(document)).recipients;
    expect([recipient!.consentVersion, recipient!.consentLanguage]).toEqual(['2026-11-22', 'ar']);
  });

  test('Arabic is laid out from right to left on a phone, from consent to the end', async () => {
    const document = await pages.send({ recipients: [ada], fields: [city, signature], message: 'Hello' });
    const page = await pages.open(document, ada.email, { ...phone, locale: 'ar' });
    await page.locator('.page canvas').first().waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await page.getByRole('button', { name: 'أوافق وأتابع' }).click();
    // The field is where the sender placed it, in any text direction.
    const sheet = (await page.locator('.page').first().boundingBox())!;
    const field = (await page.locator('[data-field-id]').first().boundingBox())!;
    expect((field.x - sheet.x) / sheet.width).toBeCloseTo(0.1, 2);
    await page.getByRole('button', { name: 'إنهاء التوقيع' }).click();
    await page.getByRole('alert').getByText('حقلان').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^وقّع هنا/ }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('button', { name: 'استخدام هذا التوقيع' }).click();
    await page.getByRole('button', { name: 'الحقل التالي' }).click();
    await page.getByRole('textbox', { name: 'City' }).fill('القاهرة');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'إنهاء التوقيع' }).click();
    await heading(page, 'اكتمل المستند');
    expect((await pages.reread(document)).fields.map((one) => one.value)).toEqual([
      'القاهرة',
      'Ada Lovelace',
    ]);
  });
});

test('the dialog shows a typed signature completely, even in a narrow window', async () => {
  const document = await pages.send({ recipients: [ada], fields: [signature] });
  const page = await pages.open(document, ada.email, narrowest);
  await agree(page);
  await page.getByRole('button', { name: /^Sign here/ }).click();
  await page.getByRole('textbox', { name: 'Type your name' }).fill('Augusta Ada King, Countess of Lovelace');
  const stage = (await page.locator('.signature-stage').boundingBox())!;
  const typed = (await page.locator('.signature-stage .signature-typed').boundingBox())!;
  expect(typed.x).toBeGreaterThanOrEqual(stage.x);
  expect(typed.x + typed.width).toBeLessThanOrEqual(stage.x + stage.width);
});

test('close fields on a phone can each be tapped, and the first and last also slightly outside', async () => {
  const rows = [0.3, 0.316, 0.332, 0.348];
  const fields = rows.map((y) => ({ ...signature, y, w: 0.1, h: 0.012 }));
  const document = await pages.send({ recipients: [ada], fields });
  const page = await pages.open(document, ada.email, narrowest);
  await agree(page);
  const own = page.locator('.field-own');
  await own
    .locator('button:enabled')
    .nth(rows.length - 1)
    .waitFor();
  // In one step, because consent scrolls to the first field.
  const look = () =>
    page.evaluate(() => {
      const all = [...globalThis.document.querySelectorAll('.field-own')];
      all[0]!.scrollIntoView({ behavior: 'instant', block: 'center' });
      const boxes = all.map((one) => one.getBoundingClientRect());
      const [first, second, last] = [boxes[0]!, boxes[1]!, boxes.at(-1)!];
      const fieldAt = (x: number, y: number) =>
        all.indexOf(globalThis.document.elementFromPoint(x, y)?.closest('.field-own') as Element);
      return {
        height: first.height,
        inside: boxes.map(({ x, y, height }) => fieldAt(x + 5, y + height / 2)),
        outside: [fieldAt(first.x + 5, first.y - 7), fieldAt(last.x + 5, last.y + 12)],
        second: { x: second.x, y: second.y },
      };
    });
  const { height, inside, outside, second } = await look();
  expect(height).toBeLessThan(8);
  expect(inside).toEqual([0, 1, 2, 3]);
  expect(outside).toEqual([0, 3]);
  await page.mouse.move(second.x + 5, second.y + 2);
  expect((await look()).inside).toEqual([0, 1, 2, 3]);
});

describe('enlarged', () => {
  /** True if nothing covers the middle of the focused element (WCAG 2.2, 2.4.11). */
  const focusIsSeen = (page: Page) =>
    page.evaluate(async () => {
      const focused = globalThis.document.activeElement;
      if (!focused || focused === globalThis.document.body) return null;
      const isSeen = () => {
        const box = focused.getBoundingClientRect();
        const top = Math.max(box.top, 0);
        const bottom = Math.min(box.bottom, innerHeight);
        const seen = globalThis.document.elementFromPoint(box.x + box.width / 2, (top + bottom) / 2);
        return Boolean(seen && (focused.contains(seen) || seen.contains(focused)));
      };
      // Pages that are still being drawn move the content below them. The focused element must become visible within 60 frames.
      for (let frame = 0; frame < 60 && !isSeen(); frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return { name: focused.getAttribute('aria-label') ?? focused.textContent, seen: isSeen() };
    });

  // A window of 1280 x 900 pixels at 200 %, and one of 1280 x 1024 at 400 % (WCAG 2.2, 1.4.4 and 1.4.10).
  test.each([
    [200, { width: 640, height: 450 }],
    [400, { width: 320, height: 256 }],
  ])(
    'to %d %% the page is signed with the keyboard alone, and what has the focus is always in sight',
    async (_percent, viewport) => {
      const rows = [0.2, 0.35, 0.5, 0.65].map((y, index) => ({ ...city, y, name: `city${index + 1}` }));
      const document = await pages.send({ recipients: [ada], fields: [...rows, signature] });
      const page = await pages.open(document, ada.email, { viewport });
      await page.getByRole('button', { name: 'I agree and continue' }).waitFor();
      expect(await sidewaysOverflow(page)).toBe(0);
      const hidden: string[] = [];
      const tabTo = async (name: RegExp) => {
        for (let steps = 0; steps < 60; steps += 1) {
          await page.keyboard.press('Tab');
          const focus = await focusIsSeen(page);
          if (focus && !focus.seen) hidden.push(String(focus.name));
          if (focus && name.test(focus.name ?? '')) return;
        }
        throw new Error(`${name} cannot be reached with the Tab key`);
      };
      await tabTo(/^I agree/);
      await page.keyboard.press('Enter');
      await page.getByText('5 fields left').waitFor();
      for (const number of [1, 2, 3, 4]) {
        const control = page.getByRole('textbox', { name: `City${number}` });
        const inPlace = (await control.count()) > 0;
        const isFocused =
          inPlace && (await control.evaluate((one) => one === one.ownerDocument.activeElement));
        if (!isFocused) await tabTo(new RegExp(`^City${number}`));
        // In a narrow window a field is a button that opens a dialog.
        if (!inPlace) await page.keyboard.press('Enter');
        await control.waitFor();
        await page.keyboard.type(`Town ${number}`);
        if (!inPlace) await page.keyboard.press('Escape');
      }
      await tabTo(/^Sign here/);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      expect(await sidewaysOverflow(page)).toBe(0);
      await tabTo(/^Use this signature/);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await tabTo(/^Finish signing/);
      await page.keyboard.press('Enter');
      await heading(page, 'The document is complete');
      expect(hidden).toEqual([]);
      expect((await pages.reread(document)).fields.map((one) => one.value)).toEqual([
        'Town 1',
        'Town 2',
        'Town 3',
        'Town 4',
        'Ada Lovelace',
      ]);
    },
  );
});

test.each([
  ['reduce', 'auto'],
  ['no-preference', 'smooth'],
] as const)('who asks for %s motion gets pages that scroll the way %s', async (reducedMotion, expected) => {
  const page = await pages.visit('/sign/not-a-token', { ...desktop, reducedMotion });
  await heading(page, 'This link does not work');
  const moving = await page.evaluate(() => {
    const { scrollBehavior } = getComputedStyle(globalThis.document.documentElement);
    return { scrollBehavior, animations: globalThis.document.getAnimations().length };
  });
  expect(moving).toEqual({ scrollBehavior: expected, animations: 0 });
});

describe('entered values', () => {
  test('are restored after a reload, including the signature, and deleted once they are sent', async () => {
    const document = await pages.send({ recipients: [ada], fields: [city, signature] });
    const page = await pages.open(document, ada.email);
    await agree(page);
    await page.getByRole('textbox', { name: 'City' }).fill('Berlin');
    await typeSignature(page);
    await page.reload();
    await page.getByText('What you entered before is still here.').first().waitFor();
    expect(await page.getByRole('textbox', { name: 'City' }).inputValue()).toBe('Berlin');
    await page.getByText('Everything is filled in.').waitFor();
    await finish(page);
    await heading(page, 'The document is complete');
    await page.waitForFunction(() => Object.keys(localStorage).length === 0);
    expect((await pages.reread(document)).fields.map((one) => one.value)).toEqual(['Berlin', 'Ada Lovelace']);
  });

  test('survive a lost connection, which is shown, and are sent when it is back', async () => {
    const document = await pages.send({ recipients: [ada], fields: [city, signature] });
    const page = await pages.open(document, ada.email);
    await page.locator('.page canvas').waitFor();
    await agree(page);
    await page.getByText('2 fields left').waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('textbox', { name: 'City' }).fill('Berlin');
    await typeSignature(page);
    await finish(page);
    await page.getByRole('alert').getByText('The service could not be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await finish(page);
    await heading(page, 'The document is complete');
  });

  test('count as sent if they arrived and only the response was lost', async () => {
    const document = await pages.send({ recipients: [ada], fields: [signature] });
    const page = await pages.open(document, ada.email);
    await agree(page);
    await typeSignature(page);
    await page.route('**/complete', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await finish(page);
    await page.getByText('You are done.').waitFor();
    const { status, recipients } = await pages.reread(document);
    expect([status, recipients[0]!.status]).toEqual(['completed', 'completed']);
  });

  test('count as sent at the next attempt if the service could not be asked what happened either', async () => {
    const document = await pages.send({ recipients: [ada], fields: [signature] });
    const page = await pages.open(document, ada.email);
    await agree(page);
    await typeSignature(page);
    await page.route('**/v1/signing/**', async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort();
    });
    await finish(page);
    await page.getByRole('alert').getByText('The service could not be reached.').waitFor();
    await page.unroute('**/v1/signing/**');
    await finish(page);
    await page.getByText('You are done.').waitFor();
    const { status, recipients } = await pages.reread(document);
    expect([status, recipients[0]!.status]).toEqual(['completed', 'completed']);
  });
});

test('few pages of a document of 300 pages are kept drawn while scrolling through it', async () => {
  const document = await pages.send(
    { recipients: [ada], fields: [{ ...signature, page: 300 }] },
    'live',
    await samplePdf(300),
  );
  const page = await pages.open(document, ada.email);
  await page.locator('.page canvas').first().waitFor();
  expect(await page.locator('.page').count()).toBe(300);
  await agree(page);
  // Consent moves to the field on the last page; the test scrolls only after that.
  await page.locator('.finish-bar').getByText('1 field left').waitFor();
  for (const number of [50, 150, 250]) {
    const sheet = page.getByRole('region', { name: `Page ${number} of 300` });
    await sheet.scrollIntoViewIfNeeded();
    await sheet.locator('canvas').waitFor();
    expect(await page.locator('.page canvas').count()).toBeLessThan(8);
    expect(await page.locator('.textLayer span').count()).toBeLessThan(200);
  }
  await page.getByRole('button', { name: 'Next field' }).click();
  await page.getByRole('region', { name: 'Page 300 of 300' }).locator('canvas').waitFor();
  await typeSignature(page);
  await finish(page);
  await heading(page, 'The document is complete');
});

test('a page that leaves the viewport and returns at once is drawn', async () => {
  const document = await pages.send({ recipients: [ada], fields: [signature] });
  const page = await pages.visit('/errors');
  await page.addInitScript(() => {
    // A busy browser reports both changes in one call, the newest last.
    globalThis.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const gone = { isIntersecting: false } as IntersectionObserverEntry;
        super((changes, observer) => callback([gone, ...changes], observer), options);
      }
    };
  });
  await page.goto(`${pages.api.url}${pages.path(document, ada.email)}`);
  await page.locator('.page canvas').waitFor();
});

describe('a document of several megabytes', () => {
  /** Eight pages, each with a different image that cannot be compressed. */
  async function heavyPdf(): Promise<Uint8Array> {
    const pdf = await PDFDocument.create();
    for (let number = 1; number <= 8; number += 1) {
      const raw = { width: 400, height: 400, channels: 3 } as const;
      const noise = await sharp(randomBytes(400 * 400 * 3), { raw })
        .jpeg({ quality: 100 })
        .toBuffer();
      const page = pdf.addPage([595, 842]);
      page.drawImage(await pdf.embedJpg(noise), { x: 100, y: 300, width: 400, height: 400 });
    }
    return pdf.save();
  }
  const sheet = (page: Page, number: number) => page.getByRole('region', { name: `Page ${number} of 8` });

  test('is fetched in ranges as it is read, and continues by itself after a lost connection', async () => {
    const pdf = await heavyPdf();
    const document = await pages.send({ recipients: [ada], fields: [signature] }, 'live', pdf);
    const page = await pages.visit('/errors');
    let fetched = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('/content')) fetched += Number(response.headers()['content-length']);
    });
    await page.goto(`${pages.api.url}${pages.path(document, ada.email)}`);
    await sheet(page, 1).locator('canvas').waitFor();
    expect(fetched).toBeLessThan(pdf.length / 2);
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/content'));
    await sheet(page, 8).scrollIntoViewIfNeeded();
    await lost;
    expect(await sheet(page, 8).locator('canvas').count()).toBe(0);
    await page.context().setOffline(false);
    await sheet(page, 8).locator('canvas').waitFor();
  });

  test('shows an error if the rest is refused, and can be opened again', async () => {
    const document = await pages.send({ recipients: [ada], fields: [signature] }, 'live', await heavyPdf());
    const page = await pages.open(document, ada.email);
    await sheet(page, 1).locator('canvas').waitFor();
    await page.route('**/content', (route) => route.fulfill({ status: 409, body: '{}' }));
    await sheet(page, 8).scrollIntoViewIfNeeded();
    await page.getByRole('alert').getByText('The document cannot be shown here.').waitFor();
    await pages.expectComplaint(/the document cannot be opened/);
    await page.unroute('**/content');
    await page.getByRole('button', { name: 'Try again' }).click();
    await sheet(page, 1).locator('canvas').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

test('two fingers zoom the document in and out', async () => {
  const document = await pages.send({ recipients: [ada], fields: [signature] });
  const page = await pages.open(document, ada.email, phone);
  await page.locator('.page canvas').first().waitFor();
  const sheet = page.locator('.page').first();
  const before = (await sheet.boundingBox())!.width;
  const cdp = await page.context().newCDPSession(page);
  const pinch = async (from: number, to: number) => {
    const fingers = (gap: number) => [
      { x: 195 - gap / 2, y: 420, id: 1 },
      { x: 195 + gap / 2, y: 420, id: 2 },
    ];
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) });
    for (let part = 1; part <= 5; part += 1) {
      const touchPoints = fingers(from + ((to - from) * part) / 5);
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
    }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await sheet.scrollIntoViewIfNeeded();
  await pinch(100, 200);
  await page.waitForFunction(
    (width) => globalThis.document.querySelector('.page')!.getBoundingClientRect().width > width * 1.7,
    before,
  );
  await pinch(200, 100);
  await page.waitForFunction(
    (width) => globalThis.document.querySelector('.page')!.getBoundingClientRect().width < width * 1.3,
    before,
  );
  expect(await sidewaysOverflow(page)).toBe(0);
});

test('the page is usable after little work, which takes a second on a processor four times slower than ours', async () => {
  const document = await pages.send({ recipients: [ada], fields: [city, signature] });
  const page = await pages.visit('/errors', phone);
  const encodings = new Set<string | undefined>();
  page.on('response', (response) => {
    if (/\/assets\/.*\.(?:m?js|css)$/.test(response.url()))
      encodings.add(response.headers()['content-encoding']);
  });
  const cdp = await page.context().newCDPSession(page);
  // Measured in processor time of the page's thread, so that other tests do not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`${pages.api.url}${pages.path(document, ada.email)}`, { waitUntil: 'commit' });
  const usable = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const look = () => {
          if (globalThis.document.querySelector('.consent button')) done(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  const worked = await busy();
  const measure = await measureWork(page);
  const unit = (await busy()) - worked;
  console.info(
    `on a processor four times slower the page can be used after ${Math.round(usable)} ms, ${Math.round(worked)} of them work, ` +
      `${(worked / unit).toFixed(2)} times the work of copying ${measure} objects`,
  );
  expect(worked).toBeGreaterThan(20);
  // 0.7 when this was written, which was 0.9 s.
  expect(worked / unit).toBeLessThan(2);
  // Over plain HTTP browsers accept gzip; every script and style was compressed.
  expect([...encodings]).toEqual(['gzip']);
});

/** Work of a known size in the page, to compare with: machines differ, and so does one machine beside other work. Returns its size. */
function measureWork(page: Page): Promise<number> {
  return page.evaluate(() => {
    const objects = Array.from({ length: 20_000 }, (_, at) => ({
      at,
      name: `object ${at}`,
      list: [at, at + 1],
    }));
    let copied = 0;
    for (let times = 0; times < 10; times += 1)
      copied += (JSON.parse(JSON.stringify(objects)) as unknown[]).length;
    return copied;
  });
}
