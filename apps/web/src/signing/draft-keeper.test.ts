import { ApiError, UnreachableError } from '@countersign/client/errors';
import type { DraftOut, FieldOut, SaveDraftReq } from '@countersign/client/generated/api';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { DraftKeeper } from './draft-keeper.ts';
import type { Values } from './values.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const fields = ['a', 'b', 'c'].map(
  (id) => ({ id, type: 'text', read_only: false, settings: {} }) as FieldOut,
);

/** A service with one draft, which refuses saves while `fault` is set. */
function service() {
  const draft: DraftOut = { revision: 0, saved_at: null, values: {}, signatures: {} };
  const saves: Array<SaveDraftReq['values']> = [];
  const it = {
    draft,
    saves,
    fault: null as ((body: SaveDraftReq) => Error | null) | null,
    readDraft: async () => structuredClone(draft),
    saveDraft: async (body: SaveDraftReq) => {
      saves.push(body.values);
      const fault = it.fault?.(body);
      if (fault) throw fault;
      for (const [id, value] of Object.entries(body.values)) {
        if (value === null) delete draft.values[id];
        else draft.values[id] = value;
      }
      draft.revision += 1;
      return { revision: draft.revision, saved_at: new Date().toISOString() };
    },
  };
  return it;
}

function memory(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
    get length() {
      return items.size;
    },
  } as Storage;
}

/** A page of the recipient on a device. */
async function open(api: ReturnType<typeof service>, storage: Storage | null = memory()) {
  const states: string[] = [];
  const taken: Values[] = [];
  let refusals = 0;
  const keeper = new DraftKeeper({
    ...{ api, storage, fields, owner: { recipientId: 'r', name: 'Ada', email: 'ada@example.test' } },
    onState: (state) => states.push(state),
    onValues: (values) => taken.push(values),
    onRefused: () => {
      refusals += 1;
    },
  });
  const values = await keeper.start({ hasDraft: true });
  return { keeper, values, states, taken, storage, refusals: () => refusals };
}

const refusal = (status: number, retryAfter?: number) =>
  new ApiError(
    { status, statusText: '', headers: new Headers(retryAfter ? { 'retry-after': `${retryAfter}` } : {}) },
    {},
  );

test('changes are sent together, at most every three seconds, and then no longer kept in the browser', async () => {
  const api = service();
  const { keeper, storage, states } = await open(api);
  keeper.change('a', 'B');
  keeper.change('a', 'Be');
  keeper.change('b', 'x');
  await jest.advanceTimersByTimeAsync(300);
  expect(storage!.length).toBe(1);
  await jest.advanceTimersByTimeAsync(3000);
  expect(api.saves).toEqual([{ a: 'Be', b: 'x' }]);
  expect(states.at(-1)).toBe('saved');
  expect(storage!.length).toBe(0);
  keeper.change('a', 'Ber');
  await jest.advanceTimersByTimeAsync(1000);
  keeper.change('a', 'Berlin');
  await jest.advanceTimersByTimeAsync(5000);
  expect(api.saves).toEqual([{ a: 'Be', b: 'x' }, { a: 'Berlin' }]);
});

test('another device continues, and each gets the values that the other saved', async () => {
  const api = service();
  const first = await open(api);
  first.keeper.change('a', 'Ada');
  await jest.advanceTimersByTimeAsync(3000);
  const second = await open(api);
  expect(second.values).toEqual({ a: 'Ada' });
  second.keeper.change('b', 'Berlin');
  await jest.advanceTimersByTimeAsync(3000);
  // The revision of the answer shows that another device has saved in between.
  first.keeper.change('c', 'Crete');
  await jest.advanceTimersByTimeAsync(4000);
  expect(first.taken).toEqual([{ a: 'Ada', b: 'Berlin', c: 'Crete' }]);
  expect(second.taken).toEqual([]);
  await second.keeper.sync();
  expect(second.taken).toEqual([]);
  await jest.advanceTimersByTimeAsync(6000);
  await second.keeper.sync();
  expect(second.taken).toEqual([{ a: 'Ada', b: 'Berlin', c: 'Crete' }]);
});

test('what this browser could not send wins over the draft of the service, field by field, and is sent on the next visit', async () => {
  const api = service();
  const storage = memory();
  const first = await open(api, storage);
  api.fault = () => new UnreachableError('away');
  first.keeper.change('a', 'unsent');
  await jest.advanceTimersByTimeAsync(2000);
  first.keeper.leave();
  api.fault = null;
  api.draft.values = { a: 'older', b: 'from the other device' };
  const second = await open(api, storage);
  expect(second.values).toEqual({ a: 'unsent', b: 'from the other device' });
  await jest.advanceTimersByTimeAsync(2000);
  expect(api.draft.values).toEqual({ a: 'unsent', b: 'from the other device' });
});

test('while the service is unavailable, the page says that nothing is saved; then saving continues by itself', async () => {
  const api = service();
  const { keeper, states } = await open(api);
  api.fault = () => refusal(503, 7);
  keeper.change('a', 'x');
  await jest.advanceTimersByTimeAsync(3000);
  expect(states.at(-1)).toBe('here');
  const tried = api.saves.length;
  await jest.advanceTimersByTimeAsync(5000);
  expect(api.saves).toHaveLength(tried);
  api.fault = () => new UnreachableError('away');
  await jest.advanceTimersByTimeAsync(120_000);
  expect(api.saves.length).toBeLessThan(12);
  api.fault = null;
  await jest.advanceTimersByTimeAsync(31_000);
  expect([api.draft.values, states.at(-1)]).toEqual([{ a: 'x' }, 'saved']);
});

test('a value that the service does not take stays in the browser, and the others are saved', async () => {
  const api = service();
  const { keeper, states, storage } = await open(api);
  api.fault = ({ values }) => (Object.hasOwn(values, 'b') ? refusal(413) : null);
  keeper.change('a', 'x');
  keeper.change('b', 'too large');
  keeper.change('c', 'z');
  await jest.advanceTimersByTimeAsync(30_000);
  expect([api.draft.values, states.at(-1)]).toEqual([{ a: 'x', c: 'z' }, 'here']);
  const tried = api.saves.length;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(api.saves).toHaveLength(tried);
  expect((await open(api, storage)).values).toEqual({ a: 'x', b: 'too large', c: 'z' });
});

test('a removed value is removed from the draft, too', async () => {
  const api = service();
  api.draft.values = { a: 'x' };
  const { keeper } = await open(api);
  keeper.change('a', null);
  await jest.advanceTimersByTimeAsync(4000);
  expect(api.draft.values).toEqual({});
});

test('once the document has ended, nothing is sent any more; after a new code, saving continues', async () => {
  const api = service();
  const { keeper, refusals } = await open(api);
  api.fault = () => refusal(401);
  keeper.change('a', 'x');
  await jest.advanceTimersByTimeAsync(60_000);
  expect([refusals(), api.saves.length]).toEqual([1, 1]);
  api.fault = null;
  keeper.resume();
  await jest.advanceTimersByTimeAsync(10);
  expect(api.draft.values).toEqual({ a: 'x' });
});

test('finishing removes the values from this browser and sends no more', async () => {
  const api = service();
  const { keeper, storage } = await open(api);
  keeper.change('a', 'x');
  await jest.advanceTimersByTimeAsync(300);
  keeper.finish();
  await jest.advanceTimersByTimeAsync(60_000);
  expect([storage!.length, api.saves.length]).toEqual([0, 0]);
});

test('if the browser cannot store anything, the page shows that', async () => {
  const api = service();
  api.fault = () => new UnreachableError('away');
  const { keeper, states } = await open(api, null);
  keeper.change('a', 'x');
  await jest.advanceTimersByTimeAsync(5000);
  expect(states.at(-1)).toBe('lost');
});
