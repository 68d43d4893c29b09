/** The words of the signing page in Japanese. */
import { printPercent } from '../format-number.ts';
import { printWait } from '../format-time.ts';
import type { Words } from '../words.ts';

export const japanese: Words = {
  language: 'ja',
  direction: 'ltr',
  languageLabel: '言語',
  pageTitle: (title) => `${title} – 署名`,
  loading: '文書を読み込んでいます…',
  testBanner: 'テスト文書です。法的な効力はありません。',
  testWatermark: 'TEST',
  from: (sender) => `${sender} から署名の依頼があります`,
  fromToApprove: (sender) => `${sender} から承認の依頼があります`,
  fromToRead: (sender) => `${sender} から閲覧用の文書が届いています`,
  personAt: (person, workspace) => `${person}（${workspace}）`,
  fromPlain: (sender) => `送信者：${sender}`,
  messageOf: (sender) => `${sender} からのメッセージ`,
  youAre: (name, email) => `${name} 様（${email}）としてご利用中です。`,
  dueBy: (when) => `期限：${when}`,
  download: 'ダウンロード',
  downloadTitle: '文書をPDFでダウンロード',
  decline: '辞退する',
  reassign: '他の人に依頼する',
  zoomIn: '拡大',
  zoomOut: '縮小',
  zoomLevel: (percent) => printPercent(percent, 'ja'),
  viewGroup: '文書の表示',
  cancel: 'キャンセル',
  close: '閉じる',
  offline: 'オフラインです。',
  offlineKept: '入力内容はこの端末に保存されます。',
  restored: '以前の入力内容が残っています。',
  tryAgain: '再試行',

  draft: {
    saving: '保存中…',
    saved: '下書きを保存しました',
    here: 'この端末にのみ保存されています',
    lost: '保存されていません。このページを離れる前に完了してください。',
  },

  consent: {
    heading: '電子署名を行う',
    headingApprove: '電子的に承認する',
    summary: '続行すると、この文書について電子的な記録と署名の利用に同意したことになります。',
    read: '全文を読む',
    hide: '全文を隠す',
    accept: '同意して続ける',
    accepted: '電子署名に同意しました。',
    show: 'もう一度読む',
  },

  bar: {
    label: '進み具合',
    done: (count, total) => `${total} 件中 ${count} 件`,
    left: (count) => `未入力の欄：あと ${count} 件`,
    ready: 'すべて入力されています。',
    approveReady: '文書を読んでから承認してください。',
    next: '次の欄へ',
    finish: '署名を完了する',
    approve: '承認する',
    sending: '送信中…',
    faults: (count) => `${count} 件の欄を確認してください。最初の欄を選択しました。`,
    faultAt: (label, fault) => `${label}：${fault}`,
  },

  ownKey: {
    explain: (provider) =>
      `この文書には ${provider} にあるご自身の鍵で署名します。すべて入力すると ${provider} に移動して署名を承認し、その後このページに戻ります。`,
    finish: (provider) => `${provider} で署名`,
    failures: {
      denied: '署名は承認されませんでした。まだ何も署名されていません。もう一度お試しいただけます。',
      expired: '承認の有効期限が切れました。まだ何も署名されていません。もう一度お試しください。',
      unavailable:
        '鍵のプロバイダーから応答がありません。まだ何も署名されていません。後でもう一度お試しください。',
      unusable:
        'この文書にはお持ちの鍵で署名できません。まだ何も署名されていません。送信者にお問い合わせください。',
      level:
        '送信者は、お持ちの鍵より高いレベルの署名を求めています。まだ何も署名されていません。送信者にお問い合わせください。',
      changed:
        'その間に文書が変更されました。まだ何も署名されていません。確認してからもう一度お試しください。',
    },
  },

  types: {
    signature: '署名',
    initials: 'イニシャル',
    name: '氏名',
    email: 'メールアドレス',
    date: '日付',
    text: 'テキスト',
    number: '数値',
    checkbox: 'チェックボックス',
    radio: '選択肢',
    dropdown: 'リスト',
  },

  field: {
    required: '必須',
    optional: '任意',
    readOnly: '送信者が設定',
    empty: '未入力',
    ticked: 'チェック済み',
    notTicked: 'チェックなし',
    sign: 'ここに署名',
    initial: 'ここにイニシャル',
    choose: '選択してください…',
    none: 'なし',
    fillIn: '入力',
    edit: (label) => `${label}：入力`,
    changeSignature: '変更',
    otherValue: '他の人が入力',
    otherDrawn: '署名済み',
    done: '完了',
    previous: '前へ',
    next: '次へ',
    position: (index, total) => `${total} 件中 ${index} 件目の欄`,
    tick: 'このボックスにチェックを入れる',
    appeared: (labels) => `表示された欄：${labels}`,
    disappeared: (labels) => `表示されなくなった欄：${labels}`,
  },

  fault: {
    missing: '入力してください。',
    missingSignature: '署名してください。',
    missingInitials: 'イニシャルを入力してください。',
    missingChoice: '1 つ選択してください。',
    mustTick: 'このボックスにチェックを入れてください。',
    tooLong: (limit) => `${limit} 文字以内で入力してください。`,
    pattern: (pattern) => `送信者が指定した形式と一致しません：${pattern}`,
    notAnOption: '選択肢から 1 つ選んでください。',
    date: '存在する日付を入力してください。',
    email: 'メールアドレスを入力してください（例：name@example.com）。',
    number: '半角数字で入力してください。小数点にはピリオドを使います（例：1250.50）。',
    atLeast: (limit) => `${limit} 以上の値にしてください。`,
    atMost: (limit) => `${limit} 以下の値にしてください。`,
    drawingTooLong: '線の数が多すぎます。消去してから描き直してください。',
    mode: '表示されている方法のいずれかで署名してください。',
  },

  signature: {
    title: '署名',
    titleInitials: 'イニシャル',
    how: '署名の方法を選んでください',
    modes: { type: '入力', draw: '手書き', upload: '画像' },
    typeLabel: '氏名を入力',
    typeLabelInitials: 'イニシャルを入力',
    font: '書体',
    preview: '表示のされ方',
    drawLabel: 'マウス、指、またはペンで描いてください',
    drawState: (strokes) => (strokes === 0 ? '描画エリア、空' : `描画エリア、線 ${strokes} 本`),
    drawKeyboard: 'マウスやタッチ画面がない場合は、氏名を入力してください。',
    drawFull: 'これ以上線を追加できません。',
    undo: '元に戻す',
    clear: '消去',
    uploadLabel: '署名の画像を選択',
    uploadHint: 'PNG または JPEG。画像は送信前にこの端末で署名部分だけに切り抜かれます。',
    uploadUnreadable: 'このファイルは画像ではありません。PNG または JPEG を選択してください。',
    uploadClean: '背景を取り除く',
    uploadedAlt: 'アップロードした署名',
    apply: 'この署名を使う',
    applyInitials: 'このイニシャルを使う',
    added: (label) => `${label}：追加しました。`,
    meaning: '選択すると、この文書における自分の電子署名として受け入れたことになります。',
  },

  code: {
    heading: '本人確認',
    intro: 'この文書は保護されています。リンクを受け取ったアドレスに 6 桁のコードをメールで送ります。',
    send: 'コードをメールで受け取る',
    sendAgain: '新しいコードを受け取る',
    sent: 'コードを送信しました。10 分間有効です。迷惑メールフォルダーもご確認ください。',
    label: '6 桁のコード',
    verify: '続ける',
    shape: 'コードは 6 桁の数字です。',
    wrong: (left) =>
      left > 0
        ? `コードが違います。残り ${left} 回入力できます。`
        : 'このコードは使えなくなりました。新しいコードを請求してください。',
  },

  declineDialog: {
    title: '署名を辞退する',
    titleApprove: '承認を辞退する',
    explain: '辞退すると、この文書の手続きは全員について終了します。理由は送信者に表示されます。',
    reason: '辞退の理由',
    reasonMissing: '理由を入力してください。',
    reasonTooLong: '理由は 1000 文字以内で入力してください。',
    confirm: '文書を辞退する',
  },

  reassignDialog: {
    title: '他の人に依頼する',
    explain:
      '相手には専用のリンクが届き、あなたの代わりに署名します。あなたのリンクは使えなくなり、依頼したことは送信者に表示されます。',
    name: '相手の氏名',
    nameMissing: '氏名を入力してください。',
    email: '相手のメールアドレス',
    emailWrong: 'メールアドレスを入力してください（例：name@example.com）。',
    ownAddress: 'これはご自身のアドレスです。相手のアドレスを入力してください。',
    confirm: '依頼する',
  },

  pages: {
    jump: 'ページへ移動',
    left: (count) => `残り ${count} 件`,
    label: '文書',
    page: (page, total) => `${page} / ${total} ページ`,
    failed: 'ここでは文書を表示できません。',
    failedHint: 'ダウンロードして他のプログラムで読むか、もう一度お試しください。',
    pageFailed: 'ここではこのページを表示できません。文書をダウンロードして他のプログラムでお読みください。',
    drawing: 'ページを読み込んでいます…',
    preparingPrint: (page, total) => `印刷用にページを準備しています（${page}/${total}）…`,
    notPrinted:
      'このページは読み込まれていないため、印刷されません。Ctrl + P（Mac では ⌘ P）を押すか、文書をダウンロードして印刷してください。',
  },

  screens: {
    unknown: {
      heading: 'このリンクは使えません',
      text: 'リンクが不完全か、新しいリンクに置き換えられた可能性があります。最新のメールのリンクを使うか、送信者に新しいリンクを依頼してください。',
    },
    sessionEnded: {
      heading: 'このページを開き直してください',
      text: '安全のため、このページは 1 回だけ、限られた時間に限り開くことができます。元の画面に戻り、文書をもう一度開いてください。',
    },
    unreachable: {
      heading: '文書を読み込めません',
      text: 'サービスから応答がありません。接続を確認してもう一度お試しください。入力内容は失われていません。',
    },
    voided: {
      heading: 'この文書は無効になりました',
      text: (sender) => `${sender} が無効にしました。お手続きは必要ありません。`,
    },
    rejected: {
      heading: 'この文書は辞退されました',
      text: (sender) =>
        `受信者の 1 人が辞退したため、この文書には署名できません。${sender} には通知済みです。`,
    },
    youDeclined: {
      heading: 'この文書を辞退しました',
      text: (sender) => `理由を ${sender} に通知しました。このページを閉じてかまいません。`,
    },
    expired: {
      heading: 'この文書は期限切れです',
      text: (sender) => `期限を過ぎました。署名を希望する場合は、${sender} に再送を依頼してください。`,
    },
    reason: '理由',
    notYourTurn: {
      heading: 'まだ順番ではありません',
      text: (sender) =>
        `${sender} が署名の順番を設定しており、先に署名する人がいます。順番が来たらメールでお知らせします。`,
      look: 'もう一度確認する',
    },
    reassigned: {
      heading: 'この文書を他の人に依頼しました',
      text: (name) =>
        `${name} 様に専用のリンクをメールで送ります。あなたのリンクは使えなくなりました。このページを閉じてかまいません。`,
    },
    waiting: {
      heading: '完了しました',
      text: '他の人の署名がまだ残っています。全員が署名すると、完成した文書がメールで届きます。',
      document: '現在の文書をダウンロード',
    },
    completed: {
      heading: '文書が完成しました',
      thanks: 'お手続きは完了しました。',
      text: '封印済みの文書には、すべての署名と完了証明書が含まれます。メールでも届きます。',
      sealing:
        '封印済みの文書を作成しています。少し時間がかかります。ここで待つか、メールのリンクをお使いください。',
      copy: '封印済みの文書をダウンロード',
    },
    redirect: {
      link: (host) => `${host} へ進む`,
      soon: (host, seconds) => `${seconds} 秒後に ${host} へ移動します。`,
      stay: 'ここにとどまる',
    },
  },

  withoutEmail: {
    code: 'この文書は保護されています。6 桁のコードをメールで送ります。',
    notYourTurn: (sender) => `${sender} が署名の順番を設定しており、先に署名する人がいます。`,
    waiting: '他の人の署名がまだ残っています。',
    completed: '封印済みの文書には、すべての署名と完了証明書が含まれます。',
    sealing: '封印済みの文書を作成しています。少し時間がかかります。',
  },

  direct: {
    toSign: (sender) => `${sender} の文書に署名できます`,
    toApprove: (sender) => `${sender} の文書を承認できます`,
    explainEmail:
      '氏名とメールアドレスを入力してください。文書を開くリンクをメールで送り、アドレスを確認します。',
    explainNow: '氏名とメールアドレスを入力すると文書が開きます。どちらも署名とともに記録されます。',
    name: '氏名',
    nameMissing: '氏名を入力してください。',
    email: 'メールアドレス',
    startEmail: 'リンクをメールで受け取る',
    startNow: '文書を開く',
    emailed: {
      heading: 'メールをご確認ください',
      text: (email) => `${email} にリンクを送りました。リンクを開いて、文書を読み、署名してください。`,
      hint: 'メールが届かない場合は、迷惑メールフォルダーを確認するか、正しいアドレスでやり直してください。',
      again: '別のアドレスを使う',
    },
    closed: {
      heading: 'このリンクは使えなくなりました',
      disabled: '送信者が無効にしました。送信者に新しいリンクを依頼してください。',
      expired: '有効期限が切れました。送信者に新しいリンクを依頼してください。',
      usedUp: '利用回数の上限に達しました。送信者に新しいリンクを依頼してください。',
      other: '現在、文書を開くことができません。送信者にお問い合わせください。',
    },
  },

  report: {
    link: '不正を報告',
    heading: '不正を報告',
    explain: '報告はこのサービスの運営者に届きます。送信者には知らされず、署名する必要もありません。',
    reason: '問題の内容',
    reasons: {
      unknown_sender: '送信者に心当たりがない',
      spam: '迷惑な広告',
      fraud: '詐欺の疑いがある',
      offensive: '不快または違法な内容',
      other: 'その他',
    },
    message: '運営者に伝えたいこと（任意）',
    send: '報告を送信',
    back: '文書に戻る',
    sent: {
      heading: 'ご報告ありがとうございます',
      text: 'このサービスの運営者が確認します。このページを閉じてかまいません。',
    },
  },

  trouble: {
    unreachable: 'サービスに接続できません。入力内容は失われていません。もう一度お試しください。',
    busy: (seconds) => `リクエストが多すぎます。${printWait(seconds, 'ja')}にもう一度お試しください。`,
    server: 'サービスで問題が発生しました。入力内容は失われていません。少し待ってからお試しください。',
    changed: '開いた後に文書が変更されました。もう一度ご確認ください。',
    dateFormatChanged: '送信者が日付の形式を変更しました。日付を確認してから完了してください。',
    refused: 'サービスが次の内容を受け付けませんでした：',
  },
};
