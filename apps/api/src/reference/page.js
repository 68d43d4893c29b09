// Adds to the documentation: the console's light or dark look, copying, one language for all samples, results while typing, and a
// form that sends a request with a test key. The pages can be read without it.

/** Storage can be blocked; then nothing is remembered. */
function recall(storage, name) {
  try {
    return window[storage].getItem(name);
  } catch {
    return null;
  }
}
function remember(storage, name, value) {
  try {
    window[storage].setItem(name, value);
  } catch {
    // Storage is blocked: the page works, but forgets the value when it is closed.
  }
}

/** Creates an element with attributes and children. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const look = recall('localStorage', 'countersign.appearance');
if (look === 'light' || look === 'dark') document.documentElement.dataset.appearance = look;

document.addEventListener('DOMContentLoaded', () => {
  addCopyButtons();
  rememberLanguage();
  searchWhileTyping();
  addTryButtons();
});

function addCopyButtons() {
  for (const figure of document.querySelectorAll('.code')) {
    const button = element('button', { type: 'button', class: 'copy' }, 'Copy');
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(figure.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    figure.append(button);
  }
}

/** Choosing a language chooses it for all samples, where it exists. */
function rememberLanguage() {
  const choose = (language) => {
    for (const input of document.querySelectorAll(`.tabs input[value="${language}"]`)) input.checked = true;
  };
  const inputs = document.querySelectorAll('.tabs input');
  for (const input of inputs)
    input.addEventListener('change', () => {
      const top = input.getBoundingClientRect().top;
      choose(input.value);
      remember('localStorage', 'countersign.docs-language', input.value);
      // Samples above may have changed their height.
      window.scrollBy({ top: input.getBoundingClientRect().top - top, behavior: 'instant' });
    });
  const chosen = recall('localStorage', 'countersign.docs-language');
  if (['TypeScript', 'Python'].includes(chosen)) choose(chosen);
}

function searchWhileTyping() {
  const form = document.querySelector('.search');
  const input = form.querySelector('input');
  const found = element('div', { class: 'found', role: 'region', 'aria-label': 'Results', hidden: '' });
  form.append(found);
  let newest = 0;

  const close = () => {
    newest += 1;
    found.hidden = true;
  };
  input.addEventListener('input', async () => {
    newest += 1;
    const number = newest;
    if (input.value.trim() === '') return close();
    try {
      const response = await fetch(`/docs/search?part=list&q=${encodeURIComponent(input.value)}`);
      if (!response.ok || number !== newest) return;
      const list = new DOMParser().parseFromString(await response.text(), 'text/html');
      // Results that come after an arrow key must not take the focus away.
      const focused = found.contains(document.activeElement) ? document.activeElement.href : null;
      found.replaceChildren(...list.body.children);
      found.hidden = false;
      if (focused) ([...found.querySelectorAll('a')].find(({ href }) => href === focused) ?? input).focus();
    } catch {
      // Without a connection there are no results while typing.
    }
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      close();
      input.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || found.hidden) return;
    event.preventDefault();
    const places = [input, ...found.querySelectorAll('a')];
    places[Math.max(0, places.indexOf(document.activeElement) + step)]?.focus();
  });
  document.addEventListener('click', (event) => {
    if (!form.contains(event.target) || event.target.closest('a')) close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input:not([type="radio"]), textarea, dialog');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

// Trying an operation

function addTryButtons() {
  for (const samples of document.querySelectorAll('[data-try]')) {
    const button = element('button', { type: 'button', class: 'button try-button' }, 'Try it');
    button.addEventListener('click', () => openTry(JSON.parse(samples.dataset.try)));
    samples.prepend(button);
  }
}

/** The key is kept until the tab is closed. */
const keyName = 'countersign.docs-test-key';

function openTry(operation) {
  const key = element('input', { type: 'password', autocomplete: 'off', spellcheck: 'false', required: '' });
  key.value = recall('sessionStorage', keyName) ?? '';
  const inputs = operation.parameters.map((parameter) => {
    const input = element('input', { autocomplete: 'off', spellcheck: 'false' });
    input.required = parameter.required;
    if (parameter.place === 'path') input.placeholder = parameter.example;
    return { ...parameter, input };
  });
  const body = bodyInput(operation.body);
  const answer = element('div', { class: 'answer', 'aria-live': 'polite' });
  const send = element('button', { class: 'button button-primary' }, 'Send');
  const shut = element('button', { type: 'button', class: 'button' }, 'Close');
  const form = element(
    'form',
    {},
    labelled(
      'Test key',
      key,
      'Begins with cs_test_. Kept until this tab is closed. Live keys are refused here.',
    ),
    ...inputs.map(({ name, place, input }) => labelled(name, input, place === 'path' ? '' : 'Query')),
    ...(body ? [labelled('Body', body, operation.body.type)] : []),
    element('div', { class: 'row' }, send, shut),
  );
  const title = element('h2', { id: 'try-title' }, operation.title);
  const address = element('p', { class: 'facts' }, `${operation.method} ${operation.path}`);
  const dialog = element('dialog', { 'aria-labelledby': 'try-title' }, title, address, form, answer);
  shut.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!key.value.startsWith('cs_test_')) {
      answer.replaceChildren(element('p', { class: 'fault' }, 'Use a test key: it begins with cs_test_.'));
      key.focus();
      return;
    }
    remember('sessionStorage', keyName, key.value);
    send.disabled = true;
    answer.replaceChildren(element('p', { class: 'hint' }, 'Sending…'));
    answer.replaceChildren(...(await attempt(operation, key.value, inputs, body)));
    send.disabled = false;
  });
  document.body.append(dialog);
  dialog.showModal();
}

function labelled(text, input, hint) {
  const note = hint ? [element('span', { class: 'hint' }, hint)] : [];
  return element('label', {}, text, input, ...note);
}

function bodyInput(body) {
  if (!body) return null;
  if (body.type !== 'application/json') return element('input', { type: 'file', required: '' });
  const input = element('textarea', { spellcheck: 'false' });
  input.value = body.example;
  return input;
}

/** Sends the request and describes the response. */
async function attempt(operation, key, inputs, body) {
  const value = (name) => encodeURIComponent(inputs.find((one) => one.name === name).input.value.trim());
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name) => value(name));
  const query = new URLSearchParams(
    inputs
      .filter(({ place, input }) => place === 'query' && input.value.trim() !== '')
      .map(({ name, input }) => [name, input.value.trim()]),
  );
  const headers = { Authorization: `Bearer ${key}` };
  let content;
  if (body?.type === 'file') {
    headers['Content-Type'] =
      operation.body.type === 'multipart/form-data' ? body.files[0].type : operation.body.type;
    content = body.files[0];
  } else if (body?.value.trim()) {
    headers['Content-Type'] = 'application/json';
    content = body.value;
  }
  try {
    const response = await fetch(query.size > 0 ? `${path}?${query}` : path, {
      method: operation.method,
      headers,
      body: content,
      // Only the key counts, not a session of the console.
      credentials: 'omit',
    });
    return await describe(response);
  } catch (error) {
    return [element('p', { class: 'fault' }, `The request was not answered: ${error.message}`)];
  }
}

async function describe(response) {
  const id = response.headers.get('X-Request-Id');
  const status = element('p', {}, element('strong', {}, `${response.status} ${response.statusText}`));
  const parts = [status];
  if (id) parts.push(element('p', { class: 'hint' }, `X-Request-Id: ${id}`));
  const type = response.headers.get('Content-Type') ?? '';
  if (type.includes('json')) {
    const value = await response.json();
    const code = element('code', {}, JSON.stringify(value, null, 2));
    const pre = element('pre', { tabindex: '0' }, code);
    parts.push(element('figure', { class: 'code' }, pre));
    const slug = /^\/problems\/([\w-]+)$/.exec(value?.type ?? '')?.[1];
    if (slug)
      parts.push(element('p', {}, element('a', { href: `/errors/${slug}` }, `About the problem ${slug}`)));
  } else if (response.status !== 204) {
    const blob = await response.blob();
    const link = element('a', { href: URL.createObjectURL(blob), download: '' }, 'Save the file');
    parts.push(element('p', {}, `${type}, ${blob.size} bytes. `, link));
  }
  return parts;
}
