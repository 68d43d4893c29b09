/** The progress of long work, with its rate and the time that is left. */
import { useState } from 'react';
import { Progress } from '../parts/controls.tsx';
import { counted, printSpan } from '../parts/moments.ts';

/**
 * The rate is measured since `startedAt`, when nothing was done yet, or since the bar was first shown. A rate below one a second and a
 * remaining time below 5 seconds are not shown.
 */
export function RatedProgress({
  doing,
  done,
  total,
  unit,
  startedAt = null,
}: {
  doing: string;
  done: number;
  total: number;
  unit: string;
  startedAt?: string | null;
}) {
  const [first] = useState(() =>
    startedAt === null ? { at: Date.now(), done } : { at: Date.parse(startedAt), done: 0 },
  );
  const perSecond = (done - first.done) / Math.max(1, (Date.now() - first.at) / 1000);
  const left = perSecond > 0 ? (total - done) / perSecond : null;
  const speed = perSecond >= 1 ? `, ${Math.round(perSecond).toLocaleString('en')} a second` : '';
  const rest = left !== null && left >= 5 ? `, about ${printSpan(Math.ceil(left))} left` : '';
  return (
    <Progress
      share={total > 0 ? done / total : 0}
      label={`${doing}: ${done.toLocaleString('en')} of ${counted(total, unit)}${speed}${rest}`}
    />
  );
}
