/** Short messages about what just happened. Screen readers announce them; those about success disappear automatically. */
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { Icon } from './parts/icon.tsx';
import { errorWords } from './problem-error.ts';

interface Toast {
  id: number;
  tone: 'good' | 'bad';
  text: string;
}

interface Toasts {
  say(text: string): void;
  complain(error: unknown): void;
  /** Runs `work` and shows the text that it returns, or its error. */
  attempt(work: () => Promise<string>): Promise<void>;
}

const ToastContext = createContext<Toasts | null>(null);
const shownMilliseconds = 5000;

/** Shows the newest three messages. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const counter = useRef(0);
  const close = useCallback((id: number) => setToasts((all) => all.filter((one) => one.id !== id)), []);
  const add = useCallback(
    (tone: Toast['tone'], text: string) => {
      counter.current += 1;
      const id = counter.current;
      setToasts((all) => [...all.slice(-2), { id, tone, text }]);
      if (tone === 'good') setTimeout(() => close(id), shownMilliseconds);
    },
    [close],
  );
  const api = useMemo<Toasts>(
    () => ({
      say: (text) => add('good', text),
      complain: (error) => add('bad', typeof error === 'string' ? error : errorWords(error)),
      attempt: (work) =>
        work().then(
          (text) => add('good', text),
          (error: unknown) => add('bad', errorWords(error)),
        ),
    }),
    [add],
  );
  return (
    <ToastContext value={api}>
      {children}
      <section className="c-toasts" aria-label="Messages" aria-live="polite">
        {toasts.map((toast) => (
          <div key={toast.id} className={`c-toast c-toast-${toast.tone}`}>
            <Icon name={toast.tone === 'good' ? 'check' : 'warning'} />
            <p>{toast.text}</p>
            <button
              type="button"
              className="c-icon-button"
              aria-label="Dismiss"
              onClick={() => close(toast.id)}
            >
              <Icon name="close" />
            </button>
          </div>
        ))}
      </section>
    </ToastContext>
  );
}

/** The functions that show messages. */
export function useToasts(): Toasts {
  return useContext(ToastContext)!;
}
