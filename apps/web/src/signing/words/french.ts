/** The words of the signing page in French. Nought and one are singular. */
import { printPercent } from '../format-number.ts';
import { printWait } from '../format-time.ts';
import type { Words } from '../words.ts';

const plural = (count: number, one: string, many: string) => (count < 2 ? one : many);

export const french: Words = {
  language: 'fr',
  direction: 'ltr',
  languageLabel: 'Langue',
  pageTitle: (title) => `${title} – signer`,
  loading: 'Chargement du document…',
  testBanner: 'Document de test : ce qui est signé ici n’engage personne.',
  testWatermark: 'TEST',
  from: (sender) => `${sender} vous demande de signer`,
  fromToApprove: (sender) => `${sender} vous demande d’approuver`,
  fromToRead: (sender) => `${sender} vous envoie ce document pour lecture`,
  personAt: (person, workspace) => `${person} (${workspace})`,
  fromPlain: (sender) => `De la part de ${sender}`,
  messageOf: (sender) => `Message de ${sender}`,
  youAre: (name, email) => `Vous êtes ${name} (${email}).`,
  dueBy: (when) => `Merci de terminer avant le ${when}.`,
  download: 'Télécharger',
  downloadTitle: 'Télécharger le document en PDF',
  decline: 'Refuser',
  reassign: 'Transmettre',
  zoomIn: 'Agrandir',
  zoomOut: 'Réduire',
  zoomLevel: (percent) => printPercent(percent, 'fr'),
  viewGroup: 'Affichage du document',
  cancel: 'Annuler',
  close: 'Fermer',
  offline: 'Vous êtes hors ligne.',
  offlineKept: 'Votre saisie est conservée sur cet appareil.',
  restored: 'Votre saisie précédente est toujours là.',
  tryAgain: 'Réessayer',

  draft: {
    saving: 'Enregistrement…',
    saved: 'Brouillon enregistré',
    here: 'Enregistré uniquement sur cet appareil',
    lost: 'Non enregistré. Terminez avant de quitter cette page.',
  },

  consent: {
    heading: 'Signer par voie électronique',
    headingApprove: 'Approuver par voie électronique',
    summary: 'En continuant, vous acceptez les documents et signatures électroniques pour ce document.',
    read: 'Lire le texte complet',
    hide: 'Masquer le texte complet',
    accept: 'J’accepte et je continue',
    accepted: 'Vous avez accepté d’agir par voie électronique.',
    show: 'Relire',
  },

  bar: {
    label: 'Progression',
    done: (count, total) => `${count} sur ${total}`,
    left: (count) => `${count} ${plural(count, 'champ', 'champs')} à remplir`,
    ready: 'Tout est rempli.',
    approveReady: 'Lisez le document, puis approuvez-le.',
    next: 'Champ suivant',
    finish: 'Terminer la signature',
    approve: 'Approuver',
    sending: 'Envoi…',
    faults: (count) =>
      `${count} ${plural(count, 'champ demande', 'champs demandent')} votre attention. Le premier est sélectionné.`,
    faultAt: (label, fault) => `${label} : ${fault}`,
  },

  ownKey: {
    explain: (provider) =>
      `Vous signez ce document avec votre propre clé chez ${provider}. Quand tout est rempli, vous autorisez la signature chez ${provider}, puis vous revenez ici.`,
    finish: (provider) => `Signer chez ${provider}`,
    failures: {
      denied: 'La signature n’a pas été autorisée. Rien n’a été signé ; vous pouvez réessayer.',
      expired: 'L’autorisation a expiré. Rien n’a été signé ; veuillez réessayer.',
      unavailable:
        'Le prestataire de votre clé n’a pas répondu. Rien n’a été signé ; veuillez réessayer plus tard.',
      unusable:
        'Votre clé ne permet pas de signer ce document. Rien n’a été signé. Veuillez demander à l’expéditeur.',
      level:
        'L’expéditeur exige un niveau de signature supérieur à celui de votre clé. Rien n’a été signé. Veuillez demander à l’expéditeur.',
      changed: 'Le document a changé entre-temps. Rien n’a été signé. Veuillez le relire et réessayer.',
    },
  },

  types: {
    signature: 'Signature',
    initials: 'Paraphe',
    name: 'Nom complet',
    email: 'Adresse e-mail',
    date: 'Date',
    text: 'Texte',
    number: 'Nombre',
    checkbox: 'Case à cocher',
    radio: 'Choix',
    dropdown: 'Sélection',
  },

  field: {
    required: 'obligatoire',
    optional: 'facultatif',
    readOnly: 'fixé par l’expéditeur',
    empty: 'vide',
    ticked: 'coché',
    notTicked: 'non coché',
    sign: 'Signer ici',
    initial: 'Parapher ici',
    choose: 'Choisir…',
    none: 'Aucun',
    fillIn: 'remplir',
    edit: (label) => `${label} : remplir`,
    changeSignature: 'modifier',
    otherValue: 'rempli par une autre personne',
    otherDrawn: 'Signé',
    done: 'Terminé',
    previous: 'Précédent',
    next: 'Suivant',
    position: (index, total) => `Champ ${index} sur ${total}`,
    tick: 'Cocher cette case',
    appeared: (labels) => `Affiché maintenant : ${labels}.`,
    disappeared: (labels) => `N’est plus affiché : ${labels}.`,
  },

  fault: {
    missing: 'Veuillez remplir ce champ.',
    missingSignature: 'Veuillez ajouter votre signature.',
    missingInitials: 'Veuillez ajouter votre paraphe.',
    missingChoice: 'Veuillez faire un choix.',
    mustTick: 'Veuillez cocher cette case.',
    tooLong: (limit) => `${limit} ${plural(limit, 'caractère', 'caractères')} au plus.`,
    pattern: (pattern) => `Ceci n’a pas la forme demandée par l’expéditeur : ${pattern}`,
    notAnOption: 'Veuillez choisir l’une des options.',
    date: 'Veuillez saisir une date qui existe.',
    email: 'Veuillez saisir une adresse e-mail, par exemple nom@example.com.',
    number: 'Veuillez saisir un nombre en chiffres, avec un point pour les décimales, par exemple 1250.50.',
    atLeast: (limit) => `Doit être au moins ${limit}.`,
    atMost: (limit) => `Doit être au plus ${limit}.`,
    drawingTooLong: 'Le dessin a trop de traits. Veuillez l’effacer et le refaire.',
    mode: 'Veuillez signer de l’une des façons proposées.',
  },

  signature: {
    title: 'Votre signature',
    titleInitials: 'Votre paraphe',
    how: 'Comment souhaitez-vous signer ?',
    modes: { type: 'Saisir', draw: 'Dessiner', upload: 'Importer' },
    typeLabel: 'Saisissez votre nom',
    typeLabelInitials: 'Saisissez vos initiales',
    font: 'Écriture',
    preview: 'Voici l’aspect final',
    drawLabel: 'Dessinez avec une souris, un doigt ou un stylet',
    drawState: (strokes) =>
      strokes === 0
        ? 'Zone de dessin, vide'
        : `Zone de dessin, ${strokes} ${plural(strokes, 'trait', 'traits')}`,
    drawKeyboard: 'Pas de souris à portée de main ? Saisissez plutôt votre nom.',
    drawFull: 'Le dessin ne peut plus recevoir de traits.',
    undo: 'Annuler le trait',
    clear: 'Effacer',
    uploadLabel: 'Choisissez une image de votre signature',
    uploadHint: 'PNG ou JPEG. L’image est recadrée ici sur la signature avant d’être envoyée.',
    uploadUnreadable: 'Ce fichier n’est pas une image lisible. Veuillez choisir un fichier PNG ou JPEG.',
    uploadClean: 'Supprimer l’arrière-plan',
    uploadedAlt: 'Votre signature importée',
    apply: 'Utiliser cette signature',
    applyInitials: 'Utiliser ce paraphe',
    added: (label) => `${label} : ajouté.`,
    meaning: 'En la choisissant, vous l’acceptez comme votre signature électronique sur ce document.',
  },

  code: {
    heading: 'Confirmez votre identité',
    intro: 'Ce document est protégé. Nous envoyons un code à six chiffres à l’adresse qui a reçu le lien.',
    send: 'M’envoyer un code',
    sendAgain: 'M’envoyer un nouveau code',
    sent: 'Un code est en route. Il est valable dix minutes ; pensez à regarder dans les courriers indésirables.',
    label: 'Code à six chiffres',
    verify: 'Continuer',
    shape: 'Le code a six chiffres.',
    wrong: (left) =>
      left > 0
        ? `Ce code n’est pas le bon. Il reste ${left} ${plural(left, 'essai', 'essais')}.`
        : 'Ce code n’est plus valable. Veuillez en demander un nouveau.',
  },

  declineDialog: {
    title: 'Refuser de signer',
    titleApprove: 'Refuser d’approuver',
    explain: 'Cela met fin au document pour tout le monde. L’expéditeur est informé de votre raison.',
    reason: 'Pourquoi refusez-vous ?',
    reasonMissing: 'Veuillez donner une raison.',
    reasonTooLong: 'La raison ne peut pas dépasser 1000 caractères.',
    confirm: 'Refuser le document',
  },

  reassignDialog: {
    title: 'Transmettre à une autre personne',
    explain:
      'Cette personne reçoit son propre lien et agit à votre place. Votre lien cesse de fonctionner et l’expéditeur voit que vous avez transmis le document.',
    name: 'Son nom',
    nameMissing: 'Veuillez saisir un nom.',
    email: 'Son adresse e-mail',
    emailWrong: 'Veuillez saisir une adresse e-mail, par exemple nom@example.com.',
    ownAddress: 'C’est votre propre adresse. Veuillez indiquer celle d’une autre personne.',
    confirm: 'Transmettre',
  },

  pages: {
    jump: 'Aller à la page',
    left: (count) => `reste ${count}`,
    label: 'Document',
    page: (page, total) => `Page ${page} sur ${total}`,
    failed: 'Le document ne peut pas être affiché ici.',
    failedHint: 'Vous pouvez le télécharger et le lire dans un autre programme, ou le charger de nouveau.',
    pageFailed:
      'Cette page ne peut pas être affichée ici. Veuillez télécharger le document et le lire dans un autre programme.',
    drawing: 'Affichage de cette page…',
    preparingPrint: (page, total) => `Préparation de la page ${page} sur ${total} pour l’impression…`,
    notPrinted:
      'Cette page n’était pas chargée et n’est donc pas imprimée. Appuyez sur Ctrl + P (⌘ P sur un Mac), ou téléchargez le document et imprimez-le.',
  },

  screens: {
    unknown: {
      heading: 'Ce lien ne fonctionne pas',
      text: 'Il est peut-être incomplet, ou remplacé par un lien plus récent. Utilisez le lien du dernier e-mail reçu, ou demandez-en un nouveau à l’expéditeur.',
    },
    sessionEnded: {
      heading: 'Cette page doit être ouverte de nouveau',
      text: 'Pour votre sécurité, elle ne s’ouvre qu’une fois et pour une durée limitée. Veuillez retourner d’où vous venez et y ouvrir de nouveau le document.',
    },
    unreachable: {
      heading: 'Le document ne peut pas être chargé',
      text: 'Le service n’a pas répondu. Vérifiez votre connexion et réessayez ; rien n’est perdu.',
    },
    voided: {
      heading: 'Ce document a été annulé',
      text: (sender) => `${sender} l’a annulé. Vous n’avez plus rien à faire.`,
    },
    rejected: {
      heading: 'Ce document a été refusé',
      text: (sender) =>
        `L’une des personnes appelées à signer a refusé ; plus personne ne peut donc signer. ${sender} en a été informé.`,
    },
    youDeclined: {
      heading: 'Vous avez refusé ce document',
      text: (sender) => `${sender} en a été informé, avec votre raison. Vous pouvez fermer cette page.`,
    },
    expired: {
      heading: 'Ce document a expiré',
      text: (sender) =>
        `Le délai de signature est passé. S’il est toujours utile, demandez à ${sender} de l’envoyer de nouveau.`,
    },
    reason: 'Raison donnée',
    notYourTurn: {
      heading: 'Ce n’est pas encore votre tour',
      text: (sender) =>
        `${sender} a fixé un ordre, et une autre personne passe avant vous. Vous recevrez un e-mail quand ce sera votre tour.`,
      look: 'Vérifier de nouveau',
    },
    reassigned: {
      heading: 'Vous avez transmis ce document',
      text: (name) =>
        `${name} reçoit un e-mail avec son propre lien. Le vôtre ne fonctionne plus ; vous pouvez fermer cette page.`,
    },
    waiting: {
      heading: 'Vous avez terminé',
      text: 'D’autres doivent encore agir. Vous recevrez le document complet par e-mail dès que tout le monde aura terminé.',
      document: 'Télécharger le document dans son état actuel',
    },
    completed: {
      heading: 'Le document est complet',
      thanks: 'Vous avez terminé.',
      text: 'La copie scellée porte toutes les signatures et le certificat d’achèvement ; vous la recevrez aussi par e-mail.',
      sealing:
        'La copie scellée est en préparation. Cela prend un instant ; vous pouvez attendre ici ou utiliser l’e-mail.',
      copy: 'Télécharger la copie scellée',
    },
    redirect: {
      link: (host) => `Continuer vers ${host}`,
      soon: (host, seconds) => `Vous serez dirigé vers ${host} dans ${seconds} s.`,
      stay: 'Rester ici',
    },
  },

  withoutEmail: {
    code: 'Ce document est protégé. Nous vous envoyons un code à six chiffres par e-mail.',
    notYourTurn: (sender) => `${sender} a fixé un ordre, et une autre personne passe avant vous.`,
    waiting: 'D’autres doivent encore agir.',
    completed: 'La copie scellée porte toutes les signatures et le certificat d’achèvement.',
    sealing: 'La copie scellée est en préparation. Cela prend un instant.',
  },

  direct: {
    toSign: (sender) => `${sender} propose ce document à la signature`,
    toApprove: (sender) => `${sender} propose ce document à l’approbation`,
    explainEmail:
      'Saisissez votre nom et votre adresse e-mail. Nous vous envoyons un lien qui ouvre le document ; l’adresse est ainsi confirmée.',
    explainNow:
      'Saisissez votre nom et votre adresse e-mail. Le document s’ouvre ensuite, et les deux sont enregistrés avec votre signature.',
    name: 'Votre nom',
    nameMissing: 'Veuillez saisir votre nom.',
    email: 'Votre adresse e-mail',
    startEmail: 'M’envoyer le lien',
    startNow: 'Ouvrir le document',
    emailed: {
      heading: 'Consultez votre messagerie',
      text: (email) => `Nous avons envoyé un lien à ${email}. Ouvrez-le pour lire et signer le document.`,
      hint: 'Pas d’e-mail ? Regardez dans les courriers indésirables, ou recommencez avec la bonne adresse.',
      again: 'Utiliser une autre adresse',
    },
    closed: {
      heading: 'Ce lien ne fonctionne plus',
      disabled: 'L’expéditeur l’a désactivé. Veuillez lui demander un nouveau lien.',
      expired: 'Il était valable pour une durée limitée. Veuillez demander un nouveau lien à l’expéditeur.',
      usedUp:
        'Il ne pouvait servir qu’un nombre limité de fois. Veuillez demander un nouveau lien à l’expéditeur.',
      other: 'Le document ne peut pas être ouvert pour le moment. Veuillez vous adresser à l’expéditeur.',
    },
  },

  report: {
    link: 'Signaler un abus',
    heading: 'Signaler un abus',
    explain:
      'Votre signalement est envoyé à l’exploitant de ce service. L’expéditeur n’en est pas informé, et vous n’avez rien à signer.',
    reason: 'Quel est le problème ?',
    reasons: {
      unknown_sender: 'Je ne connais pas l’expéditeur',
      spam: 'Publicité non sollicitée',
      fraud: 'Je soupçonne une fraude',
      offensive: 'Contenu offensant ou illégal',
      other: 'Autre chose',
    },
    message: 'Ce que l’exploitant devrait savoir (facultatif)',
    send: 'Envoyer le signalement',
    back: 'Retour au document',
    sent: {
      heading: 'Merci pour votre signalement',
      text: 'L’exploitant de ce service va l’examiner. Vous pouvez fermer cette page.',
    },
  },

  trouble: {
    unreachable: 'Le service n’a pas pu être joint. Rien n’est perdu ; veuillez réessayer.',
    busy: (seconds) => `Il y a eu trop de demandes. Veuillez réessayer ${printWait(seconds, 'fr')}.`,
    server: 'Le service a rencontré un problème. Rien n’est perdu ; veuillez réessayer dans un instant.',
    changed: 'Le document a changé depuis que vous l’avez ouvert. Veuillez le regarder de nouveau.',
    dateFormatChanged:
      'L’expéditeur a changé le format des dates. Veuillez vérifier les dates, puis terminer.',
    refused: 'Le service n’a pas accepté ceci :',
  },
};
