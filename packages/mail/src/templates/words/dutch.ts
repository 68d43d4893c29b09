import { prose, strong } from '../prose.ts';
import type { MailWords } from '../words.ts';

export const dutch: MailWords = {
  direction: 'ltr',
  locale: 'nl-NL',
  testNotice: 'Test: dit document is in testmodus verzonden. Het heeft geen rechtsgevolgen.',
  greeting: (name) => (name ? prose`Beste ${name},` : prose`Goedendag,`),
  sentFor: (workspace) =>
    workspace === null
      ? prose`Verzonden met Countersign.`
      : prose`Verzonden met Countersign namens ${workspace}.`,
  documentId: (id) => prose`Document ${id}`,
  report: 'Kent u de afzender niet of vermoedt u fraude? Meld het',
  buttonFails: 'Werkt de knop niet, open dan dit adres in uw browser:',
  messageLabel: 'Bericht van de afzender',
  documentLabel: 'Document',
  personAt: (person, workspace) => `${person} (${workspace})`,
  senderLabel: 'Afzender',
  reasonLabel: 'Opgegeven reden',
  request: {
    sign: {
      subject: 'Graag ondertekenen:',
      reminderSubject: 'Herinnering, graag ondertekenen:',
      heading: 'Een document wacht op uw handtekening',
      asks: (sender, title) => prose`${sender} vraagt u het document ${strong(title)} te ondertekenen.`,
      waits: (sender, title) => prose`${sender} wacht nog tot u het document ${strong(title)} ondertekent.`,
      button: 'Lezen en ondertekenen',
      by: 'Graag ondertekenen vóór',
    },
    approve: {
      subject: 'Graag goedkeuren:',
      reminderSubject: 'Herinnering, graag goedkeuren:',
      heading: 'Een document wacht op uw goedkeuring',
      asks: (sender, title) => prose`${sender} vraagt u het document ${strong(title)} goed te keuren.`,
      waits: (sender, title) => prose`${sender} wacht nog tot u het document ${strong(title)} goedkeurt.`,
      button: 'Lezen en goedkeuren',
      by: 'Graag goedkeuren vóór',
    },
    read: {
      subject: 'Ter informatie:',
      reminderSubject: 'Herinnering, ter informatie:',
      heading: 'Een document om te lezen',
      asks: (sender, title) => prose`${sender} vraagt u het document ${strong(title)} te lezen.`,
      waits: (sender, title) => prose`${sender} wacht nog tot u het document ${strong(title)} leest.`,
      button: 'Het document openen',
      by: 'Graag lezen vóór',
    },
  },
  reminderHeading: 'Er wacht een document op u',
  linkTo: {
    sign: 'Deze link is alleen voor u: wie hem heeft, kan in uw naam ondertekenen. Stuur deze e-mail dus niet door. Kent u de afzender niet, dan hoeft u niets te doen.',
    approve:
      'Deze link is alleen voor u: wie hem heeft, kan in uw naam goedkeuren. Stuur deze e-mail dus niet door. Kent u de afzender niet, dan hoeft u niets te doen.',
    read: 'Deze link is alleen voor u: wie hem heeft, kan het document lezen. Stuur deze e-mail dus niet door. Kent u de afzender niet, dan hoeft u niets te doen.',
  },
  linkToRead: 'Deze link is alleen voor u: wie hem heeft, kan het document lezen.',
  completed: {
    subject: 'Voltooid:',
    heading: 'Het document is voltooid',
    done: (title, sender) => prose`Iedereen heeft het document ${strong(title)} van ${sender} afgerond.`,
    copy: 'Uw exemplaar is verzegeld met een digitale handtekening die elke latere wijziging zichtbaar maakt. Aan het eind staat in een voltooiingscertificaat wie wat wanneer heeft gedaan.',
    button: 'Het verzegelde document downloaden',
  },
  voided: {
    subject: 'Ingetrokken:',
    heading: 'Een document is ingetrokken',
    voided: (sender, title) => prose`${sender} heeft het document ${strong(title)} ingetrokken.`,
    next: 'U hoeft niets te doen. De link die u hebt ontvangen, opent het document niet meer.',
  },
  expired: {
    subject: 'Verlopen:',
    heading: 'Een document is verlopen',
    expired: (title, at) =>
      at === null
        ? prose`Het document ${strong(title)} is verlopen voordat iedereen het had afgerond.`
        : prose`Het document ${strong(title)} is op ${at} verlopen, voordat iedereen het had afgerond.`,
    next: (sender) =>
      prose`U hoeft niets te doen. Is het nog nodig, vraag ${sender} dan om het opnieuw te sturen.`,
  },
  code: {
    subject: 'Uw code voor',
    heading: 'Uw code',
    preview: (minutes) =>
      prose`Vul hem in op de pagina die u hebt geopend. Hij is ${minutes} minuten geldig.`,
    enter: (title, minutes) =>
      prose`Vul deze code in om het document ${strong(title)} te openen. Hij is ${minutes} minuten geldig.`,
    keep: 'Geef de code aan niemand, ook niet aan de afzender. Hebt u hem niet aangevraagd, negeer deze e-mail dan: zonder de code gaat het document niet open.',
  },
};
