/** Whether the service answers. Every call of the console reports here; while the service is down, it is probed until it answers. */
import { useSyncExternalStore } from 'react';

/** Milliseconds between probes. */
const probeMs = 2000;
/** Statuses of a proxy whose service is down. */
const unreachableStatuses = new Set([502, 503, 504]);

let isUnreachable = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const returnListeners = new Set<() => void>();

/** Reports a response, or null when a call got none. A problem document shows that the service itself has answered. */
export function reportAnswer(answer: { status: number; contentType: string | null } | null): void {
  const isProblem = answer?.contentType?.startsWith('application/problem+json') ?? false;
  const isNowUnreachable = answer === null || (unreachableStatuses.has(answer.status) && !isProblem);
  if (isNowUnreachable === isUnreachable) return;
  isUnreachable = isNowUnreachable;
  clearTimeout(timer);
  if (isNowUnreachable) scheduleProbe();
  for (const listener of listeners) listener();
  if (!isNowUnreachable) for (const listener of returnListeners) listener();
}

/** The part of a response that matters here. */
export const answerOf = ({ status, headers }: Response) => ({
  status,
  contentType: headers.get('content-type'),
});

function scheduleProbe(): void {
  timer = setTimeout(async () => {
    await probeService();
    if (isUnreachable) scheduleProbe();
  }, probeMs);
}

/** Probes the service and reports the result. */
export async function probeService(): Promise<boolean> {
  const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  reportAnswer(response && answerOf(response));
  return !isUnreachable;
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
export function useIsUnreachable(): boolean {
  return useSyncExternalStore(subscribe, () => isUnreachable);
}
