/** How a signature is entered on the signing page: typed, drawn or uploaded (docs/spec/decisions.md, section 9). */
import { describe, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { agree, finish, heading, signingPages } from '../support/signing-page.ts';

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

describe('a signature is entered', () => {
  test('in a chosen handwriting font, which is the default for initials and is stored with the value', async () => {
    const document = await pages.send({
      recipients: [ada],
      fields: [signature, { ...signature, y: 0.6, type: 'initials' }],
    });
    const page = await pages.open(document, ada.email);
    await agree(page);
    await page.getByRole('button', { name: /^Sign here/ }).click();
    const dialog = page.getByRole('dialog');
    const choice = dialog.getByRole('group', { name: 'Handwriting' });
    expect(await choice.getByRole('radio').count()).toBe(5);
    expect(await choice.getByRole('radio', { name: 'Dancing Script' }).isChecked()).toBe(true);
    await choice.getByRole('radio', { name: 'Sacramento' }).check();
    // A name with letters that this font lacks is shown in another font, or in plain print if every font lacks them.
    await dialog.getByRole('textbox').fill('Ада');
    expect(await choice.getByRole('radio').count()).toBe(3);
    expect(await choice.getByRole('radio', { name: 'Caveat' }).isChecked()).toBe(true);
    await dialog.getByRole('textbox').fill('Άντα');
    await choice.waitFor({ state: 'detached' });
    await dialog.getByRole('textbox').fill('Ada Łukasz');
    const drawn = await dialog
      .locator('.signature-typed')
      .evaluate((element) => getComputedStyle(element).fontFamily);
    expect(drawn).toMatch(/^Sacramento/);
    await dialog.getByRole('button', { name: 'Use this signature' }).click();
    await page.getByRole('button', { name: /^Initial here/ }).click();
    expect(await choice.getByRole('radio', { name: 'Sacramento' }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Use these initials' }).click();
    await finish(page);
    await heading(page, 'The document is complete');
    const { fields } = await pages.reread(document);
    expect(fields.map((field) => field.signature)).toEqual([
      { mode: 'type', text: 'Ada Łukasz', font: 'sacramento' },
      { mode: 'type', text: 'AL', font: 'sacramento' },
    ]);
  });

  test('by drawing: the strokes are stored as drawn, and one press reuses them in the next field', async () => {
    const document = await pages.send({
      recipients: [ada],
      fields: [
        { ...signature, settings: { input_modes: ['draw'] } },
        { ...signature, y: 0.6 },
      ],
    });
    const page = await pages.open(document, ada.email);
    await agree(page);
    await page.getByRole('button', { name: /^Sign here, Signature 2/ }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('radio').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Use this signature' }).click();
    await dialog.getByText('Please add your signature.').waitFor();
    const area = (await dialog.getByRole('img', { name: 'Drawing area, empty' }).boundingBox())!;
    await page.mouse.move(area.x + 20, area.y + 60);
    await page.mouse.down();
    await page.mouse.move(area.x + 200, area.y + 30, { steps: 8 });
    await page.mouse.move(area.x + area.width + 80, area.y + 90, { steps: 8 });
    await page.mouse.up();
    await dialog.getByRole('img', { name: 'Drawing area, 1 stroke' }).waitFor();
    await dialog.getByRole('button', { name: 'Use this signature' }).click();
    await page.getByRole('button', { name: /^Sign here, Signature 1/ }).click();
    await page.getByText('Everything is filled in.').waitFor();
    await finish(page);
    await heading(page, 'The document is complete');
    const { fields } = await pages.reread(document);
    expect(fields.map((field) => field.value)).toEqual(['drawn', 'drawn']);
    const stored = fields[0]!.signature as unknown as { width: number; strokes: number[][][] };
    expect(stored.strokes[0]!.length).toBeGreaterThan(10);
    expect(Math.max(...stored.strokes[0]!.map(([x]) => x!))).toBe(stored.width);
  });

  test('on a phone with a low screen, where the button and its explanation are visible together', async () => {
    const document = await pages.send({ recipients: [ada], fields: [signature] });
    const page = await pages.open(document, ada.email);
    await page.setViewportSize({ width: 360, height: 640 });
    await agree(page);
    await page.getByRole('button', { name: /^Sign here/ }).click();
    const dialog = page.getByRole('dialog');
    const bottom = async (part: Locator) => {
      const box = (await part.boundingBox())!;
      return box.y + box.height;
    };
    const button = await bottom(dialog.getByRole('button', { name: 'Use this signature' }));
    expect(button).toBeLessThan(640);
    expect(await bottom(dialog.getByText('By choosing it, you accept it'))).toBeLessThan(button);
  });

  test('with a pen, whose pressure is stored with the points', async () => {
    const document = await pages.send({ recipients: [ada], fields: [signature] });
    const page = await pages.open(document, ada.email);
    await agree(page);
    await page.getByRole('button', { name: /^Sign here/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Draw' }).check();
    const area = (await dialog.getByRole('img', { name: 'Drawing area, empty' }).boundingBox())!;
    const cdp = await page.context().newCDPSession(page);
    const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', step: number) =>
      cdp.send('Input.dispatchMouseEvent', {
        type,
        x: area.x + 40 + step * 9,
        y: area.y + 80 + 30 * Math.sin(step / 3),
        button: 'left',
        buttons: type === 'mouseReleased' ? 0 : 1,
        clickCount: 1,
        pointerType: 'pen',
        force: 0.1 + step * 0.02,
      });
    await pen('mousePressed', 0);
    for (let step = 1; step <= 40; step += 1) await pen('mouseMoved', step);
    await pen('mouseReleased', 40);
    await dialog.getByRole('img', { name: 'Drawing area, 1 stroke' }).waitFor();
    await dialog.getByRole('button', { name: 'Use this signature' }).click();
    await finish(page);
    await heading(page, 'The document is complete');
    const [field] = (await pages.reread(document)).fields;
    const [stroke] = (field!.signature as unknown as { strokes: number[][][] }).strokes;
    expect(stroke!.every((point) => point.length === 3)).toBe(true);
    expect(stroke!.at(0)![2]).toBeCloseTo(0.1, 1);
    expect(stroke!.at(-1)![2]).toBeCloseTo(0.9, 1);
  });

  test('with an image larger than the service accepts, which is reduced in the browser', async () => {
    const document = await pages.send({ recipients: [ada], fields: [signature] });
    const page = await pages.open(document, ada.email);
    await agree(page);
    // A noisy PNG of 2200 x 1400 pixels is several megabytes.
    const base64 = await page.evaluate(() => {
      const canvas = globalThis.document.createElement('canvas');
      canvas.width = 2200;
      canvas.height = 1400;
      const context = canvas.getContext('2d')!;
      const image = context.createImageData(2200, 1400);
      for (let index = 0; index < image.data.length; index += 1)
        image.data[index] = (index * 2_654_435_761) >>> 24;
      context.putImageData(image, 0, 0);
      return canvas.toDataURL('image/png').split(',')[1]!;
    });
    const buffer = Buffer.from(base64, 'base64');
    expect(buffer.length).toBeGreaterThan(2 * 1024 * 1024);
    await page.getByRole('button', { name: /^Sign here/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Upload' }).check();
    const file = dialog.getByLabel('Choose an image of your signature');
    await file.setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('not a picture'),
    });
    await dialog.getByText('This file is not an image.').waitFor();
    await file.setInputFiles({ name: 'signature.png', mimeType: 'image/png', buffer });
    await dialog.getByRole('img', { name: 'Your uploaded signature' }).waitFor();
    await dialog.getByRole('button', { name: 'Use this signature' }).click();
    await finish(page);
    await heading(page, 'The document is complete');
    expect((await pages.reread(document)).fields[0]!.value).toBe('uploaded');
  });

  test('with a scan, which is cropped to the ink and loses its background before it is sent', async () => {
    const document = await pages.send({ recipients: [ada], fields: [signature] });
    const page = await pages.open(document, ada.email);
    await agree(page);
    const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#f4f1e8' } })
      .composite([
        {
          input: await sharp({ create: { width: 300, height: 60, channels: 3, background: '#182860' } })
            .png()
            .toBuffer(),
          left: 200,
          top: 250,
        },
      ])
      .jpeg()
      .toBuffer();
    await page.getByRole('button', { name: /^Sign here/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Upload' }).check();
    // The button of the browser is in the language of the browser, so the page has its own.
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByText('Choose an image of your signature').click();
    await (await chooser).setFiles({ name: 'scan.jpg', mimeType: 'image/jpeg', buffer });
    await dialog.getByText('scan.jpg').waitFor();
    const preview = dialog.getByRole('img', { name: 'Your uploaded signature' });
    await preview.waitFor();
    const look = async () => {
      const url = (await preview.getAttribute('src'))!;
      const image = sharp(Buffer.from(url.split(',')[1]!, 'base64'));
      const { width, height, hasAlpha } = await image.metadata();
      const corner = hasAlpha ? (await image.ensureAlpha().raw().toBuffer())[3] : 255;
      return { width, height, corner };
    };
    const clean = await look();
    expect(clean.corner).toBe(0);
    expect(clean.width).toBeGreaterThanOrEqual(300);
    expect(clean.width).toBeLessThan(340);
    expect(clean.height).toBeLessThan(100);
    await dialog.getByRole('checkbox', { name: 'Remove the background' }).uncheck();
    expect((await look()).corner).toBe(255);
    await dialog.getByRole('checkbox', { name: 'Remove the background' }).check();
    await dialog.getByRole('button', { name: 'Use this signature' }).click();
    await finish(page);
    await heading(page, 'The document is complete');
    expect((await pages.reread(document)).fields[0]!.value).toBe('uploaded');
  });
});
