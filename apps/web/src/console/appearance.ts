/** Light or dark: the system decides until the person chooses. The choice is remembered on this device. */
import { useSyncExternalStore } from 'react';

export const appearances = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof appearances)[number];

const rememberedAs = 'countersign.appearance';
const listeners = new Set<() => void>();
let chosen: Appearance = recall();
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function recall(): Appearance {
  try {
    const text = localStorage.getItem(rememberedAs);
    return appearances.find((one) => one === text) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Applies the remembered choice. Call it before the first render. */
export function applyAppearance(): void {
  if (chosen === 'system') delete document.documentElement.dataset.appearance;
  else document.documentElement.dataset.appearance = chosen;
}

/** Sets and remembers the choice. Without storage it lasts until the page is closed. */
export function chooseAppearance(appearance: Appearance): void {
  chosen = appearance;
  try {
    localStorage.setItem(rememberedAs, appearance);
  } catch {
    // Without storage the choice is applied but not remembered.
  }
  applyAppearance();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  systemIsDark.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    systemIsDark.removeEventListener('change', listener);
  };
}

/** The person's choice. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, () => chosen);
}

/** Whether the console is dark now. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, () =>
    chosen === 'system' ? systemIsDark.matches : chosen === 'dark',
  );
}
