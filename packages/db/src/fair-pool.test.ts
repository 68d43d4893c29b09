import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { testDatabase } from '../../../test/support/database.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { type CallerKind, FairPool, nameCaller, withCaller } from './fair-pool.ts';

let pool: FairPool;
beforeEach(async () => {
  const { url } = await testDatabase();
  pool = new FairPool({ connectionString: url, max: 4, connectionTimeoutMillis: 60_000 });
});
afterEach(() => pool.end());

/** Takes a connection for the caller, and writes down its name when it has one. */
function take(id: string, order: string[] = [], kind: CallerKind = 'workspace') {
  return withCaller(kind, id, async () => {
    const client = await pool.connect();
    order.push(id);
    return client;
  });
}

test('a caller can have three of four connections, so that another one finds one', async () => {
  const order: string[] = [];
  const busy = await Promise.all([take('busy'), take('busy'), take('busy')]);
  const fourth = take('busy', order);
  const calm = await take('calm', order);
  expect(order).toEqual(['calm']);
  busy[0]!.release();
  (await fourth).release();
  expect(order).toEqual(['calm', 'busy']);
  for (const client of [...busy.slice(1), calm]) client.release();
});

test('a free connection goes to the caller with the fewest, and callers with equally many are served in rotation', async () => {
  const order: string[] = [];
  const [first, ...others] = await Promise.all([take('a'), take('a'), take('b'), take('c')]);
  const waiting = ['a', 'a', 'b', 'b', 'd', 'd'].map(async (key) => {
    (await take(key, order)).release();
  });
  first!.release();
  await Promise.all(waiting);
  // d had none. Then a and b have one each, and are served in rotation.
  expect(order).toEqual(['d', 'd', 'a', 'b', 'a', 'b']);
  for (const client of others) client.release();
});

test('many addresses together count as much as the workspaces, and as the signing links', async () => {
  const order: string[] = [];
  const held = await Promise.all([1, 2, 3, 4].map((at) => take(`held ${at}`, [], 'address')));
  const addresses = [1, 2, 3].map(async (at) => (await take(`address ${at}`, order, 'address')).release());
  const workspaces = [1, 2].map(async (at) => (await take(`workspace ${at}`, order)).release());
  const link = take('link', order, 'link').then((client) => client.release());
  held[0]!.release();
  await Promise.all([...addresses, ...workspaces, link]);
  // Three connections of addresses stay held, so the other kinds have fewer and come first, in rotation.
  expect(order).toEqual(['workspace 1', 'link', 'workspace 2', 'address 1', 'address 2', 'address 3']);
  for (const client of held.slice(1)) client.release();
});

test('one connection goes to the kinds in rotation', async () => {
  const single = new FairPool({ ...pool.options, max: 1, connectionTimeoutMillis: 60_000 });
  const order: string[] = [];
  const use = (kind: CallerKind, id: string) =>
    withCaller(kind, id, async () => {
      const client = await single.connect();
      order.push(id);
      client.release();
    });
  const first = await single.connect();
  const waiting = [
    ...[1, 2, 3, 4].map((at) => use('address', `address ${at}`)),
    use('workspace', 'w'),
    use('workspace', 'w'),
  ];
  first.release();
  await Promise.all(waiting);
  expect(order).toEqual(['address 1', 'w', 'address 2', 'w', 'address 3', 'address 4']);
  await single.end();
});

test('connections count for the workspace as soon as it is known', async () => {
  const held = await Promise.all([take('w'), take('w'), take('w')]);
  const order: string[] = [];
  const renamed = withCaller('address', 'a', async () => {
    nameCaller('workspace', 'w');
    const client = await pool.connect();
    order.push('renamed');
    return client;
  });
  (await take('address', order)).release();
  expect(order).toEqual(['address']);
  for (const client of held) client.release();
  (await renamed).release();
});

test('a query gives its connection back, also when it fails or its connection is destroyed', async () => {
  for (let round = 0; round < 5; round += 1) {
    await withCaller('workspace', 'w', () =>
      expect(pool.query('SELECT 1 / 0')).rejects.toThrow('division by zero'),
    );
    (await take('w')).release(true);
  }
  const clients = await Promise.all([take('w'), take('w'), take('w')]);
  for (const client of clients) client.release();
});

test('work without a caller can have all connections; a caller who gets none in time gets the usual error of a pool', async () => {
  const all = await Promise.all([pool.connect(), pool.connect(), pool.connect(), pool.connect()]);
  pool.options.connectionTimeoutMillis = 20;
  const error = await take('w').catch((thrown: unknown) => thrown);
  expect(isDatabaseUnavailable(error)).toBe(true);
  pool.options.connectionTimeoutMillis = 60_000;
  for (const client of all) client.release();
  (await take('w')).release();
});
