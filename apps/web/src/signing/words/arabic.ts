/** The words of the signing page in Arabic, which has six forms for counted things (CLDR plural rules). */
import { printPercent } from '../format-number.ts';
import { printWait } from '../format-time.ts';
import type { Words } from '../words.ts';

const rules = new Intl.PluralRules('ar');

/** Forms for 1, 2, 3 to 10, 11 to 99, and all else; the first two carry their number themselves. */
function counted(count: number, one: string, two: string, few: string, many: string, other: string): string {
  switch (rules.select(count)) {
    case 'one':
      return one;
    case 'two':
      return two;
    case 'few':
      return `${count} ${few}`;
    case 'many':
      return `${count} ${many}`;
    default:
      return `${count} ${other}`;
  }
}

const fields = (count: number) => counted(count, 'حقل واحد', 'حقلان', 'حقول', 'حقلًا', 'حقل');

export const arabic: Words = {
  language: 'ar',
  direction: 'rtl',
  languageLabel: 'اللغة',
  pageTitle: (title) => `${title} – توقيع`,
  loading: 'جارٍ تحميل المستند…',
  testBanner: 'مستند تجريبي: ما يُوقَّع هنا لا يُلزم أحدًا.',
  testWatermark: 'تجربة',
  from: (sender) => `${sender} يطلب منك التوقيع`,
  fromToApprove: (sender) => `${sender} يطلب منك الموافقة`,
  fromToRead: (sender) => `${sender} يرسل إليك هذا للقراءة`,
  personAt: (person, workspace) => `${person} (${workspace})`,
  fromPlain: (sender) => `من ${sender}`,
  messageOf: (sender) => `رسالة من ${sender}`,
  youAre: (name, email) => `أنت ${name} (\u2066${email}\u2069).`,
  dueBy: (when) => `يُرجى الإنهاء قبل ${when}.`,
  download: 'تنزيل',
  downloadTitle: 'تنزيل المستند بصيغة PDF',
  decline: 'رفض',
  reassign: 'تحويل إلى شخص آخر',
  zoomIn: 'تكبير',
  zoomOut: 'تصغير',
  zoomLevel: (percent) => printPercent(percent, 'ar'),
  viewGroup: 'عرض المستند',
  cancel: 'إلغاء',
  close: 'إغلاق',
  offline: 'أنت غير متصل بالإنترنت.',
  offlineKept: 'ما تُدخله محفوظ على هذا الجهاز.',
  restored: 'ما أدخلته سابقًا ما زال هنا.',
  tryAgain: 'إعادة المحاولة',

  draft: {
    saving: 'جارٍ الحفظ…',
    saved: 'حُفظت المسودة',
    here: 'محفوظ على هذا الجهاز فقط',
    lost: 'لم يُحفظ. أكمل قبل مغادرة هذه الصفحة.',
  },

  consent: {
    heading: 'التوقيع إلكترونيًا',
    headingApprove: 'الموافقة إلكترونيًا',
    summary: 'بالمتابعة، توافق على استخدام السجلات والتوقيعات الإلكترونية لهذا المستند.',
    read: 'قراءة النص الكامل',
    hide: 'إخفاء النص الكامل',
    accept: 'أوافق وأتابع',
    accepted: 'لقد وافقت على التعامل إلكترونيًا.',
    show: 'القراءة مرة أخرى',
  },

  bar: {
    label: 'التقدم',
    done: (count, total) => `${count} من ${total}`,
    left: (count) => `المتبقي للتعبئة: ${fields(count)}`,
    ready: 'تمت تعبئة كل شيء.',
    approveReady: 'اقرأ المستند ثم وافِق عليه.',
    next: 'الحقل التالي',
    finish: 'إنهاء التوقيع',
    approve: 'موافقة',
    sending: 'جارٍ الإرسال…',
    faults: (count) => `حقول تحتاج إلى انتباهك: ${fields(count)}. تم تحديد أولها.`,
    faultAt: (label, fault) => `${label}: ${fault}`,
  },

  ownKey: {
    explain: (provider) =>
      `ستوقّع هذا المستند بمفتاحك الخاص لدى ${provider}. بعد ملء كل الحقول تنتقل إلى ${provider} للموافقة على التوقيع، ثم تعود إلى هنا.`,
    finish: (provider) => `التوقيع لدى ${provider}`,
    failures: {
      denied: 'لم تتم الموافقة على التوقيع. لم يُوقَّع شيء، ويمكنك المحاولة مرة أخرى.',
      expired: 'انتهت صلاحية الموافقة. لم يُوقَّع شيء، يُرجى المحاولة مرة أخرى.',
      unavailable: 'لم يستجب مزوّد مفتاحك. لم يُوقَّع شيء، يُرجى المحاولة لاحقًا.',
      unusable: 'لا يمكن استخدام مفتاحك لتوقيع هذا المستند. لم يُوقَّع شيء. يُرجى سؤال المرسل.',
      level: 'يطلب المرسل مستوى توقيع أعلى من مستوى مفتاحك. لم يُوقَّع شيء. يُرجى سؤال المرسل.',
      changed: 'تغيّر المستند في هذه الأثناء. لم يُوقَّع شيء. يُرجى مراجعته والمحاولة مرة أخرى.',
    },
  },

  types: {
    signature: 'التوقيع',
    initials: 'الأحرف الأولى',
    name: 'الاسم الكامل',
    email: 'البريد الإلكتروني',
    date: 'التاريخ',
    text: 'نص',
    number: 'رقم',
    checkbox: 'خانة اختيار',
    radio: 'اختيار',
    dropdown: 'قائمة اختيار',
  },

  field: {
    required: 'مطلوب',
    optional: 'اختياري',
    readOnly: 'حدّده المرسل',
    empty: 'فارغ',
    ticked: 'محدَّد',
    notTicked: 'غير محدَّد',
    sign: 'وقّع هنا',
    initial: 'الأحرف الأولى هنا',
    // The mark at the end keeps the dots on its side where the page runs from left to right.
    choose: 'اختر…\u200f',
    none: 'لا شيء',
    fillIn: 'تعبئة',
    edit: (label) => `${label}: تعبئة`,
    changeSignature: 'تغيير',
    otherValue: 'عبّأه شخص آخر',
    otherDrawn: 'تم التوقيع',
    done: 'تم',
    previous: 'السابق',
    next: 'التالي',
    position: (index, total) => `الحقل ${index} من ${total}`,
    tick: 'حدّد هذه الخانة',
    appeared: (labels) => `ظهر الآن: ${labels}.`,
    disappeared: (labels) => `لم يعد ظاهرًا: ${labels}.`,
  },

  fault: {
    missing: 'يُرجى تعبئة هذا الحقل.',
    missingSignature: 'يُرجى إضافة توقيعك.',
    missingInitials: 'يُرجى إضافة الأحرف الأولى من اسمك.',
    missingChoice: 'يُرجى الاختيار.',
    mustTick: 'يُرجى تحديد هذه الخانة.',
    tooLong: (limit) => `الحد الأقصى ${counted(limit, 'حرف واحد', 'حرفان', 'أحرف', 'حرفًا', 'حرف')}.`,
    pattern: (pattern) => `هذا لا يطابق الصيغة التي يطلبها المرسل: \u2066${pattern}\u2069`,
    notAnOption: 'يُرجى اختيار أحد الخيارات.',
    date: 'يُرجى إدخال تاريخ صحيح.',
    email: 'يُرجى إدخال عنوان بريد إلكتروني، مثل \u2066name@example.com\u2069.',
    number: 'يُرجى إدخال رقم بالأرقام 0-9، مع نقطة للكسور العشرية، مثل \u20661250.50\u2069.',
    atLeast: (limit) => `يجب أن يكون \u2066${limit}\u2069 أو أكثر.`,
    atMost: (limit) => `يجب أن يكون \u2066${limit}\u2069 أو أقل.`,
    drawingTooLong: 'في الرسم خطوط كثيرة جدًا. يُرجى مسحه والرسم من جديد.',
    mode: 'يُرجى التوقيع بإحدى الطرق المتاحة.',
  },

  signature: {
    title: 'توقيعك',
    titleInitials: 'الأحرف الأولى من اسمك',
    how: 'كيف تريد أن توقّع؟',
    modes: { type: 'كتابة', draw: 'رسم', upload: 'رفع صورة' },
    typeLabel: 'اكتب اسمك',
    typeLabelInitials: 'اكتب الأحرف الأولى من اسمك',
    font: 'نمط الخط',
    preview: 'هكذا سيظهر',
    drawLabel: 'ارسم بالفأرة أو بالإصبع أو بالقلم',
    drawState: (strokes) =>
      strokes === 0
        ? 'مساحة الرسم، فارغة'
        : `مساحة الرسم، ${counted(strokes, 'خط واحد', 'خطان', 'خطوط', 'خطًا', 'خط')}`,
    drawKeyboard: 'لا تتوفر لديك فأرة؟ اكتب اسمك بدلًا من ذلك.',
    drawFull: 'لا يتسع الرسم لمزيد من الخطوط.',
    undo: 'تراجع',
    clear: 'مسح',
    uploadLabel: 'اختر صورة لتوقيعك',
    uploadHint: 'PNG أو JPEG. تُقصّ الصورة هنا على حدود التوقيع قبل إرسالها.',
    uploadUnreadable: 'لا يمكن قراءة هذا الملف كصورة. يُرجى اختيار ملف PNG أو JPEG.',
    uploadClean: 'إزالة الخلفية',
    uploadedAlt: 'توقيعك المرفوع',
    apply: 'استخدام هذا التوقيع',
    applyInitials: 'استخدام هذه الأحرف',
    added: (label) => `${label}: تمت الإضافة.`,
    meaning: 'باختيارك له فإنك تقبله توقيعًا إلكترونيًا لك على هذا المستند.',
  },

  code: {
    heading: 'أكّد هويتك',
    intro: 'هذا المستند محمي. سنرسل رمزًا من ستة أرقام إلى العنوان الذي وصل إليه الرابط.',
    send: 'أرسل لي رمزًا',
    sendAgain: 'أرسل لي رمزًا جديدًا',
    sent: 'الرمز في الطريق إليك، وهو صالح لعشر دقائق. يُرجى البحث في مجلد الرسائل غير المرغوب فيها أيضًا.',
    label: 'الرمز المكوّن من ستة أرقام',
    verify: 'متابعة',
    shape: 'يتكوّن الرمز من ستة أرقام.',
    wrong: (left) =>
      left > 0
        ? `هذا الرمز غير صحيح. المتبقي: ${counted(left, 'محاولة واحدة', 'محاولتان', 'محاولات', 'محاولة', 'محاولة')}.`
        : 'لم يعد هذا الرمز صالحًا. يُرجى طلب رمز جديد.',
  },

  declineDialog: {
    title: 'رفض التوقيع',
    titleApprove: 'رفض الموافقة',
    explain: 'ينهي هذا المستند للجميع، ويُبلَّغ المرسل بالسبب الذي تذكره.',
    reason: 'ما سبب الرفض؟',
    reasonMissing: 'يُرجى ذكر السبب.',
    reasonTooLong: 'لا يمكن أن يزيد السبب عن 1000 حرف.',
    confirm: 'رفض المستند',
  },

  reassignDialog: {
    title: 'تحويل إلى شخص آخر',
    explain:
      'يحصل ذلك الشخص على رابط خاص به ويتصرف نيابةً عنك. يتوقف رابطك عن العمل، ويرى المرسل أنك حوّلت المستند.',
    name: 'اسم الشخص',
    nameMissing: 'يُرجى إدخال اسم.',
    email: 'البريد الإلكتروني للشخص',
    emailWrong: 'يُرجى إدخال عنوان بريد إلكتروني، مثل \u2066name@example.com\u2069.',
    ownAddress: 'هذا عنوانك أنت. يُرجى إدخال عنوان شخص آخر.',
    confirm: 'تحويل',
  },

  pages: {
    jump: 'الانتقال إلى الصفحة',
    left: (count) => `متبقٍ ${count}`,
    label: 'المستند',
    page: (page, total) => `الصفحة ${page} من ${total}`,
    failed: 'لا يمكن عرض المستند هنا.',
    failedHint: 'يمكنك تنزيله وقراءته في برنامج آخر، أو تحميله مرة أخرى.',
    pageFailed: 'لا يمكن عرض هذه الصفحة هنا. يرجى تنزيل المستند وقراءته في برنامج آخر.',
    drawing: 'جارٍ رسم هذه الصفحة…',
    preparingPrint: (page, total) => `جارٍ تجهيز الصفحة ${page} من ${total} للطباعة…`,
    notPrinted:
      'لم يتم تحميل هذه الصفحة، ولذلك لا تُطبع. اضغط على Ctrl + P (أو ⌘ P على جهاز Mac)، أو نزّل المستند واطبعه.',
  },

  screens: {
    unknown: {
      heading: 'هذا الرابط لا يعمل',
      text: 'قد يكون غير مكتمل أو حلّ محله رابط أحدث. يُرجى استخدام الرابط في آخر رسالة بريد إلكتروني وصلتك، أو طلب رابط جديد من المرسل.',
    },
    sessionEnded: {
      heading: 'يجب فتح هذه الصفحة من جديد',
      text: 'لأمانك لا تُفتح إلا مرة واحدة ولمدة محدودة. يرجى العودة إلى حيث أتيت وفتح المستند هناك مرة أخرى.',
    },
    unreachable: {
      heading: 'لا يمكن تحميل المستند',
      text: 'لم تستجب الخدمة. يُرجى التحقق من اتصالك والمحاولة مرة أخرى؛ لم يُفقد شيء.',
    },
    voided: {
      heading: 'أُلغي هذا المستند',
      text: (sender) => `قام ${sender} بإلغائه. لم يعد عليك فعل شيء.`,
    },
    rejected: {
      heading: 'رُفض هذا المستند',
      text: (sender) =>
        `رفض أحد الأشخاص المطلوب توقيعهم، لذلك لم يعد بإمكان أحد التوقيع. تم إبلاغ ${sender}.`,
    },
    youDeclined: {
      heading: 'لقد رفضت هذا المستند',
      text: (sender) => `تم إبلاغ ${sender} بالسبب الذي ذكرته. يمكنك إغلاق هذه الصفحة.`,
    },
    expired: {
      heading: 'انتهت صلاحية هذا المستند',
      text: (sender) => `انقضت مهلة التوقيع. إذا كان المستند ما زال مطلوبًا فاطلب من ${sender} إرساله مجددًا.`,
    },
    reason: 'السبب المذكور',
    notYourTurn: {
      heading: 'لم يحن دورك بعد',
      text: (sender) => `حدّد ${sender} ترتيبًا، وهناك شخص قبلك. ستصلك رسالة بريد إلكتروني عندما يحين دورك.`,
      look: 'التحقق مرة أخرى',
    },
    reassigned: {
      heading: 'لقد حوّلت هذا المستند',
      text: (name) =>
        `ستصل إلى ${name} رسالة بريد إلكتروني برابط خاص. لم يعد رابطك يعمل، ويمكنك إغلاق هذه الصفحة.`,
    },
    waiting: {
      heading: 'لقد انتهيت',
      text: 'ما زال على آخرين القيام بدورهم. ستتلقى المستند المكتمل بالبريد الإلكتروني حالما ينتهي الجميع.',
      document: 'تنزيل المستند بحالته الحالية',
    },
    completed: {
      heading: 'اكتمل المستند',
      thanks: 'لقد انتهيت.',
      text: 'تحمل النسخة المختومة كل التوقيعات وشهادة الإتمام، وستصلك بالبريد الإلكتروني أيضًا.',
      sealing:
        'يجري إعداد النسخة المختومة. يستغرق هذا لحظة؛ يمكنك الانتظار هنا أو انتظار رسالة البريد الإلكتروني.',
      copy: 'تنزيل النسخة المختومة',
    },
    redirect: {
      link: (host) => `المتابعة إلى \u2066${host}\u2069`,
      soon: (host, seconds) => `ستنتقل إلى \u2066${host}\u2069 خلال ${seconds} ث.`,
      stay: 'البقاء هنا',
    },
  },

  withoutEmail: {
    code: 'هذا المستند محمي. سنرسل إليك رمزًا من ستة أرقام بالبريد.',
    notYourTurn: (sender) => `حدّد ${sender} ترتيبًا، وهناك شخص قبلك.`,
    waiting: 'ما زال على آخرين القيام بدورهم.',
    completed: 'تحمل النسخة المختومة كل التوقيعات وشهادة الإتمام.',
    sealing: 'يجري إعداد النسخة المختومة. يستغرق هذا لحظة.',
  },

  direct: {
    toSign: (sender) => `يعرض ${sender} هذا المستند للتوقيع`,
    toApprove: (sender) => `يعرض ${sender} هذا المستند للموافقة`,
    explainEmail: 'أدخل اسمك وبريدك الإلكتروني. نرسل إليك رابطًا يفتح المستند، وبذلك يتأكد العنوان.',
    explainNow: 'أدخل اسمك وبريدك الإلكتروني. يُفتح المستند بعد ذلك، ويُسجَّل الاثنان مع توقيعك.',
    name: 'اسمك',
    nameMissing: 'يُرجى إدخال اسمك.',
    email: 'بريدك الإلكتروني',
    startEmail: 'أرسل إليّ الرابط',
    startNow: 'افتح المستند',
    emailed: {
      heading: 'تحقق من بريدك الوارد',
      text: (email) => `أرسلنا رابطًا إلى \u2068${email}\u2069. افتحه لقراءة المستند وتوقيعه.`,
      hint: 'لم يصلك البريد؟ ابحث في مجلد الرسائل غير المرغوب فيها، أو ابدأ من جديد بالعنوان الصحيح.',
      again: 'استخدم عنوانًا آخر',
    },
    closed: {
      heading: 'لم يعد هذا الرابط يعمل',
      disabled: 'أوقفه المرسل. يُرجى طلب رابط جديد من المرسل.',
      expired: 'كان صالحًا لمدة محدودة. يُرجى طلب رابط جديد من المرسل.',
      usedUp: 'كان يمكن استخدامه عددًا محدودًا من المرات. يُرجى طلب رابط جديد من المرسل.',
      other: 'لا يمكن فتح المستند في الوقت الحالي. يُرجى سؤال المرسل.',
    },
  },

  report: {
    link: 'الإبلاغ عن إساءة',
    heading: 'الإبلاغ عن إساءة',
    explain: 'يصل بلاغك إلى مشغّل هذه الخدمة. لا يعلم المرسل به، ولا يلزمك توقيع أي شيء.',
    reason: 'ما المشكلة؟',
    reasons: {
      unknown_sender: 'لا أعرف المرسل',
      spam: 'إعلانات غير مرغوب فيها',
      fraud: 'أشك في احتيال',
      offensive: 'محتوى مسيء أو غير قانوني',
      other: 'شيء آخر',
    },
    message: 'ما ينبغي أن يعرفه المشغّل (اختياري)',
    send: 'إرسال البلاغ',
    back: 'العودة إلى المستند',
    sent: {
      heading: 'شكرًا على بلاغك',
      text: 'سينظر مشغّل هذه الخدمة فيه. يمكنك إغلاق هذه الصفحة.',
    },
  },

  trouble: {
    unreachable: 'تعذّر الوصول إلى الخدمة. لم يُفقد شيء؛ يُرجى المحاولة مرة أخرى.',
    busy: (seconds) => `هناك طلبات كثيرة جدًا. يُرجى المحاولة مرة أخرى ${printWait(seconds, 'ar')}.`,
    server: 'حدثت مشكلة في الخدمة. لم يُفقد شيء؛ يُرجى المحاولة بعد قليل.',
    changed: 'تغيّر المستند منذ أن فتحته. يُرجى الاطلاع عليه مرة أخرى.',
    dateFormatChanged: 'غيّر المرسل طريقة طباعة التواريخ. يُرجى مراجعة التواريخ ثم الإنهاء.',
    refused: 'لم تقبل الخدمة هذا:',
  },
};
