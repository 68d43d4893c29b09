/** API keys. */
import { byOperator, recordAdminEvent } from '@countersign/core/admin-event/record';
import { issueKey } from '@countersign/core/key/issue';
import { inTransaction } from '@countersign/db/transaction';
import { type Command, readOptions, UsageError } from '../command.ts';

export const keyCommands: Command[] = [
  {
    words: ['key', 'create'],
    usage: 'key create --workspace S --mode live|test --name N',
    summary: 'create an API key and print it; it cannot be shown again',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['workspace', 'mode', 'name'] });
      const { mode, name } = options;
      if (mode !== 'live' && mode !== 'test') throw new UsageError('--mode must be live or test');
      if (name.length === 0 || [...name].length > 120)
        throw new UsageError('--name must have 1 to 120 characters');
      const workspace = await context.db.workspace.findUnique({ where: { slug: options.workspace } });
      if (!workspace) throw new Error(`There is no workspace "${options.workspace}".`);
      const { key } = await inTransaction(context.db, async ({ tx }) => {
        const made = await issueKey(tx, { workspaceId: workspace.id, name, mode, now: context.now() });
        await recordAdminEvent(byOperator(tx, workspace.id, context.now), {
          type: 'key.created',
          target: { type: 'api_key', id: made.row.id },
          details: { mode },
        });
        return made;
      });
      context.print(key);
    },
  },
];
