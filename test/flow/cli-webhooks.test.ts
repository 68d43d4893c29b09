/** `countersign webhooks …` against a real API, deliveries to a real server. */
import { verifyWebhook } from '@countersign/client/webhook';
import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { startTestApi } from '../support/api.ts';
import { runCommandHere } from '../support/command-here.ts';
import { startCommand } from '../support/command-line.ts';
import { sentDocument } from '../support/documents.ts';
import { until } from '../support/processes.ts';
import { startReceiver } from '../support/receiver.ts';
import { openGuard, startDispatcher } from '../support/webhooks.ts';

async function place() {
  const api = await startTestApi({ guard: openGuard });
  const workspace = await api.createTestWorkspace();
  const env = { COUNTERSIGN_API_KEY: workspace.liveKey, COUNTERSIGN_URL: api.url };
  const run = (...words: string[]) => runCommandHere(['webhooks', ...words], env);
  const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).out);
  return { api, workspace, env, run, json, receiver: await startReceiver() };
}

test('a webhook can be created, listed, changed, pinged, rotated and deleted, and its dead deliveries can be redelivered', async () => {
  const { api, run, json, receiver } = await place();
  const created = await run(
    'create',
    `${receiver.url}/a`,
    '-e',
    'document.sent',
    '--event',
    'document.sealed',
  );
  const secret = created.out.trim();
  expect([created.status, secret]).toEqual([0, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/)]);
  const id = /webhook ([0-9a-f-]{36})\./.exec(created.err)![1]!;

  const dispatcher = startDispatcher(api.deps);
  receiver.behave('/a', 500);
  expect((await run('ping', id)).out).toMatch(/^Queued delivery \d+ \(evt_ping_[0-9a-f]+\)\n$/);
  const [ping] = await receiver.until(({ event }) => event.type === 'ping');
  const headers = new Headers(ping!.headers as Record<string, string>);
  expect(await verifyWebhook(ping!.body, headers, secret)).toMatchObject({ type: 'ping' });

  const { id: delivery } = await api.deps.db.webhookDelivery.findFirstOrThrow({ where: { endpointId: id } });
  const die = async () => {
    // The result of a delivery is recorded a moment after it arrives.
    await dispatcher.settled();
    await api.deps.db.webhookDelivery.updateMany({
      where: { endpointId: id },
      data: { status: 'dead', dueAt: null, nextRetryAt: null, deliveredAt: null },
    });
  };
  await die();
  const [listed, shown, dead, wrong] = await Promise.all([
    run('list'),
    run('deliveries', id),
    json('deliveries', id, '--status', 'dead'),
    run('redeliver', id),
  ]);
  expect(listed.out).toContain(`${id}  active  ${receiver.url}/a  document.sent, document.sealed\n`);
  expect(shown.out).toMatch(new RegExp(`^ *${delivery} {2}dead +ping +1 +500 `, 'm'));
  expect(dead).toMatchObject([{ id: Number(delivery), attempts: [{ response_code: 500 }] }]);
  expect(wrong.status).toBe(2);

  receiver.behave('/a', 204);
  expect((await run('redeliver', id, String(delivery))).out).toBe(`Queued delivery ${delivery}\n`);
  await receiver.until(({ event }) => event.id === ping!.event.id, 2);
  await die();
  expect(await json('redeliver', id, '--dead', '--since', '1h')).toEqual({ queued: 1 });
  await receiver.until(({ event }) => event.id === ping!.event.id, 3);

  const rotated = await run('rotate-secret', id);
  expect(rotated.err).toContain('also signed with the previous secret until');
  expect(rotated.out.trim()).not.toBe(secret);
  expect(await json('update', id, '--disable', '--all-events')).toMatchObject({ active: false, events: [] });
  expect((await run('update', id, '--enable')).out).toContain('(active)');
  expect((await run('delete', id, '--yes')).status).toBe(0);
  expect((await run('list')).err).toBe('No webhooks.\n');
});

test('listen prints events, forwards them like deliveries, and prints on Ctrl-C how to continue', async () => {
  const { api, workspace, env, receiver } = await place();
  const storage = { storage: api.storage };
  await sentDocument({ ...workspace.ctx(), ...storage });
  // The feed waits for all running transactions of the server. Events that it has not listed yet would reach the listener.
  const listed = async () => (await workspace.live.get('/v1/events')).body.items.length;
  await until(async () => (await listed()) === 2, 'the feed to have the document before');
  const listening = startCommand(['webhooks', 'listen', '--forward-to', `${receiver.url}/hooks`], { env });
  await listening.until(/Signed with whsec_\S+\n/);
  await sentDocument({ ...workspace.ctx(), ...storage });
  const [created, sent] = await receiver.until(() => true, 2);
  await listening.until(/document\.sent .* -> 204 in \d+ ms\n/);
  listening.interrupt();
  const { status, out, err } = await listening.ended;

  const secret = /Signed with (\S+)/.exec(err)![1]!;
  expect([created!.event.type, sent!.event.type]).toEqual(['document.created', 'document.sent']);
  const headers = sent!.headers as Record<string, string>;
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1.0',
    'x-service-event': 'document.sent',
  });
  expect(await verifyWebhook(sent!.body, headers, secret)).toMatchObject(sent!.event);
  expect(new Webhook(secret).verify(sent!.body, headers)).toEqual(sent!.event);
  expect(out.split('\n')).toHaveLength(3);
  expect([status, /--after (\S+)/.exec(err)?.[1]]).toEqual([0, sent!.event.id]);

  const again = startCommand(
    ['webhooks', 'listen', '--json', '-e', 'document.sent', '--after', created!.event.id],
    { env },
  );
  await again.until('document.sent');
  again.interrupt();
  const ended = await again.ended;
  expect(JSON.parse(ended.out)).toEqual(sent!.event);
  expect(
    ended.err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ listening_at: api.url }, { after: sent!.event.id }]);
});

test('listen keeps running when the forwarding address refuses connections and when the service restarts', async () => {
  const { api, workspace, env, receiver } = await place();
  const gone = await startReceiver();
  await gone.close();
  receiver.behave('/hooks', 500);
  const refused = startCommand(['webhooks', 'listen', '-F', `${receiver.url}/hooks`], { env });
  const nobody = startCommand(['webhooks', 'listen', '-F', gone.url], { env });
  await Promise.all([refused.until('Signed with'), nobody.until('Signed with')]);
  await sentDocument({ ...workspace.ctx(), storage: api.storage });
  await Promise.all([refused.until('-> answered 500'), nobody.until('-> connect ECONNREFUSED')]);
  await api.close();
  await refused.until('cannot be reached');
  refused.interrupt();
  expect((await refused.ended).status).toBe(0);
});
