import { prose, strong } from '../prose.ts';
import type { MailWords } from '../words.ts';

export const french: MailWords = {
  direction: 'ltr',
  locale: 'fr-FR',
  testNotice: 'Test : ce document a été envoyé en mode test. Il n’a aucun effet juridique.',
  greeting: (name) => (name ? prose`Bonjour ${name},` : prose`Bonjour,`),
  sentFor: (workspace) =>
    workspace === null ? prose`Envoyé avec Countersign.` : prose`Envoyé avec Countersign pour ${workspace}.`,
  documentId: (id) => prose`Document ${id}`,
  report: 'Vous ne connaissez pas l’expéditeur ou soupçonnez une fraude ? Signalez-le',
  buttonFails: 'Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur :',
  messageLabel: 'Message de l’expéditeur',
  documentLabel: 'Document',
  personAt: (person, workspace) => `${person} (${workspace})`,
  senderLabel: 'Expéditeur',
  reasonLabel: 'Motif indiqué',
  request: {
    sign: {
      subject: 'À signer :',
      reminderSubject: 'Rappel, à signer :',
      heading: 'Un document attend votre signature',
      asks: (sender, title) => prose`${sender} vous demande de signer le document ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} attend que vous signiez le document ${strong(title)}.`,
      button: 'Lire et signer',
      by: 'À signer avant le',
    },
    approve: {
      subject: 'À approuver :',
      reminderSubject: 'Rappel, à approuver :',
      heading: 'Un document attend votre approbation',
      asks: (sender, title) => prose`${sender} vous demande d’approuver le document ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} attend que vous approuviez le document ${strong(title)}.`,
      button: 'Lire et approuver',
      by: 'À approuver avant le',
    },
    read: {
      subject: 'À lire :',
      reminderSubject: 'Rappel, à lire :',
      heading: 'Un document à lire',
      asks: (sender, title) => prose`${sender} vous demande de lire le document ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} attend que vous lisiez le document ${strong(title)}.`,
      button: 'Ouvrir le document',
      by: 'À lire avant le',
    },
  },
  reminderHeading: 'Un document vous attend',
  linkTo: {
    sign: 'Ce lien est personnel : quiconque le possède peut signer en votre nom, ne transférez donc pas ce message. Si vous ne connaissez pas l’expéditeur, vous n’avez rien à faire.',
    approve:
      'Ce lien est personnel : quiconque le possède peut approuver en votre nom, ne transférez donc pas ce message. Si vous ne connaissez pas l’expéditeur, vous n’avez rien à faire.',
    read: 'Ce lien est personnel : quiconque le possède peut lire le document, ne transférez donc pas ce message. Si vous ne connaissez pas l’expéditeur, vous n’avez rien à faire.',
  },
  linkToRead: 'Ce lien est personnel : quiconque le possède peut lire le document.',
  completed: {
    subject: 'Terminé :',
    heading: 'Le document est complet',
    done: (title, sender) =>
      prose`Tout le monde a terminé le document ${strong(title)}, envoyé par ${sender}.`,
    copy: 'L’exemplaire pour vos dossiers est scellé par une signature numérique, qui révèle toute modification ultérieure, et se termine par un certificat indiquant qui a fait quoi et quand.',
    button: 'Obtenir le document scellé',
  },
  voided: {
    subject: 'Annulé :',
    heading: 'Un document a été annulé',
    voided: (sender, title) => prose`${sender} a annulé le document ${strong(title)}.`,
    next: 'Vous n’avez plus rien à faire. Le lien que vous avez reçu ne mène plus au document.',
  },
  expired: {
    subject: 'Expiré :',
    heading: 'Un document a expiré',
    expired: (title, at) =>
      at === null
        ? prose`Le document ${strong(title)} a expiré avant que tout le monde ne l’ait terminé.`
        : prose`Le document ${strong(title)} a expiré le ${at}, avant que tout le monde ne l’ait terminé.`,
    next: (sender) =>
      prose`Vous n’avez plus rien à faire. S’il reste utile, demandez à ${sender} de l’envoyer de nouveau.`,
  },
  code: {
    subject: 'Votre code pour',
    heading: 'Votre code',
    preview: (minutes) =>
      prose`Saisissez-le sur la page que vous avez ouverte. Il est valable ${minutes} minutes.`,
    enter: (title, minutes) =>
      prose`Saisissez ce code pour ouvrir le document ${strong(title)}. Il est valable ${minutes} minutes.`,
    keep: 'Ne donnez ce code à personne, pas même à l’expéditeur. Si vous ne l’avez pas demandé, ignorez ce message : sans le code, le document reste fermé.',
  },
};
