/** After all tests. */
import { endTestRun } from './test-run.ts';

/** Jest requires a default export. */
export default endTestRun;
