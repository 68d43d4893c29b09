/** Entry of the console: every page except /sign, /verify, /docs and the API. */
import '@fontsource-variable/inter/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/styles.css';
import './console.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { App } from './app.tsx';
import { applyAppearance } from './appearance.ts';
import { MissingScriptError } from './lazy-page.ts';
import { queryClient } from './query-client.ts';
import { AppBoundary } from './recovery.tsx';
import { RouterProvider } from './router.tsx';
import { ToastProvider } from './toasts.tsx';

applyAppearance();
createRoot(document.getElementById('root')!, {
  // The page handles a missing script by reloading; anything else is a defect.
  onCaughtError: (error) => {
    if (!(error instanceof MissingScriptError)) console.error(error);
  },
}).render(
  <StrictMode>
    <AppBoundary>
      <QueryClientProvider client={queryClient}>
        <RouterProvider>
          <ToastProvider>
            <App />
          </ToastProvider>
        </RouterProvider>
      </QueryClientProvider>
    </AppBoundary>
  </StrictMode>,
);
