/** What every line of the log carries that is written while some work runs, however deep: the request's id, the job's id. */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<Readonly<Record<string, unknown>>>();

/** Runs `work` so that its lines carry these fields, beside those of the work around it. */
export function withLogFields<T>(fields: Readonly<Record<string, unknown>>, work: () => T): T {
  return current.run({ ...current.getStore(), ...fields }, work);
}

/** The fields in force here. */
export function logFields(): Readonly<Record<string, unknown>> {
  return current.getStore() ?? {};
}
