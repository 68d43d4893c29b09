/** How many rows may be sent at a time. */
import type { SendingWindow } from '@countersign/contract/bulk-send';
import { newId } from '@countersign/contract/ids';
import { expect, test } from '@jest/globals';
import { type TestBase, testBase } from '../../../../test/support/base.ts';
import { take } from '../mail/pace.ts';
import { changePace, serverPace } from '../mail/pace-store.ts';
import { roomForRows } from './pace-rows.ts';

interface Limits {
  perSecond?: number;
  perDay?: number;
}
const limited = ({ perSecond, perDay }: Limits = {}) => ({
  perSecond: perSecond ?? null,
  perDay: perDay ?? null,
});
const paced = (server?: Limits, workspace?: Limits) =>
  testBase({ mailPace: { server: limited(server), workspace: limited(workspace) } });
const newSend = (sendingWindow: SendingWindow | null = null) => ({
  id: newId(),
  workspaceId: newId(),
  sendingWindow: sendingWindow && { ...sendingWindow },
});

/** Invitations of the bulk send that wait to be mailed. */
async function queueInvitations(base: TestBase, bulkSendId: string, count: number): Promise<void> {
  const mail = { bulkSendId, kind: 'invitation', toName: 'Ada', toAddress: 'ada@example.test' };
  await base.db.mail.createMany({
    data: Array.from({ length: count }, () => ({ ...mail, id: newId(), createdAt: base.now() })),
  });
}

test('without limits there is room for all; with limits, for the mails of two minutes and of a quarter of the quota', async () => {
  const room = async (server?: Limits, workspace?: Limits) => {
    const { rows, retryInMs } = await roomForRows(await paced(server, workspace), newSend());
    expect(retryInMs).toBe(0);
    return rows;
  };
  expect(await room()).toBe(Number.POSITIVE_INFINITY);
  expect(await room({ perSecond: 10 })).toBe(1200);
  expect(await room({ perDay: 1002 })).toBe(250);
  expect(await room({ perSecond: 10, perDay: 1000 })).toBe(250);
  expect(await room({ perSecond: 10 }, { perSecond: 2 })).toBe(240);
  expect(await room({}, { perDay: 400 })).toBe(100);
  // At least enough to keep the workers busy, and at most what one statement counts.
  expect(await room({ perSecond: 0.1 })).toBe(50);
  expect(await room({ perSecond: 1000 })).toBe(20_000);
});

test('invitations that wait take room; without room, the rows are asked for again when half of them are gone', async () => {
  const base = await paced({ perSecond: 10, perDay: 400 });
  const send = newSend();
  await queueInvitations(base, send.id, 99);
  expect(await roomForRows(base, send)).toEqual({ rows: 1, retryInMs: 0 });
  await queueInvitations(base, send.id, 1);
  expect(await roomForRows(base, send)).toEqual({ rows: 0, retryInMs: 5000 });
  // From a second to a minute.
  const fast = await paced({ perSecond: 1000, perDay: 400 });
  expect(await roomForRows(fast, send)).toEqual({ rows: 0, retryInMs: 1000 });
  const slow = await paced({ perSecond: 0.1 });
  expect(await roomForRows(slow, send)).toEqual({ rows: 0, retryInMs: 60_000 });
});

test('outside of the sending window there is room only when it opens', async () => {
  const base = await testBase();
  base.clock.stop();
  const now = base.now().getTime();
  const hour = 3_600_000;
  const time = (hours: number) => new Date(now + hours * hour).toISOString().slice(11, 16);
  const closed = newSend({ from: time(2), until: time(4), time_zone: 'UTC' });
  expect(await roomForRows(base, closed)).toEqual({ rows: 0, retryInMs: 2 * hour - (now % 60_000) });
  const open = newSend({ from: time(-2), until: time(2), time_zone: 'UTC' });
  expect(await roomForRows(base, open)).toEqual({ rows: 20_000, retryInMs: 0 });
});

test('while the quota is used up, the limits are read again every ten minutes', async () => {
  const limits = { perDay: 10 };
  const base = await paced(limits);
  await changePace(base, serverPace, (state, now) => ({
    state: take(state, limited(limits), 'bulk', 10, now).state,
    result: undefined,
  }));
  expect(await roomForRows(base, newSend())).toEqual({ rows: 0, retryInMs: 600_000 });
});
