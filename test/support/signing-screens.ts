/** Every screen of the signing page, and how to reach it in any of its languages. */
import { encodeId } from '@countersign/contract/ids';
import { expireDueDocuments } from '@countersign/core/document/expire';
import type { FullDocument } from '@countersign/core/document/lock';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Words } from '../../apps/web/src/signing/words.ts';
import { signAs } from './documents.ts';
import type { SigningPages } from './signing-page.ts';

const ada = { name: 'Ada Lovelace', email: 'ada@example.test' };
const grace = { name: 'Grace Hopper', email: 'grace@example.test' };
const at = (row: number, column = 0) => ({
  page: 1,
  x: 0.1 + column * 0.45,
  y: 0.3 + row * 0.06,
  w: 0.35,
  h: 0.035,
  recipient_index: 0,
});
type Input = NonNullable<Parameters<SigningPages['send']>[0]>;

const allFields: Input['fields'] = [
  { ...at(0), type: 'name' },
  { ...at(0, 1), type: 'email' },
  { ...at(1), type: 'date' },
  { ...at(1, 1), type: 'number', settings: { min_value: 1 } },
  { ...at(2), type: 'text', name: 'zip' },
  { ...at(2, 1), type: 'dropdown', settings: { options: ['Cash', 'Transfer'] } },
  { ...at(3), type: 'radio', settings: { options: ['Cat', 'Dog'] } },
  { ...at(3, 1), w: 0.03, type: 'checkbox', name: 'rules' },
  { ...at(4), type: 'initials' },
  { ...at(4, 1), type: 'text', name: 'currency', read_only: true, prefill_value: 'EUR' },
  { ...at(5), type: 'signature' },
  { ...at(5, 1), type: 'radio', name: 'dot', required: false, settings: { options: ['Yes'] } },
];
const oneField: Input = { recipients: [ada], fields: [{ ...at(0), type: 'signature' }] };

/** Opens a screen in a new browser context. */
export type OpenScreen = (options: BrowserContextOptions) => Promise<Page>;

/** Functions that open each screen, by name. `words` are the texts of the language of the contexts. */
export function signingScreens(pages: SigningPages, words: Words): Record<string, OpenScreen> {
  const { screens, signature } = words;
  /** A document that stays open is sent once and shared by the screens that only show it. */
  const kept = new Map<string, Promise<FullDocument>>();
  const once = (name: string, make: () => Promise<FullDocument>) => {
    const made = kept.get(name) ?? make();
    kept.set(name, made);
    return made;
  };
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const drawn = (page: Page) => page.locator('.page canvas').first().waitFor();

  /** After the first visit of the shared document, the recipient has already agreed. */
  const agree = async (page: Page) => {
    const accept = page.getByRole('button', { name: words.consent.accept });
    if (await accept.isVisible()) await accept.click();
  };

  const signing: OpenScreen = async (options) => {
    const message = 'Please read the second page with care, and sign by Friday.\nMany thanks!';
    const document = await once('whole', () =>
      pages.send({ title: 'Consulting agreement', recipients: [ada], fields: allFields, message }, 'test'),
    );
    const page = await pages.open(document, ada.email, options);
    await drawn(page);
    return page;
  };
  const agreed: OpenScreen = async (options) => {
    const page = await signing(options);
    await agree(page);
    await page.getByRole('button', { name: words.bar.next }).waitFor();
    return page;
  };
  const signatureDialog = async (options: BrowserContextOptions, mode: keyof typeof signature.modes) => {
    const page = await agreed(options);
    await page.getByRole('button', { name: new RegExp(`^${words.field.sign}`) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: signature.modes[mode] }).check();
    return { page, dialog };
  };

  return {
    'a link that does not work': async (options) => {
      const page = await pages.visit('/sign/not-a-token', options);
      await heading(page, screens.unknown.heading);
      return page;
    },
    'a service that does not answer': async (options) => {
      const document = await once('sent', () => pages.send());
      const page = await pages.visit('/errors', options);
      await page.route('**/v1/signing/*', (route) => route.abort());
      await page.goto(`${pages.api.url}${pages.path(document, ada.email)}`);
      await heading(page, screens.unreachable.heading);
      return page;
    },
    'the document before agreeing': async (options) => {
      const page = await pages.open(await once('sent', () => pages.send()), ada.email, options);
      await drawn(page);
      await page.getByRole('button', { name: words.consent.accept }).waitFor();
      return page;
    },
    'the document with its fields': agreed,
    'a lost connection': async (options) => {
      const page = await agreed(options);
      await page.context().setOffline(true);
      await page.getByText(words.offline).waitFor();
      return page;
    },
    'a file that cannot be shown': async (options) => {
      const document = await once('sent', () => pages.send());
      const page = await pages.visit('/errors', options);
      await page.route('**/content', (route) => route.abort());
      await page.goto(`${pages.api.url}${pages.path(document, ada.email)}`);
      await page.getByRole('alert').getByText(words.pages.failed).waitFor();
      await pages.expectComplaint(/the document cannot be opened/);
      return page;
    },
    'fields that are wrong': async (options) => {
      const page = await agreed(options);
      await press(page, words.bar.finish);
      await page.locator('.finish-bar').getByRole('alert').waitFor();
      return page;
    },
    'a field in a dialog': async (options) => {
      const page = await agreed(options);
      await page.setViewportSize({ width: 390, height: 844 });
      await press(page, words.bar.next);
      await page.getByRole('dialog').getByRole('button', { name: words.field.done }).waitFor();
      return page;
    },
    'typing a signature': async (options) => {
      const { page, dialog } = await signatureDialog(options, 'type');
      await dialog.getByRole('group', { name: signature.font }).waitFor();
      return page;
    },
    'drawing a signature': async (options) => {
      const { page, dialog } = await signatureDialog(options, 'draw');
      const area = (await dialog.getByRole('img', { name: signature.drawState(0) }).boundingBox())!;
      await page.mouse.move(area.x + area.width * 0.2, area.y + area.height * 0.6);
      await page.mouse.down();
      for (let step = 1; step <= 24; step += 1) {
        const x = area.x + area.width * (0.2 + step * 0.025);
        await page.mouse.move(x, area.y + area.height * (0.5 + 0.25 * Math.sin(step)));
      }
      await page.mouse.up();
      await dialog.getByRole('img', { name: signature.drawState(1) }).waitFor();
      return page;
    },
    'uploading a signature': async (options) => {
      const { page, dialog } = await signatureDialog(options, 'upload');
      const ink = await sharp({ create: { width: 220, height: 14, channels: 3, background: '#1c2a66' } })
        .rotate(-12, { background: '#f3f1ea' })
        .png()
        .toBuffer();
      const buffer = await sharp({ create: { width: 420, height: 200, channels: 3, background: '#f3f1ea' } })
        .composite([{ input: ink, left: 90, top: 60 }])
        .png()
        .toBuffer();
      await dialog
        .getByLabel(signature.uploadLabel)
        .setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer });
      await dialog.getByRole('img', { name: signature.uploadedAlt }).waitFor();
      return page;
    },
    'a document to approve': async (options) => {
      const document = await once('approver', () =>
        pages.send({ recipients: [{ ...ada, role: 'approver' }], fields: [] }),
      );
      const page = await pages.open(document, ada.email, options);
      await drawn(page);
      await agree(page);
      await page.getByRole('button', { name: words.bar.approve, exact: true }).waitFor();
      return page;
    },
    'a document to read': async (options) => {
      const document = await once('viewer', () =>
        pages.send({ ...oneField, recipients: [ada, { ...grace, role: 'viewer' }] }),
      );
      const page = await pages.open(document, grace.email, options);
      await drawn(page);
      return page;
    },
    declining: async (options) => {
      const page = await signing(options);
      await press(page, words.decline);
      await press(page, words.declineDialog.confirm);
      await page.getByText(words.declineDialog.reasonMissing).waitFor();
      return page;
    },
    'a reassignment without a name': async (options) => {
      const page = await signing(options);
      await press(page, words.reassign);
      await page.getByRole('dialog').getByRole('button', { name: words.reassignDialog.confirm }).click();
      await page.getByText(words.reassignDialog.nameMissing).waitFor();
      return page;
    },
    'a code that can be requested': async (options) => {
      const document = await once('code', () =>
        pages.send({ ...oneField, recipients: [{ ...ada, auth_level: 'otp' }] }),
      );
      const page = await pages.open(document, ada.email, options);
      await heading(page, words.code.heading);
      return page;
    },
    'a code that is wrong': async (options) => {
      const document = await pages.send({ ...oneField, recipients: [{ ...ada, auth_level: 'otp' }] });
      const page = await pages.open(document, ada.email, options);
      await press(page, words.code.send);
      await page.getByRole('textbox', { name: words.code.label }).waitFor();
      await press(page, words.code.verify);
      await page.getByText(words.code.shape).waitFor();
      return page;
    },
    'a recipient before their turn': async (options) => {
      const document = await once('early', () =>
        pages.send({
          recipients: [ada, { ...grace, signing_order: 2 }],
          fields: [
            { ...at(0), type: 'signature' },
            { ...at(1), type: 'signature', recipient_index: 1 },
          ],
        }),
      );
      const page = await pages.open(document, grace.email, options);
      await heading(page, screens.notYourTurn.heading);
      return page;
    },
    'waiting for others': async (options) => {
      const document = await once('partial', async () => {
        const sent = await pages.send();
        await signAs(pages.api.deps, sent, recipient(sent, ada.email));
        return sent;
      });
      const page = await pages.open(document, ada.email, options);
      await heading(page, screens.waiting.heading);
      return page;
    },
    'a document that is being sealed': async (options) => {
      const document = await once('sealing', () => completed());
      const page = await pages.open(document, ada.email, options);
      await page.getByText(screens.completed.sealing).waitFor();
      return page;
    },
    'a sealed document with a redirect': async (options) => {
      const document = await once('sealed', async () => {
        const done = await completed({ redirect_url: 'https://example.test/thanks' });
        await pages.seal(done);
        return done;
      });
      const page = await pages.open(document, ada.email, options);
      await page.getByRole('link', { name: screens.completed.copy }).waitFor();
      await page.getByRole('link', { name: screens.redirect.link('example.test') }).waitFor();
      return page;
    },
    'a voided document': async (options) => {
      const document = await once('voided', async () => {
        const sent = await pages.send();
        const path = `/v1/documents/${encodeId('doc', sent.id)}/void`;
        await pages.workspace.live.post(path, { reason: 'Sent to the wrong tenant.' }).expect(200);
        return sent;
      });
      const page = await pages.open(document, ada.email, options);
      await heading(page, screens.voided.heading);
      await page.getByText('Sent to the wrong tenant.').waitFor();
      return page;
    },
    'an expired document': async (options) => {
      const document = await once('expired', async () => {
        const expires_at = new Date(pages.api.clock.now().getTime() + 60_000).toISOString();
        const sent = await pages.send({ expires_at });
        pages.api.clock.advance(61_000);
        await expireDueDocuments(pages.api.deps, 'test');
        return sent;
      });
      const page = await pages.open(document, ada.email, options);
      await heading(page, screens.expired.heading);
      return page;
    },
    'a document that somebody else declined': async (options) => {
      const page = await pages.open(await declined(), grace.email, options);
      await heading(page, screens.rejected.heading);
      return page;
    },
    'a document that the recipient declined': async (options) => {
      const page = await pages.open(await declined(), ada.email, options);
      await heading(page, screens.youDeclined.heading);
      return page;
    },
    'a reassigned document': async (options) => {
      const page = await pages.open(await pages.send(), ada.email, options);
      await press(page, words.reassign);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: words.reassignDialog.name }).fill('Mary Somerville');
      await dialog.getByRole('textbox', { name: words.reassignDialog.email }).fill('mary@example.test');
      await dialog.getByRole('button', { name: words.reassignDialog.confirm }).click();
      await heading(page, screens.reassigned.heading);
      return page;
    },
  };

  function declined(): Promise<FullDocument> {
    return once('declined', async () => {
      const sent = await pages.send();
      const token = pages.path(sent, ada.email).replace('/sign/', '');
      const reason = 'The rent is higher than we had agreed.';
      await pages.api.anonymous.post(`/v1/signing/${token}/reject`, { reason }).expect(200);
      return sent;
    });
  }

  async function completed(input: Input = {}): Promise<FullDocument> {
    const sent = await pages.send({ ...oneField, ...input });
    await signAs(pages.api.deps, sent, recipient(sent, ada.email));
    return sent;
  }
}

function recipient(document: FullDocument, email: string) {
  const found = document.recipients.find((one) => one.email === email);
  if (!found) throw new Error(`nobody with the address ${email} takes part`);
  return found;
}
