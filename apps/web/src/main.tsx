/**
 * The signing page: at /sign/{token} for a link (docs/spec/decisions.md, sections 3 and 9), at /embed/{token} for a session. At
 * /d/{token} the page of a direct link, which creates the document; at /report/{token} the page to report abuse.
 */
import { type OwnSignatureFailure, ownSignatureFailures } from '@countersign/contract/enumerations';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DirectPage } from './signing/direct-page.tsx';
import { EmbeddedPage } from './signing/embedded-page.tsx';
import { LanguageProvider } from './signing/language.tsx';
import { loadWords, pickLanguage, rememberedLanguage } from './signing/languages.ts';
import { ReportPage } from './signing/report-page.tsx';
import { createSigningApi } from './signing/signing-api.ts';
import { SigningPage } from './signing/signing-page.tsx';
import './ui/styles.css';

const [, kind, token] = /^\/(sign|report|embed|d)\/([^/]+)\/?$/.exec(location.pathname) ?? [];
const isLink = kind === 'sign' || kind === 'report';
const linkApi = isLink && token !== undefined ? createSigningApi({ link: token }) : null;

// A frame matches the page of the application around it, which is usually light.
if (kind === 'embed') document.documentElement.dataset.appearance = 'light';

const failure = takeFailure();

const firstLanguage = pickLanguage(rememberedLanguage(), navigator.languages);
// Rendering replaces what the HTML shows, so the texts are loaded first.
const firstWords = await loadWords(firstLanguage);
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LanguageProvider first={{ tag: firstLanguage, words: firstWords }}>
      {kind === 'embed' && <EmbeddedPage urlToken={token!} />}
      {kind === 'd' && <DirectPage token={token!} />}
      {kind === 'report' && <ReportPage api={linkApi} token={token!} />}
      {(kind === 'sign' || kind === undefined) && (
        <SigningPage api={linkApi} reportUrl={linkApi && `/report/${token}`} failure={failure} />
      )}
    </LanguageProvider>
  </StrictMode>,
);

/**
 * The failure that the provider of the recipient's key reported in the query when it sent the browser back, or null. Removes it from the
 * address, so that reloading does not show it again.
 */
function takeFailure(): OwnSignatureFailure | null {
  const given = new URLSearchParams(location.search).get('signature');
  if (given !== null) history.replaceState(history.state, '', location.pathname);
  return ownSignatureFailures.find((one) => one === given) ?? null;
}
