/** Formats text: width, colors, numbers and times. */

export type Paint = Record<'bold' | 'dim' | 'good' | 'bad' | 'busy', (text: string) => string>;

const codes = { bold: [1, 22], dim: [2, 22], good: [32, 39], bad: [31, 39], busy: [33, 39] } as const;

/** Functions that color text, or leave it unchanged. */
export function paintFor(isColored: boolean): Paint {
  const entries = Object.entries(codes).map(([name, [on, off]]) => [
    name,
    (text: string) => (isColored ? `\u001b[${on}m${text}\u001b[${off}m` : text),
  ]);
  return Object.fromEntries(entries) as Paint;
}

const segmenter = new Intl.Segmenter();
const invisible = /^[\p{M}\p{Cf}\p{Cc}]+$/u;
const wide =
  /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/** The number of terminal columns that the text occupies (Unicode, East Asian Width and emoji). */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (invisible.test(segment)) continue;
    width += wide.test(segment) ? 2 : 1;
  }
  return width;
}

const pad = (number: number) => String(number).padStart(2, '0');

/** Local time to the minute: `2026-11-21 07:14`; a dash for none. */
export function timeText(iso: string | null | undefined): string {
  if (!iso) return '-';
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day} ${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** Local time to the second. */
export function preciseTimeText(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : `${timeText(iso)}:${pad(at.getSeconds())}`;
}

/** `312 B`, `4.2 kB`, `17 MB`: powers of a thousand. */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** `12,345`. */
export function numberText(number: number): string {
  return number.toLocaleString('en-US');
}

/** `1 row`, `2 rows`. */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${numberText(count)} ${count === 1 ? noun : plural}`;
}

/** The color of a status of any object. */
export function statusPaint(status: string): keyof Paint | null {
  if (['completed', 'success', 'done', 'ready'].includes(status)) return 'good';
  if (['voided', 'rejected', 'expired', 'failed', 'dead', 'invalid', 'canceled', 'bounced'].includes(status))
    return 'bad';
  if (['draft', 'awaiting_upload', 'pending'].includes(status)) return 'dim';
  return 'busy';
}
