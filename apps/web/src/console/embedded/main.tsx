/** Entry of the page of a preparation URL: the editor of one draft, usually in a frame of an application. */
import '@fontsource-variable/inter/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../ui/styles.css';
import '../console.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { AppBoundary } from '../recovery.tsx';
import { RouterProvider } from '../router.tsx';
import { ToastProvider } from '../toasts.tsx';
import { PreparationPage } from './preparation-page.tsx';

const [, token = ''] = /^\/embed\/prepare\/([^/]+)\/?$/.exec(location.pathname) ?? [];

// A frame matches the page of the application around it, which is usually light.
document.documentElement.dataset.appearance = 'light';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <AppBoundary>
      <QueryClientProvider client={queryClient}>
        <RouterProvider>
          <ToastProvider>
            <PreparationPage urlToken={token} />
          </ToastProvider>
        </RouterProvider>
      </QueryClientProvider>
    </AppBoundary>
  </StrictMode>,
);
