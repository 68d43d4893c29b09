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

type Paragraphs = Readonly<Partial<Record<PageLanguage, readonly string[]>>>;

const firstTexts = {
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
} as const satisfies Paragraphs;

/** Languages that came later. The first paragraph says that the text is a translation. */
const translations: Paragraphs = {
  it: [
    'Traduzione del testo inglese.',
    'Accetto di esaminare e firmare questo documento per via elettronica e accetto che la mia firma elettronica abbia lo stesso effetto di una firma autografa, nella misura consentita dalla legge.',
    'Ho aperto il documento qui e posso leggerlo. Posso scaricarne subito una copia e, quando tutti avranno firmato, il documento completo; posso stampare e conservare entrambi.',
    'Posso chiedere al mittente una copia cartacea e posso rifiutare di firmare per via elettronica in qualsiasi momento prima di concludere, rifiutando il documento oppure chiudendo questa pagina e avvisando il mittente.',
    'Il mio nome, il mio indirizzo email, il mio indirizzo IP, il mio browser e i momenti delle mie azioni sono registrati nel registro di controllo del documento e mostrati alle sue parti.',
  ],
  pt: [
    'Tradução do texto inglês.',
    'Aceito analisar e assinar este documento por via eletrónica e que a minha assinatura eletrónica tenha o mesmo efeito que uma assinatura manuscrita, na medida em que a lei o permita.',
    'Abri o documento aqui e consigo lê-lo. Posso transferir já uma cópia e, quando todos tiverem assinado, o documento completo; posso imprimir e guardar ambos.',
    'Posso pedir ao remetente uma cópia em papel e posso recusar assinar por via eletrónica em qualquer momento antes de concluir, recusando o documento ou fechando esta página e avisando o remetente.',
    'O meu nome, o meu endereço de email, o meu endereço IP, o meu navegador e os momentos das minhas ações ficam registados no registo de auditoria do documento e são mostrados às suas partes.',
  ],
  nl: [
    'Vertaling van de Engelse tekst.',
    'Ik ga ermee akkoord dit document elektronisch te bekijken en te ondertekenen, en dat mijn elektronische handtekening hetzelfde gevolg heeft als een handgeschreven handtekening, voor zover de wet dat toestaat.',
    'Ik heb het document hier geopend en kan het lezen. Ik kan nu een kopie downloaden en, zodra iedereen heeft ondertekend, het voltooide document; ik mag beide afdrukken en bewaren.',
    'Ik mag de afzender om een kopie op papier vragen, en ik mag op elk moment voordat ik afrond weigeren elektronisch te ondertekenen, door het document te weigeren of door deze pagina te sluiten en de afzender in te lichten.',
    'Mijn naam, e-mailadres, IP-adres en browser en de tijdstippen van mijn handelingen worden in het controlespoor van het document vastgelegd en aan de partijen getoond.',
  ],
  pl: [
    'Tłumaczenie tekstu angielskiego.',
    'Zgadzam się na przejrzenie i podpisanie tego dokumentu drogą elektroniczną oraz na to, że mój podpis elektroniczny ma taki sam skutek jak podpis własnoręczny, w zakresie dozwolonym przez prawo.',
    'Dokument jest tu otwarty i mogę go przeczytać. Mogę teraz pobrać jego kopię, a gdy wszyscy podpiszą, także gotowy dokument; oba mogę wydrukować i zachować.',
    'Mogę poprosić nadawcę o kopię papierową i mogę w każdej chwili przed zakończeniem odmówić podpisu elektronicznego: odrzucając dokument albo zamykając tę stronę i informując nadawcę.',
    'Moje imię i nazwisko, adres e-mail, adres IP, przeglądarka oraz czas moich działań są zapisywane w dzienniku zdarzeń dokumentu i pokazywane jego stronom.',
  ],
  ja: [
    '英語の文章の翻訳です。',
    '私は、この文書を電子的に確認し署名すること、また、法律が認める範囲で、私の電子署名が手書きの署名と同じ効力を持つことに同意します。',
    '私はこの文書をここで開き、読むことができます。今すぐ写しをダウンロードでき、全員が署名した後は完成した文書をダウンロードできます。どちらも印刷して保管できます。',
    '私は送信者に紙の写しを求めることができます。また、完了する前であればいつでも、文書を辞退するか、このページを閉じて送信者に知らせることにより、電子署名を断ることができます。',
    '私の氏名、メールアドレス、IP アドレス、ブラウザー、および操作の時刻は、文書の監査記録に残り、文書の当事者に表示されます。',
  ],
  zh: [
    '英文文本的译文。',
    '我同意以电子方式审阅和签署此文件，并同意在法律允许的范围内，我的电子签名与手写签名具有同等效力。',
    '我已在此打开文件并能够阅读。我现在可以下载一份副本，并在所有人签署后下载完成的文件；两者我都可以打印和保存。',
    '我可以向发件人索取纸质副本，也可以在完成之前随时拒绝以电子方式签署，方法是拒绝此文件，或关闭此页面并告知发件人。',
    '我的姓名、电子邮件地址、IP 地址、浏览器以及各项操作的时间会记录在文件的审计记录中，并向文件各方显示。',
  ],
};

const versions: Readonly<Record<string, Paragraphs>> = {
  [first]: firstTexts,
  // The English text has "email address", like the rest of the service.
  [current]: {
    ...firstTexts,
    ...translations,
    en: [
      ...firstTexts.en.slice(0, 3),
      'My name, email address, IP address, browser and the times of my actions are recorded in the audit trail of the document and shown to its parties.',
    ],
  },
};

/** The text of a version, by default the current one, in a language. Throws for a version that does not exist in that language. */
export function consentIn(language: PageLanguage, version: string = current): ConsentText {
  const paragraphs = versions[version]?.[language];
  if (!paragraphs) throw new Error(`there is no consent text of version ${version} in ${language}`);
  const text = paragraphs.join('\n\n');
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
