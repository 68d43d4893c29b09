/** What is counted of the allowance, with plenty of room and with little. */
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { type Ctx, withSqlTransaction } from '../ctx.ts';
import { countEnvelope } from './count-envelope.ts';
import { getUsage } from './get.ts';

const send = (ctx: Ctx, count: number) => withSqlTransaction(ctx, (tx) => countEnvelope(tx, count));

test.each([
  ['plenty of room', 100_000],
  ['little room', 10],
])('with %s each envelope counts once', async (_, envelopeAllowance) => {
  const ctx = await testCtx(await testBase({ envelopeAllowance }));
  await send(ctx, 1);
  expect(await getUsage(ctx)).toMatchObject({ used: 1, remaining: envelopeAllowance - 1 });
  await send(ctx, 3);
  expect(await getUsage(ctx)).toMatchObject({ used: 4, remaining: envelopeAllowance - 4 });
});

test('envelopes of test mode do not count', async () => {
  const ctx = await testCtx(await testBase(), 'test');
  await send(ctx, 5);
  expect(await getUsage(ctx)).toMatchObject({ used: 0 });
});
