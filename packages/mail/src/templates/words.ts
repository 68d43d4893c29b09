/** What mails to recipients say, in the languages of the signing page. Mails to senders are in English, as the console is. */
import { type Prose, plain, prose, strong } from './prose.ts';

/** ISO 639-1. */
export const mailLanguages = ['en', 'de', 'fr', 'es', 'ar'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** What a recipient is asked to do. */
export type Act = 'sign' | 'approve' | 'read';

interface RequestWords {
  /** Before the title. */
  subject: string;
  reminderSubject: string;
  heading: string;
  asks(sender: string, title: string): Prose;
  waits(sender: string, title: string): Prose;
  button: string;
  /** Before the date until which it should be done. */
  by: string;
}

export interface MailWords {
  direction: 'ltr' | 'rtl';
  /** For dates. */
  locale: string;
  testNotice: string;
  /** To somebody whose name is not known: ''. */
  greeting(name: string): Prose;
  /** At the foot; null where the mail is for no workspace. */
  sentFor(workspace: string | null): Prose;
  documentId(id: string): Prose;
  buttonFails: string;
  messageLabel: string;
  documentLabel: string;
  senderLabel: string;
  reasonLabel: string;
  request: Record<Act, RequestWords>;
  reminderHeading: string;
  /** Do not pass the link on. */
  linkToAct: string;
  linkToRead: string;
  completed: {
    subject: string;
    heading: string;
    done(title: string, sender: string): Prose;
    copy: string;
    button: string;
  };
  voided: { subject: string; heading: string; withdrawn(sender: string, title: string): Prose; next: string };
  expired: {
    subject: string;
    heading: string;
    /** `at` is null where the moment is not known. */
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
  buttonFails: 'If the button does not work, open this address in your browser:',
  messageLabel: 'Message from the sender',
  documentLabel: 'Document',
  senderLabel: 'Sender',
  reasonLabel: 'Reason given',
  request: {
    sign: request('sign', 'Read and sign'),
    approve: request('approve', 'Read and approve'),
    read: request('read', 'Open the document'),
  },
  reminderHeading: 'A document is waiting for you',
  linkToAct:
    'This link is yours alone: whoever has it can act in your name, so do not forward this mail. If you do not know the sender, you need do nothing.',
  linkToRead: 'This link is yours alone: whoever has it can read the document.',
  completed: {
    subject: 'Completed:',
    heading: 'The document is complete',
    done: (title, sender) => prose`Everybody has completed the document ${strong(title)}, sent by ${sender}.`,
    copy: 'The copy for your records is sealed with a digital signature, which shows any later change, and ends with a certificate of who did what and when.',
    button: 'Get the sealed document',
  },
  voided: {
    subject: 'Withdrawn:',
    heading: 'A document was withdrawn',
    withdrawn: (sender, title) => prose`${sender} has withdrawn the document ${strong(title)}.`,
    next: 'You need do nothing more. The link that you were sent no longer leads to the document.',
  },
  expired: {
    subject: 'Expired:',
    heading: 'A document has expired',
    expired: (title, at) =>
      at === null
        ? prose`The document ${strong(title)} expired, before everybody had completed it.`
        : prose`The document ${strong(title)} expired on ${at}, before everybody had completed it.`,
    next: (sender) => prose`You need do nothing more. If it still matters, ask ${sender} to send it again.`,
  },
  code: {
    subject: 'Your code for',
    heading: 'Your code',
    preview: (minutes) => prose`Enter it on the page that you opened. It is valid for ${minutes} minutes.`,
    enter: (title, minutes) =>
      prose`Enter this code to open the document ${strong(title)}. It is valid for ${minutes} minutes.`,
    keep: 'Give the code to nobody, not even to the sender. If you did not ask for it, ignore this mail: without the code the document stays closed.',
  },
};
