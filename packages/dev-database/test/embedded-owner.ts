/** For embedded.test.ts: starts the server of a data folder, prints its URL and lives on until it is killed. */

import { silentLog } from '@countersign/db/log';
import { startEmbeddedPostgres } from '@countersign/dev-database/embedded';

const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: silentLog });
process.stdout.write(`${url}\n`);
