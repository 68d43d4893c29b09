/**
 * The mailbox page: a list that is updated by long polling, a search, and a reader. Other people's text is inserted only as text. The
 * HTML of an email is shown in a sandboxed frame with its own security policy.
 */

/** @typedef {{ name: string, address: string }} Address */
/** @typedef {{ id: string, receivedAt: string, from: Address | null, to: Address[], envelope: { from: string, to: string[] }, subject: string, text: string, html: string | null }} Message */

const list = document.querySelector('#list');
const count = document.querySelector('#count');
const search = document.querySelector('#search');
const pane = document.querySelector('#message');
const clear = document.querySelector('#clear');
const main = document.querySelector('main');

/** @type {Message[]} Newest first. */
let messages = [];
let shownId = null;
let shownTab = 'html';

async function getJson(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return response.json();
}

async function refresh() {
  const asked = search.value.trim();
  const query = new URLSearchParams({ limit: '1000', ...(asked && { q: asked }) });
  const found = await getJson(`/api/messages?${query}`);
  if (search.value.trim() !== asked) return;
  messages = found;
  drawList(asked);
  drawMessage();
}

function drawList(asked) {
  const number = messages.length === 1 ? '1 email' : `${messages.length} emails`;
  count.textContent = asked ? `${number} found` : number;
  clear.disabled = messages.length === 0 && !asked;
  list.replaceChildren(
    ...messages.map((message) => {
      const link = element('a', { className: 'entry', href: `#${message.id}` });
      const recipient = message.to[0]?.name || message.to[0]?.address || message.envelope.to[0] || 'nobody';
      const time = element('time', {
        dateTime: message.receivedAt,
        title: new Date(message.receivedAt).toLocaleString(),
      });
      time.textContent = shortTime(new Date(message.receivedAt));
      link.append(
        element('span', { className: 'who', dir: 'auto', textContent: recipient }),
        time,
        element('span', { className: 'what', dir: 'auto', textContent: message.subject || '(no subject)' }),
      );
      if (message.id === chosenId()) link.setAttribute('aria-current', 'true');
      const item = element('li', {});
      item.append(link);
      return item;
    }),
  );
}

function chosenId() {
  return location.hash.slice(1) || null;
}

async function drawMessage() {
  const id = chosenId();
  main.classList.toggle('reading', id !== null);
  if (id === null) {
    shownId = null;
    const empty = search.value.trim() ? '#nothing-found' : '#nothing-yet';
    pane.replaceChildren(copyOf(messages.length === 0 ? empty : '#nothing-chosen'));
    return;
  }
  if (id === shownId) return;
  const message =
    messages.find((one) => one.id === id) ?? (await getJson(`/api/messages/${id}`).catch(() => null));
  if (chosenId() !== id) return;
  shownId = id;
  pane.replaceChildren(copyOf(message ? '#reader' : '#gone'));
  if (message) fillReader(message);
}

/** @param {Message} message */
function fillReader(message) {
  const back = pane.querySelector('.back');
  back.addEventListener('click', () => {
    location.hash = '';
  });
  back.after(
    element('h2', { className: 'subject', dir: 'auto', textContent: message.subject || '(no subject)' }),
  );
  const facts = [
    ['From', message.from ? full(message.from) : message.envelope.from],
    ['To', message.to.map(full).join(', ') || message.envelope.to.join(', ')],
    [
      'Received',
      new Date(message.receivedAt).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'medium' }),
    ],
  ];
  for (const [label, value] of facts) {
    const given = element('dd', { dir: 'auto', textContent: value });
    pane.querySelector('.facts').append(element('dt', { textContent: label }), given);
  }
  const tabs = [...pane.querySelectorAll('[role=tab]')];
  for (const tab of tabs) {
    tab.addEventListener('click', () => select(message, tab));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
      next.focus();
      select(message, next);
    });
  }
  select(message, pane.querySelector(`#tab-${shownTab}`));
}

/** Shows the email in the form that the tab selects. The tab stays selected for the next email. */
async function select(message, tab) {
  shownTab = tab.id.slice('tab-'.length);
  for (const one of pane.querySelectorAll('[role=tab]')) {
    one.setAttribute('aria-selected', String(one === tab));
    one.tabIndex = one === tab ? 0 : -1;
  }
  const panel = pane.querySelector('.panel');
  panel.setAttribute('aria-labelledby', tab.id);
  if (shownTab === 'source') {
    const raw = await fetch(`/api/messages/${message.id}/raw`).then((response) => response.text());
    if (panel.getAttribute('aria-labelledby') === tab.id)
      panel.replaceChildren(element('pre', { className: 'source', textContent: raw, tabIndex: 0 }));
  } else if (shownTab === 'text' || message.html === null) {
    panel.replaceChildren(linked(message.text));
  } else {
    const frame = element('iframe', {
      className: 'frame',
      title: 'The email as its recipient sees it',
      src: `/messages/${message.id}/html`,
    });
    frame.sandbox = 'allow-popups allow-popups-to-escape-sandbox';
    panel.replaceChildren(frame);
  }
}

/** The text with its web addresses as links. */
function linked(text) {
  const shown = element('pre', { className: 'source', dir: 'auto', tabIndex: 0 });
  for (const [index, part] of text.split(/(\bhttps?:\/\/[^\s<>"]+)/).entries()) {
    if (index % 2 === 0) shown.append(part);
    else shown.append(element('a', { href: part, target: '_blank', rel: 'noreferrer', textContent: part }));
  }
  return shown;
}

function full({ name, address }) {
  return name ? `${name} <${address}>` : address;
}

function shortTime(date) {
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

function copyOf(selector) {
  return document.querySelector(selector).content.cloneNode(true);
}

/** Waits for the next email with one long poll after the other. After a failure, such as a restart, pauses for two seconds. */
async function follow() {
  for (let after = messages[0]?.id ?? new Date(0).toISOString(); ; ) {
    try {
      const query = new URLSearchParams({ after, timeout_ms: '60000', in_vain: 'null' });
      const message = await getJson(`/api/messages/wait?${query}`);
      if (message === null) continue;
      after = message.id;
      await refresh();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  }
}

search.addEventListener('input', () => refresh());
window.addEventListener('hashchange', () => {
  drawList(search.value.trim());
  drawMessage();
});
clear.addEventListener('click', () => document.querySelector('#confirm').showModal());
document.querySelector('#confirm').addEventListener('close', async ({ target }) => {
  if (target.returnValue !== 'delete') return;
  target.returnValue = '';
  await fetch('/api/messages', { method: 'DELETE' });
  location.hash = '';
  search.value = '';
  await refresh();
});

const { smtp_url: smtpUrl } = await getJson('/api/info');
document.querySelector('#smtp').textContent = `SMTP_URL=${smtpUrl}`;
await refresh();
follow();
