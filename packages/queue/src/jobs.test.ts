import { queueNames } from '@countersign/contract/queues';
import { describe, expect, test } from '@jest/globals';
import { allJobs, jobs } from './jobs.ts';

/** The shortest and longest total time of the retries of a job with pg-boss, in seconds. */
function retryTime({
  retryLimit,
  retryDelaySeconds,
  retryDelayMaxSeconds = Infinity,
}: (typeof allJobs)[number]): [number, number] {
  let [least, most] = [0, 0];
  for (let retry = 1; retry <= Math.min(retryLimit, 1000); retry += 1) {
    const half = (retryDelaySeconds * 2 ** Math.min(16, retry)) / 2;
    least += Math.min(retryDelayMaxSeconds, half);
    most += Math.min(retryDelayMaxSeconds, 2 * half);
  }
  return [least, most];
}

describe('the catalogue', () => {
  test('has every job once, each in a known queue', () => {
    expect(new Set(allJobs.map(({ name }) => name)).size).toBe(allJobs.length);
    expect(new Set(allJobs.map(({ queue }) => queue))).toEqual(new Set(queueNames));
  });

  test('has heartbeats that pg-boss accepts and that are shorter than the time limit', () => {
    for (const { heartbeatSeconds, expireSeconds } of allJobs) {
      expect(heartbeatSeconds).toBeGreaterThanOrEqual(10);
      expect(expireSeconds).toBeGreaterThan(heartbeatSeconds);
    }
  });

  test('retries an email for slightly more than a day, so that one attempt comes after the day that makes it a bounce', () => {
    const [least, most] = retryTime(jobs.mailSend).map((seconds) => seconds / 3600) as [number, number];
    expect(least).toBeGreaterThan(24.5);
    expect(most).toBeLessThan(28);
  });

  test('retries a seal for years, at least every ten minutes', () => {
    const { retryLimit, retryDelayMaxSeconds, retentionSeconds } = jobs.documentSeal;
    expect(retryDelayMaxSeconds).toBeLessThanOrEqual(600);
    expect(retryLimit * 600).toBeGreaterThan(retentionSeconds);
    expect(retentionSeconds).toBeGreaterThan(5 * 365 * 86_400);
  });

  test('has only ids in payloads', () => {
    const id = '0198c5c4-9b3f-7c3e-8a55-0d9f2b6a7e11';
    expect(jobs.mailSend.payload.safeParse({ mail_id: id, request_id: 'r' }).success).toBe(true);
    expect(
      jobs.mailSend.payload.safeParse({ mail_id: id, request_id: 'r', to: 'a@example.com' }).success,
    ).toBe(false);
    expect(jobs.documentSeal.payload.safeParse({ document_id: 'doc_1', request_id: 'r' }).success).toBe(
      false,
    );
  });
});
