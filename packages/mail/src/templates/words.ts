/** The text of emails to recipients, in the languages of the signing page. Emails to senders are in English, like the console. */
import { type Prose, plain, prose, strong } from './prose.ts';

/** ISO 639-1. */
export const mailLanguages = ['en', 'de', 'fr', 'es', 'ar', 'it', 'pt', 'nl', 'pl', 'ja', 'zh'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** What a recipient is asked to do. */
export type Act = 'sign' | 'approve' | 'read';

interface RequestWords {
  /** Followed by the title. */
  subject: string;
  reminderSubject: string;
  heading: string;
  asks(sender: string, title: string): Prose;
  waits(sender: string, title: string): Prose;
  button: string;
  /** Followed by the due date. */
  by: string;
}

export interface MailWords {
  direction: 'ltr' | 'rtl';
  /** For dates. */
  locale: string;
  testNotice: string;
  /** An empty name is left out. */
  greeting(name: string): Prose;
  /** In the footer; null if the email does not belong to a workspace. */
  sentFor(workspace: string | null): Prose;
  documentId(id: string): Prose;
  buttonFails: string;
  /** The label of the link to the page to report abuse. */
  report: string;
  messageLabel: string;
  documentLabel: string;
  /** The member who sent the document, and the workspace. */
  personAt(person: string, workspace: string): string;
  senderLabel: string;
  reasonLabel: string;
  request: Record<Act, RequestWords>;
  reminderHeading: string;
  /** The warning not to forward the link: it says what others could do with it. */
  linkTo: Record<Act, string>;
  linkToRead: string;
  completed: {
    subject: string;
    heading: string;
    done(title: string, sender: string): Prose;
    copy: string;
    button: string;
  };
  voided: { subject: string; heading: string; voided(sender: string, title: string): Prose; next: string };
  expired: {
    subject: string;
    heading: string;
    /** `at` is null if the time is not known. */
    expired(title: string, at: string | null): Prose;
    next(sender: string): Prose;
  };
  code: {
    subject: string;
    heading: string;
    preview(minutes: string): Prose;
    enter(title: string, minutes: string): Prose;
    keep: string;
  };
}

const request = (verb: string, button: string): RequestWords => ({
  subject: `Please ${verb}:`,
  reminderSubject: `Reminder: please ${verb}:`,
  heading: `A document for you to ${verb}`,
  asks: (sender, title) => [
    ...prose`${sender} asks you to `,
    ...plain(verb),
    ...prose` the document ${strong(title)}.`,
  ],
  waits: (sender, title) => [
    ...prose`${sender} is still waiting for you to `,
    ...plain(verb),
    ...prose` the document ${strong(title)}.`,
  ],
  button,
  by: `Please ${verb} by`,
});

export const english: MailWords = {
  direction: 'ltr',
  locale: 'en-GB',
  testNotice: 'Test: this document was sent in test mode. It has no legal effect.',
  greeting: (name) => (name ? prose`Hello ${name},` : prose`Hello,`),
  sentFor: (workspace) =>
    workspace === null ? prose`Sent with Countersign.` : prose`Sent with Countersign for ${workspace}.`,
  documentId: (id) => prose`Document ${id}`,
  report: 'You do not know the sender, or suspect fraud? Report it',
  buttonFails: 'If the button does not work, open this address in your browser:',
  messageLabel: 'Message from the sender',
  documentLabel: 'Document',
  personAt: (person, workspace) => `${person} at ${workspace}`,
  senderLabel: 'Sender',
  reasonLabel: 'Reason given',
  request: {
    sign: request('sign', 'Read and sign'),
    approve: request('approve', 'Read and approve'),
    read: request('read', 'Open the document'),
  },
  reminderHeading: 'A document is waiting for you',
  linkTo: {
    sign: 'This link is only for you: anyone who has it can sign in your name, so do not forward this email. If you do not know the sender, you do not have to do anything.',
    approve:
      'This link is only for you: anyone who has it can approve in your name, so do not forward this email. If you do not know the sender, you do not have to do anything.',
    read: 'This link is only for you: anyone who has it can read the document, so do not forward this email. If you do not know the sender, you do not have to do anything.',
  },
  linkToRead: 'This link is only for you: anyone who has it can read the document.',
  completed: {
    subject: 'Completed:',
    heading: 'The document is complete',
    done: (title, sender) => prose`Everyone has completed the document ${strong(title)}, sent by ${sender}.`,
    copy: 'Your copy is sealed with a digital signature that reveals any later change. At its end, a certificate of completion lists who did what and when.',
    button: 'Download the sealed document',
  },
  voided: {
    subject: 'Voided:',
    heading: 'A document was voided',
    voided: (sender, title) => prose`${sender} has voided the document ${strong(title)}.`,
    next: 'You do not have to do anything. The link that you received no longer opens the document.',
  },
  expired: {
    subject: 'Expired:',
    heading: 'A document has expired',
    expired: (title, at) =>
      at === null
        ? prose`The document ${strong(title)} expired before everyone had completed it.`
        : prose`The document ${strong(title)} expired on ${at}, before everyone had completed it.`,
    next: (sender) =>
      prose`You do not have to do anything. If it is still needed, ask ${sender} to send it again.`,
  },
  code: {
    subject: 'Your code for',
    heading: 'Your code',
    preview: (minutes) => prose`Enter it on the page that you opened. It is valid for ${minutes} minutes.`,
    enter: (title, minutes) =>
      prose`Enter this code to open the document ${strong(title)}. It is valid for ${minutes} minutes.`,
    keep: 'Do not give the code to anyone, not even to the sender. If you did not request it, ignore this email: the document cannot be opened without the code.',
  },
};
