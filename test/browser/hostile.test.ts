/** Text from people is always shown as text and never runs as a script: on the pages, in emails, and in the mailbox. */
import { encodeId } from '@countersign/contract/ids';
import { mailKinds } from '@countersign/mail/templates/mail-data';
import { renderMail } from '@countersign/mail/templates/render';
import { startMailbox } from '@countersign/mailbox/mailbox';
import { expect, test } from '@jest/globals';
import { createTransport } from 'nodemailer';
import type { Page } from 'playwright-core';
import { signingPages } from '../support/signing-page.ts';

const pages = signingPages();

/** Markup that would leave a trace if it were interpreted: an element or a script. */
const nasty = (where: string) =>
  `</title><img src=x onerror="globalThis.hit='${where}'"><script>globalThis.hit='${where}'</script>{{7*7}}"' ${where}`;
const ada = { name: nasty('name of Ada'), email: 'ada@example.test' };
const grace = { name: nasty('name of Grace'), email: 'grace@example.test' };
const at = (row: number) => ({ page: 1, x: 0.1, y: 0.2 + row * 0.08, w: 0.6, h: 0.05, recipient_index: 0 });

/** The harness fails the test if the content security policy blocks anything. */
async function checkHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(() => (globalThis as { hit?: string }).hit ?? null)).toBeNull();
  expect(await page.locator('img[src="x"], script:not([src])').count()).toBe(0);
}

/** The name of the workspace is text from people too. */
const renameWorkspace = (name: string) =>
  pages.api.deps.db.workspace.update({ where: { id: pages.workspace.workspaceId }, data: { name } });

test('on the signing page: title, workspace, message, names, options, values, reasons and file names', async () => {
  await renameWorkspace(nasty('workspace'));
  const document = await pages.send({
    title: nasty('title'),
    message: nasty('message'),
    recipients: [ada, grace],
    fields: [
      { ...at(0), type: 'name' },
      { ...at(1), type: 'text', name: 'remark', prefill_value: nasty('prefill') },
      { ...at(2), type: 'text', name: 'fixed', read_only: true, prefill_value: nasty('fixed') },
      { ...at(3), type: 'dropdown', name: 'choice', settings: { options: [nasty('option'), 'Other'] } },
      { ...at(4), type: 'radio', name: 'radio', settings: { options: [nasty('radio'), 'Other'] } },
      { ...at(5), type: 'signature' },
      { ...at(6), type: 'signature', recipient_index: 1 },
    ],
  });
  const page = await pages.open(document, ada.email);
  await page.getByRole('heading', { level: 1, name: nasty('title') }).waitFor();
  await page.getByText(nasty('workspace'), { exact: true }).waitFor();
  await page.getByText(nasty('message'), { exact: true }).waitFor();
  await page.locator('.page canvas').waitFor();
  expect(await page.title()).toContain(nasty('title'));
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the document' }).click();
  expect((await download).suggestedFilename()).toMatch(/^[^<>"/\\]*\.pdf$/);

  await page.getByRole('button', { name: 'I agree and continue' }).click();
  await page.getByRole('combobox', { name: 'Choice' }).selectOption(nasty('option'));
  // The text is too long for its place on the page and opens in a dialog.
  await page.getByRole('button', { name: /^Radio, / }).click();
  await page.getByRole('radio', { name: nasty('radio') }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('textbox', { name: 'Remark' }).fill(nasty('value'));
  await page.getByRole('button', { name: /^Sign here/ }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(nasty('signature'));
  await page.getByRole('button', { name: 'Use this signature' }).click();
  await checkHarmless(page);
  await page.getByRole('button', { name: 'Finish signing' }).click();
  await page.getByRole('heading', { level: 1, name: 'You are done' }).waitFor();
  await checkHarmless(page);

  // The second recipient sees what the first entered and declines with hostile markup as the reason. Both read it.
  const other = await pages.open(document, grace.email);
  for (const where of ['value', 'signature', 'option', 'radio', 'fixed'])
    await other.locator('.field-fixed', { hasText: nasty(where) }).waitFor();
  await checkHarmless(other);
  await other.getByRole('button', { name: 'Decline' }).click();
  await other.getByRole('dialog').getByRole('textbox').fill(nasty('reason'));
  await other.getByRole('button', { name: 'Decline the document' }).click();
  // The text area contains the reason too, so wait until the dialog is closed.
  await other.getByRole('dialog').waitFor({ state: 'detached' });
  await other.getByText(nasty('reason'), { exact: true }).waitFor();
  await checkHarmless(other);
  await page.reload();
  await page.getByText(nasty('reason'), { exact: true }).waitFor();
  await checkHarmless(page);
});

test('on the signing page: characters that change the reading direction or are invisible are made visible', async () => {
  const document = await pages.send({
    title: 'Lease \u202efdp.exe',
    message: 'Pay\u200b pal\u2066',
    recipients: [ada],
    fields: [{ ...at(0), type: 'signature' }],
  });
  const page = await pages.open(document, ada.email);
  await page.getByRole('heading', { level: 1, name: 'Lease \ufffdfdp.exe' }).waitFor();
  await page.getByText('Pay\ufffd pal\ufffd').waitFor();
  expect(await page.title()).not.toContain('\u202e');
  const { title } = await pages.api.deps.db.document.findUniqueOrThrow({ where: { id: document.id } });
  expect(title).toBe('Lease \u202efdp.exe');
});

test('on the page /verify: the name of the file and what its seal says', async () => {
  await renameWorkspace(nasty('workspace'));
  const document = await pages.send({
    title: nasty('title'),
    recipients: [ada],
    fields: [{ ...at(0), type: 'signature' }],
  });
  const signing = await pages.open(document, ada.email);
  await signing.getByRole('button', { name: 'I agree and continue' }).click();
  await signing.getByRole('button', { name: /^Sign here/ }).click();
  await signing.getByRole('button', { name: 'Use this signature' }).click();
  await signing.getByRole('button', { name: 'Finish signing' }).click();
  await signing.getByRole('heading', { level: 1, name: 'The document is complete' }).waitFor();
  await pages.seal(document);
  const { body } = await pages.workspace.live
    .get(`/v1/documents/${encodeId('doc', document.id)}/download`)
    .buffer()
    .expect(200);

  const page = await pages.visit('/verify');
  await page
    .getByLabel('PDF file')
    .setInputFiles({ name: `${nasty('file')}.pdf`, mimeType: 'application/pdf', buffer: body as Buffer });
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(encodeId('doc', document.id)).first().waitFor();
  await checkHarmless(page);
});

test('in every email and in the mailbox', async () => {
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 });
  try {
    const transport = createTransport(mailbox.smtpUrl);
    const page = await pages.visit('/errors');
    for (const kind of mailKinds) {
      const mail = renderMail(kind, {
        language: 'en',
        workspaceName: nasty('workspace'),
        accentColor: '"><script>globalThis.hit=1</script>',
        documentTitle: nasty('title'),
        documentId: 'doc_01ka5v7k9wq2fz',
        senderName: nasty('sender'),
        senderPerson: nasty('person'),
        message: nasty('message'),
        recipientName: nasty('recipient'),
        role: kind === 'declined' ? null : 'signer',
        link: kind === 'declined' ? null : 'https://sign.example.test/sign/abc',
        expiresAt: null,
        timeZone: 'UTC',
        mode: 'live',
        reason: nasty('reason'),
        reportLink: 'https://sign.example.test/report/abc-DEF_123',
        declinedBy: nasty('decliner'),
        code: '048213',
      });
      // As a mail program without any protection would show it.
      await page.goto('about:blank');
      await page.setContent(mail.html);
      await page.getByText(nasty('title')).filter({ visible: true }).first().waitFor();
      await checkHarmless(page);
      await transport.sendMail({
        from: { name: nasty('from'), address: 'sign@example.test' },
        to: { name: nasty('recipient'), address: 'ada@example.test' },
        ...mail,
      });
    }
    await page.goto(mailbox.url);
    await page.getByText(`${mailKinds.length} emails`).waitFor();
    for (const kind of mailKinds) {
      await page.getByRole('link').nth(mailKinds.indexOf(kind)).click();
      const shown = page.frameLocator('iframe').getByText(nasty('title'));
      await shown.filter({ visible: true }).first().waitFor();
      await page.getByRole('tab', { name: 'Text' }).click();
      await page.getByText('{{7*7}}').first().waitFor();
      await page.getByRole('tab', { name: 'Message' }).click();
      await checkHarmless(page);
    }
  } finally {
    await mailbox.close();
  }
});
