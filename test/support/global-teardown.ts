/** After all tests: stops the server of the run and removes its folder. */

/** Jest asks for a default export. */
export default async function globalTeardown(): Promise<void> {
  await (globalThis as { stopTestServer?: () => Promise<void> }).stopTestServer?.();
}
