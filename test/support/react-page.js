/** The script of an application page that uses React. `showReact` does what `show` of the page without React does. */

import { SigningFrame } from 'countersign-embed/react';
import { createElement, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const handlers = ['Ready', 'Signed', 'Declined', 'Reassigned', 'Expired', 'Error'];

function Page({ first, next, events }) {
  const [url, setUrl] = useState(first);
  const hear = (type) => (event) => {
    events.push({ type, ...event });
    if (type === 'expired' || type === 'error') setUrl(next);
  };
  const props = Object.fromEntries(handlers.map((name) => [`on${name}`, hear(name.toLowerCase())]));
  return createElement(SigningFrame, { url, style: { height: '800px' }, ...props });
}

globalThis.showReact = (first, next, events) =>
  createRoot(document.getElementById('place')).render(
    createElement(StrictMode, null, createElement(Page, { first, next, events })),
  );
