/** How pages send the token of a signing or preparation session. This module imports nothing, to keep the page small. */

/** The header with the token of a signing session, in place of a link's token in the path. */
export const sessionHeader = 'X-Signing-Session';
/** The `{token}` of the path when that header has the credential. */
export const sessionPathToken = 'session';
/** The header with the token of a preparation session. */
export const preparationHeader = 'X-Preparation-Session';
