import { useRef, useState } from 'react';

export interface Action<A extends unknown[]> {
  /** Returns whether it succeeded. */
  run(...args: A): Promise<boolean>;
  isBusy: boolean;
  error: unknown;
  forget(): void;
}

/** Runs something that may fail, one run at a time. Reports whether it is running and the last error. */
export function useAction<A extends unknown[]>(act: (...args: A) => Promise<void>): Action<A> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const busy = useRef(false);
  const run = async (...args: A) => {
    if (busy.current) return false;
    busy.current = true;
    setBusy(true);
    setError(null);
    try {
      await act(...args);
      return true;
    } catch (problem) {
      setError(problem);
      return false;
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return { run, isBusy, error, forget: () => setError(null) };
}
