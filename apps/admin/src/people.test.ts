/** The commands about workspaces and people. The exit status of the program is tested with the doctor. */
import { type Config, readEnv } from '@countersign/config/env';
import { newId } from '@countersign/contract/ids';
import { newToken } from '@countersign/core/user/token';
import type { Queue } from '@countersign/queue/queue';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi } from '../../../test/support/api.ts';
import { testDatabase } from '../../../test/support/database.ts';
import { browser, cookieOf } from '../../../test/support/people.ts';
import { UsageError } from './command.ts';
import { workspaceCommands } from './commands/workspace.ts';

let api: TestApi;
let config: Config;
let databaseUrl: string;
beforeAll(async () => {
  api = await startTestApi();
  databaseUrl = (await testDatabase()).url;
  config = readEnv({ PUBLIC_URL: api.url });
});

/** Runs a command and returns its output or error. */
async function admin(...words: string[]): Promise<{ status: number; text: string }> {
  const command = workspaceCommands.find((one) => one.words.every((word, index) => words[index] === word));
  if (!command || !('run' in command)) throw new Error(`no command ${words.join(' ')}`);
  const printed: string[] = [];
  const { db, queue, now } = api.deps;
  const print = (text: string) => void printed.push(`${text}\n`);
  const context = {
    config,
    print,
    hasColors: false,
    db,
    databaseUrl,
    now,
    queue: async (): Promise<Queue> => queue,
  };
  try {
    await command.run(context, words.slice(command.words.length));
    return { status: 0, text: printed.join('') };
  } catch (error) {
    return { status: error instanceof UsageError ? 2 : 1, text: (error as Error).message };
  }
}

describe('an operator', () => {
  test('creates a workspace with people, prints sign-in links that work once, and appoints operators', async () => {
    const made = await admin(
      'workspace',
      'create',
      '--slug',
      'nordlicht',
      '--name',
      'Nordlicht',
      '--owner',
      'olga@n.test',
    );
    expect(made.text).toMatch(/^[0-9a-f-]{36}\n$/);
    const added = await admin(
      'user',
      'add',
      '--workspace',
      'nordlicht',
      '--email',
      'Ada@n.test',
      '--role',
      'manager',
    );
    expect(added.status).toBe(0);
    await admin('user', 'add', '--workspace', 'nordlicht', '--email', 'ada@n.test', '--role', 'member');
    const listed = await admin('user', 'list', '--workspace', 'nordlicht');
    expect(listed.text).toMatch(
      /^email +name +role +operator +joined\nolga@n\.test +olga +owner +yes +.*\nada@n\.test +ada +member +-/,
    );

    const { text } = await admin('user', 'sign-in-link', '--email', 'ADA@n.test');
    const [, token] = /\/sign-in\/([\w-]{43})\nIt is valid once, for 15 minutes\.\n$/.exec(text) ?? [];
    const signedIn = await api.anonymous.post('/v1/console/session', { token });
    expect(signedIn.body).toMatchObject({
      user: { email: 'ada@n.test', operator: false },
      workspaces: [{ slug: 'nordlicht', role: 'member' }],
    });
    expect((await api.anonymous.post('/v1/console/session', { token })).status).toBe(404);

    const operator = await admin('user', 'operator', '--email', 'ada@n.test', '--set', 'yes');
    expect(operator.text).toBe('ada@n.test is now an operator.\n');
    expect((await browser(api, cookieOf(signedIn)).get('/v1/console/queues')).status).toBe(200);
  });

  test('adds a person again without a role, and their role stays', async () => {
    await admin('workspace', 'create', '--slug', 'suedlicht', '--owner', 'ole@s.test');
    const add = (...more: string[]) =>
      admin('user', 'add', '--workspace', 'suedlicht', '--email', 'mia@s.test', ...more);
    await add();
    await add('--role', 'manager');
    await add('--name', 'Mia Lund');
    const { text } = await admin('user', 'list', '--workspace', 'suedlicht');
    expect(text).toMatch(/mia@s\.test +Mia Lund +manager/);
  });

  test('cannot lower the last owner; lowering another one invalidates the invitations that they sent', async () => {
    await admin('workspace', 'create', '--slug', 'ostlicht', '--owner', 'ole@o.test');
    const add = (email: string, role: string) =>
      admin('user', 'add', '--workspace', 'ostlicht', '--email', email, '--role', role);
    expect(await add('ole@o.test', 'member')).toEqual({
      status: 1,
      text: 'This is the only owner of the workspace.',
    });
    const { db, now } = api.deps;
    const { id: workspaceId } = await db.workspace.findUniqueOrThrow({ where: { slug: 'ostlicht' } });
    const { id: invitedById } = await db.user.findUniqueOrThrow({ where: { email: 'ole@o.test' } });
    const dates = { createdAt: now(), expiresAt: new Date(now().getTime() + 86_400_000) };
    const { sha256: tokenSha256 } = newToken();
    await db.invitation.create({
      data: {
        id: newId(),
        workspaceId,
        email: 'x@o.test',
        role: 'owner',
        tokenSha256,
        invitedById,
        ...dates,
      },
    });
    await add('mia@o.test', 'owner');
    expect((await add('ole@o.test', 'manager')).status).toBe(0);
    expect(await db.invitation.count({ where: { workspaceId } })).toBe(0);
    expect((await add('mia@o.test', 'member')).text).toBe('This is the only owner of the workspace.');
  });

  test('gets a clear error: status 1 for a failed operation, 2 for wrong arguments', async () => {
    expect(await admin('user', 'sign-in-link', '--email', 'nobody@n.test')).toEqual({
      status: 1,
      text: 'There is no user with the address nobody@n.test.',
    });
    expect((await admin('user', 'add', '--workspace', 'none', '--email', 'a@b.test')).text).toContain(
      'There is no workspace "none".',
    );
    const wrong = await admin('user', 'operator', '--email', 'a@b.test', '--set', 'maybe');
    expect(wrong).toEqual({ status: 2, text: '--set must be yes or no' });
    expect(
      (await admin('user', 'add', '--workspace', 'none', '--email', 'a@b.test', '--role', 'god')).status,
    ).toBe(2);
  });
});
