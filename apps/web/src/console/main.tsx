/** The team's console: everything outside /sign, /verify, /docs and the API. */
import '@fontsource-variable/inter/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/styles.css';
import './console.css';
import { App } from './app.tsx';
import { RouterProvider } from './router.tsx';
import { ToastProvider } from './toasts.tsx';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider>
      <ToastProvider>
        <App />
      </ToastProvider>
    </RouterProvider>
  </StrictMode>,
);
