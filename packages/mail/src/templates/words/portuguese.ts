import { prose, strong } from '../prose.ts';
import type { MailWords } from '../words.ts';

export const portuguese: MailWords = {
  direction: 'ltr',
  locale: 'pt-PT',
  testNotice: 'Teste: este documento foi enviado em modo de teste. Não tem efeito jurídico.',
  greeting: (name) => (name ? prose`Olá ${name},` : prose`Olá,`),
  sentFor: (workspace) =>
    workspace === null
      ? prose`Enviado com Countersign.`
      : prose`Enviado com Countersign em nome de ${workspace}.`,
  documentId: (id) => prose`Documento ${id}`,
  report: 'Não conhece o remetente ou suspeita de fraude? Denuncie',
  buttonFails: 'Se o botão não funcionar, abra este endereço no navegador:',
  messageLabel: 'Mensagem do remetente',
  documentLabel: 'Documento',
  personAt: (person, workspace) => `${person} (${workspace})`,
  senderLabel: 'Remetente',
  reasonLabel: 'Motivo indicado',
  request: {
    sign: {
      subject: 'Para assinar:',
      reminderSubject: 'Lembrete, para assinar:',
      heading: 'Um documento aguarda a sua assinatura',
      asks: (sender, title) => prose`${sender} pede-lhe que assine o documento ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} ainda espera que assine o documento ${strong(title)}.`,
      button: 'Ler e assinar',
      by: 'Assinar até',
    },
    approve: {
      subject: 'Para aprovar:',
      reminderSubject: 'Lembrete, para aprovar:',
      heading: 'Um documento aguarda a sua aprovação',
      asks: (sender, title) => prose`${sender} pede-lhe que aprove o documento ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} ainda espera que aprove o documento ${strong(title)}.`,
      button: 'Ler e aprovar',
      by: 'Aprovar até',
    },
    read: {
      subject: 'Para ler:',
      reminderSubject: 'Lembrete, para ler:',
      heading: 'Um documento para ler',
      asks: (sender, title) => prose`${sender} pede-lhe que leia o documento ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} ainda espera que leia o documento ${strong(title)}.`,
      button: 'Abrir o documento',
      by: 'Ler até',
    },
  },
  reminderHeading: 'Um documento está à sua espera',
  linkTo: {
    sign: 'Esta ligação é só para si: quem a tiver pode assinar em seu nome, por isso não reencaminhe este email. Se não conhece o remetente, não tem de fazer nada.',
    approve:
      'Esta ligação é só para si: quem a tiver pode aprovar em seu nome, por isso não reencaminhe este email. Se não conhece o remetente, não tem de fazer nada.',
    read: 'Esta ligação é só para si: quem a tiver pode ler o documento, por isso não reencaminhe este email. Se não conhece o remetente, não tem de fazer nada.',
  },
  linkToRead: 'Esta ligação é só para si: quem a tiver pode ler o documento.',
  completed: {
    subject: 'Concluído:',
    heading: 'O documento está completo',
    done: (title, sender) => prose`Todos concluíram o documento ${strong(title)}, enviado por ${sender}.`,
    copy: 'A sua cópia está selada com uma assinatura digital que revela qualquer alteração posterior. No fim, um certificado de conclusão indica quem fez o quê e quando.',
    button: 'Transferir o documento selado',
  },
  voided: {
    subject: 'Anulado:',
    heading: 'Um documento foi anulado',
    voided: (sender, title) => prose`${sender} anulou o documento ${strong(title)}.`,
    next: 'Não tem de fazer nada. A ligação que recebeu já não abre o documento.',
  },
  expired: {
    subject: 'Expirado:',
    heading: 'Um documento expirou',
    expired: (title, at) =>
      at === null
        ? prose`O documento ${strong(title)} expirou antes de todos o concluírem.`
        : prose`O documento ${strong(title)} expirou em ${at}, antes de todos o concluírem.`,
    next: (sender) =>
      prose`Não tem de fazer nada. Se ainda for necessário, peça a ${sender} que o envie de novo.`,
  },
  code: {
    subject: 'O seu código para',
    heading: 'O seu código',
    preview: (minutes) => prose`Introduza-o na página que abriu. É válido durante ${minutes} minutos.`,
    enter: (title, minutes) =>
      prose`Introduza este código para abrir o documento ${strong(title)}. É válido durante ${minutes} minutos.`,
    keep: 'Não dê o código a ninguém, nem ao remetente. Se não o pediu, ignore este email: sem o código o documento não se abre.',
  },
};
