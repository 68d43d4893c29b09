/** What a recipient agrees to before acting. A change of the text is a new version; the audit trail keeps the hash. */
import { createHash } from 'node:crypto';

export const consentVersion = '2026-11';

export const consentText = [
  'I agree to review and sign this document electronically, and that my electronic signature has the same effect as one made by hand, as far as the law allows.',
  'I have opened the document here and can read it. I can download a copy now and, once everybody has signed, the completed document; I may print and keep both.',
  'I may ask the sender for a paper copy, and I may decline to sign electronically at any time before I finish, by declining the document or closing this page and telling the sender.',
  'My name, e-mail address, IP address, browser and the times of my actions are recorded in the audit trail of the document and shown to its parties.',
].join('\n\n');

/** SHA-256, in hex, of the text in UTF-8. */
export const consentSha256 = createHash('sha256').update(consentText).digest('hex');
