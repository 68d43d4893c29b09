/** For embedded.test.ts: starts the server of a data folder, prints its URL and lives on until it is killed. */

import { startEmbeddedPostgres } from '@countersign/dev-database/embedded';
import { silentLog } from '@countersign/log/port';

const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: silentLog });
process.stdout.write(`${url}\n`);
