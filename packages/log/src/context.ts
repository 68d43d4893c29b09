/** Fields that are added to every log line that is written while some work runs, such as the ids of request and job. */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<Readonly<Record<string, unknown>>>();

/** Runs `work` with these fields in its log lines, in addition to the fields of the surrounding work. */
export function withLogFields<T>(fields: Readonly<Record<string, unknown>>, work: () => T): T {
  return current.run({ ...current.getStore(), ...fields }, work);
}

/** The current fields. */
export function logFields(): Readonly<Record<string, unknown>> {
  return current.getStore() ?? {};
}
