import { prose, strong } from '../prose.ts';
import type { MailWords } from '../words.ts';

export const arabic: MailWords = {
  direction: 'rtl',
  locale: 'ar-u-nu-latn',
  testNotice: 'اختبار: أُرسل هذا المستند في وضع الاختبار. ليس له أي أثر قانوني.',
  greeting: (name) => (name ? prose`مرحبًا ${name}،` : prose`مرحبًا،`),
  sentFor: (workspace) =>
    workspace === null
      ? prose`أُرسل بواسطة Countersign.`
      : prose`أُرسل بواسطة Countersign نيابة عن ${workspace}.`,
  documentId: (id) => prose`المستند ${id}`,
  report: 'لا تعرف المرسل أو تشك في احتيال؟ أبلغ عنه',
  buttonFails: 'إذا لم يعمل الزر، فافتح هذا العنوان في المتصفح:',
  messageLabel: 'رسالة من المرسل',
  documentLabel: 'المستند',
  personAt: (person, workspace) => `${person} (${workspace})`,
  senderLabel: 'المرسل',
  reasonLabel: 'السبب المذكور',
  request: {
    sign: {
      subject: 'يُرجى التوقيع:',
      reminderSubject: 'تذكير، يُرجى التوقيع:',
      heading: 'مستند بانتظار توقيعك',
      asks: (sender, title) => prose`يطلب منك ${sender} توقيع المستند ${strong(title)}.`,
      waits: (sender, title) => prose`لا يزال ${sender} ينتظر توقيعك على المستند ${strong(title)}.`,
      button: 'القراءة والتوقيع',
      by: 'يُرجى التوقيع قبل',
    },
    approve: {
      subject: 'يُرجى الموافقة:',
      reminderSubject: 'تذكير، يُرجى الموافقة:',
      heading: 'مستند بانتظار موافقتك',
      asks: (sender, title) => prose`يطلب منك ${sender} الموافقة على المستند ${strong(title)}.`,
      waits: (sender, title) => prose`لا يزال ${sender} ينتظر موافقتك على المستند ${strong(title)}.`,
      button: 'القراءة والموافقة',
      by: 'يُرجى الموافقة قبل',
    },
    read: {
      subject: 'يُرجى القراءة:',
      reminderSubject: 'تذكير، يُرجى القراءة:',
      heading: 'مستند لتقرأه',
      asks: (sender, title) => prose`يطلب منك ${sender} قراءة المستند ${strong(title)}.`,
      waits: (sender, title) => prose`لا يزال ${sender} ينتظر قراءتك للمستند ${strong(title)}.`,
      button: 'فتح المستند',
      by: 'يُرجى القراءة قبل',
    },
  },
  reminderHeading: 'مستند في انتظارك',
  linkTo: {
    sign: 'هذا الرابط لك وحدك: من يحصل عليه يمكنه التوقيع باسمك، فلا تُعد توجيه هذه الرسالة. إذا كنت لا تعرف المرسل، فلا يلزمك فعل شيء.',
    approve:
      'هذا الرابط لك وحدك: من يحصل عليه يمكنه الموافقة باسمك، فلا تُعد توجيه هذه الرسالة. إذا كنت لا تعرف المرسل، فلا يلزمك فعل شيء.',
    read: 'هذا الرابط لك وحدك: من يحصل عليه يمكنه قراءة المستند، فلا تُعد توجيه هذه الرسالة. إذا كنت لا تعرف المرسل، فلا يلزمك فعل شيء.',
  },
  linkToRead: 'هذا الرابط لك وحدك: من يحصل عليه يمكنه قراءة المستند.',
  completed: {
    subject: 'اكتمل:',
    heading: 'اكتمل المستند',
    done: (title, sender) => prose`أكمل الجميع المستند ${strong(title)} المرسل من ${sender}.`,
    copy: 'النسخة المخصصة لسجلاتك مختومة بتوقيع رقمي يكشف أي تغيير لاحق، وفي نهايتها شهادة تبيّن من فعل ماذا ومتى.',
    button: 'الحصول على المستند المختوم',
  },
  voided: {
    subject: 'أُلغي:',
    heading: 'أُلغي مستند',
    voided: (sender, title) => prose`ألغى ${sender} المستند ${strong(title)}.`,
    next: 'لا يلزمك فعل شيء آخر. الرابط الذي وصلك لم يعد يؤدي إلى المستند.',
  },
  expired: {
    subject: 'انتهت المهلة:',
    heading: 'انتهت مهلة مستند',
    expired: (title, at) =>
      at === null
        ? prose`انتهت مهلة المستند ${strong(title)} قبل أن يكمله الجميع.`
        : prose`انتهت مهلة المستند ${strong(title)} في ${at} قبل أن يكمله الجميع.`,
    next: (sender) => prose`لا يلزمك فعل شيء آخر. إذا كان لا يزال مهمًا، فاطلب من ${sender} إرساله مرة أخرى.`,
  },
  code: {
    subject: 'رمزك لفتح',
    heading: 'رمزك',
    preview: (minutes) => prose`أدخله في الصفحة التي فتحتها. صلاحيته ${minutes} دقائق.`,
    enter: (title, minutes) => prose`أدخل هذا الرمز لفتح المستند ${strong(title)}. صلاحيته ${minutes} دقائق.`,
    keep: 'لا تعطِ الرمز لأحد، ولا حتى للمرسل. إذا لم تطلبه، فتجاهل هذه الرسالة: يبقى المستند مغلقًا من دون الرمز.',
  },
};
