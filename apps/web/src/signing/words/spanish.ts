/** The words of the signing page in Spanish. */
import { printPercent } from '../format-number.ts';
import { printWait } from '../format-time.ts';
import type { Words } from '../words.ts';

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

export const spanish: Words = {
  language: 'es',
  direction: 'ltr',
  languageLabel: 'Idioma',
  pageTitle: (title) => `${title} – firmar`,
  loading: 'Cargando el documento…',
  testBanner: 'Documento de prueba: lo que se firma aquí no obliga a nadie.',
  testWatermark: 'PRUEBA',
  from: (sender) => `${sender} le pide que firme`,
  fromToApprove: (sender) => `${sender} le pide que apruebe`,
  fromToRead: (sender) => `${sender} le envía esto para que lo lea`,
  personAt: (person, workspace) => `${person} (${workspace})`,
  fromPlain: (sender) => `De ${sender}`,
  messageOf: (sender) => `Mensaje de ${sender}`,
  youAre: (name, email) => `Usted es ${name} (${email}).`,
  dueBy: (when) => `Termine, por favor, antes del ${when}.`,
  download: 'Descargar',
  downloadTitle: 'Descargar el documento en PDF',
  decline: 'Rechazar',
  reassign: 'Ceder',
  zoomIn: 'Ampliar',
  zoomOut: 'Reducir',
  zoomLevel: (percent) => printPercent(percent, 'es'),
  viewGroup: 'Vista del documento',
  cancel: 'Cancelar',
  close: 'Cerrar',
  offline: 'No hay conexión.',
  offlineKept: 'Lo que escriba se guarda en este dispositivo.',
  restored: 'Lo que escribió antes sigue aquí.',
  tryAgain: 'Intentar de nuevo',

  draft: {
    saving: 'Guardando…',
    saved: 'Borrador guardado',
    here: 'Guardado solo en este dispositivo',
    lost: 'No se ha guardado. Termine antes de salir de esta página.',
  },

  consent: {
    heading: 'Firmar por medios electrónicos',
    headingApprove: 'Aprobar por medios electrónicos',
    summary: 'Si continúa, acepta los registros y firmas electrónicos para este documento.',
    read: 'Leer el texto completo',
    hide: 'Ocultar el texto completo',
    accept: 'Acepto y continúo',
    accepted: 'Usted aceptó actuar por medios electrónicos.',
    show: 'Leer de nuevo',
  },

  bar: {
    label: 'Progreso',
    done: (count, total) => `${count} de ${total}`,
    left: (count) =>
      `${plural(count, 'Queda', 'Quedan')} ${count} ${plural(count, 'campo', 'campos')} por rellenar`,
    ready: 'Todo está relleno.',
    approveReady: 'Lea el documento y después apruébelo.',
    next: 'Campo siguiente',
    finish: 'Terminar la firma',
    approve: 'Aprobar',
    sending: 'Enviando…',
    faults: (count) =>
      `${count} ${plural(count, 'campo necesita', 'campos necesitan')} su atención. El primero está seleccionado.`,
    faultAt: (label, fault) => `${label}: ${fault}`,
  },

  ownKey: {
    explain: (provider) =>
      `Usted firma este documento con su propia clave en ${provider}. Cuando todo esté completo, autoriza la firma en ${provider} y después vuelve aquí.`,
    finish: (provider) => `Firmar en ${provider}`,
    failures: {
      denied: 'La firma no se autorizó. No se ha firmado nada; puede intentarlo de nuevo.',
      expired: 'La autorización ha caducado. No se ha firmado nada; inténtelo de nuevo.',
      unavailable: 'El proveedor de su clave no respondió. No se ha firmado nada; inténtelo más tarde.',
      unusable: 'Su clave no sirve para firmar este documento. No se ha firmado nada. Pregunte al remitente.',
      level:
        'El remitente exige un nivel de firma superior al de su clave. No se ha firmado nada. Pregunte al remitente.',
      changed:
        'El documento ha cambiado mientras tanto. No se ha firmado nada. Revíselo e inténtelo de nuevo.',
    },
  },

  types: {
    signature: 'Firma',
    initials: 'Iniciales',
    name: 'Nombre completo',
    email: 'Correo electrónico',
    date: 'Fecha',
    text: 'Texto',
    number: 'Número',
    checkbox: 'Casilla',
    radio: 'Opción',
    dropdown: 'Selección',
  },

  field: {
    required: 'obligatorio',
    optional: 'opcional',
    readOnly: 'fijado por el remitente',
    empty: 'vacío',
    ticked: 'marcado',
    notTicked: 'sin marcar',
    sign: 'Firme aquí',
    initial: 'Iniciales aquí',
    choose: 'Elija…',
    none: 'Ninguno',
    fillIn: 'rellenar',
    edit: (label) => `${label}: rellenar`,
    changeSignature: 'cambiar',
    otherValue: 'rellenado por otra persona',
    otherDrawn: 'Firmado',
    done: 'Listo',
    previous: 'Anterior',
    next: 'Siguiente',
    position: (index, total) => `Campo ${index} de ${total}`,
    tick: 'Marcar esta casilla',
    appeared: (labels) => `Ahora se muestra: ${labels}.`,
    disappeared: (labels) => `Ya no se muestra: ${labels}.`,
  },

  fault: {
    missing: 'Rellene este campo.',
    missingSignature: 'Añada su firma.',
    missingInitials: 'Añada sus iniciales.',
    missingChoice: 'Elija una opción.',
    mustTick: 'Marque esta casilla.',
    tooLong: (limit) => `Como máximo ${limit} ${plural(limit, 'carácter', 'caracteres')}.`,
    pattern: (pattern) => `No tiene la forma que pide el remitente: ${pattern}`,
    notAnOption: 'Elija una de las opciones.',
    date: 'Escriba una fecha que exista.',
    email: 'Escriba una dirección de correo electrónico, por ejemplo nombre@example.com.',
    number: 'Escriba un número en cifras, con punto para los decimales, por ejemplo 1250.50.',
    atLeast: (limit) => `Debe ser ${limit} o más.`,
    atMost: (limit) => `Debe ser ${limit} o menos.`,
    drawingTooLong: 'El dibujo tiene demasiados trazos. Bórrelo y dibújelo de nuevo.',
    mode: 'Firme de una de las maneras ofrecidas.',
  },

  signature: {
    title: 'Su firma',
    titleInitials: 'Sus iniciales',
    how: '¿Cómo quiere firmar?',
    modes: { type: 'Escribir', draw: 'Dibujar', upload: 'Subir' },
    typeLabel: 'Escriba su nombre',
    typeLabelInitials: 'Escriba sus iniciales',
    font: 'Caligrafía',
    preview: 'Así quedará',
    drawLabel: 'Dibuje con el ratón, un dedo o un lápiz',
    drawState: (strokes) =>
      strokes === 0
        ? 'Zona de dibujo, vacía'
        : `Zona de dibujo, ${strokes} ${plural(strokes, 'trazo', 'trazos')}`,
    drawKeyboard: '¿No tiene ratón a mano? Escriba su nombre.',
    drawFull: 'El dibujo no admite más trazos.',
    undo: 'Deshacer',
    clear: 'Borrar',
    uploadLabel: 'Elija una imagen de su firma',
    uploadHint: 'PNG o JPEG. La imagen se recorta aquí a la firma antes de enviarse.',
    uploadUnreadable: 'Este archivo no se puede leer como imagen. Elija un archivo PNG o JPEG.',
    uploadClean: 'Quitar el fondo',
    uploadedAlt: 'Su firma subida',
    apply: 'Usar esta firma',
    applyInitials: 'Usar estas iniciales',
    added: (label) => `${label}: añadido.`,
    meaning: 'Al elegirla, la acepta como su firma electrónica en este documento.',
  },

  code: {
    heading: 'Confirme que es usted',
    intro:
      'Este documento está protegido. Enviamos un código de seis cifras a la dirección que recibió el enlace.',
    send: 'Enviarme un código',
    sendAgain: 'Enviarme un código nuevo',
    sent: 'El código está en camino. Vale durante diez minutos; mire también en la carpeta de correo no deseado.',
    label: 'Código de seis cifras',
    verify: 'Continuar',
    shape: 'El código tiene seis cifras.',
    wrong: (left) =>
      left > 0
        ? `Este código no es correcto. ${plural(left, 'Queda', 'Quedan')} ${left} ${plural(left, 'intento', 'intentos')}.`
        : 'Este código ya no vale. Pida uno nuevo.',
  },

  declineDialog: {
    title: 'Rechazar la firma',
    titleApprove: 'Rechazar la aprobación',
    explain: 'Esto termina el documento para todos. El remitente recibe su motivo.',
    reason: '¿Por qué lo rechaza?',
    reasonMissing: 'Indique un motivo.',
    reasonTooLong: 'El motivo puede tener como máximo 1000 caracteres.',
    confirm: 'Rechazar el documento',
  },

  reassignDialog: {
    title: 'Ceder a otra persona',
    explain:
      'Esa persona recibe su propio enlace y actúa en su lugar. El enlace de usted deja de funcionar y el remitente ve que lo cedió.',
    name: 'Su nombre',
    nameMissing: 'Escriba un nombre.',
    email: 'Su correo electrónico',
    emailWrong: 'Escriba una dirección de correo electrónico, por ejemplo nombre@example.com.',
    ownAddress: 'Es su propia dirección. Indique la de otra persona.',
    confirm: 'Ceder',
  },

  pages: {
    jump: 'Ir a la página',
    left: (count) => `${plural(count, 'queda', 'quedan')} ${count}`,
    label: 'Documento',
    page: (page, total) => `Página ${page} de ${total}`,
    failed: 'El documento no se puede mostrar aquí.',
    failedHint: 'Puede descargarlo y leerlo en otro programa, o cargarlo de nuevo.',
    pageFailed: 'Esta página no se puede mostrar aquí. Descargue el documento y léalo en otro programa.',
    drawing: 'Dibujando esta página…',
    preparingPrint: (page, total) => `Preparando la página ${page} de ${total} para imprimir…`,
    notPrinted:
      'Esta página no estaba cargada y por eso no se imprime. Pulse Ctrl + P (⌘ P en un Mac), o descargue el documento e imprímalo.',
  },

  screens: {
    unknown: {
      heading: 'Este enlace no funciona',
      text: 'Puede estar incompleto o haber sido sustituido por uno más reciente. Use el enlace del último correo electrónico o pida uno nuevo a quien se lo envió.',
    },
    sessionEnded: {
      heading: 'Esta página debe abrirse de nuevo',
      text: 'Por su seguridad, solo se abre una vez y por tiempo limitado. Vuelva al lugar de donde vino y abra allí el documento otra vez.',
    },
    unreachable: {
      heading: 'El documento no se puede cargar',
      text: 'El servicio no respondió. Compruebe su conexión e inténtelo de nuevo; no se ha perdido nada.',
    },
    voided: {
      heading: 'Este documento fue anulado',
      text: (sender) => `${sender} lo anuló. Ya no tiene que hacer nada.`,
    },
    rejected: {
      heading: 'Este documento fue rechazado',
      text: (sender) =>
        `Una de las personas que debían firmar lo rechazó, así que ya nadie puede firmarlo. ${sender} ha sido informado.`,
    },
    youDeclined: {
      heading: 'Usted rechazó este documento',
      text: (sender) => `${sender} ha sido informado, con su motivo. Puede cerrar esta página.`,
    },
    expired: {
      heading: 'Este documento ha caducado',
      text: (sender) =>
        `El plazo para firmarlo ha pasado. Si aún hace falta, pida a ${sender} que lo envíe de nuevo.`,
    },
    reason: 'Motivo indicado',
    notYourTurn: {
      heading: 'Aún no es su turno',
      text: (sender) =>
        `${sender} fijó un orden y otra persona va antes que usted. Recibirá un correo electrónico cuando sea su turno.`,
      look: 'Mirar de nuevo',
    },
    reassigned: {
      heading: 'Usted cedió este documento',
      text: (name) =>
        `${name} recibe un correo electrónico con su propio enlace. El de usted ya no funciona; puede cerrar esta página.`,
    },
    waiting: {
      heading: 'Usted ha terminado',
      text: 'Otras personas aún tienen que actuar. Recibirá el documento completo por correo electrónico en cuanto todas hayan terminado.',
      document: 'Descargar el documento en su estado actual',
    },
    completed: {
      heading: 'El documento está completo',
      thanks: 'Usted ha terminado.',
      text: 'La copia sellada lleva todas las firmas y el certificado de finalización; también la recibirá por correo electrónico.',
      sealing:
        'La copia sellada se está preparando. Tarda un momento; puede esperar aquí o usar el correo electrónico.',
      copy: 'Descargar la copia sellada',
    },
    redirect: {
      link: (host) => `Continuar a ${host}`,
      soon: (host, seconds) => `En ${seconds} s se le llevará a ${host}.`,
      stay: 'Quedarme aquí',
    },
  },

  withoutEmail: {
    code: 'Este documento está protegido. Le enviamos un código de seis dígitos por correo.',
    notYourTurn: (sender) => `${sender} fijó un orden y otra persona va antes que usted.`,
    waiting: 'Otras personas aún tienen que actuar.',
    completed: 'La copia sellada lleva todas las firmas y el certificado de finalización.',
    sealing: 'La copia sellada se está preparando. Tarda un momento.',
  },

  direct: {
    toSign: (sender) => `${sender} ofrece este documento para firmar`,
    toApprove: (sender) => `${sender} ofrece este documento para aprobar`,
    explainEmail:
      'Escriba su nombre y su correo electrónico. Le enviamos un enlace que abre el documento; así se confirma la dirección.',
    explainNow:
      'Escriba su nombre y su correo electrónico. Después se abre el documento, y ambos datos quedan registrados con su firma.',
    name: 'Su nombre',
    nameMissing: 'Escriba su nombre.',
    email: 'Su correo electrónico',
    startEmail: 'Enviarme el enlace',
    startNow: 'Abrir el documento',
    emailed: {
      heading: 'Revise su correo',
      text: (email) => `Hemos enviado un enlace a ${email}. Ábralo para leer y firmar el documento.`,
      hint: '¿No recibe el correo? Mire en la carpeta de correo no deseado o empiece de nuevo con la dirección correcta.',
      again: 'Usar otra dirección',
    },
    closed: {
      heading: 'Este enlace ya no funciona',
      disabled: 'El remitente lo ha desactivado. Pídale un enlace nuevo.',
      expired: 'Era válido por un tiempo limitado. Pida al remitente un enlace nuevo.',
      usedUp: 'Solo podía usarse un número limitado de veces. Pida al remitente un enlace nuevo.',
      other: 'El documento no se puede abrir en este momento. Pregunte al remitente.',
    },
  },

  report: {
    link: 'Denunciar un abuso',
    heading: 'Denunciar un abuso',
    explain:
      'Su denuncia llega al operador de este servicio. El remitente no se entera, y usted no tiene que firmar nada.',
    reason: '¿Qué ocurre?',
    reasons: {
      unknown_sender: 'No conozco al remitente',
      spam: 'Publicidad no deseada',
      fraud: 'Sospecho un fraude',
      offensive: 'Contenido ofensivo o ilegal',
      other: 'Otra cosa',
    },
    message: 'Lo que el operador debería saber (opcional)',
    send: 'Enviar la denuncia',
    back: 'Volver al documento',
    sent: {
      heading: 'Gracias por su denuncia',
      text: 'El operador de este servicio la revisará. Puede cerrar esta página.',
    },
  },

  trouble: {
    unreachable: 'No se pudo contactar con el servicio. No se ha perdido nada; inténtelo de nuevo.',
    busy: (seconds) => `Hubo demasiadas peticiones. Inténtelo de nuevo ${printWait(seconds, 'es')}.`,
    server: 'El servicio tuvo un problema. No se ha perdido nada; inténtelo de nuevo en un momento.',
    changed: 'El documento ha cambiado desde que lo abrió. Mírelo de nuevo.',
    dateFormatChanged: 'El remitente ha cambiado el formato de las fechas. Revise las fechas y termine.',
    refused: 'El servicio no aceptó esto:',
  },
};
