// Accepts files dropped anywhere, and reports files over the limit before the upload. The form works without this script.
const form = document.querySelector('form');
const input = form.querySelector('input[type="file"]');
const button = form.querySelector('button');
const message = document.getElementById('message');
let isBusy = false;

form.querySelector('.drop').hidden = false;

function setBusy(busy) {
  isBusy = busy;
  button.setAttribute('aria-disabled', String(busy));
  button.textContent = busy ? 'Verifying …' : 'Verify';
  message.textContent = busy ? 'The file is being read and checked.' : '';
}

function isTooLarge() {
  const [file] = input.files;
  if (!file || file.size <= Number(form.dataset.maxBytes)) return false;
  message.textContent = `The file is too large: files of up to ${form.dataset.maxText} can be checked here.`;
  return true;
}

input.addEventListener('change', () => {
  message.textContent = '';
  isTooLarge();
});

form.addEventListener('submit', (event) => {
  if (isBusy || isTooLarge()) event.preventDefault();
  else setBusy(true);
});

function carriesFiles(event) {
  return Boolean(event.dataTransfer?.types.includes('Files'));
}

for (const type of ['dragenter', 'dragover']) {
  window.addEventListener(type, (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    form.classList.add('dragging');
  });
}
window.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) form.classList.remove('dragging');
});
window.addEventListener('drop', (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  form.classList.remove('dragging');
  if (isBusy) return;
  if (event.dataTransfer.files.length !== 1) {
    message.textContent = 'Drop one file at a time.';
    return;
  }
  input.files = event.dataTransfer.files;
  form.requestSubmit();
});

// When the visitor goes back from the result, the browser may restore this page in its busy state.
window.addEventListener('pageshow', () => setBusy(false));
