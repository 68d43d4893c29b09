/** The words of the signing page in German. */
import { printPercent } from '../format-number.ts';
import { printWait } from '../format-time.ts';
import type { Words } from '../words.ts';

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

export const german: Words = {
  language: 'de',
  direction: 'ltr',
  languageLabel: 'Sprache',
  pageTitle: (title) => `${title} – unterschreiben`,
  loading: 'Das Dokument wird geladen …',
  testBanner: 'Testdokument: Was hier unterschrieben wird, bindet niemanden.',
  testWatermark: 'TEST',
  from: (sender) => `${sender} bittet Sie um Ihre Unterschrift`,
  fromToApprove: (sender) => `${sender} bittet Sie um Ihre Genehmigung`,
  fromToRead: (sender) => `${sender} sendet Ihnen dies zum Lesen`,
  personAt: (person, workspace) => `${person} (${workspace})`,
  fromPlain: (sender) => `Von ${sender}`,
  messageOf: (sender) => `Nachricht von ${sender}`,
  youAre: (name, email) => `Sie sind ${name} (${email}).`,
  dueBy: (when) => `Bitte schließen Sie bis ${when} ab.`,
  download: 'Herunterladen',
  downloadTitle: 'Herunterladen: das Dokument als PDF',
  decline: 'Ablehnen',
  reassign: 'Weitergeben',
  zoomIn: 'Größer',
  zoomOut: 'Kleiner',
  zoomLevel: (percent) => printPercent(percent, 'de'),
  viewGroup: 'Ansicht des Dokuments',
  cancel: 'Abbrechen',
  close: 'Schließen',
  offline: 'Sie sind offline.',
  offlineKept: 'Ihre Eingaben bleiben auf diesem Gerät erhalten.',
  restored: 'Ihre früheren Eingaben sind noch da.',
  tryAgain: 'Erneut versuchen',

  draft: {
    saving: 'Wird gespeichert …',
    saved: 'Entwurf gespeichert',
    here: 'Nur auf diesem Gerät gespeichert',
    lost: 'Nicht gespeichert. Schließen Sie ab, bevor Sie die Seite verlassen.',
  },

  consent: {
    heading: 'Elektronisch unterschreiben',
    headingApprove: 'Elektronisch genehmigen',
    summary:
      'Wenn Sie fortfahren, stimmen Sie elektronischen Dokumenten und Unterschriften für dieses Dokument zu.',
    read: 'Ganzen Text lesen',
    hide: 'Text ausblenden',
    accept: 'Ich stimme zu und fahre fort',
    accepted: 'Sie haben zugestimmt, elektronisch zu handeln.',
    show: 'Noch einmal lesen',
  },

  bar: {
    label: 'Fortschritt',
    done: (count, total) => `${count} von ${total}`,
    left: (count) => `Noch ${count} ${plural(count, 'Feld', 'Felder')} auszufüllen`,
    ready: 'Alles ist ausgefüllt.',
    approveReady: 'Lesen Sie das Dokument und genehmigen Sie es dann.',
    next: 'Nächstes Feld',
    finish: 'Unterschreiben abschließen',
    approve: 'Genehmigen',
    sending: 'Wird gesendet …',
    faults: (count) =>
      `${count} ${plural(count, 'Feld braucht', 'Felder brauchen')} Ihre Aufmerksamkeit. Das erste ist ausgewählt.`,
    faultAt: (label, fault) => `${label}: ${fault}`,
  },

  ownKey: {
    explain: (provider) =>
      `Sie unterschreiben dieses Dokument mit Ihrem eigenen Schlüssel bei ${provider}. Wenn alles ausgefüllt ist, geben Sie die Signatur bei ${provider} frei und kommen dann hierher zurück.`,
    finish: (provider) => `Bei ${provider} signieren`,
    failures: {
      denied:
        'Die Signatur wurde nicht freigegeben. Nichts wurde unterschrieben; Sie können es erneut versuchen.',
      expired: 'Die Freigabe ist abgelaufen. Nichts wurde unterschrieben; bitte versuchen Sie es erneut.',
      unavailable:
        'Der Anbieter Ihres Schlüssels hat nicht geantwortet. Nichts wurde unterschrieben; bitte versuchen Sie es später erneut.',
      unusable:
        'Mit Ihrem Schlüssel kann dieses Dokument nicht signiert werden. Nichts wurde unterschrieben. Bitte fragen Sie den Absender.',
      level:
        'Der Absender verlangt ein höheres Signaturniveau, als Ihr Schlüssel hat. Nichts wurde unterschrieben. Bitte fragen Sie den Absender.',
      changed:
        'Das Dokument hat sich inzwischen geändert. Nichts wurde unterschrieben. Bitte sehen Sie es noch einmal an und versuchen Sie es erneut.',
    },
  },

  types: {
    signature: 'Unterschrift',
    initials: 'Initialen',
    name: 'Vollständiger Name',
    email: 'E-Mail-Adresse',
    date: 'Datum',
    text: 'Text',
    number: 'Zahl',
    checkbox: 'Kontrollkästchen',
    radio: 'Wahl',
    dropdown: 'Auswahl',
  },

  field: {
    required: 'erforderlich',
    optional: 'freiwillig',
    readOnly: 'vom Absender festgelegt',
    empty: 'leer',
    ticked: 'angekreuzt',
    notTicked: 'nicht angekreuzt',
    sign: 'Hier unterschreiben',
    initial: 'Hier Initialen',
    choose: 'Bitte wählen …',
    none: 'Keine Angabe',
    fillIn: 'ausfüllen',
    edit: (label) => `${label}: ausfüllen`,
    changeSignature: 'ändern',
    otherValue: 'von einer anderen Person ausgefüllt',
    otherDrawn: 'Unterschrieben',
    done: 'Fertig',
    previous: 'Zurück',
    next: 'Weiter',
    position: (index, total) => `Feld ${index} von ${total}`,
    tick: 'Dieses Kästchen ankreuzen',
    appeared: (labels) => `Neu eingeblendet: ${labels}.`,
    disappeared: (labels) => `Ausgeblendet: ${labels}.`,
  },

  fault: {
    missing: 'Bitte ausfüllen.',
    missingSignature: 'Bitte unterschreiben Sie.',
    missingInitials: 'Bitte setzen Sie Ihre Initialen.',
    missingChoice: 'Bitte wählen Sie eine Möglichkeit.',
    mustTick: 'Bitte kreuzen Sie dieses Kästchen an.',
    tooLong: (limit) => `Höchstens ${limit} Zeichen.`,
    pattern: (pattern) => `Das hat nicht die Form, die der Absender verlangt: ${pattern}`,
    notAnOption: 'Bitte wählen Sie eine der Möglichkeiten.',
    date: 'Bitte geben Sie ein Datum ein, das es gibt.',
    email: 'Bitte geben Sie eine E-Mail-Adresse ein, etwa name@example.com.',
    number: 'Bitte geben Sie eine Zahl in Ziffern ein, mit Punkt vor den Dezimalen, etwa 1250.50.',
    atLeast: (limit) => `Muss mindestens ${limit} sein.`,
    atMost: (limit) => `Darf höchstens ${limit} sein.`,
    drawingTooLong: 'Die Zeichnung hat zu viele Striche. Bitte löschen Sie sie und zeichnen Sie neu.',
    mode: 'Bitte unterschreiben Sie auf eine der angebotenen Arten.',
  },

  signature: {
    title: 'Ihre Unterschrift',
    titleInitials: 'Ihre Initialen',
    how: 'Wie möchten Sie unterschreiben?',
    modes: { type: 'Tippen', draw: 'Zeichnen', upload: 'Hochladen' },
    typeLabel: 'Tippen Sie Ihren Namen',
    typeLabelInitials: 'Tippen Sie Ihre Initialen',
    font: 'Handschrift',
    preview: 'So wird es aussehen',
    drawLabel: 'Zeichnen Sie mit Maus, Finger oder Stift',
    drawState: (strokes) =>
      strokes === 0
        ? 'Zeichenfläche, leer'
        : `Zeichenfläche, ${strokes} ${plural(strokes, 'Strich', 'Striche')}`,
    drawKeyboard: 'Kein Zeigegerät zur Hand? Tippen Sie stattdessen Ihren Namen.',
    drawFull: 'Die Zeichnung kann keine weiteren Striche aufnehmen.',
    undo: 'Rückgängig',
    clear: 'Löschen',
    uploadLabel: 'Wählen Sie ein Bild Ihrer Unterschrift',
    uploadHint:
      'PNG oder JPEG. Das Bild wird hier auf die Unterschrift zugeschnitten, bevor es gesendet wird.',
    uploadUnreadable:
      'Diese Datei lässt sich nicht als Bild lesen. Bitte wählen Sie eine PNG- oder JPEG-Datei.',
    uploadClean: 'Hintergrund entfernen',
    uploadedAlt: 'Ihre hochgeladene Unterschrift',
    apply: 'Diese Unterschrift verwenden',
    applyInitials: 'Diese Initialen verwenden',
    added: (label) => `${label}: hinzugefügt.`,
    meaning: 'Mit der Auswahl nehmen Sie sie als Ihre elektronische Unterschrift auf diesem Dokument an.',
  },

  code: {
    heading: 'Bestätigen Sie, dass Sie es sind',
    intro:
      'Dieses Dokument ist geschützt. Wir senden einen sechsstelligen Code an die Adresse, die den Link erhalten hat.',
    send: 'Code per E-Mail senden',
    sendAgain: 'Neuen Code senden',
    sent: 'Ein Code ist unterwegs. Er gilt zehn Minuten; bitte sehen Sie auch im Spam-Ordner nach.',
    label: 'Sechsstelliger Code',
    verify: 'Weiter',
    shape: 'Der Code hat sechs Ziffern.',
    wrong: (left) =>
      left > 0
        ? `Dieser Code stimmt nicht. Noch ${left} ${plural(left, 'Versuch', 'Versuche')}.`
        : 'Dieser Code gilt nicht mehr. Bitte fordern Sie einen neuen an.',
  },

  declineDialog: {
    title: 'Unterschrift ablehnen',
    titleApprove: 'Genehmigung ablehnen',
    explain: 'Damit endet das Dokument für alle. Der Absender erfährt Ihren Grund.',
    reason: 'Warum lehnen Sie ab?',
    reasonMissing: 'Bitte nennen Sie einen Grund.',
    reasonTooLong: 'Der Grund darf höchstens 1000 Zeichen haben.',
    confirm: 'Dokument ablehnen',
  },

  reassignDialog: {
    title: 'An jemand anderen weitergeben',
    explain:
      'Die Person erhält einen eigenen Link und handelt an Ihrer Stelle. Ihr Link gilt dann nicht mehr, und der Absender sieht, dass Sie weitergegeben haben.',
    name: 'Name der Person',
    nameMissing: 'Bitte geben Sie einen Namen ein.',
    email: 'E-Mail-Adresse der Person',
    emailWrong: 'Bitte geben Sie eine E-Mail-Adresse ein, etwa name@example.com.',
    ownAddress: 'Das ist Ihre eigene Adresse. Bitte geben Sie die einer anderen Person an.',
    confirm: 'Weitergeben',
  },

  pages: {
    jump: 'Gehe zu Seite',
    left: (count) => `${count} offen`,
    label: 'Dokument',
    page: (page, total) => `Seite ${page} von ${total}`,
    failed: 'Das Dokument kann hier nicht gezeigt werden.',
    failedHint: 'Sie können es herunterladen und in einem anderen Programm lesen oder es noch einmal laden.',
    pageFailed:
      'Diese Seite kann hier nicht angezeigt werden. Bitte laden Sie das Dokument herunter und lesen Sie es in einem anderen Programm.',
    drawing: 'Die Seite wird gezeichnet …',
    preparingPrint: (page, total) => `Seite ${page} von ${total} wird für den Druck vorbereitet …`,
    notPrinted:
      'Diese Seite war nicht geladen und wird deshalb nicht gedruckt. Drücken Sie Strg + P (⌘ P auf einem Mac), oder laden Sie das Dokument herunter und drucken Sie es.',
  },

  screens: {
    unknown: {
      heading: 'Dieser Link funktioniert nicht',
      text: 'Er ist vielleicht unvollständig oder durch einen neueren ersetzt. Bitte nehmen Sie den Link aus der neuesten E-Mail oder bitten Sie den Absender um einen neuen.',
    },
    sessionEnded: {
      heading: 'Diese Seite muss neu geöffnet werden',
      text: 'Zu Ihrer Sicherheit öffnet sie sich nur einmal und für begrenzte Zeit. Bitte kehren Sie dorthin zurück, woher Sie kamen, und öffnen Sie das Dokument dort noch einmal.',
    },
    unreachable: {
      heading: 'Das Dokument kann nicht geladen werden',
      text: 'Der Dienst hat nicht geantwortet. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es erneut; nichts ist verloren.',
    },
    voided: {
      heading: 'Dieses Dokument wurde zurückgezogen',
      text: (sender) => `${sender} hat es zurückgezogen. Sie müssen nichts mehr tun.`,
    },
    rejected: {
      heading: 'Dieses Dokument wurde abgelehnt',
      text: (sender) =>
        `Jemand, der unterschreiben sollte, hat abgelehnt; deshalb kann niemand mehr unterschreiben. ${sender} weiß davon.`,
    },
    youDeclined: {
      heading: 'Sie haben dieses Dokument abgelehnt',
      text: (sender) => `${sender} hat davon und von Ihrem Grund erfahren. Sie können diese Seite schließen.`,
    },
    expired: {
      heading: 'Dieses Dokument ist abgelaufen',
      text: (sender) =>
        `Die Frist zum Unterschreiben ist vorbei. Wird es noch gebraucht, bitten Sie ${sender}, es noch einmal zu senden.`,
    },
    reason: 'Genannter Grund',
    notYourTurn: {
      heading: 'Sie sind noch nicht an der Reihe',
      text: (sender) =>
        `${sender} hat eine Reihenfolge festgelegt, und jemand anderes kommt vor Ihnen. Sie erhalten eine E-Mail, sobald Sie an der Reihe sind.`,
      look: 'Noch einmal nachsehen',
    },
    reassigned: {
      heading: 'Sie haben dieses Dokument weitergegeben',
      text: (name) =>
        `${name} erhält eine E-Mail mit einem eigenen Link. Ihr Link gilt nicht mehr; Sie können diese Seite schließen.`,
    },
    waiting: {
      heading: 'Sie sind fertig',
      text: 'Andere müssen noch handeln. Sobald alle fertig sind, erhalten Sie das vollständige Dokument per E-Mail.',
      document: 'Das Dokument in seinem jetzigen Stand herunterladen',
    },
    completed: {
      heading: 'Das Dokument ist vollständig',
      thanks: 'Sie sind fertig.',
      text: 'Die besiegelte Fassung trägt alle Unterschriften und das Abschlusszertifikat; Sie erhalten sie auch per E-Mail.',
      sealing:
        'Die besiegelte Fassung wird erstellt. Das dauert einen Moment; Sie können hier warten oder die E-Mail nutzen.',
      copy: 'Besiegelte Fassung herunterladen',
    },
    redirect: {
      link: (host) => `Weiter zu ${host}`,
      soon: (host, seconds) => `In ${seconds} s geht es weiter zu ${host}.`,
      stay: 'Hier bleiben',
    },
  },

  withoutEmail: {
    code: 'Dieses Dokument ist geschützt. Wir senden Ihnen einen sechsstelligen Code per E-Mail.',
    notYourTurn: (sender) => `${sender} hat eine Reihenfolge festgelegt, und jemand anderes kommt vor Ihnen.`,
    waiting: 'Andere müssen noch handeln.',
    completed: 'Die besiegelte Fassung trägt alle Unterschriften und das Abschlusszertifikat.',
    sealing: 'Die besiegelte Fassung wird erstellt. Das dauert einen Moment.',
  },

  direct: {
    toSign: (sender) => `${sender} bietet dieses Dokument zum Unterschreiben an`,
    toApprove: (sender) => `${sender} bietet dieses Dokument zur Freigabe an`,
    explainEmail:
      'Geben Sie Ihren Namen und Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, der das Dokument öffnet; so ist die Adresse bestätigt.',
    explainNow:
      'Geben Sie Ihren Namen und Ihre E-Mail-Adresse ein. Danach öffnet sich das Dokument, und beides wird mit Ihrer Unterschrift festgehalten.',
    name: 'Ihr Name',
    nameMissing: 'Bitte geben Sie Ihren Namen ein.',
    email: 'Ihre E-Mail-Adresse',
    startEmail: 'Link per E-Mail senden',
    startNow: 'Dokument öffnen',
    emailed: {
      heading: 'Sehen Sie in Ihr Postfach',
      text: (email) =>
        `Wir haben einen Link an ${email} gesendet. Öffnen Sie ihn, um das Dokument zu lesen und zu unterschreiben.`,
      hint: 'Keine E-Mail bekommen? Sehen Sie im Spam-Ordner nach, oder beginnen Sie noch einmal mit der richtigen Adresse.',
      again: 'Andere Adresse verwenden',
    },
    closed: {
      heading: 'Dieser Link gilt nicht mehr',
      disabled: 'Der Absender hat ihn abgeschaltet. Bitte fragen Sie den Absender nach einem neuen Link.',
      expired: 'Er galt nur für begrenzte Zeit. Bitte fragen Sie den Absender nach einem neuen Link.',
      usedUp:
        'Er konnte nur begrenzt oft verwendet werden. Bitte fragen Sie den Absender nach einem neuen Link.',
      other: 'Das Dokument lässt sich gerade nicht öffnen. Bitte fragen Sie den Absender.',
    },
  },

  report: {
    link: 'Missbrauch melden',
    heading: 'Missbrauch melden',
    explain:
      'Ihre Meldung geht an den Betreiber dieses Dienstes. Der Absender erfährt nichts davon, und Sie müssen nichts unterschreiben.',
    reason: 'Was ist nicht in Ordnung?',
    reasons: {
      unknown_sender: 'Ich kenne den Absender nicht',
      spam: 'Unerwünschte Werbung',
      fraud: 'Ich vermute Betrug',
      offensive: 'Anstößiger oder verbotener Inhalt',
      other: 'Etwas anderes',
    },
    message: 'Was der Betreiber wissen sollte (freiwillig)',
    send: 'Meldung senden',
    back: 'Zurück zum Dokument',
    sent: {
      heading: 'Danke für Ihre Meldung',
      text: 'Der Betreiber dieses Dienstes sieht sie sich an. Sie können diese Seite schließen.',
    },
  },

  trouble: {
    unreachable: 'Der Dienst war nicht zu erreichen. Nichts ist verloren; bitte versuchen Sie es erneut.',
    busy: (seconds) => `Es gab zu viele Anfragen. Bitte versuchen Sie es ${printWait(seconds, 'de')} erneut.`,
    server: 'Der Dienst hatte ein Problem. Nichts ist verloren; bitte versuchen Sie es gleich noch einmal.',
    changed: 'Das Dokument hat sich geändert, seit Sie es geöffnet haben. Bitte sehen Sie es noch einmal an.',
    dateFormatChanged:
      'Der Absender hat das Datumsformat geändert. Bitte prüfen Sie die Datumsangaben und schließen Sie dann ab.',
    refused: 'Der Dienst hat das nicht angenommen:',
  },
};
