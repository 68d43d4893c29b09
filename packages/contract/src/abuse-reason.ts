/** What a recipient can report a document for. In a file of its own, because the signing page uses it. */
export const abuseReasons = ['unknown_sender', 'spam', 'fraud', 'offensive', 'other'] as const;
export type AbuseReason = (typeof abuseReasons)[number];
