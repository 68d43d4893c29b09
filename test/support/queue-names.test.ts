import { queueNames as configured } from '@countersign/config/env';
import { queueNames } from '@countersign/queue/jobs';
import { expect, test } from '@jest/globals';

test('QUEUES takes the names of the queues that exist', () => {
  expect([...configured].sort()).toEqual([...queueNames].sort());
});
