/** Workspaces and the people in them. */
import { addUser } from '@countersign/core/workspace/add-user';
import { createWorkspace } from '@countersign/core/workspace/create';
import { type Command, readOptions, UsageError } from '../command.ts';

const roles = ['owner', 'manager', 'member'] as const;

export const workspaceCommands: Command[] = [
  {
    words: ['workspace', 'create'],
    usage: 'workspace create --slug S --name N --owner EMAIL',
    summary: 'make a workspace and its owner; prints its id',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['slug', 'owner'], optional: ['name'] });
      const made = await createWorkspace(context, {
        slug: options.slug,
        name: options.name ?? options.slug,
        ownerEmail: options.owner,
      });
      context.print(made.workspaceId);
    },
  },
  {
    words: ['user', 'add'],
    usage: 'user add --workspace S --email E [--name N] [--role owner|manager|member]',
    summary: 'add a person to a workspace, or change the role',
    run: async (context, words) => {
      const { options } = readOptions(words, {
        required: ['workspace', 'email'],
        optional: ['name', 'role'],
      });
      const role = options.role ?? 'member';
      if (!roles.includes(role as never)) throw new UsageError(`--role is one of ${roles.join(', ')}`);
      const user = await addUser(context, {
        workspaceSlug: options.workspace,
        email: options.email,
        name: options.name,
        role: role as (typeof roles)[number],
      });
      context.print(user.id);
    },
  },
];
