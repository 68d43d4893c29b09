/**
 * The layout of all emails. It uses tables and inline styles, because Outlook renders with Word and Gmail drops style sheets. Its only
 * image is the logo, which is attached, so it loads nothing. HTML and plain text come from the same blocks, so their content is the same.
 */
import { clip, manyLines, oneLine } from '../header-text.ts';
import { type Accent, accentOf } from './accent.ts';
import { logoId, type RenderedMail } from './mail-data.ts';
import { escapeHtml, type Prose, proseToHtml, proseToText } from './prose.ts';
import { english, type MailWords } from './words.ts';

export type Block =
  | { kind: 'text'; prose: Prose }
  /** Text by another person; line breaks are kept. */
  | { kind: 'quote'; label: string; text: string }
  | { kind: 'button'; label: string; link: string }
  | { kind: 'code'; code: string }
  /** A command for a shell, on a line of its own, so that it can be copied. */
  | { kind: 'command'; command: string }
  | { kind: 'details'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'note'; prose: Prose };

export interface MailContent {
  subject: string;
  /** The text that an inbox shows next to the subject. */
  preview: Prose;
  heading: Prose;
  recipientName: string;
  blocks: readonly Block[];
}

export interface MailFrame {
  /** English by default. */
  words?: MailWords;
  workspaceName: string;
  accentColor: string;
  hasLogo?: boolean;
  mode: 'live' | 'test';
  documentId: string | null;
  /** The page where recipients report abuse, for emails that bring the signing link; at the end of the footer. */
  report?: string | null;
}

/** Used instead of a workspace's name if an email does not belong to one. */
export const ownName = 'Countersign';

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const monospace = "font-family:Consolas,Menlo,'Courier New',monospace";
const ink = '#16191d';
const softInk = '#4b5563';
const line = '#d9dde3';
/** For mail programs that apply style sheets; the others show the light colors. Buttons and the test notice keep theirs. */
const darkScheme =
  '@media (prefers-color-scheme:dark){.ground{background-color:#0f1218 !important}.card{background-color:#181c24 !important;border-color:#313846 !important}.box{background-color:#222835 !important;border-color:#313846 !important}.ink{color:#e8ebf1 !important}.soft{color:#a8b0bf !important}.cell{border-color:#313846 !important}}';
const breaking = 'word-wrap:break-word;overflow-wrap:anywhere;word-break:break-word';

/** A subject from a fixed beginning and a title of any length. */
export function subjectOf(beginning: string, title: string): string {
  return `${beginning} ${clip(oneLine(title), 120)}`;
}

/** Renders the content. Throws a TypeError for a link that is not http or https. */
export function layOut(content: MailContent, frame: MailFrame): RenderedMail {
  const isTest = frame.mode === 'test';
  return {
    subject: oneLine(`${isTest ? '[TEST] ' : ''}${content.subject}`),
    text: textOf(content, frame),
    html: htmlOf(content, frame),
  };
}

const wordsIn = ({ words }: MailFrame): MailWords => words ?? english;

function greeting(name: string, words: MailWords): Prose {
  return words.greeting(oneLine(name));
}

function footer(frame: MailFrame): Prose[] {
  const { workspaceName, documentId } = frame;
  const words = wordsIn(frame);
  const origin = words.sentFor(workspaceName === ownName ? null : workspaceName);
  return documentId === null ? [origin] : [origin, words.documentId(documentId)];
}

/** The label and address of the page to report abuse, if the mail has one. */
function reportOf(frame: MailFrame): { label: string; link: string } | null {
  return frame.report ? { label: wordsIn(frame).report, link: checkedLink(frame.report) } : null;
}

function checkedLink(link: string): string {
  if (!/^https?:\/\/[^\s<>"']+$/.test(link))
    throw new TypeError('A link in a mail must be an http or https URL.');
  return link;
}

// Plain text

function textOf(content: MailContent, frame: MailFrame): string {
  const words = wordsIn(frame);
  const report = reportOf(frame);
  const parts = [
    ...(frame.mode === 'test' ? [`*** ${words.testNotice} ***`] : []),
    proseToText(content.heading),
    proseToText(greeting(content.recipientName, words)),
    ...content.blocks.map(blockToText),
    ['--', ...footer(frame).map(proseToText), ...(report ? [`${report.label}:`, report.link] : [])].join(
      '\n',
    ),
  ];
  return `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`;
}

function blockToText(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return wrap(proseToText(block.prose));
    case 'quote':
      return `${block.label}:\n${manyLines(block.text)
        .split('\n')
        .map((one) => `> ${one}`.trimEnd())
        .join('\n')}`;
    case 'button':
      return `${block.label}:\n${checkedLink(block.link)}`;
    case 'code':
      return `    ${oneLine(block.code)}`;
    case 'command':
      return `    ${oneLine(block.command)}`;
    case 'details':
      return block.rows.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n');
  }
}

/** Breaks at spaces near column 76 (RFC 5322, section 2.1.1), never inside a word. */
function wrap(text: string): string {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    if (current && current.length + 1 + word.length > 76) {
      lines.push(current);
      current = word;
    } else {
      current = current ? `${current} ${word}` : word;
    }
  }
  return [...lines, current].join('\n');
}

// HTML

interface Look {
  accent: Accent;
  words: MailWords;
}

/** Mail programs drop the `html` element with its language, so an inner element repeats it. */
function htmlOf(content: MailContent, frame: MailFrame): string {
  const look: Look = { accent: accentOf(frame.accentColor), words: wordsIn(frame) };
  const { accent, words } = look;
  const language = words.locale.split('-')[0]!;
  const heading = proseToHtml(content.heading);
  const title = escapeHtml(oneLine(content.subject));
  const banner = `<tr><td class="pad" style="padding:12px 32px;background-color:#fff3c4;border-bottom:1px solid #e0b400;${font};font-size:14px;line-height:20px;color:#5c4400"><strong>${words.testNotice}</strong></td></tr>`;
  return `<!DOCTYPE html>
<html lang="${language}" dir="${words.direction}" xmlns="http://www.w3.org/1999/xhtml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>td,p,h1,a,span{font-family:Arial,sans-serif !important}</style><![endif]-->
<style>@media (max-width:480px){.pad{padding-left:20px !important;padding-right:20px !important}.outer{padding:0 !important}.card{border-left:0 !important;border-right:0 !important;border-radius:0 !important}}${darkScheme}</style>
</head>
<body class="ground" style="margin:0;padding:0;width:100%;background-color:#f3f4f6;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${proseToHtml(content.preview)}</div>
<div role="article" aria-roledescription="email" aria-label="${title}" lang="${language}" dir="${words.direction}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f4f6" class="ground"><tr><td class="outer" align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" align="center"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width:600px;table-layout:fixed;background-color:#ffffff;border:1px solid ${line};border-radius:8px;border-collapse:separate;overflow:hidden">
<tr><td height="4" bgcolor="${accent.background}" style="height:4px;font-size:0;line-height:0;background-color:${accent.background}">&nbsp;</td></tr>
${frame.mode === 'test' ? `${banner}\n` : ''}<tr><td class="pad soft" style="padding:24px 32px 0;${font};font-size:14px;line-height:20px;color:${softInk};${breaking}">${senderLine(frame)}</td></tr>
<tr><td class="pad" style="padding:12px 32px 0;${breaking}"><h1 class="ink" style="margin:0;${font};font-size:22px;line-height:30px;font-weight:600;color:${ink}">${heading}</h1></td></tr>
${row(paragraph(proseToHtml(greeting(content.recipientName, words))), 16)}
${content.blocks.map((block, index) => blockToHtml(block, content.blocks[index - 1], look)).join('\n')}
<tr><td style="height:32px;line-height:32px;font-size:0">&nbsp;</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr><td class="pad soft" align="center" style="padding:16px 32px 24px;${font};font-size:12px;line-height:18px;color:${softInk};${breaking}">${footerToHtml(frame)}</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`;
}

function footerToHtml(frame: MailFrame): string {
  const lines = footer(frame).map(proseToHtml);
  const report = reportOf(frame);
  if (report)
    lines.push(
      `<a href="${escapeHtml(report.link)}" target="_blank" class="soft" style="color:${softInk};text-decoration:underline">${escapeHtml(report.label)}</a>`,
    );
  return lines.join('<br>');
}

/** The logo or the name of the workspace. Programs that show no images show the name in its place. */
function senderLine({ workspaceName, hasLogo }: MailFrame): string {
  const name = escapeHtml(oneLine(workspaceName));
  if (!hasLogo) return `<span dir="auto" style="font-weight:600">${name}</span>`;
  return `<img src="cid:${logoId}" alt="${name}" height="40" style="display:block;height:40px;width:auto;max-width:200px;border:0;padding:4px;background-color:#ffffff;border-radius:4px;font-weight:600">`;
}

function row(inner: string, paddingTop: number): string {
  return `<tr><td class="pad" style="padding:${paddingTop}px 32px 0;${breaking}">${inner}</td></tr>`;
}

function paragraph(inner: string): string {
  return `<p class="ink" style="margin:0;${font};font-size:16px;line-height:24px;color:${ink}">${inner}</p>`;
}

function smallPrint(inner: string): string {
  return `<p class="soft" style="margin:0;${font};font-size:13px;line-height:20px;color:${softInk}">${inner}</p>`;
}

function blockToHtml(block: Block, previous: Block | undefined, look: Look): string {
  switch (block.kind) {
    case 'text':
      return row(paragraph(proseToHtml(block.prose)), previous?.kind === 'quote' ? 20 : 12);
    case 'note':
      return row(smallPrint(proseToHtml(block.prose)), 16);
    case 'quote':
      return row(quoteToHtml(block), 20);
    case 'button':
      return row(buttonToHtml(block, look), 24);
    case 'code':
      return row(
        `<div dir="ltr" class="box ink" style="padding:16px;border:1px solid ${line};border-radius:6px;background-color:#f8f9fb;text-align:center;${monospace};font-size:32px;line-height:40px;font-weight:600;letter-spacing:6px;color:${ink}">${escapeHtml(oneLine(block.code))}</div>`,
        20,
      );
    case 'command':
      return row(
        `<div dir="ltr" class="box ink" style="padding:10px 12px;border:1px solid ${line};border-radius:6px;background-color:#f8f9fb;${monospace};font-size:13px;line-height:20px;color:${ink}">${escapeHtml(oneLine(block.command))}</div>`,
        8,
      );
    case 'details':
      return row(detailsToHtml(block.rows, look), 24);
  }
}

function quoteToHtml({ label, text }: { label: string; text: string }): string {
  const lines = escapeHtml(manyLines(text)).replace(/\n/g, '<br>');
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed"><tr><td class="box ink" style="padding:12px 16px;background-color:#f8f9fb;border:1px solid ${line};border-radius:6px;${font};font-size:15px;line-height:23px;color:${ink};${breaking}"><div class="soft" style="padding-bottom:4px;font-size:13px;line-height:20px;color:${softInk}">${escapeHtml(label)}:</div><div dir="auto" style="unicode-bidi:plaintext">${lines}</div></td></tr></table>`;
}

function buttonToHtml({ label, link }: { label: string; link: string }, { accent, words }: Look): string {
  const href = escapeHtml(checkedLink(link));
  const button = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" bgcolor="${accent.background}" style="border-radius:6px;background-color:${accent.background};border:1px solid ${accent.border};mso-padding-alt:14px 28px"><a href="${href}" target="_blank" style="display:inline-block;padding:14px 28px;${font};font-size:16px;line-height:20px;font-weight:600;color:${accent.foreground};text-decoration:none;border-radius:6px">${escapeHtml(label)}</a></td></tr></table>`;
  const fallback = `<p class="soft" style="margin:16px 0 0;${font};font-size:13px;line-height:20px;color:${softInk}">${escapeHtml(words.buttonFails)}<br><a href="${href}" target="_blank" dir="ltr" class="soft" style="color:${softInk};text-decoration:underline;word-break:break-all">${href}</a></p>`;
  return button + fallback;
}

function detailsToHtml(rows: readonly (readonly [string, string])[], { words }: Look): string {
  const cell = `padding:8px 0;border-top:1px solid ${line};${font};font-size:14px;line-height:20px;vertical-align:top`;
  const gap = words.direction === 'rtl' ? 'padding-left' : 'padding-right';
  const lines = rows.map(
    ([label, value]) =>
      `<tr><td width="132" class="soft cell" style="width:132px;${cell};${gap}:12px;color:${softInk}">${escapeHtml(label)}:</td><td class="ink cell" style="${cell};color:${ink};${breaking}"><span dir="auto">${escapeHtml(oneLine(value))}</span></td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">${lines.join('')}</table>`;
}
