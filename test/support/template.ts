/** What the set-up of a run passes to its test files: the address of the server, and the database that each file copies. */
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import pg from 'pg';

/** The variable that carries the server's address from the set-up to the workers. */
export const serverVariable = 'COUNTERSIGN_TEST_SERVER';
/** The variable that names the test file in a process that runs several (test/mutation). */
export const testFileVariable = 'COUNTERSIGN_TEST_FILE';
export const templateName = 'countersign_template';

/** The same server, another database. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Creates the template database. Nobody may connect to it afterwards, so that it can be copied at any moment. */
export async function prepareTemplate(serverUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${templateName}`);
    await migrateDatabase(urlOf(serverUrl, templateName), { log: silentLog });
    await admin.query(`ALTER DATABASE ${templateName} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  } finally {
    await admin.end();
  }
}
