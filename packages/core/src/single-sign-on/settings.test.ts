/** Who gives roles to groups. */
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import type { Ctx } from '../ctx.ts';
import { setSingleSignOn } from './settings.ts';

/** The owner of a new workspace. */
async function ownerOf(workspaceCreation: 'operators' | 'anyone'): Promise<Ctx> {
  const ctx = await testCtx(await testBase({ workspaceCreation }));
  const { userId: id } = await ctx.db.membership.findFirstOrThrow({
    where: { workspaceId: ctx.workspaceId },
  });
  return { ...ctx, role: 'owner', actor: { type: 'user', id } };
}

const member = { group: 'staff', role: 'member' } as const;

test('an owner does where only operators create workspaces', async () => {
  const owner = await ownerOf('operators');
  const settings = { required: false, groups: [member] };
  expect(await setSingleSignOn(owner, settings)).toEqual(settings);
});

test('only an operator does where anyone creates workspaces; an owner keeps or removes what was given', async () => {
  const owner = await ownerOf('anyone');
  const set = (...groups: Array<{ group: string; role: 'member' | 'owner' }>) =>
    setSingleSignOn(owner, { required: false, groups });
  await expect(set(member)).rejects.toMatchObject({
    slug: 'forbidden',
    detail: expect.stringContaining('operators'),
  });
  const setOperator = (operator: boolean) =>
    owner.db.user.update({ where: { id: owner.actor.id }, data: { operator } });
  await setOperator(true);
  await set(member, { group: 'leads', role: 'owner' });
  await setOperator(false);
  expect((await set(member)).groups).toEqual([member]);
  await expect(set({ ...member, role: 'owner' })).rejects.toMatchObject({ slug: 'forbidden' });
  await expect(set(member, { group: 'others', role: 'member' })).rejects.toMatchObject({ slug: 'forbidden' });
  expect((await set()).groups).toEqual([]);
});
