/**
 * Before all tests: one PostgreSQL of its own for this run, and in it a template with every migration and queue, of which
 * each test file gets a copy. Two runs on one machine have two servers.
 */
import { silentLog } from '@countersign/db/log';
import { startThrowawayPostgres } from '@countersign/db/throwaway';
import { migrateDatabase } from '@countersign/queue/migrate';
import pg from 'pg';
import { serverVariable, templateName, urlOf } from './template.ts';

/** Jest asks for a default export. */
export default async function globalSetup(): Promise<void> {
  const server = await startThrowawayPostgres();
  await prepareTemplate(server.url);
  process.env[serverVariable] = server.url;
  Object.assign(globalThis, { stopTestServer: server.stop });
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
