/** Verbs check roles themselves: a caller with too low a role is refused before anything is read. */
import { expect, test } from '@jest/globals';
import { createBulkSend } from './bulk-send/create.ts';
import { dispatchBulkSend } from './bulk-send/dispatch.ts';
import { getBulkSend } from './bulk-send/find.ts';
import type { Ctx } from './ctx.ts';
import { readEventFeed } from './event/feed.ts';
import { deleteFolder } from './folder/delete.ts';
import { createKey } from './key/create.ts';
import { listKeys } from './key/list.ts';
import { eraseDocument } from './privacy/erase-document.ts';
import { deleteTemplate } from './template/delete.ts';
import { advanceClock } from './test-mode/advance-clock.ts';
import { invite } from './user/invitations.ts';
import { changeRole, removeMember } from './user/members.ts';
import { patchWorkspace } from './workspace/patch.ts';

/** There is no database, so a verb that reads anything fails with another error. */
const as = (role: Ctx['role']) => ({ role, mode: 'test' }) as Ctx;

test.each([
  ['createKey', (ctx: Ctx) => createKey(ctx, { name: 'Robot' } as never)],
  ['listKeys', (ctx: Ctx) => listKeys(ctx)],
  ['createBulkSend', (ctx: Ctx) => createBulkSend(ctx, { templateId: '', sourceFilename: null, rows: [] })],
  ['dispatchBulkSend', (ctx: Ctx) => dispatchBulkSend(ctx, '', { skipInvalid: false })],
  ['getBulkSend', (ctx: Ctx) => getBulkSend(ctx, '')],
  ['readEvents', (ctx: Ctx) => readEventFeed(ctx, {} as never)],
  ['deleteFolder', (ctx: Ctx) => deleteFolder(ctx, '')],
  ['deleteTemplate', (ctx: Ctx) => deleteTemplate(ctx, '')],
  ['eraseDocument', (ctx: Ctx) => eraseDocument(ctx, '', { keepSealed: false, cause: 'request' })],
  ['advanceClock', (ctx: Ctx) => advanceClock(ctx, '', { seconds: 1 })],
] as const)('%s refuses a member', async (_name, call) => {
  await expect(call(as('member'))).rejects.toMatchObject({
    slug: 'forbidden',
    members: { role: 'member', needs: 'manager' },
  });
});

test.each([
  ['invite', (ctx: Ctx) => invite(ctx, { email: 'a@example.test', role: 'member' })],
  ['changeRole', (ctx: Ctx) => changeRole(ctx, '', 'owner')],
  ['removeMember', (ctx: Ctx) => removeMember(ctx, '')],
  ['patchWorkspace', (ctx: Ctx) => patchWorkspace(ctx, {})],
] as const)('%s refuses a manager', async (_name, call) => {
  await expect(call(as('manager'))).rejects.toMatchObject({
    slug: 'forbidden',
    members: { role: 'manager', needs: 'owner' },
  });
});
