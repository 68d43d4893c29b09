/** What is written beside the audit trail. */
import { expect, test } from '@jest/globals';
import { testBase, testCtx } from '../../../../test/support/base.ts';
import { sentDocument } from '../../../../test/support/documents.ts';

test('events that are published carry the trace of the request that caused them', async () => {
  const base = await testBase();
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const queue = new Proxy(base.queue, {
    get: (target, name) => {
      if (name === 'trace') return { carry: () => ({ traceparent }) };
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const document = await sentDocument({ ...(await testCtx(base)), queue });
  const published = await base.db.outboxEvent.findMany({ where: { documentId: document.id } });
  expect(new Set(published.map(({ trace }) => trace))).toEqual(new Set([traceparent]));
});
