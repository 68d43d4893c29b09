/** The signing page: at /sign/{token} for a link (docs/spec/decisions.md, sections 3 and 9), at /embed/{token} for a session. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { EmbeddedPage } from './signing/embedded-page.tsx';
import { LanguageProvider } from './signing/language.tsx';
import { createSigningApi } from './signing/signing-api.ts';
import { SigningPage } from './signing/signing-page.tsx';
import './ui/styles.css';

const [, kind, token] = /^\/(sign|embed)\/([^/]+)\/?$/.exec(location.pathname) ?? [];
const linkApi = kind === 'sign' && token !== undefined ? createSigningApi({ link: token }) : null;

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LanguageProvider>
      {kind === 'embed' ? <EmbeddedPage urlToken={token!} /> : <SigningPage api={linkApi} />}
    </LanguageProvider>
  </StrictMode>,
);
