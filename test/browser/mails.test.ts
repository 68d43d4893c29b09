/** Emails in a browser: at any width, for assistive technology, and from right to left. */
import { magicLinkMail } from '@countersign/mail/templates/magic-link';
import { type MailData, mailKinds, type RenderedMail } from '@countersign/mail/templates/mail-data';
import { renderMail } from '@countersign/mail/templates/render';
import { teamInvitationMail } from '@countersign/mail/templates/team-invitation';
import { expect, test } from '@jest/globals';
import {
  accessibilityFaults,
  desktop,
  narrowest,
  sidewaysOverflow,
  signingPages,
} from '../support/signing-page.ts';

const pages = signingPages();

const link = `https://sign.example.test/sign/${'a1B2c3D4'.repeat(10)}`;
const data: MailData = {
  language: 'en',
  workspaceName: 'مكتب النور للمحاماة',
  accentColor: '#f59e0b',
  documentTitle: `عقد إيجار 2026 ${'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung'.repeat(2)}`,
  documentId: 'doc_01ka5v7k9wq2fz8x7y6w5v4t3s',
  senderName: 'ليلى حسن',
  senderPerson: null,
  message: 'مرحبًا آدا،\nيرجى التوقيع قبل الجمعة.\n\nThank you!',
  recipientName: 'محمد عبد الله',
  role: 'signer',
  link,
  expiresAt: new Date('2026-11-30T23:30:00Z'),
  timeZone: 'Europe/Berlin',
  mode: 'test',
  reason: 'x'.repeat(300),
  reportLink: 'https://sign.example.test/report/abc-DEF_123',
  declinedBy: 'Grace Hopper',
  code: '048213',
};
const { workspaceName, accentColor } = data;
const mails: [string, RenderedMail][] = [
  ...mailKinds.map((kind): [string, RenderedMail] => [kind, renderMail(kind, data)]),
  ['invitation in Arabic', renderMail('invitation', { ...data, language: 'ar' })],
  ['completed in German', renderMail('completed', { ...data, language: 'de', mode: 'live' })],
  ['sign-in', magicLinkMail({ workspaceName, accentColor, recipientName: '', link, validMinutes: 15 })],
  [
    'team-invitation',
    teamInvitationMail({ workspaceName, accentColor, invitedBy: 'Olga', role: 'member', link, validDays: 7 }),
  ],
];

test('every email fits any window, and axe reports nothing', async () => {
  const page = await pages.visit('/errors', narrowest);
  for (const [kind, mail] of mails) {
    await page.setViewportSize(narrowest.viewport);
    await page.goto('about:blank');
    await page.setContent(mail.html);
    // The mail program that shows an email provides the landmarks.
    const faults = (await accessibilityFaults(page)).filter(
      (one) => !/^(?:landmark-one-main|region):/.test(one),
    );
    expect([kind, await sidewaysOverflow(page), faults]).toEqual([kind, 0, []]);
    await page.setViewportSize(desktop.viewport);
    expect([kind, await sidewaysOverflow(page)]).toEqual([kind, 0]);
  }
});

test('each paragraph of a message has the direction of its own text', async () => {
  const page = await pages.visit('/errors');
  await page.goto('about:blank');
  await page.setContent(renderMail('invitation', data).html);
  const sides = await page.getByText('Thank you!').evaluate((element) => {
    const box = element.getBoundingClientRect();
    const sideOf = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      return text.left - box.left < box.right - text.right ? 'left' : 'right';
    };
    const texts = [...element.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent,
    );
    return texts.map(sideOf);
  });
  expect(sides).toEqual(['right', 'right', 'left']);
});
