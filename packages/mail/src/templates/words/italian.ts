import { prose, strong } from '../prose.ts';
import type { MailWords } from '../words.ts';

export const italian: MailWords = {
  direction: 'ltr',
  locale: 'it-IT',
  testNotice: 'Prova: questo documento è stato inviato in modalità di prova. Non ha effetti legali.',
  greeting: (name) => (name ? prose`Buongiorno ${name},` : prose`Buongiorno,`),
  sentFor: (workspace) =>
    workspace === null
      ? prose`Inviato con Countersign.`
      : prose`Inviato con Countersign per conto di ${workspace}.`,
  documentId: (id) => prose`Documento ${id}`,
  report: 'Non conosce il mittente o sospetta una frode? Lo segnali',
  buttonFails: 'Se il pulsante non funziona, apra questo indirizzo nel browser:',
  messageLabel: 'Messaggio del mittente',
  documentLabel: 'Documento',
  personAt: (person, workspace) => `${person} (${workspace})`,
  senderLabel: 'Mittente',
  reasonLabel: 'Motivo indicato',
  request: {
    sign: {
      subject: 'Da firmare:',
      reminderSubject: 'Promemoria, da firmare:',
      heading: 'Un documento attende la Sua firma',
      asks: (sender, title) => prose`${sender} Le chiede di firmare il documento ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} attende ancora che Lei firmi il documento ${strong(title)}.`,
      button: 'Leggi e firma',
      by: 'Da firmare entro',
    },
    approve: {
      subject: 'Da approvare:',
      reminderSubject: 'Promemoria, da approvare:',
      heading: 'Un documento attende la Sua approvazione',
      asks: (sender, title) => prose`${sender} Le chiede di approvare il documento ${strong(title)}.`,
      waits: (sender, title) =>
        prose`${sender} attende ancora che Lei approvi il documento ${strong(title)}.`,
      button: 'Leggi e approva',
      by: 'Da approvare entro',
    },
    read: {
      subject: 'Da leggere:',
      reminderSubject: 'Promemoria, da leggere:',
      heading: 'Un documento da leggere',
      asks: (sender, title) => prose`${sender} Le chiede di leggere il documento ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} attende ancora che Lei legga il documento ${strong(title)}.`,
      button: 'Apri il documento',
      by: 'Da leggere entro',
    },
  },
  reminderHeading: 'Un documento La attende',
  linkTo: {
    sign: 'Questo link è solo per Lei: chi lo possiede può firmare a Suo nome, quindi non inoltri questa email. Se non conosce il mittente, non deve fare nulla.',
    approve:
      'Questo link è solo per Lei: chi lo possiede può approvare a Suo nome, quindi non inoltri questa email. Se non conosce il mittente, non deve fare nulla.',
    read: 'Questo link è solo per Lei: chi lo possiede può leggere il documento, quindi non inoltri questa email. Se non conosce il mittente, non deve fare nulla.',
  },
  linkToRead: 'Questo link è solo per Lei: chi lo possiede può leggere il documento.',
  completed: {
    subject: 'Completato:',
    heading: 'Il documento è completo',
    done: (title, sender) =>
      prose`Tutti hanno completato il documento ${strong(title)}, inviato da ${sender}.`,
    copy: 'La Sua copia è sigillata con una firma digitale che rivela ogni modifica successiva. Alla fine, un certificato di completamento elenca chi ha fatto che cosa e quando.',
    button: 'Scarica il documento sigillato',
  },
  voided: {
    subject: 'Annullato:',
    heading: 'Un documento è stato annullato',
    voided: (sender, title) => prose`${sender} ha annullato il documento ${strong(title)}.`,
    next: 'Non deve fare nulla. Il link che ha ricevuto non apre più il documento.',
  },
  expired: {
    subject: 'Scaduto:',
    heading: 'Un documento è scaduto',
    expired: (title, at) =>
      at === null
        ? prose`Il documento ${strong(title)} è scaduto prima che tutti lo completassero.`
        : prose`Il documento ${strong(title)} è scaduto (${at}) prima che tutti lo completassero.`,
    next: (sender) => prose`Non deve fare nulla. Se serve ancora, chieda a ${sender} di inviarlo di nuovo.`,
  },
  code: {
    subject: 'Il Suo codice per',
    heading: 'Il Suo codice',
    preview: (minutes) => prose`Lo inserisca nella pagina che ha aperto. È valido per ${minutes} minuti.`,
    enter: (title, minutes) =>
      prose`Inserisca questo codice per aprire il documento ${strong(title)}. È valido per ${minutes} minuti.`,
    keep: 'Non dia il codice a nessuno, nemmeno al mittente. Se non lo ha richiesto, ignori questa email: senza il codice il documento non si apre.',
  },
};
