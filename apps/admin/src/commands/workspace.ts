/** Workspaces and their members. */
import { normalizeEmail } from '@countersign/contract/common';
import { type Role, roles } from '@countersign/contract/roles';
import { byOperator, recordAdminEvent } from '@countersign/core/admin-event/record';
import { exportWorkspace } from '@countersign/core/privacy/export-workspace';
import { disconnectPerson } from '@countersign/core/single-sign-on/disconnect';
import { requireSingleSignOn } from '@countersign/core/single-sign-on/settings';
import { issueSignInLink, signInMinutes, signInUrl } from '@countersign/core/user/sign-in-link';
import { addUser } from '@countersign/core/workspace/add-user';
import { createWorkspace } from '@countersign/core/workspace/create';
import { inTransaction } from '@countersign/db/transaction';
import { openStorage } from '@countersign/storage/open-storage';
import { type AdminContext, type Command, numbered, readOptions, table, UsageError } from '../command.ts';

/** Longest list that is printed. */
const shown = 1000;
const reportEveryMs = 5000;

/** The user with this address. Throws if there is none. */
async function findPerson(context: AdminContext, address: string) {
  const email = normalizeEmail(address);
  const user = await context.db.user.findUnique({ where: { email } });
  if (!user) throw new Error(`There is no user with the address ${email}.`);
  return user;
}

export const workspaceCommands: Command[] = [
  {
    words: ['workspace', 'create'],
    usage: 'workspace create --slug S --owner EMAIL [--name N]',
    summary: 'create a workspace with its owner and print its id; the first owner becomes an operator',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['slug', 'owner'], optional: ['name'] });
      // Every installation needs an operator: the first owner becomes one.
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
    summary: 'export all data of a workspace to a folder, with SHA-256 sums; can be repeated',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['workspace', 'out'] });
      const { db, now, config, print } = context;
      const storage = await openStorage(config.storageUrl);
      let reported = performance.now();
      const input = { slug: options.workspace, folder: options.out };
      const made = await exportWorkspace({ db, now, storage }, input, (progress) => {
        if (performance.now() - reported < reportEveryMs) return;
        reported = performance.now();
        print(
          'documents' in progress ? `${progress.documents} documents …` : `${progress.blobs} files copied …`,
        );
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
      print(`To verify the export: (cd '${options.out}' && sha256sum --check --quiet SHA256SUMS)`);
      const { missing, damaged } = made;
      if (missing.count + damaged.count > 0)
        throw new Error(
          `Not exported, and listed in manifest.json: ${numbered(missing.count, 'missing file')} (were their documents erased meanwhile?), ${numbered(damaged.count, 'damaged file')} (restore them from a backup).`,
        );
    },
  },
  {
    words: ['workspace', 'single-sign-on'],
    usage: 'workspace single-sign-on --workspace S --required yes|no',
    summary: 'require single sign-on for a workspace, or let its members sign in by email again',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['workspace', 'required'] });
      if (options.required !== 'yes' && options.required !== 'no')
        throw new UsageError('--required must be yes or no');
      const required = options.required === 'yes';
      if (required && !context.config.OIDC_ISSUER)
        throw new Error('OIDC_ISSUER is not set: nobody could sign in by single sign-on.');
      const workspace = await context.db.workspace.findUnique({ where: { slug: options.workspace } });
      if (!workspace) throw new Error(`There is no workspace "${options.workspace}".`);
      await inTransaction(context.db, ({ tx }) =>
        requireSingleSignOn({ ...byOperator(tx, workspace.id, context.now), db: tx }, required),
      );
      context.print(
        required
          ? `${workspace.slug} requires single sign-on.`
          : `Members of ${workspace.slug} can sign in by email again.`,
      );
    },
  },
  {
    words: ['user', 'disconnect'],
    usage: 'user disconnect --email E',
    summary: 'disconnect a person from the identity provider, remove their passkeys, and end their sessions',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['email'] });
      const { id, email } = await findPerson(context, options.email);
      const { accounts, passkeys } = await disconnectPerson(context, id);
      context.print(
        `${email}: removed ${numbered(accounts, 'account')} of an identity provider and ${numbered(passkeys, 'passkey')}. All sessions have ended.`,
      );
    },
  },
  {
    words: ['user', 'add'],
    usage: 'user add --workspace S --email E [--name N] [--role owner|manager|member]',
    summary: 'add a person to a workspace (default role: member), or change their role with --role',
    run: async (context, words) => {
      const { options } = readOptions(words, {
        required: ['workspace', 'email'],
        optional: ['name', 'role'],
      });
      const { role } = options;
      if (role !== undefined && !roles.includes(role as Role))
        throw new UsageError(`--role must be one of ${roles.join(', ')}`);
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
    summary: 'list the members of a workspace with their roles',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['workspace'] });
      const members = await context.db.membership.findMany({
        where: { workspace: { slug: options.workspace } },
        include: { user: true },
        orderBy: [{ role: 'asc' }, { user: { email: 'asc' } }],
        take: shown,
      });
      if (members.length === 0)
        throw new Error(`There is no workspace "${options.workspace}", or it has no members.`);
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
    summary: 'print a sign-in link for a person, valid once; for when emails do not arrive',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['email'] });
      const { id, email } = await findPerson(context, options.email);
      const { token } = await inTransaction(context.db, async ({ tx }) => {
        const link = await issueSignInLink(tx, { email, now: context.now() });
        // In a fixed order, so that two commands cannot deadlock.
        const memberships = await tx.membership.findMany({
          where: { userId: id },
          orderBy: { workspaceId: 'asc' },
        });
        for (const { workspaceId } of memberships)
          await recordAdminEvent(byOperator(tx, workspaceId, context.now), {
            type: 'member.sign_in_link_issued',
            target: { type: 'user', id },
          });
        return link;
      });
      context.print(
        `${signInUrl(context.config.publicUrl, token)}\nIt is valid once, for ${signInMinutes} minutes.`,
      );
    },
  },
  {
    words: ['user', 'operator'],
    usage: 'user operator --email E --set yes|no',
    summary: 'make a person an operator (workspaces, queues), or remove that right',
    run: async (context, words) => {
      const { options } = readOptions(words, { required: ['email', 'set'] });
      if (options.set !== 'yes' && options.set !== 'no') throw new UsageError('--set must be yes or no');
      const { id, email } = await findPerson(context, options.email);
      const operator = options.set === 'yes';
      await context.db.user.update({ where: { id }, data: { operator } });
      context.print(`${email} is ${operator ? 'now' : 'no longer'} an operator.`);
      if (!operator && !(await context.db.user.findFirst({ where: { operator: true } })))
        context.print('There is no operator now. Use --set yes to make someone an operator.');
    },
  },
];
