/** Pages whose script is fetched when they are first shown. */
import { type ComponentType, lazy } from 'react';

/** The script of a page could not be fetched: the service is down, or a new version has replaced the script. */
export class MissingScriptError extends Error {
  override readonly name = 'MissingScriptError';
}

/** A component that loads on first use. Throws MissingScriptError while rendering when its script cannot be fetched. */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      throw new MissingScriptError('The script of this page cannot be fetched.', { cause });
    }
  });
}

const reloadedKey = 'countersign.reloaded';
/** Milliseconds during which a second missing script does not reload the page again. */
const reloadPauseMs = 60_000;

/** Reloads the page unless it was reloaded for a missing script a moment ago. Returns whether it reloads. */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey) ?? 0) < reloadPauseMs) return false;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    // Without storage nothing would stop a second reload, so the person decides.
    return false;
  }
  location.reload();
  return true;
}
