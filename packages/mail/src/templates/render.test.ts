/** The content of all emails, and that text by users cannot change their structure. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../../test/support/properties.ts';
import { abuseReportMail } from './abuse-report.ts';
import { magicLinkMail } from './magic-link.ts';
import { type MailData, mailKinds, type RenderedMail } from './mail-data.ts';
import { escapeHtml } from './prose.ts';
import { renderMail } from './render.ts';
import { signInMethodMail } from './sign-in-method.ts';
import { teamInvitationMail } from './team-invitation.ts';
import { mailLanguages } from './words.ts';
import { wordsOf as mailWords } from './words-of.ts';

const data: MailData = {
  language: 'en',
  workspaceName: 'Nordlicht GmbH',
  accentColor: '#0f766e',
  documentTitle: 'Lease agreement',
  documentId: 'doc_01ka5v7k9wq2fz',
  senderName: 'Olga Brandt',
  senderPerson: null,
  message: 'Dear Ada,\nas discussed.',
  recipientName: 'Ada Lovelace',
  role: 'signer',
  link: 'https://sign.example.test/sign/abc-DEF_123?a=1&b=2',
  expiresAt: new Date('2026-11-30T23:30:00Z'),
  timeZone: 'Europe/Berlin',
  mode: 'live',
  reason: 'Wrong flat\nin clause 7',
  reportLink: 'https://sign.example.test/report/abc-DEF_123',
  declinedBy: 'Grace Hopper',
  code: '048213',
};

/** The line above the repeated address of the button, only in HTML. */
const buttonFails = new RegExp(mailLanguages.map((one) => escapeHtml(mailWords(one).buttonFails)).join('|'));

/** The address of the page to report abuse is only an attribute in HTML. */
const withoutReport = (text: string) => text.replace(data.reportLink!, '');

/** The visible text of the HTML, without the line that repeats the button's address. */
function readHtml(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<div style="display:none.*?<\/div>/s, '')
    .replace(buttonFails, '')
    .replace(/<\/?(?:span|strong|a)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

function wordsOf(text: string): Set<string> {
  return new Set(text.split(/[\s“”>*.,:。]+/).filter((word) => word !== '' && word !== '--'));
}

/** The elements and attribute names of the document, in order: its shape without its words. */
function shapeOf(html: string): string {
  const tags = html.replace(/<br>/g, '').match(/<[^>]*>/g) ?? [];
  return tags.map((tag) => tag.replace(/="[^"]*"/g, '=')).join('\n');
}

function checkKeptApart(mail: RenderedMail, benign: RenderedMail): void {
  expect(shapeOf(mail.html)).toBe(shapeOf(benign.html));
  expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
  expect(mail.text).not.toMatch(/[^\P{Cc}\n]/u);
}

describe.each(mailKinds)('the mail %s', (kind) => {
  test('says the same as HTML and as plain text', () => {
    for (const role of ['signer', 'approver', 'viewer', 'cc', null] as const) {
      for (const mode of ['live', 'test'] as const) {
        const mail = renderMail(kind, { ...data, role, mode, ...(role === null && { link: null }) });
        expect(wordsOf(readHtml(mail.html))).toEqual(wordsOf(withoutReport(mail.text)));
      }
    }
  });

  test('names the document and its workspace, and greets the recipient', () => {
    const { subject, text } = renderMail(kind, data);
    expect(subject).toContain('Lease agreement');
    expect(text).toContain('“Lease agreement”');
    expect(text).toContain('Hello Ada Lovelace,');
    expect(text).toContain('Nordlicht GmbH');
    expect(text).toContain('doc_01ka5v7k9wq2fz');
    expect(renderMail(kind, { ...data, recipientName: ' ' }).text).toContain('Hello,');
  });

  test('is marked as a test in subject, text and HTML in test mode alone', () => {
    const live = renderMail(kind, data);
    const trial = renderMail(kind, { ...data, mode: 'test' });
    expect(trial.subject).toBe(`[TEST] ${live.subject}`);
    expect(trial.html).toContain('It has no legal effect');
    expect(trial.text).toMatch(/^\*\*\* Test: .*no legal effect\. \*\*\*$/m);
    expect(`${live.subject}${live.html}${live.text}`).not.toMatch(/\btest mode\b|\[TEST\]/);
  });

  test('shows everything that people type as text', () => {
    const benign = renderMail(kind, data);
    for (const hostile of [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' style='display:none",
      '<!--',
      ']]><![endif]-->',
      '&lt;b&gt;',
      'x\r\nBcc: evil@example.test',
      'a\u202egpj.exe\u0000\u001b[31m',
      'pay\u200bpal\u2066\u2060',
    ]) {
      const people = {
        workspaceName: hostile,
        documentTitle: hostile,
        senderName: hostile,
        senderPerson: hostile,
        recipientName: hostile,
      };
      const mail = renderMail(kind, {
        ...data,
        ...people,
        message: hostile,
        reason: hostile,
        declinedBy: hostile,
        accentColor: hostile,
      });
      checkKeptApart(mail, benign);
      expect(readHtml(mail.html)).toContain(
        hostile.replace(/\r\n/, ' ').replace(/[\u0000\u001b\u202e\u200b\u2066\u2060]/g, ''),
      );
    }
  });

  test('keeps its shape for any text at all', () => {
    const benign = renderMail(kind, data);
    const anything = fc.string({ unit: 'binary', minLength: 1 }).map((text) => `x${text}`);
    fc.assert(
      fc.property(anything, anything, (one, other) => {
        const mail = renderMail(kind, {
          ...data,
          workspaceName: one,
          documentTitle: other,
          senderName: other,
          senderPerson: one,
          recipientName: one,
          message: one,
          reason: other,
          declinedBy: one,
          code: other,
          timeZone: one,
          accentColor: other,
        });
        checkKeptApart(mail, benign);
        expect(mail.text.isWellFormed() && mail.html.isWellFormed() && mail.subject.isWellFormed()).toBe(
          true,
        );
      }),
      runs(60),
    );
  });

  test('loads nothing, runs nothing and stays below the size at which Gmail cuts', () => {
    const { html } = renderMail(kind, { ...data, mode: 'test', message: 'x'.repeat(5000) });
    expect(html).not.toMatch(
      /<(?:img|script|link|iframe|form|object|video)\b|url\(|@import|\bon\w+=|\bsrc=/i,
    );
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  });
});

describe('the link', () => {
  test.each(['invitation', 'reminder', 'completed'] as const)(
    'of %s is on its own line in the text, and in the button',
    (kind) => {
      const { text, html } = renderMail(kind, data);
      expect(text.split('\n')).toContain(data.link);
      expect(html).toContain('href="https://sign.example.test/sign/abc-DEF_123?a=1&#38;b=2"');
      expect(text.trimEnd().split('\n').at(-1)).toBe(data.reportLink);
      expect(html).toContain(`href="${data.reportLink}"`);
      expect(renderMail(kind, { ...data, reportLink: null }).text).not.toContain('/report/');
    },
  );

  test.each(['otp', 'declined', 'voided', 'expired'] as const)('is not in %s', (kind) => {
    const { text, html } = renderMail(kind, data);
    expect(`${text}${html}`).not.toContain('sign.example.test');
  });

  test('that is no web address is refused', () => {
    for (const link of ['javascript:alert(1)', 'https://x.test/"onclick="x', 'https://x.test/a b', '']) {
      const render = () => renderMail('invitation', { ...data, link });
      if (link) expect(render).toThrow(TypeError);
      else expect(render().text).not.toContain('Read and sign');
    }
  });
});

describe('the request of an invitation', () => {
  test.each([
    ['signer', 'Please sign: Lease agreement', 'Read and sign', 'Please sign by'],
    ['approver', 'Please approve: Lease agreement', 'Read and approve', 'Please approve by'],
    ['viewer', 'Please read: Lease agreement', 'Open the document', 'Please read by'],
  ] as const)('to a %s is in subject, button and deadline', (role, subject, button, deadline) => {
    const mail = renderMail('invitation', { ...data, role });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(`${button}:\n`);
    expect(mail.text).toContain(`${deadline}: 1 December 2026, 00:30 (Europe/Berlin)`);
  });

  test('has no deadline when the document has none, and UTC when the zone is unknown', () => {
    expect(renderMail('invitation', { ...data, expiresAt: null }).text).not.toContain('Please sign by');
    expect(renderMail('reminder', { ...data, timeZone: 'Mars/Olympus' }).text).toContain(
      '30 November 2026, 23:30 (UTC)',
    );
  });

  test('comes with the message of the sender, line by line, when there is one', () => {
    expect(renderMail('invitation', data).text).toContain(
      'Message from the sender:\n> Dear Ada,\n> as discussed.\n',
    );
    expect(renderMail('invitation', { ...data, message: ' \n ' }).text).not.toContain(
      'Message from the sender',
    );
  });
});

test.each(['completed', 'declined', 'expired'] as const)(
  'the mail %s to the sender leads to the document in the console, and says so alike in HTML and text',
  (kind) => {
    const link = 'https://sign.example.test/documents/doc_1?workspace=nordlicht&mode=live';
    const mail = renderMail(kind, { ...data, role: null, link });
    expect(mail.text.split('\n')).toContain(link);
    expect(mail.text).toContain('Open the document:');
    expect(mail.text).not.toContain('anyone who has it can read');
    expect(wordsOf(readHtml(mail.html))).toEqual(wordsOf(withoutReport(mail.text)));
  },
);

describe.each(mailLanguages)('in the language %s', (language) => {
  const roles = ['signer', 'approver', 'viewer', 'cc'] as const;
  const toRecipients = ['invitation', 'reminder', 'otp', 'completed', 'voided', 'expired'] as const;

  test('mails to recipients say the same as HTML and as plain text, and name who, what and which document', () => {
    for (const kind of toRecipients)
      for (const role of roles) {
        const mail = renderMail(kind, { ...data, language, role, mode: 'test' });
        expect(wordsOf(readHtml(mail.html))).toEqual(wordsOf(withoutReport(mail.text)));
        expect(mail.subject).toMatch(/^\[TEST\] .+ Lease agreement$/);
        for (const part of ['“Lease agreement”', 'Ada Lovelace', 'Nordlicht GmbH', data.documentId])
          expect(mail.text.replaceAll('\n', ' ')).toContain(part);
        const direction = language === 'ar' ? 'rtl' : 'ltr';
        expect(mail.html).toContain(`<html lang="${language}" dir="${direction}"`);
      }
  });

  test('no sentence of English is left in another language, and each role is asked for something of its own', () => {
    const texts = toRecipients.flatMap((kind) =>
      roles.map((role) => renderMail(kind, { ...data, language, role, mode: 'test' }).text),
    );
    const isEnglish = language === 'en';
    for (const text of texts) expect(/\b(?:the|you|this|and|please)\b/i.test(text)).toBe(isEnglish);
    const subjects = roles.map((role) => renderMail('invitation', { ...data, language, role }).subject);
    expect(new Set(subjects).size).toBe(3);
  });

  test('the warning not to forward the link says what others could do with it', () => {
    for (const kind of ['invitation', 'reminder'] as const)
      for (const [role, act] of [
        ['signer', 'sign'],
        ['approver', 'approve'],
        ['viewer', 'read'],
      ] as const) {
        const { text } = renderMail(kind, { ...data, language, role });
        const warning = mailWords(language).linkTo[act];
        expect(text.replace(/\s+/g, ' ')).toContain(warning);
      }
    expect(new Set(Object.values(mailWords(language).linkTo)).size).toBe(3);
  });

  test('mails to the sender are in English', () => {
    for (const kind of ['completed', 'declined', 'expired'] as const) {
      const toSender = { ...data, role: null };
      expect(renderMail(kind, { ...toSender, language })).toEqual(
        renderMail(kind, { ...toSender, language: 'en' }),
      );
    }
  });
});

test('the code is on a line of its own and never in the subject', () => {
  const { subject, text, html } = renderMail('otp', data);
  expect(text.split('\n').map((line) => line.trim())).toContain('048213');
  expect(html).toContain('>048213<');
  expect(subject).not.toContain('048213');
});

test('a declined document is reported to the sender with name and reason', () => {
  const { text } = renderMail('declined', { ...data, role: null, link: null });
  expect(text).toContain('Grace Hopper has declined the document');
  expect(text).toContain('Reason given:\n> Wrong flat\n> in clause 7\n');
});

test('an expiry email names the sender to recipients, and explains to the sender how to continue', () => {
  expect(renderMail('expired', data).text).toMatch(/ask Olga\s+Brandt\s+to\s+send\s+it/);
  expect(renderMail('expired', { ...data, role: null, link: null }).text).toMatch(/duplicate\s+it/);
});

test('a long title is cut in the subject between characters, and whole in the body', () => {
  const documentTitle = '👩‍👩‍👧‍👦'.repeat(200);
  const mail = renderMail('invitation', { ...data, documentTitle });
  expect(mail.subject).toBe(`Please sign: ${'👩‍👩‍👧‍👦'.repeat(119)}…`);
  expect(mail.text).toContain(documentTitle);
});

test.each([
  ['#000000', '#ffffff'],
  ['#ffffff', '#16191d'],
  ['#ffe14d', '#16191d'],
  ['#1f4f8f', '#ffffff'],
])('the button in %s has legible text in %s', (accentColor, foreground) => {
  const { html } = renderMail('invitation', { ...data, accentColor });
  expect(html).toMatch(new RegExp(`bgcolor="${accentColor}"[^>]*>\\s*<a [^>]*color:${foreground}`));
});

test('the sign-in mail leads to the console and names how long it works', () => {
  const mail = magicLinkMail({
    workspaceName: 'Nordlicht\r\nGmbH <b>',
    accentColor: '',
    recipientName: 'Olga',
    link: 'https://sign.example.test/login/xyz',
    validMinutes: 15,
  });
  expect(mail.subject).toBe('Sign in to Nordlicht GmbH <b>');
  expect(mail.text.split('\n')).toContain('https://sign.example.test/login/xyz');
  expect(mail.text).toContain('within 15 minutes');
  expect(wordsOf(readHtml(mail.html))).toEqual(wordsOf(withoutReport(mail.text)));
});

test('the mail about a new or removed way to sign in names it, and says what to do if somebody else did it', () => {
  const added = {
    workspaceName: 'Countersign',
    accentColor: '',
    recipientName: 'Olga',
    method: 'single_sign_on',
    change: 'added' as const,
    name: 'Example ID',
    at: new Date('2026-11-20T12:30:00Z'),
    link: 'https://sign.example.test/settings',
  };
  const mail = signInMethodMail(added);
  expect(mail.subject).toBe('A new way to sign in to Countersign');
  expect(mail.text).toContain('You can now sign in to Countersign with “Example ID”.');
  expect(mail.text).toContain('2026-11-20 12:30 UTC');
  expect(mail.text).toMatch(/sign out\s+everywhere/);
  expect(wordsOf(readHtml(mail.html))).toEqual(wordsOf(withoutReport(mail.text)));
  const passkey = signInMethodMail({ ...added, method: 'passkey', name: 'Laptop' });
  expect(passkey.text).toContain('The passkey “Laptop” was added to your Countersign account.');
  const removed = signInMethodMail({ ...added, method: 'passkey', name: 'Laptop', change: 'removed' });
  expect(removed.subject).toBe('A way to sign in to Countersign was removed');
  expect(removed.text).toContain('The passkey “Laptop” was removed from your Countersign account.');
  expect(removed.text).toMatch(/sign out\s+everywhere/);
  for (const hostile of ['<script>alert(1)</script>', 'x\r\nBcc: evil@example.test', 'a\u202egpj.exe\u0000'])
    checkKeptApart(signInMethodMail({ ...added, name: hostile, recipientName: hostile }), mail);
});

test('the invitation to a team names the person who invites, the workspace, the role and the expiry, whatever their names', () => {
  const invitation = {
    workspaceName: 'Nordlicht GmbH',
    accentColor: '#0f766e',
    invitedBy: 'Olga Brandt',
    role: 'member' as const,
    link: 'https://sign.example.test/invitation/xyz',
    validDays: 7,
  };
  const mail = teamInvitationMail(invitation);
  expect(mail.subject).toBe('Join Nordlicht GmbH on Countersign');
  expect(mail.text).toContain('Olga Brandt invites you to join “Nordlicht GmbH” on Countersign.');
  expect(mail.text).toContain('As a member you can prepare, send and track documents.');
  expect(mail.text.split('\n')).toContain('https://sign.example.test/invitation/xyz');
  expect(mail.text).toContain('within 7 days');
  expect(wordsOf(readHtml(mail.html))).toEqual(wordsOf(withoutReport(mail.text)));
  for (const hostile of ['<script>alert(1)</script>', 'x\r\nBcc: evil@example.test', 'a\u202egpj.exe\u0000'])
    checkKeptApart(teamInvitationMail({ ...invitation, workspaceName: hostile, invitedBy: hostile }), mail);
  expect(teamInvitationMail({ ...invitation, invitedBy: null }).text).toContain('You are invited to join');
});

test('the email about a report of abuse has each command on a line of its own', () => {
  const mail = abuseReportMail({
    reportId: '0198c0de-0000-7000-8000-000000000001',
    reason: 'I suspect fraud',
    message: 'I never rented this flat.',
    reportedBy: 'ada@example.test',
    workspaceName: 'Nordlicht GmbH',
    workspaceSlug: 'nordlicht',
    documentTitle: 'Lease agreement',
    documentId: 'doc_01ka5v7k9wq2fz',
    mode: 'live',
  });
  const lines = mail.text.split('\n');
  expect(lines).toContain('Reason: I suspect fraud');
  expect(lines).toContain('    npm run -s admin -- abuse list');
  expect(lines).toContain(
    '    npm run -s admin -- abuse resolve --report 0198c0de-0000-7000-8000-000000000001',
  );
  expect(mail.html).toMatch(/>npm run -s admin -- abuse list</);
  expect(wordsOf(readHtml(mail.html))).toEqual(wordsOf(withoutReport(mail.text)));
});
