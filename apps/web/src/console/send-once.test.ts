import { expect, test } from '@jest/globals';
import { sendOnce } from './send-once.ts';

/** A service that answers one request after another as the test says; `null` is a lost answer. */
function service(...answers: Array<Response | null>) {
  const keys: Array<string | null> = [];
  const clock = { now: 0 };
  const send = sendOnce(
    async (request) => {
      keys.push(request.headers.get('Idempotency-Key'));
      const answer = answers.shift();
      if (!answer) throw new TypeError('network error');
      return answer;
    },
    () => clock.now,
  );
  const post = (body: string) =>
    send(new Request('https://example.test/v1/documents/d/send', { method: 'POST', body }));
  return { keys, post, clock };
}

const sent = () => Response.json({ status: 'sent' });
const conflict = (slug: string) =>
  Response.json(
    { type: `/problems/${slug}`, status: 409 },
    { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
  );

test('a POST whose answer was lost is sent again with the same key, and the next one with another', async () => {
  const { keys, post } = service(null, new Response('', { status: 502 }), sent(), sent(), sent());
  await expect(post('a')).rejects.toThrow('network error');
  await post('a');
  expect(await (await post('a')).json()).toEqual({ status: 'sent' });
  await post('a');
  await post('b');
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
  expect(new Set(keys).size).toBe(3);
});

test('the same POST long after a lost answer is another one', async () => {
  const { keys, post, clock } = service(null, null, sent());
  await expect(post('a')).rejects.toThrow();
  clock.now += 299_999;
  await expect(post('a')).rejects.toThrow();
  clock.now += 300_000;
  await post('a');
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a refusal is an answer, except that the first request is still running', async () => {
  const { keys, post } = service(
    null,
    conflict('idempotency-in-progress'),
    conflict('document-state'),
    sent(),
  );
  await expect(post('a')).rejects.toThrow();
  for (let count = 0; count < 3; count += 1) await post('a');
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
});

test('the same POST while the first one runs is not sent, and gets the same answer', async () => {
  const { keys, post } = service(sent());
  const both = await Promise.all([post('a'), post('a')]);
  expect(await Promise.all(both.map((one) => one.json()))).toEqual([{ status: 'sent' }, { status: 'sent' }]);
  expect(keys).toHaveLength(1);
});
