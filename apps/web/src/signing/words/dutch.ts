/** The words of the signing page in Dutch. */
import { printPercent } from '../format-number.ts';
import { printWait } from '../format-time.ts';
import type { Words } from '../words.ts';

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

export const dutch: Words = {
  language: 'nl',
  direction: 'ltr',
  languageLabel: 'Taal',
  pageTitle: (title) => `${title} – ondertekenen`,
  loading: 'Het document wordt geladen…',
  testBanner: 'Testdocument: niet juridisch bindend.',
  testWatermark: 'TEST',
  from: (sender) => `${sender} vraagt u om te ondertekenen`,
  fromToApprove: (sender) => `${sender} vraagt u om goedkeuring`,
  fromToRead: (sender) => `${sender} heeft u dit gestuurd om te lezen`,
  personAt: (person, workspace) => `${person} (${workspace})`,
  fromPlain: (sender) => `Van ${sender}`,
  messageOf: (sender) => `Bericht van ${sender}`,
  youAre: (name, email) => `U bent ${name} (${email}).`,
  dueBy: (when) => `Graag afronden vóór ${when}.`,
  download: 'Downloaden',
  downloadTitle: 'Downloaden: het document als pdf',
  decline: 'Weigeren',
  reassign: 'Overdragen',
  zoomIn: 'Inzoomen',
  zoomOut: 'Uitzoomen',
  zoomLevel: (percent) => printPercent(percent, 'nl'),
  viewGroup: 'Weergave van het document',
  cancel: 'Annuleren',
  close: 'Sluiten',
  offline: 'U bent offline.',
  offlineKept: 'Wat u invult, blijft op dit apparaat bewaard.',
  restored: 'Wat u eerder hebt ingevuld, staat er nog.',
  tryAgain: 'Opnieuw proberen',

  draft: {
    saving: 'Opslaan…',
    saved: 'Concept opgeslagen',
    here: 'Alleen op dit apparaat opgeslagen',
    lost: 'Niet opgeslagen. Rond af voordat u deze pagina verlaat.',
  },

  consent: {
    heading: 'Elektronisch ondertekenen',
    headingApprove: 'Elektronisch goedkeuren',
    summary: 'Als u doorgaat, stemt u in met elektronische documenten en handtekeningen voor dit document.',
    read: 'De volledige tekst lezen',
    hide: 'De volledige tekst verbergen',
    accept: 'Ik ga akkoord en ga verder',
    accepted: 'U hebt ingestemd met elektronisch ondertekenen.',
    show: 'Nog eens lezen',
  },

  bar: {
    label: 'Voortgang',
    done: (count, total) => `${count} van ${total}`,
    left: (count) => `Nog ${count} ${plural(count, 'veld', 'velden')} in te vullen`,
    ready: 'Alles is ingevuld.',
    approveReady: 'Lees het document en keur het daarna goed.',
    next: 'Volgend veld',
    finish: 'Ondertekening afronden',
    approve: 'Goedkeuren',
    sending: 'Wordt verzonden…',
    faults: (count) =>
      `${count} ${plural(count, 'veld vraagt', 'velden vragen')} uw aandacht. Het eerste is geselecteerd.`,
    faultAt: (label, fault) => `${label}: ${fault}`,
  },

  ownKey: {
    explain: (provider) =>
      `U ondertekent dit document met uw eigen sleutel bij ${provider}. Als alles is ingevuld, geeft u bij ${provider} toestemming voor de handtekening en komt u hier terug.`,
    finish: (provider) => `Ondertekenen bij ${provider}`,
    failures: {
      denied:
        'Er is geen toestemming gegeven voor de handtekening. Er is niets ondertekend; u kunt het opnieuw proberen.',
      expired: 'De toestemming is verlopen. Er is niets ondertekend; probeer het opnieuw.',
      unavailable:
        'De aanbieder van uw sleutel heeft niet geantwoord. Er is niets ondertekend; probeer het later opnieuw.',
      unusable:
        'Met uw sleutel kan dit document niet worden ondertekend. Er is niets ondertekend. Vraag het de afzender.',
      level:
        'De afzender vraagt een hoger niveau van handtekening dan uw sleutel heeft. Er is niets ondertekend. Vraag het de afzender.',
      changed:
        'Het document is intussen gewijzigd. Er is niets ondertekend. Bekijk het opnieuw en probeer het nog eens.',
    },
  },

  types: {
    signature: 'Handtekening',
    initials: 'Paraaf',
    name: 'Volledige naam',
    email: 'E-mailadres',
    date: 'Datum',
    text: 'Tekst',
    number: 'Getal',
    checkbox: 'Selectievakje',
    radio: 'Keuze',
    dropdown: 'Keuzelijst',
  },

  field: {
    required: 'verplicht',
    optional: 'optioneel',
    readOnly: 'ingevuld door de afzender',
    empty: 'leeg',
    ticked: 'aangevinkt',
    notTicked: 'niet aangevinkt',
    sign: 'Hier tekenen',
    initial: 'Hier paraferen',
    choose: 'Kies…',
    none: 'Geen',
    fillIn: 'Invullen',
    edit: (label) => `${label}: invullen`,
    changeSignature: 'Wijzigen',
    otherValue: 'ingevuld door iemand anders',
    otherDrawn: 'Ondertekend',
    done: 'Klaar',
    previous: 'Vorige',
    next: 'Volgende',
    position: (index, total) => `Veld ${index} van ${total}`,
    tick: 'Vink dit vakje aan',
    appeared: (labels) => `Nu zichtbaar: ${labels}.`,
    disappeared: (labels) => `Niet meer zichtbaar: ${labels}.`,
  },

  fault: {
    missing: 'Vul dit in.',
    missingSignature: 'Zet uw handtekening.',
    missingInitials: 'Zet uw paraaf.',
    missingChoice: 'Maak een keuze.',
    mustTick: 'Vink dit vakje aan.',
    tooLong: (limit) => `Hoogstens ${limit} ${plural(limit, 'teken', 'tekens')}.`,
    pattern: (pattern) => `Dit heeft niet de vorm die de afzender vraagt: ${pattern}`,
    notAnOption: 'Kies een van de mogelijkheden.',
    date: 'Vul een bestaande datum in.',
    email: 'Vul een e-mailadres in, zoals naam@example.com.',
    number: 'Vul een getal in cijfers in, met een punt voor decimalen, zoals 1250.50.',
    atLeast: (limit) => `Moet ten minste ${limit} zijn.`,
    atMost: (limit) => `Mag hoogstens ${limit} zijn.`,
    drawingTooLong: 'De tekening heeft te veel lijnen. Wis haar en teken opnieuw.',
    mode: 'Onderteken op een van de aangeboden manieren.',
  },

  signature: {
    title: 'Uw handtekening',
    titleInitials: 'Uw paraaf',
    how: 'Hoe wilt u ondertekenen?',
    modes: { type: 'Typen', draw: 'Tekenen', upload: 'Uploaden' },
    typeLabel: 'Typ uw naam',
    typeLabelInitials: 'Typ uw paraaf',
    font: 'Handschrift',
    preview: 'Zo komt het eruit te zien',
    drawLabel: 'Teken met een muis, een vinger of een pen',
    drawState: (strokes) =>
      strokes === 0 ? 'Tekenvlak, leeg' : `Tekenvlak, ${strokes} ${plural(strokes, 'lijn', 'lijnen')}`,
    drawKeyboard: 'Geen muis of aanraakscherm? Typ dan uw naam.',
    drawFull: 'De tekening kan niet meer lijnen bevatten.',
    undo: 'Ongedaan maken',
    clear: 'Wissen',
    uploadLabel: 'Kies een afbeelding van uw handtekening',
    uploadHint: 'PNG of JPEG. De afbeelding wordt op dit apparaat bijgesneden voordat ze wordt verzonden.',
    uploadUnreadable: 'Dit bestand is geen afbeelding. Kies een PNG- of JPEG-bestand.',
    uploadClean: 'Achtergrond verwijderen',
    uploadedAlt: 'Uw geüploade handtekening',
    apply: 'Deze handtekening gebruiken',
    applyInitials: 'Deze paraaf gebruiken',
    added: (label) => `${label}: toegevoegd.`,
    meaning: 'Door haar te kiezen aanvaardt u haar als uw elektronische handtekening op dit document.',
  },

  code: {
    heading: 'Bevestig uw identiteit',
    intro:
      'Dit document is beveiligd. We sturen een code van zes cijfers naar het adres dat de link heeft ontvangen.',
    send: 'Stuur mij een code',
    sendAgain: 'Stuur mij een nieuwe code',
    sent: 'Er is een code onderweg. Hij is tien minuten geldig. Kijk ook in uw spammap.',
    label: 'Code van zes cijfers',
    verify: 'Verder',
    shape: 'De code heeft zes cijfers.',
    wrong: (left) =>
      left > 0
        ? `Deze code klopt niet. Nog ${left} ${plural(left, 'poging', 'pogingen')}.`
        : 'Deze code werkt niet meer. Vraag een nieuwe aan.',
  },

  declineDialog: {
    title: 'Ondertekening weigeren',
    titleApprove: 'Goedkeuring weigeren',
    explain: 'Dit beëindigt het document voor iedereen. De afzender ziet uw reden.',
    reason: 'Waarom weigert u?',
    reasonMissing: 'Geef een reden op.',
    reasonTooLong: 'De reden mag hoogstens 1000 tekens hebben.',
    confirm: 'Het document weigeren',
  },

  reassignDialog: {
    title: 'Overdragen aan iemand anders',
    explain:
      'Die persoon krijgt een eigen link en ondertekent in uw plaats. Uw link werkt dan niet meer, en de afzender ziet dat u het document hebt overgedragen.',
    name: 'Naam van die persoon',
    nameMissing: 'Vul een naam in.',
    email: 'E-mailadres van die persoon',
    emailWrong: 'Vul een e-mailadres in, zoals naam@example.com.',
    ownAddress: 'Dit is uw eigen adres. Vul dat van iemand anders in.',
    confirm: 'Overdragen',
  },

  pages: {
    jump: 'Ga naar pagina',
    left: (count) => `nog ${count}`,
    label: 'Document',
    page: (page, total) => `Pagina ${page} van ${total}`,
    failed: 'Het document kan hier niet worden getoond.',
    failedHint: 'U kunt het downloaden en in een ander programma lezen, of het opnieuw proberen.',
    pageFailed:
      'Deze pagina kan hier niet worden getoond. Download het document en lees het in een ander programma.',
    drawing: 'De pagina wordt geladen…',
    preparingPrint: (page, total) => `Pagina ${page} van ${total} wordt voorbereid om af te drukken…`,
    notPrinted:
      'Deze pagina was niet geladen en wordt daarom niet afgedrukt. Druk op Ctrl + P (⌘ P op een Mac), of download het document en druk dat af.',
  },

  screens: {
    unknown: {
      heading: 'Deze link werkt niet',
      text: 'Misschien is hij onvolledig of vervangen door een nieuwere. Gebruik de link uit de laatste e-mail, of vraag de afzender om een nieuwe.',
    },
    sessionEnded: {
      heading: 'Deze pagina moet opnieuw worden geopend',
      text: 'Voor uw veiligheid opent ze maar één keer en voor beperkte tijd. Ga terug naar waar u vandaan kwam en open het document daar opnieuw.',
    },
    unreachable: {
      heading: 'Het document kan niet worden geladen',
      text: 'De dienst heeft niet geantwoord. Controleer uw verbinding en probeer het opnieuw; er is niets verloren.',
    },
    voided: {
      heading: 'Dit document is ingetrokken',
      text: (sender) => `${sender} heeft het ingetrokken. U hoeft niets meer te doen.`,
    },
    rejected: {
      heading: 'Dit document is geweigerd',
      text: (sender) =>
        `Een van de ontvangers heeft geweigerd, dus het document kan niet meer worden ondertekend. ${sender} is op de hoogte.`,
    },
    youDeclined: {
      heading: 'U hebt dit document geweigerd',
      text: (sender) => `${sender} is op de hoogte van uw reden. U kunt deze pagina sluiten.`,
    },
    expired: {
      heading: 'Dit document is verlopen',
      text: (sender) =>
        `De termijn is voorbij. Wilt u nog ondertekenen, vraag ${sender} dan om het opnieuw te sturen.`,
    },
    reason: 'Opgegeven reden',
    notYourTurn: {
      heading: 'U bent nog niet aan de beurt',
      text: (sender) =>
        `${sender} heeft een volgorde bepaald, en iemand anders komt vóór u. U krijgt een e-mail wanneer u aan de beurt bent.`,
      look: 'Nog eens kijken',
    },
    reassigned: {
      heading: 'U hebt dit document overgedragen',
      text: (name) =>
        `${name} krijgt een e-mail met een eigen link. Uw link werkt niet meer; u kunt deze pagina sluiten.`,
    },
    waiting: {
      heading: 'U bent klaar',
      text: 'Anderen moeten nog ondertekenen. Zodra iedereen heeft ondertekend, krijgt u het volledige document per e-mail.',
      document: 'Het huidige document downloaden',
    },
    completed: {
      heading: 'Het document is voltooid',
      thanks: 'U bent klaar.',
      text: 'Het verzegelde exemplaar bevat alle handtekeningen en het voltooiingscertificaat. U krijgt het ook per e-mail.',
      sealing:
        'Het verzegelde exemplaar wordt gemaakt. Dat duurt even; u kunt hier wachten of de link in de e-mail gebruiken.',
      copy: 'Het verzegelde exemplaar downloaden',
    },
    redirect: {
      link: (host) => `Verder naar ${host}`,
      soon: (host, seconds) => `Over ${seconds} s gaat u verder naar ${host}.`,
      stay: 'Hier blijven',
    },
  },

  withoutEmail: {
    code: 'Dit document is beveiligd. We sturen u per e-mail een code van zes cijfers.',
    notYourTurn: (sender) => `${sender} heeft een volgorde bepaald, en iemand anders komt vóór u.`,
    waiting: 'Anderen moeten nog ondertekenen.',
    completed: 'Het verzegelde exemplaar bevat alle handtekeningen en het voltooiingscertificaat.',
    sealing: 'Het verzegelde exemplaar wordt gemaakt. Dat duurt even.',
  },

  direct: {
    toSign: (sender) => `${sender} biedt dit document aan om te ondertekenen`,
    toApprove: (sender) => `${sender} biedt dit document aan om goed te keuren`,
    explainEmail:
      'Vul uw naam en e-mailadres in. We sturen u een link die het document opent, zodat het adres is bevestigd.',
    explainNow:
      'Vul uw naam en e-mailadres in. Het document opent dan, en beide worden bij uw handtekening vastgelegd.',
    name: 'Uw naam',
    nameMissing: 'Vul uw naam in.',
    email: 'Uw e-mailadres',
    startEmail: 'Stuur mij de link',
    startNow: 'Het document openen',
    emailed: {
      heading: 'Kijk in uw mailbox',
      text: (email) =>
        `We hebben een link naar ${email} gestuurd. Open hem om het document te lezen en te ondertekenen.`,
      hint: 'Geen e-mail? Kijk in de spammap, of begin opnieuw met het juiste adres.',
      again: 'Een ander adres gebruiken',
    },
    closed: {
      heading: 'Deze link werkt niet meer',
      disabled: 'De afzender heeft hem uitgezet. Vraag de afzender om een nieuwe link.',
      expired: 'Hij was beperkte tijd geldig. Vraag de afzender om een nieuwe link.',
      usedUp: 'Hij kon een beperkt aantal keren worden gebruikt. Vraag de afzender om een nieuwe link.',
      other: 'Het document kan op dit moment niet worden geopend. Vraag het de afzender.',
    },
  },

  report: {
    link: 'Misbruik melden',
    heading: 'Misbruik melden',
    explain:
      'Uw melding gaat naar de beheerder van deze dienst. De afzender komt er niets van te weten, en u hoeft niets te ondertekenen.',
    reason: 'Wat is er mis?',
    reasons: {
      unknown_sender: 'Ik ken de afzender niet',
      spam: 'Ongewenste reclame',
      fraud: 'Ik vermoed fraude',
      offensive: 'Aanstootgevende of verboden inhoud',
      other: 'Iets anders',
    },
    message: 'Wat de beheerder moet weten (optioneel)',
    send: 'Melding verzenden',
    back: 'Terug naar het document',
    sent: {
      heading: 'Bedankt voor uw melding',
      text: 'De beheerder van deze dienst kijkt ernaar. U kunt deze pagina sluiten.',
    },
  },

  trouble: {
    unreachable: 'De dienst was niet bereikbaar. Er is niets verloren; probeer het opnieuw.',
    busy: (seconds) => `Er waren te veel verzoeken. Probeer het ${printWait(seconds, 'nl')} opnieuw.`,
    server: 'De dienst had een probleem. Er is niets verloren; probeer het zo dadelijk opnieuw.',
    changed: 'Het document is gewijzigd sinds u het hebt geopend. Bekijk het nog eens.',
    dateFormatChanged: 'De afzender heeft de datumnotatie gewijzigd. Controleer de datums en rond daarna af.',
    refused: 'De dienst heeft dit niet aanvaard:',
  },
};
