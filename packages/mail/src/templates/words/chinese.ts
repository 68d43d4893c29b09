import { prose, strong } from '../prose.ts';
import type { MailWords } from '../words.ts';

export const chinese: MailWords = {
  direction: 'ltr',
  locale: 'zh-CN',
  testNotice: '测试：此文件以测试模式发送，不具有法律效力。',
  greeting: (name) => (name ? prose`${name}，您好：` : prose`您好：`),
  sentFor: (workspace) =>
    workspace === null ? prose`由 Countersign 发送。` : prose`由 Countersign 代表 ${workspace} 发送。`,
  documentId: (id) => prose`文件 ${id}`,
  report: '不认识发件人或怀疑是欺诈？请举报',
  buttonFails: '如果按钮无法使用，请在浏览器中打开此地址：',
  messageLabel: '发件人留言',
  documentLabel: '文件',
  personAt: (person, workspace) => `${person}（${workspace}）`,
  senderLabel: '发件人',
  reasonLabel: '理由',
  request: {
    sign: {
      subject: '请签署：',
      reminderSubject: '提醒，请签署：',
      heading: '有一份文件等待您签署',
      asks: (sender, title) => prose`${sender} 请您签署文件 ${strong(title)}。`,
      waits: (sender, title) => prose`${sender} 仍在等待您签署文件 ${strong(title)}。`,
      button: '阅读并签署',
      by: '签署截止时间',
    },
    approve: {
      subject: '请批准：',
      reminderSubject: '提醒，请批准：',
      heading: '有一份文件等待您批准',
      asks: (sender, title) => prose`${sender} 请您批准文件 ${strong(title)}。`,
      waits: (sender, title) => prose`${sender} 仍在等待您批准文件 ${strong(title)}。`,
      button: '阅读并批准',
      by: '批准截止时间',
    },
    read: {
      subject: '请阅读：',
      reminderSubject: '提醒，请阅读：',
      heading: '有一份文件供您阅读',
      asks: (sender, title) => prose`${sender} 请您阅读文件 ${strong(title)}。`,
      waits: (sender, title) => prose`${sender} 仍在等待您阅读文件 ${strong(title)}。`,
      button: '打开文件',
      by: '阅读截止时间',
    },
  },
  reminderHeading: '有一份文件等待您处理',
  linkTo: {
    sign: '此链接仅供您本人使用：任何持有链接的人都可以您的名义签署，请勿转发此邮件。如果您不认识发件人，则无需进行任何操作。',
    approve:
      '此链接仅供您本人使用：任何持有链接的人都可以您的名义批准，请勿转发此邮件。如果您不认识发件人，则无需进行任何操作。',
    read: '此链接仅供您本人使用：任何持有链接的人都可以阅读此文件，请勿转发此邮件。如果您不认识发件人，则无需进行任何操作。',
  },
  linkToRead: '此链接仅供您本人使用：任何持有链接的人都可以阅读此文件。',
  completed: {
    subject: '已完成：',
    heading: '文件已完成',
    done: (title, sender) => prose`${sender} 发送的文件 ${strong(title)} 已由所有人完成。`,
    copy: '您的副本已加盖数字签名，任何后续更改都会被发现。文末的完成证明列出了谁在何时做了什么。',
    button: '下载加盖电子印章的文件',
  },
  voided: {
    subject: '已作废：',
    heading: '文件已作废',
    voided: (sender, title) => prose`${sender} 已将文件 ${strong(title)} 作废。`,
    next: '您无需进行任何操作。您收到的链接已无法打开该文件。',
  },
  expired: {
    subject: '已过期：',
    heading: '文件已过期',
    expired: (title, at) =>
      at === null
        ? prose`文件 ${strong(title)} 在所有人完成之前已过期。`
        : prose`文件 ${strong(title)} 已于 ${at} 过期，当时尚未由所有人完成。`,
    next: (sender) => prose`您无需进行任何操作。如果仍需要此文件，请联系 ${sender} 重新发送。`,
  },
  code: {
    subject: '您的验证码：',
    heading: '您的验证码',
    preview: (minutes) => prose`请在您打开的页面中输入。有效期 ${minutes} 分钟。`,
    enter: (title, minutes) => prose`请输入此验证码以打开文件 ${strong(title)}。有效期 ${minutes} 分钟。`,
    keep: '请勿将验证码告诉任何人，包括发件人。如果您没有请求验证码，请忽略此邮件：没有验证码就无法打开文件。',
  },
};
