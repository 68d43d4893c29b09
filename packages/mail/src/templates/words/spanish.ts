import { prose, strong } from '../prose.ts';
import type { MailWords } from '../words.ts';

export const spanish: MailWords = {
  direction: 'ltr',
  locale: 'es-ES',
  testNotice: 'Prueba: este documento se envió en modo de prueba. No tiene efecto legal.',
  greeting: (name) => (name ? prose`Hola, ${name}:` : prose`Hola:`),
  sentFor: (workspace) =>
    workspace === null
      ? prose`Enviado con Countersign.`
      : prose`Enviado con Countersign en nombre de ${workspace}.`,
  documentId: (id) => prose`Documento ${id}`,
  report: '¿No conoce al remitente o sospecha un fraude? Denúncielo',
  buttonFails: 'Si el botón no funciona, abra esta dirección en su navegador:',
  messageLabel: 'Mensaje del remitente',
  documentLabel: 'Documento',
  personAt: (person, workspace) => `${person} (${workspace})`,
  senderLabel: 'Remitente',
  reasonLabel: 'Motivo indicado',
  request: {
    sign: {
      subject: 'Para firmar:',
      reminderSubject: 'Recordatorio, para firmar:',
      heading: 'Un documento espera su firma',
      asks: (sender, title) => prose`${sender} le pide que firme el documento ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} sigue esperando que firme el documento ${strong(title)}.`,
      button: 'Leer y firmar',
      by: 'Para firmar antes del',
    },
    approve: {
      subject: 'Para aprobar:',
      reminderSubject: 'Recordatorio, para aprobar:',
      heading: 'Un documento espera su aprobación',
      asks: (sender, title) => prose`${sender} le pide que apruebe el documento ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} sigue esperando que apruebe el documento ${strong(title)}.`,
      button: 'Leer y aprobar',
      by: 'Para aprobar antes del',
    },
    read: {
      subject: 'Para leer:',
      reminderSubject: 'Recordatorio, para leer:',
      heading: 'Un documento para leer',
      asks: (sender, title) => prose`${sender} le pide que lea el documento ${strong(title)}.`,
      waits: (sender, title) => prose`${sender} sigue esperando que lea el documento ${strong(title)}.`,
      button: 'Abrir el documento',
      by: 'Para leer antes del',
    },
  },
  reminderHeading: 'Un documento le espera',
  linkTo: {
    sign: 'Este enlace es solo suyo: quien lo tenga puede firmar en su nombre, así que no reenvíe este mensaje. Si no conoce al remitente, no tiene que hacer nada.',
    approve:
      'Este enlace es solo suyo: quien lo tenga puede aprobar en su nombre, así que no reenvíe este mensaje. Si no conoce al remitente, no tiene que hacer nada.',
    read: 'Este enlace es solo suyo: quien lo tenga puede leer el documento, así que no reenvíe este mensaje. Si no conoce al remitente, no tiene que hacer nada.',
  },
  linkToRead: 'Este enlace es solo suyo: quien lo tenga puede leer el documento.',
  completed: {
    subject: 'Completado:',
    heading: 'El documento está completo',
    done: (title, sender) =>
      prose`Todos han completado el documento ${strong(title)}, enviado por ${sender}.`,
    copy: 'La copia para sus archivos está sellada con una firma digital, que revela cualquier cambio posterior, y termina con un certificado de quién hizo qué y cuándo.',
    button: 'Obtener el documento sellado',
  },
  voided: {
    subject: 'Anulado:',
    heading: 'Un documento fue anulado',
    voided: (sender, title) => prose`${sender} ha anulado el documento ${strong(title)}.`,
    next: 'No tiene que hacer nada más. El enlace que recibió ya no lleva al documento.',
  },
  expired: {
    subject: 'Vencido:',
    heading: 'Un documento ha vencido',
    expired: (title, at) =>
      at === null
        ? prose`El documento ${strong(title)} venció antes de que todos lo completaran.`
        : prose`El documento ${strong(title)} venció el ${at}, antes de que todos lo completaran.`,
    next: (sender) =>
      prose`No tiene que hacer nada más. Si aún es importante, pida a ${sender} que lo envíe de nuevo.`,
  },
  code: {
    subject: 'Su código para',
    heading: 'Su código',
    preview: (minutes) => prose`Introdúzcalo en la página que abrió. Es válido durante ${minutes} minutos.`,
    enter: (title, minutes) =>
      prose`Introduzca este código para abrir el documento ${strong(title)}. Es válido durante ${minutes} minutos.`,
    keep: 'No dé el código a nadie, ni siquiera al remitente. Si no lo pidió, ignore este mensaje: sin el código, el documento permanece cerrado.',
  },
};
