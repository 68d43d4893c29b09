/** What is known of the limits on mails, and which rows keep their states. */
import { expect, test } from '@jest/globals';
import { testBase } from '../../../../test/support/base.ts';
import { initialState } from './pace.ts';
import { changePace, isLimited, limitsOf, readPace, serverPace, workspacePace } from './pace-store.ts';

test('a rate alone and a quota alone are limits', () => {
  expect(isLimited({ perSecond: null, perDay: null })).toBe(false);
  expect(isLimited({ perSecond: 1, perDay: null })).toBe(true);
  expect(isLimited({ perSecond: null, perDay: 1 })).toBe(true);
});

test('the mail server and each workspace have their own limits and states', async () => {
  const mailPace = { server: { perSecond: 1, perDay: 2 }, workspace: { perSecond: 3, perDay: 4 } };
  const base = await testBase({ mailPace });
  const [one, two] = [workspacePace('a'), workspacePace('b')];
  expect(limitsOf(base.settings, serverPace)).toEqual(mailPace.server);
  expect(limitsOf(base.settings, one)).toEqual(mailPace.workspace);
  const change = (id: string, add: number) =>
    changePace(base, id, (state) => ({ state: { ...state, pauseMs: state.pauseMs + add }, result: add }));
  expect(await change(one, 1)).toBe(1);
  // The changes of a state follow each other.
  await Promise.all([change(serverPace, 2), change(serverPace, 4)]);
  await change(one, 8);
  const { states } = await readPace(base, [two, one, serverPace]);
  expect(states).toEqual([initialState, { ...initialState, pauseMs: 9 }, { ...initialState, pauseMs: 6 }]);
});
