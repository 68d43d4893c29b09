/** After all tests: stops the server of the run and removes the run's folder. */

/** Jest asks for a default export. */
export default async function globalTeardown(): Promise<void> {
  await (globalThis as { endTestRun?: () => Promise<void> }).endTestRun?.();
}
