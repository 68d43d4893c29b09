/** How large the pages are shown in the editor. */
import { useState } from 'react';

const levels = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5];

export interface Zoom {
  level: number;
  canShrink: boolean;
  canGrow: boolean;
  /** Goes to a larger level with 1, to a smaller one with -1. */
  step(by: 1 | -1): void;
}

/** Starts at 1: pages fill the width that they have. */
export function useZoom(): Zoom {
  const [level, setLevel] = useState(1);
  const at = levels.findIndex((one) => one >= level);
  return {
    level,
    canShrink: at > 0,
    canGrow: at < levels.length - 1,
    step: (by) => setLevel(levels[Math.max(0, Math.min(levels.length - 1, at + by))]!),
  };
}
