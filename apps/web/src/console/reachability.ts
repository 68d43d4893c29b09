/** Whether the service answers. Every call of the console reports here; while the service is down, it is probed until it answers. */
import { useSyncExternalStore } from 'react';

/** Milliseconds between probes. */
const probeMs = 2000;
/** Statuses of a proxy whose service is down. */
const awayStatuses = new Set([502, 503, 504]);

let isAway = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const returnListeners = new Set<() => void>();

/** Reports a response, or null when a call got none. A problem document shows that the service itself has answered. */
export function reportAnswer(answer: { status: number; contentType: string | null } | null): void {
  const isProblem = answer?.contentType?.startsWith('application/problem+json') ?? false;
  const away = answer === null || (awayStatuses.has(answer.status) && !isProblem);
  if (away === isAway) return;
  isAway = away;
  clearTimeout(timer);
  if (away) scheduleProbe();
  for (const listener of listeners) listener();
  if (!away) for (const listener of returnListeners) listener();
}

/** The part of a response that matters here. */
export const answerOf = ({ status, headers }: Response) => ({
  status,
  contentType: headers.get('content-type'),
});

function scheduleProbe(): void {
  timer = setTimeout(async () => {
    await isReachable();
    if (isAway) scheduleProbe();
  }, probeMs);
}

/** Probes the service and reports the result. */
export async function isReachable(): Promise<boolean> {
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  reportAnswer(response && answerOf(response));
  return !isAway;
}

/** Calls `listener` each time the service answers again. Returns the function that stops this. */
export function onReturn(listener: () => void): () => void {
  returnListeners.add(listener);
  return () => returnListeners.delete(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while the service does not answer. */
export function useIsAway(): boolean {
  return useSyncExternalStore(subscribe, () => isAway);
}
