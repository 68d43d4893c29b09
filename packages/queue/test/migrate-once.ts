/** For migrate.test.ts: migrates the database and prints the names of the migrations that this process applied. */
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';

const { applied } = await migrateDatabase(process.argv[2] ?? '', { log: silentLog });
process.stdout.write(JSON.stringify(applied));
