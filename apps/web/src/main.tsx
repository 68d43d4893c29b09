/** The signing page at /sign/{token} (docs/spec/decisions.md, sections 3 and 9). */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageProvider } from './signing/language.tsx';
import { SigningPage } from './signing/signing-page.tsx';
import './ui/styles.css';

const token = /^\/sign\/([^/]+)\/?$/.exec(location.pathname)?.[1] ?? '';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LanguageProvider>
      <SigningPage token={token} />
    </LanguageProvider>
  </StrictMode>,
);
