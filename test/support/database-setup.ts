/** Before the tests that need a database. */
import { startDatabaseServer } from './test-run.ts';

/** Jest requires a default export. */
export default startDatabaseServer;
