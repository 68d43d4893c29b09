/** Workspaces and the people in them. */
import { normalizeEmail } from '@countersign/contract/common';
import { type Role, roles } from '@countersign/contract/roles';
import { exportWorkspace } from '@countersign/core/privacy/export-workspace';
import { issueSignInLink, signInMinutes, signInUrl } from '@countersign/core/user/sign-in-link';
import { addUser } from '@countersign/core/workspace/add-user';
import { createWorkspace } from '@countersign/core/workspace/create';
import { inTransaction } from '@countersign/db/transaction';
import { openStorage } from '@countersign/storage/open-storage';
import { type AdminContext, type Command, numbered, readOptions, table, UsageError } from '../command.ts';

/** Longest list that is printed. */
const shown = 1000;
const reportEveryMs = 5000;

/** The person with this address. Throws for an unknown one. */
async function findPerson(context: AdminContext, address: string) {
  const email = normalizeEmail(address);
  const user = await context.db.user.findUnique({ where: { email } });
  if (!user) throw new Error(`Nobody has the address ${email}.`);
  return user;
}

export const workspaceCommands: Command[] = [
  {
    words: ['workspace', 'create'],
    usage: 'workspace create --slug S --owner EMAIL [--name N]',
    summary:
      'make a workspace and its owner, and print its id; the first owner becomes an operator of the instance',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['slug', 'owner'], optional: ['name'] });
      // Somebody has to run the instance: the first owner does.
      const operator = (await context.db.user.findFirst({ where: { operator: true } })) === null;
      const made = await createWorkspace(context, {
        operator,
        slug: options.slug,
        name: options.name ?? options.slug,
        ownerEmail: options.owner,
      });
      context.print(made.workspaceId);
    },
  },
  {
    words: ['workspace', 'export'],
    usage: 'workspace export --workspace S --out FOLDER',
    summary: 'write everything that a workspace has to a folder, with SHA-256 sums; safe to repeat',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['workspace', 'out'] });
      const { db, now, config, print } = context;
      const storage = await openStorage(config.storageUrl);
      let reported = performance.now();
      const input = { slug: options.workspace, folder: options.out };
      const made = await exportWorkspace({ db, now, storage }, input, (told) => {
        if (performance.now() - reported < reportEveryMs) return;
        reported = performance.now();
        print('documents' in told ? `${told.documents} documents …` : `${told.blobs} files copied …`);
      });
      const { counts } = made;
      print(
        [
          `${numbered(counts.documents, 'document')} with ${numbered(counts.events, 'event')}`,
          numbered(counts.blobs, 'file'),
          numbered(counts.templates, 'template'),
          `${numbered(counts.bulk_sends, 'bulk send')} of ${numbered(counts.bulk_rows, 'row')}.`,
        ].join(', '),
      );
      print(`Check it at any time: (cd '${options.out}' && sha256sum --check --quiet SHA256SUMS)`);
      if (made.missingCount > 0)
        throw new Error(
          `Not in the storage: ${numbered(made.missingCount, 'file')}; manifest.json names them. Were their documents erased meanwhile?`,
        );
    },
  },
  {
    words: ['user', 'add'],
    usage: 'user add --workspace S --email E [--name N] [--role owner|manager|member]',
    summary: 'add a person to a workspace (member by default), or change the role where one is given',
    run: async (context, words) => {
      const { options } = readOptions(words, {
        required: ['workspace', 'email'],
        optional: ['name', 'role'],
      });
      const { role } = options;
      if (role !== undefined && !roles.includes(role as Role))
        throw new UsageError(`--role is one of ${roles.join(', ')}`);
      const user = await addUser(context, {
        workspaceSlug: options.workspace,
        email: options.email,
        name: options.name,
        role: role as Role | undefined,
      });
      context.print(user.id);
    },
  },
  {
    words: ['user', 'list'],
    usage: 'user list --workspace S',
    summary: 'list the people of a workspace with their roles',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['workspace'] });
      const members = await context.db.membership.findMany({
        where: { workspace: { slug: options.workspace } },
        include: { user: true },
        orderBy: [{ role: 'asc' }, { user: { email: 'asc' } }],
        take: shown,
      });
      if (members.length === 0) throw new Error(`There is nobody in a workspace "${options.workspace}".`);
      const rows = members.map(({ user, role, createdAt }) => ({
        email: user.email,
        name: user.name,
        role,
        operator: user.operator ? 'yes' : '-',
        joined: createdAt.toISOString(),
      }));
      context.print(table(rows));
    },
  },
  {
    words: ['user', 'sign-in-link'],
    usage: 'user sign-in-link --email E',
    summary: 'print a link that signs the person in, once; for when mails do not arrive',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['email'] });
      const { email } = await findPerson(context, options.email);
      const { token } = await inTransaction(context.db, ({ tx }) =>
        issueSignInLink(tx, { email, now: context.now() }),
      );
      context.print(
        `${signInUrl(context.config.publicUrl, token)}\nIt works once, within ${signInMinutes} minutes.`,
      );
    },
  },
  {
    words: ['user', 'operator'],
    usage: 'user operator --email E --set yes|no',
    summary: 'let a person run the instance (workspaces, queues), or no longer',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['email', 'set'] });
      if (options.set !== 'yes' && options.set !== 'no') throw new UsageError('--set is yes or no');
      const { id, email } = await findPerson(context, options.email);
      const operator = options.set === 'yes';
      await context.db.user.update({ where: { id }, data: { operator } });
      context.print(`${email} ${operator ? 'runs the instance' : 'does not run the instance'}.`);
      if (!operator && !(await context.db.user.findFirst({ where: { operator: true } })))
        context.print('Nobody does now: with --set yes somebody else can.');
    },
  },
];
