/** All texts of the signing page in English. The other languages, in words/, are objects of the same shape. */

import { abuseReasonTexts } from '@countersign/contract/abuse-reason';
import type { OwnSignatureFailure } from '@countersign/contract/enumerations';
import type { FieldType } from '@countersign/contract/field';
import { printPercent } from './format-number.ts';
import { printWait } from './format-time.ts';

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

export const english = {
  /** BCP 47. */
  language: 'en',
  direction: 'ltr' as 'ltr' | 'rtl',
  languageLabel: 'Language',
  pageTitle: (title: string) => `${title} – sign`,
  loading: 'Loading the document…',
  testBanner: 'Test document: not legally binding.',
  testWatermark: 'TEST',
  from: (sender: string) => `${sender} asks you to sign`,
  fromToApprove: (sender: string) => `${sender} asks you to approve`,
  fromToRead: (sender: string) => `${sender} sent you this to read`,
  personAt: (person: string, workspace: string) => `${person} at ${workspace}`,
  fromPlain: (sender: string) => `From ${sender}`,
  messageOf: (sender: string) => `Message from ${sender}`,
  youAre: (name: string, email: string) => `You are ${name} (${email}).`,
  dueBy: (when: string) => `Please finish by ${when}.`,
  download: 'Download',
  downloadTitle: 'Download the document as PDF',
  decline: 'Decline',
  reassign: 'Reassign',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomLevel: (percent: number) => printPercent(percent, 'en'),
  viewGroup: 'View of the document',
  cancel: 'Cancel',
  close: 'Close',
  offline: 'You are offline.',
  offlineKept: 'What you enter is kept on this device.',
  restored: 'What you entered before is still here.',
  tryAgain: 'Try again',

  /** Where the entered values are kept. */
  draft: {
    saving: 'Saving…',
    saved: 'Draft saved',
    here: 'Saved on this device only',
    lost: 'Not saved. Finish before you leave this page.',
  },

  consent: {
    heading: 'Sign electronically',
    headingApprove: 'Approve electronically',
    summary: 'If you continue, you agree to use electronic records and signatures for this document.',
    read: 'Read the full text',
    hide: 'Hide the full text',
    accept: 'I agree and continue',
    accepted: 'You agreed to sign electronically.',
    show: 'Read it again',
  },

  bar: {
    label: 'Progress',
    done: (count: number, total: number) => `${count} of ${total}`,
    left: (count: number) => `${count} ${plural(count, 'field', 'fields')} left to fill in`,
    ready: 'Everything is filled in.',
    approveReady: 'Read the document, then approve it.',
    next: 'Next field',
    finish: 'Finish signing',
    approve: 'Approve',
    sending: 'Sending…',
    faults: (count: number) =>
      `${count} ${plural(count, 'field needs', 'fields need')} your attention. The first one is selected.`,
    /** The error of one field, after its label. */
    faultAt: (label: string, fault: string) => `${label}: ${fault}`,
  },

  /** For recipients who sign with a key of their own. */
  ownKey: {
    explain: (provider: string) =>
      `You sign this document with your own key at ${provider}. When everything is filled in, you go to ${provider} to authorize the signature, and then return here.`,
    finish: (provider: string) => `Sign at ${provider}`,
    failures: {
      denied: 'The signature was not authorized. Nothing was signed; you can try again.',
      expired: 'The permission has expired. Nothing was signed; please try again.',
      unavailable: 'The provider of your key did not answer. Nothing was signed; please try again later.',
      unusable: 'Your key cannot be used to sign this document. Nothing was signed. Please ask the sender.',
      level:
        'The sender requires a higher level of signature than your key has. Nothing was signed. Please ask the sender.',
      changed:
        'The document has changed in the meantime. Nothing was signed. Please review it and try again.',
    } satisfies Record<OwnSignatureFailure, string>,
  },

  types: {
    signature: 'Signature',
    initials: 'Initials',
    name: 'Full name',
    email: 'Email address',
    date: 'Date',
    text: 'Text',
    number: 'Number',
    checkbox: 'Checkbox',
    radio: 'Choice',
    dropdown: 'Selection',
  } satisfies Record<FieldType, string>,

  field: {
    required: 'required',
    optional: 'optional',
    readOnly: 'set by the sender',
    empty: 'empty',
    ticked: 'ticked',
    notTicked: 'not ticked',
    sign: 'Sign here',
    initial: 'Initial here',
    choose: 'Choose…',
    none: 'None',
    fillIn: 'Fill in',
    edit: (label: string) => `${label}: fill in`,
    changeSignature: 'Change',
    otherValue: 'Filled in by another person',
    otherDrawn: 'Signed',
    done: 'Done',
    previous: 'Previous',
    next: 'Next',
    position: (index: number, total: number) => `Field ${index} of ${total}`,
    tick: 'Tick this box',
    appeared: (labels: string) => `Now shown: ${labels}.`,
    disappeared: (labels: string) => `No longer shown: ${labels}.`,
  },

  fault: {
    missing: 'Please fill this in.',
    missingSignature: 'Please add your signature.',
    missingInitials: 'Please add your initials.',
    missingChoice: 'Please choose one.',
    mustTick: 'Please tick this box.',
    tooLong: (limit: number) => `At most ${limit} ${plural(limit, 'character', 'characters')}.`,
    pattern: (pattern: string) => `This does not match the format that the sender requires: ${pattern}`,
    notAnOption: 'Please choose one of the options.',
    date: 'Please enter a date that exists.',
    email: 'Please enter an email address, such as name@example.com.',
    number: 'Please enter a number in digits, with a point for decimals, such as 1250.50.',
    atLeast: (limit: number) => `Must be ${limit} or more.`,
    atMost: (limit: number) => `Must be ${limit} or less.`,
    drawingTooLong: 'The drawing has too many strokes. Please clear it and draw it again.',
    mode: 'Please sign in one of the ways offered.',
  },

  signature: {
    title: 'Your signature',
    titleInitials: 'Your initials',
    how: 'How would you like to sign?',
    modes: { type: 'Type', draw: 'Draw', upload: 'Upload' },
    typeLabel: 'Type your name',
    typeLabelInitials: 'Type your initials',
    font: 'Handwriting',
    preview: 'This is how it will look',
    drawLabel: 'Draw with a mouse, a finger or a pen',
    drawState: (strokes: number) =>
      strokes === 0
        ? 'Drawing area, empty'
        : `Drawing area, ${strokes} ${plural(strokes, 'stroke', 'strokes')}`,
    drawKeyboard: 'No mouse or touchscreen? Type your name instead.',
    drawFull: 'The drawing cannot have more strokes.',
    undo: 'Undo',
    clear: 'Clear',
    uploadLabel: 'Choose an image of your signature',
    uploadHint: 'PNG or JPEG. The image is cropped to the signature on this device before it is sent.',
    uploadUnreadable: 'This file is not an image. Please choose a PNG or JPEG file.',
    uploadClean: 'Remove the background',
    uploadedAlt: 'Your uploaded signature',
    apply: 'Use this signature',
    applyInitials: 'Use these initials',
    added: (label: string) => `${label}: added.`,
    meaning: 'By choosing it, you accept it as your electronic signature on this document.',
  },

  code: {
    heading: 'Confirm your identity',
    intro: 'This document is protected. We email a six-digit code to the address that received the link.',
    send: 'Email me a code',
    sendAgain: 'Email me a new code',
    sent: 'A code is on its way. It is valid for ten minutes. Please check your spam folder too.',
    label: 'Six-digit code',
    verify: 'Continue',
    shape: 'The code has six digits.',
    wrong: (left: number) =>
      left > 0
        ? `This code is incorrect. ${left} ${plural(left, 'try is', 'tries are')} left.`
        : 'This code no longer works. Please ask for a new one.',
  },

  declineDialog: {
    title: 'Decline to sign',
    titleApprove: 'Decline to approve',
    explain: 'This ends the document for everyone. The sender will see your reason.',
    reason: 'Why are you declining?',
    reasonMissing: 'Please give a reason.',
    reasonTooLong: 'The reason can have at most 1000 characters.',
    confirm: 'Decline the document',
  },

  reassignDialog: {
    title: 'Reassign to someone else',
    explain:
      'They get their own link and sign in your place. Your link stops working, and the sender can see that you reassigned the document.',
    name: 'Their name',
    nameMissing: 'Please enter a name.',
    email: 'Their email address',
    emailWrong: 'Please enter an email address, such as name@example.com.',
    ownAddress: 'This is your own address. Please enter someone else’s.',
    confirm: 'Reassign',
  },

  pages: {
    jump: 'Go to page',
    /** Fields that are still to be filled in on a page. */
    left: (count: number) => `${count} left`,
    label: 'Document',
    page: (page: number, total: number) => `Page ${page} of ${total}`,
    failed: 'The document cannot be shown here.',
    failedHint: 'You can download it and read it in another program, or try again.',
    pageFailed:
      'This page cannot be shown here. Please download the document and read it in another program.',
    drawing: 'Loading this page…',
    preparingPrint: (page: number, total: number) => `Preparing page ${page} of ${total} for printing…`,
    notPrinted:
      'This page was not loaded, so it is not printed. Press Ctrl + P (⌘ P on a Mac), or download the document and print that.',
  },

  screens: {
    unknown: {
      heading: 'This link does not work',
      text: 'It may be incomplete, or it may have been replaced by a newer one. Please use the link in the most recent email, or ask the sender for a new one.',
    },
    sessionEnded: {
      heading: 'This page has to be opened again',
      text: 'For your security it opens only once, and for a limited time. Please return to where you came from and open the document there again.',
    },
    unreachable: {
      heading: 'The document cannot be loaded',
      text: 'The service did not answer. Please check your connection and try again; nothing is lost.',
    },
    voided: {
      heading: 'This document was voided',
      text: (sender: string) => `${sender} voided it. There is nothing left for you to do.`,
    },
    rejected: {
      heading: 'This document was declined',
      text: (sender: string) =>
        `One of the recipients declined, so this document can no longer be signed. ${sender} has been notified.`,
    },
    youDeclined: {
      heading: 'You declined this document',
      text: (sender: string) => `${sender} has been notified of your reason. You can close this page.`,
    },
    expired: {
      heading: 'This document has expired',
      text: (sender: string) =>
        `The due date has passed. If you still want to sign it, please ask ${sender} to send it again.`,
    },
    reason: 'Reason given',
    notYourTurn: {
      heading: 'It is not your turn yet',
      text: (sender: string) =>
        `${sender} set a signing order, and someone else comes before you. You will get an email when it is your turn.`,
      look: 'Check again',
    },
    reassigned: {
      heading: 'You reassigned this document',
      text: (name: string) =>
        `${name} will get an email with their own link. Your link no longer works, and you can close this page.`,
    },
    waiting: {
      heading: 'You are done',
      text: 'Others still have to sign. You will get the completed document by email when everyone has signed.',
      document: 'Download the current document',
    },
    completed: {
      heading: 'The document is complete',
      thanks: 'You are done.',
      text: 'The sealed copy contains all signatures and the certificate of completion. You will also get it by email.',
      sealing:
        'The sealed copy is being created. This takes a moment. You can wait here or use the link in the email.',
      copy: 'Download the sealed copy',
    },
    redirect: {
      link: (host: string) => `Continue to ${host}`,
      soon: (host: string, seconds: number) => `You will be redirected to ${host} in ${seconds} s.`,
      stay: 'Stay here',
    },
  },

  /** In place of the texts above for recipients to whom nothing is emailed. */
  withoutEmail: {
    code: 'This document is protected. We email you a six-digit code.',
    notYourTurn: (sender: string) => `${sender} set a signing order, and someone else comes before you.`,
    waiting: 'Others still have to sign.',
    completed: 'The sealed copy contains all signatures and the certificate of completion.',
    sealing: 'The sealed copy is being created. This takes a moment.',
  },

  direct: {
    toSign: (sender: string) => `${sender} offers this document to sign`,
    toApprove: (sender: string) => `${sender} offers this document to approve`,
    explainEmail:
      'Enter your name and email address. We email you a link that opens the document, so that the address is confirmed.',
    explainNow:
      'Enter your name and email address. The document then opens, and both are recorded with your signature.',
    name: 'Your name',
    nameMissing: 'Please enter your name.',
    email: 'Your email address',
    startEmail: 'Email me the link',
    startNow: 'Open the document',
    emailed: {
      heading: 'Check your inbox',
      text: (email: string) => `We sent a link to ${email}. Open it to read and sign the document.`,
      hint: 'No email? Check the spam folder, or start again with the right address.',
      again: 'Use another address',
    },
    closed: {
      heading: 'This link no longer works',
      disabled: 'The sender has turned it off. Please ask the sender for a new link.',
      expired: 'It was valid for a limited time. Please ask the sender for a new link.',
      usedUp: 'It could be used a limited number of times. Please ask the sender for a new link.',
      other: 'The document cannot be opened at the moment. Please ask the sender.',
    },
  },

  report: {
    /** At the foot of the signing page. */
    link: 'Report abuse',
    heading: 'Report abuse',
    explain:
      'Your report goes to the operator of this service. The sender does not learn of it, and you do not have to sign anything.',
    reason: 'What is wrong?',
    reasons: abuseReasonTexts,
    message: 'Anything the operator should know (optional)',
    send: 'Send the report',
    back: 'Back to the document',
    sent: {
      heading: 'Thank you for your report',
      text: 'The operator of this service will look at it. You can close this page.',
    },
  },

  trouble: {
    unreachable: 'The service could not be reached. Nothing is lost; please try again.',
    busy: (seconds: number) => `There were too many requests. Please try again ${printWait(seconds, 'en')}.`,
    server: 'The service had a problem. Nothing is lost; please try again in a moment.',
    changed: 'The document has changed since you opened it. Please review it again.',
    dateFormatChanged: 'The sender changed how dates are printed. Please check the dates, then finish.',
    refused: 'The service did not accept this:',
  },
};

export type Words = typeof english;
