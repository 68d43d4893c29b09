/** The words of the signing page in Italian. */
import { printPercent } from '../format-number.ts';
import { printWait } from '../format-time.ts';
import type { Words } from '../words.ts';

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

export const italian: Words = {
  language: 'it',
  direction: 'ltr',
  languageLabel: 'Lingua',
  pageTitle: (title) => `${title} – firma`,
  loading: 'Caricamento del documento…',
  testBanner: 'Documento di prova: non ha valore legale.',
  testWatermark: 'PROVA',
  from: (sender) => `${sender} chiede la Sua firma`,
  fromToApprove: (sender) => `${sender} chiede la Sua approvazione`,
  fromToRead: (sender) => `${sender} Le ha inviato questo documento da leggere`,
  personAt: (person, workspace) => `${person} (${workspace})`,
  fromPlain: (sender) => `Da ${sender}`,
  messageOf: (sender) => `Messaggio di ${sender}`,
  youAre: (name, email) => `Lei è ${name} (${email}).`,
  dueBy: (when) => `Da completare entro: ${when}.`,
  download: 'Scarica',
  downloadTitle: 'Scarica il documento in PDF',
  decline: 'Rifiuta',
  reassign: 'Riassegna',
  zoomIn: 'Ingrandisci',
  zoomOut: 'Riduci',
  zoomLevel: (percent) => printPercent(percent, 'it'),
  viewGroup: 'Vista del documento',
  cancel: 'Annulla',
  close: 'Chiudi',
  offline: 'È offline.',
  offlineKept: 'I dati inseriti restano su questo dispositivo.',
  restored: 'I dati inseriti in precedenza sono ancora qui.',
  tryAgain: 'Riprova',

  draft: {
    saving: 'Salvataggio…',
    saved: 'Bozza salvata',
    here: 'Salvato solo su questo dispositivo',
    lost: 'Non salvato. Concluda prima di lasciare questa pagina.',
  },

  consent: {
    heading: 'Firma elettronica',
    headingApprove: 'Approvazione elettronica',
    summary: 'Proseguendo, accetta di usare documenti e firme in formato elettronico per questo documento.',
    read: 'Leggi il testo completo',
    hide: 'Nascondi il testo completo',
    accept: 'Accetto e proseguo',
    accepted: 'Ha accettato di firmare elettronicamente.',
    show: 'Rileggi il testo',
  },

  bar: {
    label: 'Avanzamento',
    done: (count, total) => `${count} di ${total}`,
    left: (count) =>
      `${plural(count, 'Resta', 'Restano')} ${count} ${plural(count, 'campo', 'campi')} da compilare`,
    ready: 'Tutto è compilato.',
    approveReady: 'Legga il documento, poi lo approvi.',
    next: 'Campo successivo',
    finish: 'Concludi la firma',
    approve: 'Approva',
    sending: 'Invio in corso…',
    faults: (count) =>
      `${count} ${plural(count, 'campo richiede', 'campi richiedono')} la Sua attenzione. Il primo è selezionato.`,
    faultAt: (label, fault) => `${label}: ${fault}`,
  },

  ownKey: {
    explain: (provider) =>
      `Lei firma questo documento con la propria chiave presso ${provider}. Quando tutto è compilato, autorizza la firma presso ${provider} e poi torna qui.`,
    finish: (provider) => `Firma presso ${provider}`,
    failures: {
      denied: 'La firma non è stata autorizzata. Non è stato firmato nulla; può riprovare.',
      expired: 'L’autorizzazione è scaduta. Non è stato firmato nulla; riprovi.',
      unavailable: 'Il fornitore della chiave non ha risposto. Non è stato firmato nulla; riprovi più tardi.',
      unusable:
        'La sua chiave non può firmare questo documento. Non è stato firmato nulla. Chieda al mittente.',
      level:
        'Il mittente richiede un livello di firma superiore a quello della sua chiave. Non è stato firmato nulla. Chieda al mittente.',
      changed: 'Nel frattempo il documento è cambiato. Non è stato firmato nulla. Lo riveda e riprovi.',
    },
  },

  types: {
    signature: 'Firma',
    initials: 'Sigla',
    name: 'Nome e cognome',
    email: 'Indirizzo email',
    date: 'Data',
    text: 'Testo',
    number: 'Numero',
    checkbox: 'Casella',
    radio: 'Scelta',
    dropdown: 'Selezione',
  },

  field: {
    required: 'obbligatorio',
    optional: 'facoltativo',
    readOnly: 'impostato dal mittente',
    empty: 'vuoto',
    ticked: 'selezionata',
    notTicked: 'non selezionata',
    sign: 'Firmi qui',
    initial: 'Sigla qui',
    choose: 'Scelga…',
    none: 'Nessuna',
    fillIn: 'Compila',
    edit: (label) => `${label}: compila`,
    changeSignature: 'Modifica',
    otherValue: 'compilato da un’altra persona',
    otherDrawn: 'Firmato',
    done: 'Fatto',
    previous: 'Indietro',
    next: 'Avanti',
    position: (index, total) => `Campo ${index} di ${total}`,
    tick: 'Selezioni questa casella',
    appeared: (labels) => `Ora visibile: ${labels}.`,
    disappeared: (labels) => `Non più visibile: ${labels}.`,
  },

  fault: {
    missing: 'Compili questo campo.',
    missingSignature: 'Aggiunga la Sua firma.',
    missingInitials: 'Aggiunga la Sua sigla.',
    missingChoice: 'Scelga un’opzione.',
    mustTick: 'Selezioni questa casella.',
    tooLong: (limit) => `Al massimo ${limit} ${plural(limit, 'carattere', 'caratteri')}.`,
    pattern: (pattern) => `Il testo non ha il formato richiesto dal mittente: ${pattern}`,
    notAnOption: 'Scelga una delle opzioni.',
    date: 'Inserisca una data esistente.',
    email: 'Inserisca un indirizzo email, ad esempio nome@example.com.',
    number: 'Inserisca un numero in cifre, con il punto per i decimali, ad esempio 1250.50.',
    atLeast: (limit) => `Deve essere almeno ${limit}.`,
    atMost: (limit) => `Deve essere al massimo ${limit}.`,
    drawingTooLong: 'Il disegno ha troppi tratti. Lo cancelli e disegni di nuovo.',
    mode: 'Firmi in uno dei modi proposti.',
  },

  signature: {
    title: 'La Sua firma',
    titleInitials: 'La Sua sigla',
    how: 'Come desidera firmare?',
    modes: { type: 'Scrivi', draw: 'Disegna', upload: 'Carica' },
    typeLabel: 'Scriva il Suo nome',
    typeLabelInitials: 'Scriva la Sua sigla',
    font: 'Calligrafia',
    preview: 'Ecco come apparirà',
    drawLabel: 'Disegni con il mouse, un dito o una penna',
    drawState: (strokes) =>
      strokes === 0
        ? 'Area di disegno, vuota'
        : `Area di disegno, ${strokes} ${plural(strokes, 'tratto', 'tratti')}`,
    drawKeyboard: 'Non ha un mouse o uno schermo tattile? Scriva il Suo nome.',
    drawFull: 'Il disegno non può avere altri tratti.',
    undo: 'Annulla tratto',
    clear: 'Cancella',
    uploadLabel: 'Scelga un’immagine della Sua firma',
    uploadHint: 'PNG o JPEG. L’immagine viene ritagliata su questo dispositivo prima dell’invio.',
    uploadUnreadable: 'Questo file non è un’immagine. Scelga un file PNG o JPEG.',
    uploadClean: 'Rimuovi lo sfondo',
    uploadedAlt: 'La firma caricata',
    apply: 'Usa questa firma',
    applyInitials: 'Usa questa sigla',
    added: (label) => `${label}: inserita.`,
    meaning: 'Scegliendola, la accetta come Sua firma elettronica su questo documento.',
  },

  code: {
    heading: 'Confermi la Sua identità',
    intro:
      'Questo documento è protetto. Invieremo un codice di sei cifre all’indirizzo che ha ricevuto il link.',
    send: 'Inviami un codice',
    sendAgain: 'Inviami un nuovo codice',
    sent: 'Un codice è in arrivo. È valido per dieci minuti. Controlli anche la posta indesiderata.',
    label: 'Codice di sei cifre',
    verify: 'Continua',
    shape: 'Il codice ha sei cifre.',
    wrong: (left) =>
      left > 0
        ? `Il codice non è corretto. ${plural(left, 'Resta', 'Restano')} ${left} ${plural(left, 'tentativo', 'tentativi')}.`
        : 'Questo codice non è più valido. Ne richieda uno nuovo.',
  },

  declineDialog: {
    title: 'Rifiuta di firmare',
    titleApprove: 'Rifiuta di approvare',
    explain: 'Il documento termina per tutti. Il mittente vedrà il motivo.',
    reason: 'Perché rifiuta?',
    reasonMissing: 'Indichi un motivo.',
    reasonTooLong: 'Il motivo può avere al massimo 1000 caratteri.',
    confirm: 'Rifiuta il documento',
  },

  reassignDialog: {
    title: 'Riassegna a un’altra persona',
    explain:
      'La persona riceve un proprio link e firma al Suo posto. Il Suo link non funzionerà più e il mittente vedrà che ha riassegnato il documento.',
    name: 'Nome della persona',
    nameMissing: 'Inserisca un nome.',
    email: 'Indirizzo email della persona',
    emailWrong: 'Inserisca un indirizzo email, ad esempio nome@example.com.',
    ownAddress: 'Questo è il Suo indirizzo. Inserisca quello di un’altra persona.',
    confirm: 'Riassegna',
  },

  pages: {
    jump: 'Vai alla pagina',
    left: (count) => `${plural(count, 'resta', 'restano')} ${count}`,
    label: 'Documento',
    page: (page, total) => `Pagina ${page} di ${total}`,
    failed: 'Il documento non può essere mostrato qui.',
    failedHint: 'Può scaricarlo e leggerlo con un altro programma, oppure riprovare.',
    pageFailed:
      'Questa pagina non può essere mostrata qui. Scarichi il documento e lo legga con un altro programma.',
    drawing: 'Caricamento della pagina…',
    preparingPrint: (page, total) => `Preparazione della pagina ${page} di ${total} per la stampa…`,
    notPrinted:
      'Questa pagina non era caricata e quindi non viene stampata. Prema Ctrl + P (⌘ P su un Mac), oppure scarichi il documento e lo stampi.',
  },

  screens: {
    unknown: {
      heading: 'Questo link non funziona',
      text: 'Forse è incompleto o è stato sostituito da uno più recente. Usi il link dell’ultima email oppure ne chieda uno nuovo al mittente.',
    },
    sessionEnded: {
      heading: 'Questa pagina va aperta di nuovo',
      text: 'Per la Sua sicurezza si apre una sola volta e per un tempo limitato. Torni da dove è arrivato e apra di nuovo il documento.',
    },
    unreachable: {
      heading: 'Il documento non può essere caricato',
      text: 'Il servizio non ha risposto. Controlli la connessione e riprovi; nulla è andato perso.',
    },
    voided: {
      heading: 'Questo documento è stato annullato',
      text: (sender) => `${sender} lo ha annullato. Non deve fare altro.`,
    },
    rejected: {
      heading: 'Questo documento è stato rifiutato',
      text: (sender) =>
        `Uno dei destinatari ha rifiutato, quindi il documento non può più essere firmato. ${sender} è al corrente.`,
    },
    youDeclined: {
      heading: 'Ha rifiutato questo documento',
      text: (sender) => `${sender} è stato informato del motivo. Può chiudere questa pagina.`,
    },
    expired: {
      heading: 'Questo documento è scaduto',
      text: (sender) =>
        `Il termine è passato. Se desidera ancora firmare, chieda a ${sender} di inviarlo di nuovo.`,
    },
    reason: 'Motivo indicato',
    notYourTurn: {
      heading: 'Non è ancora il Suo turno',
      text: (sender) =>
        `${sender} ha stabilito un ordine di firma e un’altra persona viene prima. Riceverà un’email quando sarà il Suo turno.`,
      look: 'Controlla di nuovo',
    },
    reassigned: {
      heading: 'Ha riassegnato questo documento',
      text: (name) =>
        `${name} riceverà un’email con un proprio link. Il Suo link non funziona più; può chiudere questa pagina.`,
    },
    waiting: {
      heading: 'Ha concluso',
      text: 'Altri devono ancora firmare. Riceverà il documento completo per email quando tutti avranno firmato.',
      document: 'Scarica il documento attuale',
    },
    completed: {
      heading: 'Il documento è completo',
      thanks: 'Ha concluso.',
      text: 'La copia sigillata contiene tutte le firme e il certificato di completamento. La riceverà anche per email.',
      sealing:
        'La copia sigillata è in preparazione. Ci vuole un momento: può attendere qui o usare il link nell’email.',
      copy: 'Scarica la copia sigillata',
    },
    redirect: {
      link: (host) => `Continua su ${host}`,
      soon: (host, seconds) => `Tra ${seconds} s si passerà a ${host}.`,
      stay: 'Resta qui',
    },
  },

  withoutEmail: {
    code: 'Questo documento è protetto. Le inviamo per email un codice di sei cifre.',
    notYourTurn: (sender) =>
      `${sender} ha stabilito un ordine di firma e un’altra persona viene prima di Lei.`,
    waiting: 'Altri devono ancora firmare.',
    completed: 'La copia sigillata contiene tutte le firme e il certificato di completamento.',
    sealing: 'La copia sigillata è in preparazione. Ci vuole un momento.',
  },

  direct: {
    toSign: (sender) => `${sender} propone questo documento da firmare`,
    toApprove: (sender) => `${sender} propone questo documento da approvare`,
    explainEmail:
      'Inserisca nome e indirizzo email. Le inviamo un link che apre il documento, così l’indirizzo è confermato.',
    explainNow:
      'Inserisca nome e indirizzo email. Il documento si apre subito ed entrambi sono registrati con la Sua firma.',
    name: 'Il Suo nome',
    nameMissing: 'Inserisca il Suo nome.',
    email: 'Il Suo indirizzo email',
    startEmail: 'Inviami il link',
    startNow: 'Apri il documento',
    emailed: {
      heading: 'Controlli la posta',
      text: (email) => `Abbiamo inviato un link a ${email}. Lo apra per leggere e firmare il documento.`,
      hint: 'Nessuna email? Controlli la posta indesiderata o ricominci con l’indirizzo corretto.',
      again: 'Usa un altro indirizzo',
    },
    closed: {
      heading: 'Questo link non è più valido',
      disabled: 'Il mittente lo ha disattivato. Chieda al mittente un nuovo link.',
      expired: 'Era valido per un tempo limitato. Chieda al mittente un nuovo link.',
      usedUp: 'Poteva essere usato un numero limitato di volte. Chieda al mittente un nuovo link.',
      other: 'Al momento il documento non può essere aperto. Chieda al mittente.',
    },
  },

  report: {
    link: 'Segnala un abuso',
    heading: 'Segnala un abuso',
    explain:
      'La segnalazione va al gestore di questo servizio. Il mittente non ne viene a conoscenza e Lei non deve firmare nulla.',
    reason: 'Che cosa non va?',
    reasons: {
      unknown_sender: 'Non conosco il mittente',
      spam: 'Pubblicità indesiderata',
      fraud: 'Sospetto una frode',
      offensive: 'Contenuto offensivo o illegale',
      other: 'Altro',
    },
    message: 'Che cosa dovrebbe sapere il gestore (facoltativo)',
    send: 'Invia la segnalazione',
    back: 'Torna al documento',
    sent: {
      heading: 'Grazie della segnalazione',
      text: 'Il gestore di questo servizio la esaminerà. Può chiudere questa pagina.',
    },
  },

  trouble: {
    unreachable: 'Il servizio non è raggiungibile. Nulla è andato perso; riprovi.',
    busy: (seconds) => `Ci sono state troppe richieste. Riprovi ${printWait(seconds, 'it')}.`,
    server: 'Il servizio ha avuto un problema. Nulla è andato perso; riprovi tra un momento.',
    changed: 'Il documento è cambiato da quando lo ha aperto. Lo controlli di nuovo.',
    dateFormatChanged: 'Il mittente ha cambiato il formato delle date. Controlli le date, poi concluda.',
    refused: 'Il servizio non ha accettato quanto segue:',
  },
};
