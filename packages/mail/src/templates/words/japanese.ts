import { prose, strong } from '../prose.ts';
import type { MailWords } from '../words.ts';

export const japanese: MailWords = {
  direction: 'ltr',
  locale: 'ja-JP',
  testNotice: 'テスト：この文書はテストモードで送信されました。法的な効力はありません。',
  greeting: (name) => (name ? prose`${name} 様` : prose`お世話になっております。`),
  sentFor: (workspace) =>
    workspace === null
      ? prose`Countersign から送信されました。`
      : prose`${workspace} に代わり Countersign から送信されました。`,
  documentId: (id) => prose`文書 ${id}`,
  report: '送信者に心当たりがない、または詐欺の疑いがある場合は報告してください',
  buttonFails: 'ボタンが機能しない場合は、次のアドレスをブラウザーで開いてください：',
  messageLabel: '送信者からのメッセージ',
  documentLabel: '文書',
  personAt: (person, workspace) => `${person}（${workspace}）`,
  senderLabel: '送信者',
  reasonLabel: '理由',
  request: {
    sign: {
      subject: '署名のお願い：',
      reminderSubject: '【再送】署名のお願い：',
      heading: '署名をお願いする文書があります',
      asks: (sender, title) => prose`${sender} から、文書 ${strong(title)} への署名の依頼があります。`,
      waits: (sender, title) => prose`${sender} が、文書 ${strong(title)} への署名をお待ちしています。`,
      button: '読んで署名する',
      by: '署名の期限',
    },
    approve: {
      subject: '承認のお願い：',
      reminderSubject: '【再送】承認のお願い：',
      heading: '承認をお願いする文書があります',
      asks: (sender, title) => prose`${sender} から、文書 ${strong(title)} の承認の依頼があります。`,
      waits: (sender, title) => prose`${sender} が、文書 ${strong(title)} の承認をお待ちしています。`,
      button: '読んで承認する',
      by: '承認の期限',
    },
    read: {
      subject: '閲覧のお願い：',
      reminderSubject: '【再送】閲覧のお願い：',
      heading: '閲覧していただく文書があります',
      asks: (sender, title) => prose`${sender} から、文書 ${strong(title)} の閲覧の依頼があります。`,
      waits: (sender, title) => prose`${sender} が、文書 ${strong(title)} の閲覧をお待ちしています。`,
      button: '文書を開く',
      by: '閲覧の期限',
    },
  },
  reminderHeading: 'お手続きをお待ちしている文書があります',
  linkTo: {
    sign: 'このリンクはあなた専用です。リンクを知っている人はあなたの名前で署名できるため、このメールを転送しないでください。送信者に心当たりがない場合、お手続きは必要ありません。',
    approve:
      'このリンクはあなた専用です。リンクを知っている人はあなたの名前で承認できるため、このメールを転送しないでください。送信者に心当たりがない場合、お手続きは必要ありません。',
    read: 'このリンクはあなた専用です。リンクを知っている人は文書を読むことができるため、このメールを転送しないでください。送信者に心当たりがない場合、お手続きは必要ありません。',
  },
  linkToRead: 'このリンクはあなた専用です。リンクを知っている人は文書を読むことができます。',
  completed: {
    subject: '完了：',
    heading: '文書が完成しました',
    done: (title, sender) =>
      prose`${sender} から送信された文書 ${strong(title)} は、全員の手続きが完了しました。`,
    copy: 'お手元の文書は電子署名で封印されており、後から変更されると検出できます。末尾の完了証明書に、誰がいつ何をしたかが記載されています。',
    button: '封印済みの文書をダウンロード',
  },
  voided: {
    subject: '無効：',
    heading: '文書が無効になりました',
    voided: (sender, title) => prose`${sender} が文書 ${strong(title)} を無効にしました。`,
    next: 'お手続きは必要ありません。お送りしたリンクでは文書を開けなくなりました。',
  },
  expired: {
    subject: '期限切れ：',
    heading: '文書の期限が切れました',
    expired: (title, at) =>
      at === null
        ? prose`文書 ${strong(title)} は、全員の手続きが終わる前に期限切れになりました。`
        : prose`文書 ${strong(title)} は、全員の手続きが終わる前に期限切れになりました（${at}）。`,
    next: (sender) => prose`お手続きは必要ありません。まだ必要な場合は、${sender} に再送を依頼してください。`,
  },
  code: {
    subject: '確認コード：',
    heading: '確認コード',
    preview: (minutes) => prose`開いたページに入力してください。${minutes} 分間有効です。`,
    enter: (title, minutes) =>
      prose`文書 ${strong(title)} を開くには、このコードを入力してください。${minutes} 分間有効です。`,
    keep: 'コードは送信者を含め、誰にも教えないでください。心当たりがない場合は、このメールを無視してください。コードがなければ文書は開けません。',
  },
};
