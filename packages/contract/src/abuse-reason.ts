/** What a recipient can report a document for. In a file of its own, because the signing page uses it. */
export const abuseReasons = ['unknown_sender', 'spam', 'fraud', 'offensive', 'other'] as const;
export type AbuseReason = (typeof abuseReasons)[number];

/** The reasons in English, on the page of the recipient and in the email to the operator. */
export const abuseReasonTexts: Readonly<Record<AbuseReason, string>> = {
  unknown_sender: 'I do not know the sender',
  spam: 'Unwanted advertising',
  fraud: 'I suspect fraud',
  offensive: 'Offensive or illegal content',
  other: 'Something else',
};
