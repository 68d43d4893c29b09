/** Text that PostgreSQL can store. */

/** The text without NUL, cut to this length. PostgreSQL refuses NUL, and refuses halves of surrogate pairs in JSON. */
export const storableText = (text: string, maxLength: number): string =>
  text.replaceAll('\0', '').slice(0, maxLength).toWellFormed();
