/**
 * Random sequences of requests for bulk sends, compared with a model of their states (docs/spec/interface.md, Bulk send;
 * docs/spec/decisions.md, section 5).
 */
import { sendSlice } from '@countersign/core/bulk-send/send-slice';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { makeTemplate, rowsFor } from '../support/bulk.ts';
import { runs } from '../support/properties.ts';

/** The expected state. `failed` rows are those beyond the allowance. */
interface Model {
  status: 'invalid' | 'ready' | 'dispatching' | 'done' | 'failed' | 'canceled';
  valid: number;
  invalid: number;
  sent: number;
  failed: number;
  canceled: number;
}

type Step =
  | { call: 'dispatch'; skipInvalid: boolean }
  | { call: 'cancel' | 'retry-failed' }
  /** A worker sends waiting rows, with or without envelopes left in the allowance. */
  | { call: 'work'; covered: boolean };

/** Applies the step to the model and returns the expected status of the response. */
function expectedOf(model: Model, step: Step): number {
  switch (step.call) {
    case 'dispatch': {
      const allowed = model.status === 'ready' || (step.skipInvalid && model.status === 'invalid');
      if (!allowed || model.valid === 0) return 409;
      model.status = 'dispatching';
      return 202;
    }
    case 'cancel':
      if (['done', 'failed', 'canceled'].includes(model.status)) return 409;
      model.status = 'canceled';
      model.canceled = model.valid - model.sent - model.failed;
      return 200;
    case 'retry-failed':
      if (!['done', 'failed'].includes(model.status) || model.failed === 0) return 409;
      model.status = 'dispatching';
      model.failed = 0;
      return 202;
    case 'work': {
      if (model.status !== 'dispatching') return 200;
      const waiting = model.valid - model.sent;
      if (step.covered) model.sent += waiting;
      else model.failed = waiting;
      model.status = model.sent > 0 ? 'done' : 'failed';
      return 200;
    }
  }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.boolean().map((skipInvalid): Step => ({ call: 'dispatch', skipInvalid })) },
  { weight: 4, arbitrary: fc.boolean().map((covered): Step => ({ call: 'work', covered })) },
  { weight: 3, arbitrary: fc.constant<Step>({ call: 'retry-failed' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ call: 'cancel' }) },
);

const plenty = 1_000_000;
let api: TestApi;
let mine: TestWorkspace;
let template: string;
beforeAll(async () => {
  api = await startTestApi({ settings: { envelopeAllowance: plenty } });
  mine = await api.createTestWorkspace();
  template = await makeTemplate(mine.live);
});

async function perform(id: string, given: Step): Promise<number> {
  const path = `/v1/bulk-sends/${id}`;
  if (given.call === 'dispatch')
    return (await mine.live.post(`${path}/dispatch${given.skipInvalid ? '?skip_invalid=true' : ''}`)).status;
  if (given.call !== 'work') return (await mine.live.post(`${path}/${given.call}`)).status;
  const { runs } = await api.deps.db.bulkSend.findUniqueOrThrow({ where: { id } });
  const settings = { ...api.deps.settings, envelopeAllowance: given.covered ? plenty : 0 };
  let slice = 0;
  for (let ended = false; !ended; slice += 1) {
    const run = { requestId: 'model', attempt: 1, signal: new AbortController().signal };
    ({ ended } = await sendSlice(
      { ...api.deps, settings },
      { bulkSendId: id, run: runs, stream: 0, slice },
      run,
    ));
  }
  return 200;
}

async function expectModel(id: string, model: Model, history: string[]): Promise<void> {
  const found = (await mine.live.get(`/v1/bulk-sends/${id}`)).body;
  const rows = new Map<string, number>();
  for (const row of found.rows) rows.set(row.status, (rows.get(row.status) ?? 0) + 1);
  const count = (status: string) => rows.get(status) ?? 0;
  expect({
    history,
    status: found.status,
    counters: [found.row_count, found.sent_count, found.failed_count, found.canceled_count],
    rows: [count('sent'), count('failed'), count('canceled'), count('invalid')],
  }).toEqual({
    history,
    status: model.status,
    counters: [model.valid + model.invalid, model.sent, model.failed, model.canceled],
    rows: [model.sent, model.failed, model.canceled, model.invalid],
  });
  const documents = found.rows.flatMap((row: { document_id: string | null }) => row.document_id ?? []);
  expect(new Set(documents).size).toBe(model.sent);
}

let sends = 0;

describe('a bulk send', () => {
  test('follows exactly its states, its counters match its rows, and no row is sent twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 1 }),
        fc.array(step, { minLength: 2, maxLength: 10 }),
        async (valid, bad, steps) => {
          const invalid = valid === 0 ? 1 : bad;
          sends += 1;
          const rows = [...rowsFor(valid, `send-${sends}-`), ...Array(invalid).fill({ recipients: [] })];
          const created = await mine.live.post('/v1/bulk-sends', { template_id: template, rows });
          expect(created.status).toBe(201);
          const status = invalid > 0 ? ('invalid' as const) : ('ready' as const);
          const model: Model = { status, valid, invalid, sent: 0, failed: 0, canceled: 0 };
          const history: string[] = [];
          await expectModel(created.body.id, model, history);
          for (const one of steps) {
            const expected = expectedOf(model, one);
            const answer = await perform(created.body.id, one);
            history.push(`${JSON.stringify(one)}: ${answer}`);
            expect({ history, answer }).toEqual({ history, answer: expected });
            await expectModel(created.body.id, model, history);
          }
        },
      ),
      { ...runs(15, 20_261_121), endOnFailure: true },
    );
  });
});
