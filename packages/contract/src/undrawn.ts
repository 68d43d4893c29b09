/** Characters of users' text that sealed files never draw. The signing page leaves them out too, so that both show the same. Pure. */

// C0 and C1 controls except line breaks and tab, explicit bidi embeddings, overrides and isolates (which can
// make a name read backwards), deprecated and interlinear format characters, and the byte order mark.
const undrawn =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/** The text without the characters that are never drawn. */
export const withoutUndrawn = (text: string): string => text.replace(undrawn, '');

/**
 * The error of a text with explicit bidi embeddings, overrides or isolates (UAX #9), which can make other characters read backwards;
 * null without them. No script needs them, and the marks U+200E and U+200F are no such characters.
 */
export const directionFault = (text: string): string | null =>
  /[\u202a-\u202e\u2066-\u2069]/.test(text)
    ? 'must not contain characters that turn the direction of others (U+202A to U+202E, U+2066 to U+2069)'
    : null;
