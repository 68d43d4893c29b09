/** The address that a person wanted to open before signing in, kept on this device until they come back. */
import { safeAddress } from './router.tsx';

const key = 'countersign.wanted';

/** Keeps the address, if it is one of the console. */
export function rememberWanted(address: string): void {
  const safe = safeAddress(address);
  if (!safe) return;
  try {
    localStorage.setItem(key, safe);
  } catch {
    // Without storage the documents are opened instead.
  }
}

/** The address that was kept, once; otherwise the list of documents. */
export function takeWanted(): string {
  try {
    const address = localStorage.getItem(key);
    localStorage.removeItem(key);
    return safeAddress(address) ?? '/documents';
  } catch {
    return '/documents';
  }
}
