/** The database's schema. */
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { type Command, readOptions } from '../command.ts';

export const migrateCommands: Command[] = [
  {
    words: ['migrate'],
    usage: 'migrate',
    summary: 'apply missing migrations and create the queues; can be repeated',
    run: async (context, words) => {
      readOptions(words, { required: [] });
      const log = { ...silentLog, warn: context.print };
      const { applied } = await migrateDatabase(context.databaseUrl, { log });
      context.print(
        applied.length === 0
          ? 'The schema is up to date.'
          : `Applied:\n${applied.map((name) => `  ${name}`).join('\n')}`,
      );
    },
  },
];
