import type { ReactNode } from 'react';

export type Tone = 'plain' | 'info' | 'good' | 'warn' | 'bad';

/** A state in one or two words. The color repeats what the text says. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`c-badge c-badge-${tone}`}>{children}</span>;
}
