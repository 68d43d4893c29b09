/** Numbers as a person reads them. Pure. */

/** A whole number of percent, with the sign where the language has it. */
export function printPercent(percent: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100);
}
