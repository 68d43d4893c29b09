/** Sentences that contain text by other people, rendered safely as HTML and as plain text. */
import { oneLine } from '../header-text.ts';

type Part = { ours: string } | { theirs: string; isStrong: boolean };
export type Prose = readonly Part[];

/** Marks a value inside `prose` as bold. */
export function strong(text: string): { strong: string } {
  return { strong: text };
}

/** A sentence without text by other people. */
export function plain(ours: string): Prose {
  return [{ ours }];
}

/** A sentence: the literal parts are ours, every value is text by other people and is always shown as text. */
export function prose(literals: TemplateStringsArray, ...values: (string | { strong: string })[]): Prose {
  return literals.flatMap((ours, index): Part[] => {
    const value = values[index];
    if (value === undefined) return [{ ours }];
    const isStrong = typeof value !== 'string';
    return [{ ours }, { theirs: oneLine(isStrong ? value.strong : value), isStrong }];
  });
}

/** HTML in which inserted text keeps its own direction (HTML standard, `dir=auto` isolates). */
export function proseToHtml(parts: Prose): string {
  return parts
    .map((part) => {
      if ('ours' in part) return escapeHtml(part.ours);
      const style = part.isStrong ? ' style="font-weight:600"' : '';
      return `<span dir="auto"${style}>${escapeHtml(part.theirs)}</span>`;
    })
    .join('');
}

/** Plain text on one line. Bold text is put in quotes. */
export function proseToText(parts: Prose): string {
  return parts
    .map((part) => {
      if ('ours' in part) return part.ours;
      return part.isStrong ? `“${part.theirs}”` : part.theirs;
    })
    .join('');
}

/** Text for HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
