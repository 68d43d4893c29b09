import { expect, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient, invalidate } from './query-client.ts';

/** Answers that the test gives by hand, one for each request. */
function answers() {
  const waiting: Array<(text: string) => void> = [];
  return {
    ask: () => new Promise<string>((resolve) => waiting.push(resolve)),
    count: () => waiting.length,
    give: (index: number, text: string) => waiting[index]!(text),
  };
}

test.each([
  ['a poll', true],
  ['the first request', false],
])('the answer of %s that was under way during a change is never shown', async (_name, hasData) => {
  const client = createQueryClient();
  const { ask, count, give } = answers();
  if (hasData) client.setQueryData(['scope', '/v1/documents'], 'known', { updatedAt: 0 });
  const observer = new QueryObserver(client, { queryKey: ['scope', '/v1/documents'], queryFn: ask });
  const shown: unknown[] = [];
  const stop = observer.subscribe(({ data }) => void shown.push(data));
  expect(count()).toBe(1);

  const refreshed = invalidate(client, ([scope]) => scope === 'scope');
  give(0, 'before the change');
  while (count() < 2) await new Promise(setImmediate);
  give(1, 'after the change');
  await refreshed;

  expect(observer.getCurrentResult().data).toBe('after the change');
  expect(shown).not.toContain('before the change');
  stop();
  client.clear();
});

test('other queries are left alone', async () => {
  const client = createQueryClient();
  client.setQueryData(['live', '/v1/keys'], 'kept');
  await invalidate(client, ([scope]) => scope === 'test');
  expect(client.getQueryState(['live', '/v1/keys'])).toMatchObject({ data: 'kept', isInvalidated: false });
  client.clear();
});
