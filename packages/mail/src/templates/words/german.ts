import { prose, strong } from '../prose.ts';
import type { MailWords } from '../words.ts';

export const german: MailWords = {
  direction: 'ltr',
  locale: 'de-DE',
  testNotice: 'Test: Dieses Dokument wurde im Testmodus gesendet. Es hat keine rechtliche Wirkung.',
  greeting: (name) => (name ? prose`Guten Tag ${name},` : prose`Guten Tag,`),
  sentFor: (workspace) =>
    workspace === null
      ? prose`Gesendet mit Countersign.`
      : prose`Gesendet mit Countersign im Auftrag von ${workspace}.`,
  documentId: (id) => prose`Dokument ${id}`,
  report: 'Sie kennen den Absender nicht oder vermuten Betrug? Hier melden',
  buttonFails: 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse im Browser:',
  messageLabel: 'Nachricht des Absenders',
  documentLabel: 'Dokument',
  personAt: (person, workspace) => `${person} (${workspace})`,
  senderLabel: 'Absender',
  reasonLabel: 'Angegebener Grund',
  request: {
    sign: {
      subject: 'Bitte unterschreiben:',
      reminderSubject: 'Erinnerung, bitte unterschreiben:',
      heading: 'Ein Dokument wartet auf Ihre Unterschrift',
      asks: (sender, title) => prose`${sender} bittet Sie, das Dokument ${strong(title)} zu unterschreiben.`,
      waits: (sender, title) =>
        prose`${sender} wartet noch darauf, dass Sie das Dokument ${strong(title)} unterschreiben.`,
      button: 'Lesen und unterschreiben',
      by: 'Bitte unterschreiben bis',
    },
    approve: {
      subject: 'Bitte freigeben:',
      reminderSubject: 'Erinnerung, bitte freigeben:',
      heading: 'Ein Dokument wartet auf Ihre Freigabe',
      asks: (sender, title) => prose`${sender} bittet Sie, das Dokument ${strong(title)} freizugeben.`,
      waits: (sender, title) =>
        prose`${sender} wartet noch darauf, dass Sie das Dokument ${strong(title)} freigeben.`,
      button: 'Lesen und freigeben',
      by: 'Bitte freigeben bis',
    },
    read: {
      subject: 'Zur Kenntnis:',
      reminderSubject: 'Erinnerung, zur Kenntnis:',
      heading: 'Ein Dokument für Sie zum Lesen',
      asks: (sender, title) => prose`${sender} bittet Sie, das Dokument ${strong(title)} zu lesen.`,
      waits: (sender, title) =>
        prose`${sender} wartet noch darauf, dass Sie das Dokument ${strong(title)} lesen.`,
      button: 'Dokument öffnen',
      by: 'Bitte lesen bis',
    },
  },
  reminderHeading: 'Ein Dokument wartet auf Sie',
  linkTo: {
    sign: 'Dieser Link gehört nur Ihnen: Wer ihn hat, kann in Ihrem Namen unterschreiben. Leiten Sie diese E-Mail deshalb nicht weiter. Wenn Sie den Absender nicht kennen, brauchen Sie nichts zu tun.',
    approve:
      'Dieser Link gehört nur Ihnen: Wer ihn hat, kann das Dokument in Ihrem Namen freigeben. Leiten Sie diese E-Mail deshalb nicht weiter. Wenn Sie den Absender nicht kennen, brauchen Sie nichts zu tun.',
    read: 'Dieser Link gehört nur Ihnen: Wer ihn hat, kann das Dokument lesen. Leiten Sie diese E-Mail deshalb nicht weiter. Wenn Sie den Absender nicht kennen, brauchen Sie nichts zu tun.',
  },
  linkToRead: 'Dieser Link gehört nur Ihnen: Wer ihn hat, kann das Dokument lesen.',
  completed: {
    subject: 'Abgeschlossen:',
    heading: 'Das Dokument ist vollständig',
    done: (title, sender) => prose`Alle haben das Dokument ${strong(title)} von ${sender} abgeschlossen.`,
    copy: 'Die Ausfertigung für Ihre Unterlagen ist mit einer digitalen Signatur versiegelt, die jede spätere Änderung zeigt. Am Ende steht ein Nachweis, wer wann was getan hat.',
    button: 'Versiegeltes Dokument abrufen',
  },
  voided: {
    subject: 'Zurückgezogen:',
    heading: 'Ein Dokument wurde zurückgezogen',
    voided: (sender, title) => prose`${sender} hat das Dokument ${strong(title)} zurückgezogen.`,
    next: 'Sie brauchen nichts mehr zu tun. Der Link, den Sie bekommen haben, führt nicht mehr zum Dokument.',
  },
  expired: {
    subject: 'Abgelaufen:',
    heading: 'Ein Dokument ist abgelaufen',
    expired: (title, at) =>
      at === null
        ? prose`Das Dokument ${strong(title)} ist abgelaufen, bevor alle es abgeschlossen hatten.`
        : prose`Das Dokument ${strong(title)} ist am ${at} abgelaufen, bevor alle es abgeschlossen hatten.`,
    next: (sender) =>
      prose`Sie brauchen nichts mehr zu tun. Wenn es noch wichtig ist, bitten Sie ${sender}, es neu zu senden.`,
  },
  code: {
    subject: 'Ihr Code für',
    heading: 'Ihr Code',
    preview: (minutes) =>
      prose`Geben Sie ihn auf der Seite ein, die Sie geöffnet haben. Er gilt ${minutes} Minuten.`,
    enter: (title, minutes) =>
      prose`Mit diesem Code öffnen Sie das Dokument ${strong(title)}. Er gilt ${minutes} Minuten.`,
    keep: 'Geben Sie den Code niemandem, auch nicht dem Absender. Wenn Sie ihn nicht angefordert haben, beachten Sie diese E-Mail nicht: Ohne den Code bleibt das Dokument verschlossen.',
  },
};
