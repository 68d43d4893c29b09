/**
 * The consent text, in the languages of the signing page. Recipients agree to exactly the text they see. A change of any text
 * makes a new version of all languages; old versions stay, for recipients who agreed to them. Pure.
 */
import { createHash } from 'node:crypto';
import type { PageLanguage } from '@countersign/contract/signing';

export interface ConsentText {
  version: string;
  language: PageLanguage;
  text: string;
  /** SHA-256 of the text in UTF-8, in hex. */
  sha256: string;
}

const first = '2026-11';
const current = '2026-11-22';

type Paragraphs = Readonly<Record<PageLanguage, readonly string[]>>;

const firstTexts: Paragraphs = {
  en: [
    'I agree to review and sign this document electronically, and that my electronic signature has the same effect as one made by hand, as far as the law allows.',
    'I have opened the document here and can read it. I can download a copy now and, once everybody has signed, the completed document; I may print and keep both.',
    'I may ask the sender for a paper copy, and I may decline to sign electronically at any time before I finish, by declining the document or closing this page and telling the sender.',
    'My name, e-mail address, IP address, browser and the times of my actions are recorded in the audit trail of the document and shown to its parties.',
  ],
  de: [
    'Ich bin einverstanden, dieses Dokument elektronisch zu prüfen und zu unterschreiben, und damit, dass meine elektronische Unterschrift dieselbe Wirkung hat wie eine eigenhändige, soweit das Gesetz es zulässt.',
    'Ich habe das Dokument hier geöffnet und kann es lesen. Ich kann jetzt eine Kopie herunterladen und, sobald alle unterschrieben haben, das fertige Dokument; beides darf ich ausdrucken und behalten.',
    'Ich kann vom Absender eine Kopie auf Papier verlangen, und ich kann es jederzeit, bevor ich abschließe, ablehnen, elektronisch zu unterschreiben: indem ich das Dokument ablehne oder diese Seite schließe und es dem Absender mitteile.',
    'Mein Name, meine E-Mail-Adresse, meine IP-Adresse, mein Browser und die Zeitpunkte meiner Handlungen werden im Prüfprotokoll des Dokuments festgehalten und dessen Beteiligten gezeigt.',
  ],
  fr: [
    "J'accepte d'examiner et de signer ce document par voie électronique, et j'accepte que ma signature électronique ait le même effet qu'une signature manuscrite, dans la mesure où la loi le permet.",
    "J'ai ouvert le document ici et je peux le lire. Je peux en télécharger une copie dès maintenant et, une fois que tout le monde aura signé, le document achevé ; je peux imprimer et conserver les deux.",
    "Je peux demander à l'expéditeur une copie sur papier, et je peux refuser de signer par voie électronique à tout moment avant d'avoir terminé, en refusant le document ou en fermant cette page et en prévenant l'expéditeur.",
    "Mon nom, mon adresse e-mail, mon adresse IP, mon navigateur et les heures de mes actions sont consignés dans la piste d'audit du document et montrés à ses parties.",
  ],
  es: [
    'Acepto revisar y firmar este documento por medios electrónicos, y que mi firma electrónica tenga el mismo efecto que una manuscrita, en la medida en que la ley lo permita.',
    'He abierto el documento aquí y puedo leerlo. Puedo descargar una copia ahora y, cuando todos hayan firmado, el documento completo; puedo imprimir y conservar ambos.',
    'Puedo pedir al remitente una copia en papel, y puedo negarme a firmar por medios electrónicos en cualquier momento antes de terminar, rechazando el documento o cerrando esta página y avisando al remitente.',
    'Mi nombre, mi dirección de correo electrónico, mi dirección IP, mi navegador y los momentos de mis acciones quedan registrados en el registro de auditoría del documento y se muestran a sus partes.',
  ],
  ar: [
    'أوافق على مراجعة هذا المستند وتوقيعه إلكترونيًا، وعلى أن يكون لتوقيعي الإلكتروني الأثر نفسه الذي لتوقيعي بخط اليد، بقدر ما يسمح به القانون.',
    'لقد فتحت المستند هنا وأستطيع قراءته. يمكنني تنزيل نسخة منه الآن، وتنزيل المستند المكتمل بعد أن يوقّع الجميع، ويجوز لي طباعتهما والاحتفاظ بهما.',
    'يجوز لي أن أطلب من المرسل نسخة ورقية، ويجوز لي أن أرفض التوقيع الإلكتروني في أي وقت قبل أن أنتهي، وذلك برفض المستند أو بإغلاق هذه الصفحة وإبلاغ المرسل.',
    'يُسجَّل اسمي وعنوان بريدي الإلكتروني وعنوان IP ومتصفحي وأوقات أفعالي في سجل التدقيق الخاص بالمستند، وتُعرض على أطرافه.',
  ],
};

const versions: Readonly<Record<string, Paragraphs>> = {
  [first]: firstTexts,
  // English says "email address", like the rest of the service.
  [current]: {
    ...firstTexts,
    en: [
      ...firstTexts.en.slice(0, 3),
      'My name, email address, IP address, browser and the times of my actions are recorded in the audit trail of the document and shown to its parties.',
    ],
  },
};

/** The text of a version, by default the current one, in a language. Throws for an unknown version. */
export function consentIn(language: PageLanguage, version: string = current): ConsentText {
  const texts = versions[version];
  if (!texts) throw new Error(`there is no consent text of version ${version}`);
  const text = texts[language].join('\n\n');
  return { version, language, text, sha256: createHash('sha256').update(text).digest('hex') };
}

/** The text that a recipient agreed to, or null. Without a stored version and language it was the first version in English. */
export function acceptedConsent(recipient: {
  consentAt: Date | null;
  consentVersion: string | null;
  consentLanguage: string | null;
}): ConsentText | null {
  if (!recipient.consentAt) return null;
  return consentIn((recipient.consentLanguage ?? 'en') as PageLanguage, recipient.consentVersion ?? first);
}
