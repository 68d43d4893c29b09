/**
 * Random sequences of requests for a webhook and its deliveries, compared with a model of their states (docs/spec/interface.md, Webhook and
 * delivery).
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { runs } from '../support/properties.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { openGuard, startDispatcher } from '../support/webhooks.ts';

const minute = 60_000;
/** The pauses before the second, third and fourth attempt. */
const pauses = [30_000, 5 * minute, 30 * minute];
const graceMs = 24 * 60 * minute;

interface Delivery {
  status: 'queued' | 'success' | 'failed' | 'dead';
  attempt: number;
  dueAt: number;
}
/** The state that the specification requires. */
interface Model {
  now: number;
  active: boolean;
  deleted: boolean;
  answer: 200 | 500;
  /** When the previous secret expires. */
  previousUntil: number;
  deliveries: Delivery[];
  /** Number of signatures of each attempt so far. */
  signatures: number[];
}

type Step =
  | { call: 'ping' | 'disable' | 'enable' | 'rotate' | 'delete' }
  | { call: 'redeliver'; which: number }
  /** Time passes, and later attempts get this response. */
  | { call: 'wait'; afterMs: number; answer: 200 | 500 };

/** Applies the step to the model and returns the expected status of the response. */
function expectedOf(model: Model, step: Step): number {
  if (step.call === 'wait') {
    model.now += step.afterMs;
    model.answer = step.answer;
    return 200;
  }
  if (model.deleted) return 404;
  switch (step.call) {
    case 'ping':
      if (!model.active) return 409;
      model.deliveries.push({ status: 'queued', attempt: 0, dueAt: model.now });
      return 202;
    case 'disable':
      model.active = false;
      return 204;
    case 'enable':
      model.active = true;
      return 200;
    case 'rotate':
      model.previousUntil = model.now + graceMs;
      return 200;
    case 'delete':
      model.deleted = true;
      return 204;
    case 'redeliver': {
      if (!model.active) return 409;
      const delivery = model.deliveries[step.which];
      if (!delivery) return 404;
      if (delivery.status !== 'dead' && delivery.status !== 'failed') return 409;
      Object.assign(delivery, { status: 'queued', attempt: 0, dueAt: model.now });
      return 202;
    }
  }
}

/** The worker makes every due attempt at once. */
function attemptDue(model: Model): void {
  if (!model.active || model.deleted) return;
  for (const delivery of model.deliveries) {
    const waits = delivery.status === 'queued' || delivery.status === 'failed';
    if (!waits || delivery.dueAt > model.now) continue;
    model.signatures.push(model.previousUntil > model.now ? 2 : 1);
    delivery.attempt += 1;
    if (model.answer === 200) delivery.status = 'success';
    else if (delivery.attempt > pauses.length) delivery.status = 'dead';
    else {
      delivery.status = 'failed';
      delivery.dueAt = model.now + pauses[delivery.attempt - 1]!;
    }
  }
}

const plain = (call: 'ping' | 'disable' | 'enable' | 'rotate' | 'delete') => fc.constant<Step>({ call });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: plain('ping') },
  { weight: 2, arbitrary: plain('disable') },
  { weight: 3, arbitrary: plain('enable') },
  { weight: 2, arbitrary: plain('rotate') },
  { weight: 1, arbitrary: plain('delete') },
  { weight: 4, arbitrary: fc.nat({ max: 3 }).map((which): Step => ({ call: 'redeliver', which })) },
  {
    weight: 12,
    arbitrary: fc
      .record({
        afterMs: fc.constantFrom(0, 29_000, 31_000, 6 * minute, 31 * minute, 25 * 60 * minute),
        answer: fc.constantFrom<200 | 500>(500, 500, 500, 200),
      })
      .map((rest): Step => ({ call: 'wait', ...rest })),
  },
);

let api: TestApi;
let mine: TestWorkspace;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  api = await startTestApi({ guard: openGuard });
  mine = await api.createTestWorkspace();
});

async function perform(place: { id: string; path: string; ids: number[] }, given: Step) {
  const webhook = `/v1/webhooks/${place.id}`;
  switch (given.call) {
    case 'wait':
      api.clock.advance(given.afterMs);
      receiver.behave(place.path, given.answer);
      return 200;
    case 'ping': {
      const answer = await mine.live.post(`${webhook}/ping`);
      if (answer.status === 202) place.ids.push(answer.body.id);
      return answer.status;
    }
    case 'disable':
      return (await mine.live.post(`${webhook}/disable`)).status;
    case 'enable':
      return (await mine.live.patch(webhook, { active: true })).status;
    case 'rotate':
      return (await mine.live.post(`${webhook}/rotate-secret`)).status;
    case 'delete':
      return (await mine.live.delete(webhook)).status;
    case 'redeliver':
      return (await mine.live.post(`${webhook}/deliveries/${place.ids[given.which] ?? 0}/redeliver`)).status;
  }
}

async function expectModel(
  place: { id: string; path: string },
  model: Model,
  history: string[],
): Promise<void> {
  const listed = await mine.live.get(`/v1/webhooks/${place.id}/deliveries`);
  const signatures = receiver
    .at(place.path)
    .map(({ headers }) => String(headers['x-service-signature']).split(',').length);
  expect({ history, signatures }).toEqual({ history, signatures: model.signatures });
  if (model.deleted) return expect(listed.status).toBe(404);
  const found = (listed.body as Array<Record<string, unknown>>).reverse().map((one) => ({
    status: one.status,
    attempt: one.attempt,
    retry: one.status === 'failed' ? Date.parse(String(one.next_retry_at)) : null,
  }));
  const wanted = model.deliveries.map(({ status, attempt, dueAt }) => ({
    status,
    attempt,
    retry: status === 'failed' ? dueAt : null,
  }));
  expect({ history, deliveries: found }).toEqual({ history, deliveries: wanted });
}

let hooks = 0;

describe('a webhook', () => {
  test('and its deliveries follow exactly the states of the specification', async () => {
    const dispatcher = startDispatcher(api.deps);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        hooks += 1;
        const path = `/model-${hooks}`;
        receiver.behave(path, 200);
        const created = await mine.live.post('/v1/webhooks', { url: receiver.url + path });
        expect(created.status).toBe(201);
        const place = { id: created.body.id as string, path, ids: [] as number[] };
        const now = api.clock.now().getTime();
        const model: Model = {
          ...{ now, active: true, deleted: false, previousUntil: 0, answer: 200 },
          deliveries: [],
          signatures: [],
        };
        const history: string[] = [];
        // Deliveries that are left waiting would be attempted during the next run.
        try {
          for (const one of steps) {
            const expected = expectedOf(model, one);
            attemptDue(model);
            const answer = await perform(place, one);
            await dispatcher.settled();
            history.push(`${JSON.stringify(one)}: ${answer}`);
            expect({ history, answer }).toEqual({ history, answer: expected });
            await expectModel(place, model, history);
          }
        } finally {
          await mine.live.delete(`/v1/webhooks/${place.id}`);
        }
      }),
      { ...runs(15, 20_261_121), endOnFailure: true },
    );
  });
});
