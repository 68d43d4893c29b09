/** What the set-up of a run and its test files agree on. */

/** The variable that carries the server's address from the set-up to the workers. */
export const serverVariable = 'COUNTERSIGN_TEST_SERVER';
export const templateName = 'countersign_template';

/** The same server, another database. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
