/** Operator commands, run in the test's own process. */
import type { AdminContext } from '@countersign/admin/command';
import { readEnv } from '@countersign/config/env';
import type { TestBase } from './base.ts';

/** The context of a command. What the command prints goes to `printed`. */
export function adminContext(base: TestBase, printed: string[]): AdminContext {
  const { db, queue, databaseUrl, now, folder } = base;
  return {
    config: readEnv({ DATABASE_URL: databaseUrl, DATA_DIR: folder, SECRET_KEY: 's'.repeat(40) }),
    print: (text) => void printed.push(text),
    hasColors: false,
    db,
    databaseUrl,
    now,
    queue: async () => queue,
  };
}
