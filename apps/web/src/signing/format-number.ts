/** Formats numbers in the page's language. */

/** A whole percentage, written as in the language. */
export function printPercent(percent: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100);
}
