/** A caller who loses the authority while the body arrives: the verb reads it again. */
import { newId } from '@countersign/contract/ids';
import type { Role } from '@countersign/contract/roles';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../test/support/base.ts';
import { endpointAt, openGuard } from '../../../test/support/webhooks.ts';
import { type Ctx, withTransaction } from './ctx.ts';
import { createKey } from './key/create.ts';
import { revokeKey } from './key/revoke.ts';
import { setSingleSignOn } from './single-sign-on/settings.ts';
import { invite } from './user/invitations.ts';
import { changeRole, removeMember } from './user/members.ts';
import { openConsoleSession } from './user/open-session.ts';
import { signOutEverywhere } from './user/sign-out.ts';
import { patchEndpoint } from './webhook/patch.ts';
import { rotateSecret } from './webhook/rotate-secret.ts';
import { addUser } from './workspace/add-user.ts';
import { setEmbedOrigins } from './workspace/embed-origins.ts';
import { patchWorkspace } from './workspace/patch.ts';

let base: TestBase;
beforeAll(async () => {
  base = await testBase();
});

/** A new workspace with its key, an endpoint, and an owner with a session. */
async function world() {
  const byKey = await testCtx(base);
  const { endpoint } = await endpointAt(byKey, 'https://example.test/hook');
  const { slug } = await base.db.workspace.findUniqueOrThrow({ where: { id: byKey.workspaceId } });
  const email = `second@${slug}.test`;
  const { id } = await addUser(base, { workspaceSlug: slug, email, role: 'owner' });
  await withTransaction(byKey, (tx) =>
    openConsoleSession(tx, { userId: id, previousToken: null, outcome: 'signed_in', method: 'email' }),
  );
  const { id: sessionId } = await base.db.userSession.findFirstOrThrow({ where: { userId: id } });
  const owner: Ctx = {
    ...byKey,
    role: 'owner',
    actor: { type: 'user', id, name: 'Second', email },
    signedInBy: 'email',
    sessionId,
  };
  const become = (role: Role) =>
    base.db.membership.updateMany({ where: { workspaceId: byKey.workspaceId, userId: id }, data: { role } });
  return { byKey, owner, endpointId: endpoint.id, become };
}

type Verb = (ctx: Ctx, endpointId: string) => Promise<unknown>;

const ofManagers: Array<[string, Verb]> = [
  ['createKey', (ctx) => createKey(ctx, { name: 'x', mode: 'live' })],
  ['createEndpoint', (ctx) => endpointAt(ctx, 'https://example.test/other')],
  [
    'patchEndpoint',
    (ctx, id) => patchEndpoint({ ...ctx, guard: openGuard }, id, { url: 'https://example.test/x' }),
  ],
  ['rotateSecret', (ctx, id) => rotateSecret(ctx, id)],
  ['setEmbedOrigins', (ctx) => setEmbedOrigins(ctx, ['https://example.test'])],
];
const ofOwners: Array<[string, Verb]> = [
  ['changeRole', (ctx) => changeRole(ctx, ctx.actor.id, 'owner')],
  ['removeMember', (ctx) => removeMember(ctx, newId())],
  ['invite', (ctx) => invite(ctx, { email: 'guest@example.test', role: 'owner' })],
  [
    'setSingleSignOn',
    (ctx) => setSingleSignOn(ctx, { required: false, groups: [{ group: 'g', role: 'owner' }] }),
  ],
  ['patchWorkspace', (ctx) => patchWorkspace(ctx, { embed_origins: ['https://example.test'] })],
];

describe.each([...ofManagers, ...ofOwners])('%s refuses', (name, verb) => {
  const needs = ofOwners.some(([one]) => one === name) ? 'owner' : 'manager';

  test('a person whose role was lowered', async () => {
    const { owner, endpointId, become } = await world();
    const role = needs === 'owner' ? 'manager' : 'member';
    await become(role);
    await expect(verb(owner, endpointId)).rejects.toMatchObject({
      slug: 'forbidden',
      members: { role, needs },
    });
  });

  test('a person who was removed', async () => {
    const { owner, endpointId } = await world();
    await base.db.membership.deleteMany({ where: { userId: owner.actor.id } });
    await expect(verb(owner, endpointId)).rejects.toMatchObject({
      slug: 'not-found',
      detail: 'No such workspace, or you are not a member of it.',
    });
  });

  test('a person who has signed out everywhere', async () => {
    const { owner, endpointId } = await world();
    await signOutEverywhere(owner, { userId: owner.actor.id, email: owner.actor.email! });
    await expect(verb(owner, endpointId)).rejects.toMatchObject({ slug: 'unauthenticated' });
  });
});

describe.each(ofManagers)('%s', (_name, verb) => {
  test('refuses a key that was revoked or has expired, and no other', async () => {
    const { byKey, endpointId } = await world();
    await verb(byKey, endpointId);
    const where = { id: byKey.actor.id };
    await base.db.apiKey.update({ where, data: { expiresAt: base.now() } });
    await expect(verb(byKey, endpointId)).rejects.toMatchObject({ slug: 'unauthenticated' });
    await base.db.apiKey.update({ where, data: { expiresAt: null } });
    await revokeKey(byKey, byKey.actor.id);
    await expect(verb(byKey, endpointId)).rejects.toMatchObject({
      slug: 'unauthenticated',
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  });
});

test('a workspace that begins to require single sign-on refuses a session that began in another way', async () => {
  const { owner } = await world();
  await base.db.workspace.update({ where: { id: owner.workspaceId }, data: { requiresSingleSignOn: true } });
  const input = { name: 'x', mode: 'live' };
  await expect(createKey(owner, input)).rejects.toMatchObject({ slug: 'single-sign-on-required' });
  await createKey({ ...owner, signedInBy: 'single_sign_on' }, input);
});
