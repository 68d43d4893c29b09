/**
 * The signing page: at /sign/{token} for a link (docs/spec/decisions.md, sections 3 and 9), at /embed/{token} for a session. At
 * /d/{token} the page of a direct link, which creates the document.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DirectPage } from './signing/direct-page.tsx';
import { EmbeddedPage } from './signing/embedded-page.tsx';
import { LanguageProvider } from './signing/language.tsx';
import { loadWords, pickLanguage, rememberedLanguage } from './signing/languages.ts';
import { createSigningApi } from './signing/signing-api.ts';
import { SigningPage } from './signing/signing-page.tsx';
import './ui/styles.css';

const [, kind, token] = /^\/(sign|embed|d)\/([^/]+)\/?$/.exec(location.pathname) ?? [];
const linkApi = kind === 'sign' && token !== undefined ? createSigningApi({ link: token }) : null;

// A frame matches the page of the application around it, which is usually light.
if (kind === 'embed') document.documentElement.dataset.appearance = 'light';

const firstLanguage = pickLanguage(rememberedLanguage(), navigator.languages);
// Rendering replaces what the HTML shows, so the texts are loaded first.
const firstWords = await loadWords(firstLanguage);
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LanguageProvider first={{ tag: firstLanguage, words: firstWords }}>
      {kind === 'embed' && <EmbeddedPage urlToken={token!} />}
      {kind === 'd' && <DirectPage token={token!} />}
      {kind !== 'embed' && kind !== 'd' && <SigningPage api={linkApi} />}
    </LanguageProvider>
  </StrictMode>,
);
