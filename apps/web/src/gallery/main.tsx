/**
 * Every component and state on one page, for people who work on the pages: `npm run dev`, then /gallery. The production build does
 * not contain it; test/browser/gallery.test.ts builds it with `vite build --mode gallery`.
 */
import '@fontsource-variable/inter/wght.css';
import { createRoot } from 'react-dom/client';
import '../ui/styles.css';
import '../console/console.css';
import { RouterProvider } from '../console/router.tsx';
import { ToastProvider } from '../console/toasts.tsx';
import { ConsoleParts } from './console-parts.tsx';
import { SigningParts } from './signing-parts.tsx';

createRoot(document.getElementById('root')!).render(
  <RouterProvider>
    <ToastProvider>
      <main className="c-page" style={{ padding: '1rem' }}>
        <h1>Gallery</h1>
        <ConsoleParts />
        <SigningParts />
      </main>
    </ToastProvider>
  </RouterProvider>,
);
