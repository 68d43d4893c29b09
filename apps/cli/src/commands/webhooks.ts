/** `countersign webhooks …` */
import type { Command } from '@commander-js/extra-typings';
import type { DeliveryOut, WebhookOut } from '@countersign/client/generated/api';
import { deliveryStatuses } from '@countersign/contract/enumerations';
import { publicEventTypes } from '@countersign/contract/events';
import { addGuide, checked, group, integer, oneOf, several } from '../define.ts';
import { UsageError } from '../exit-status.ts';
import { readTime } from '../input/time.ts';
import { openClient, type Session } from '../session.ts';
import { plainText } from '../show/plain-text.ts';
import { confirm, showDone, showRows } from '../show/present.ts';
import type { Column } from '../show/table.ts';
import { countText, preciseTimeText, statusPaint, timeText } from '../show/text.ts';

const at = (webhook_id: string) => ({ params: { path: { webhook_id } } });
const eventOption = [
  '-e, --event <type>',
  `${publicEventTypes.join(', ')}; repeatable`,
  several(checked(oneOf(publicEventTypes))),
] as const;

/** Builds the command group. */
export function webhooksCommand(session: Session): Command {
  const webhooks = group('webhooks', 'Manage webhooks and their deliveries');
  addList(webhooks, session);
  addCreate(webhooks, session);
  addUpdate(webhooks, session);
  addRemove(webhooks, session);
  addPing(webhooks, session);
  addDeliveries(webhooks, session);
  addRedeliver(webhooks, session);
  addRotate(webhooks, session);
  addListen(webhooks, session);
  return webhooks;
}

function addList(webhooks: Command, session: Session): void {
  const list = webhooks
    .command('list')
    .summary('List webhooks')
    .description('Lists the webhooks of the workspace.');
  addGuide(list, { examples: ['countersign webhooks list'] });
  list.action(async () => {
    const client = await openClient(session);
    const rows = await client.get('/v1/webhooks', { signal: session.signal });
    showRows(session, rows, webhookColumns, { json: rows, none: 'No webhooks.' });
  });
}

function addCreate(webhooks: Command, session: Session): void {
  const create = webhooks
    .command('create')
    .summary('Create a webhook')
    .description('Creates a webhook and prints its signing secret, which is shown only once.')
    .argument('<url>', 'https://…')
    .option(...eventOption);
  addGuide(create, {
    notes: 'Without --event every type is delivered. Only the secret is printed to standard output.',
    examples: [
      'countersign webhooks create https://example.com/hooks/countersign',
      'countersign webhooks create https://example.com/hooks -e document.completed -e document.sealed',
    ],
  });
  create.action(async (url, { event }) => {
    const client = await openClient(session);
    const made = await client.post('/v1/webhooks', {
      body: { url, events: event ?? [] },
      signal: session.signal,
    });
    tellSecret(session, `Created the webhook ${made.id}.`, made);
  });
}

function addUpdate(webhooks: Command, session: Session): void {
  const update = webhooks
    .command('update')
    .summary('Update, enable or disable a webhook')
    .description('Changes the URL or the event types of a webhook, or enables or disables it.')
    .argument('<webhook>', 'id of the webhook')
    .option('--address <url>', 'new URL')
    .option(...eventOption)
    .option('--all-events', 'deliver all event types')
    .option('--enable', 'resume deliveries')
    .option('--disable', 'pause deliveries until it is enabled');
  addGuide(update, {
    examples: [
      'countersign webhooks update 01930b0e-… --enable',
      'countersign webhooks update 01930b0e-… -e document.sealed',
    ],
  });
  update.action(async (id, { address, event, allEvents, enable, disable }) => {
    if (event && allEvents) throw new UsageError('Either --event or --all-events.');
    if (enable && disable) throw new UsageError('Either --enable or --disable.');
    const body = {
      ...(address !== undefined && { url: address }),
      ...(event && { events: event }),
      ...(allEvents && { events: [] }),
      ...((enable || disable) && { active: enable === true }),
    };
    if (Object.keys(body).length === 0) throw new UsageError('Say what to change.');
    const client = await openClient(session);
    const changed = await client.patch('/v1/webhooks/{webhook_id}', {
      ...at(id),
      body,
      signal: session.signal,
    });
    showDone(session, `Changed ${changed.id}  ${plainText(changed.url)}  (${stateOf(changed)})`, changed);
  });
}

function addRemove(webhooks: Command, session: Session): void {
  const remove = webhooks
    .command('delete')
    .summary('Delete a webhook and its deliveries')
    .description('Deletes a webhook with its deliveries. Waiting deliveries are not sent.')
    .argument('<webhook>', 'id of the webhook')
    .option('-y, --yes', 'do not ask for confirmation');
  addGuide(remove, { examples: ['countersign webhooks delete 01930b0e-… --yes'] });
  remove.action(async (id, { yes }) => {
    const client = await openClient(session);
    await confirm(session, `Delete the webhook ${plainText(id)}?`, yes);
    await client.delete('/v1/webhooks/{webhook_id}', { ...at(id), signal: session.signal });
    showDone(session, `Deleted ${plainText(id)}`, { id, deleted: true });
  });
}

function addPing(webhooks: Command, session: Session): void {
  const ping = webhooks
    .command('ping')
    .summary('Send a test delivery')
    .description(
      'Queues a delivery of type ping, or an example of another event. Test events name documents and bulk sends that do not exist.',
    )
    .argument('<webhook>', 'id of the webhook')
    .option(
      '-e, --event <type>',
      `${publicEventTypes.join(', ')}; default ping`,
      checked(oneOf(publicEventTypes)),
    );
  addGuide(ping, {
    examples: [
      'countersign webhooks ping 01930b0e-… && countersign webhooks deliveries 01930b0e-… --limit 1',
      'countersign webhooks ping 01930b0e-… --event document.signed',
    ],
  });
  ping.action(async (id, { event: type }) => {
    const client = await openClient(session);
    const { signal } = session;
    const queued = type
      ? await client.post('/v1/webhooks/{webhook_id}/test-event', { ...at(id), body: { type }, signal })
      : await client.post('/v1/webhooks/{webhook_id}/ping', { ...at(id), signal });
    showDone(session, `Queued delivery ${queued.id} (${plainText(queued.event_id)})`, queued);
  });
}

function addDeliveries(webhooks: Command, session: Session): void {
  const deliveries = webhooks
    .command('deliveries')
    .summary('Show deliveries and responses')
    .description(
      'Shows the deliveries of a webhook, newest first. The output of --json includes every attempt.',
    )
    .argument('<webhook>', 'id of the webhook')
    .option('--status <status>', deliveryStatuses.join(', '), checked(oneOf(deliveryStatuses)))
    .option('--limit <count>', 'maximum number of results', integer(1, 200), 50);
  addGuide(deliveries, {
    examples: [
      'countersign webhooks deliveries 01930b0e-… --status dead',
      'countersign webhooks deliveries 01930b0e-… --json',
    ],
  });
  deliveries.action(async (id, { status, limit }) => {
    const client = await openClient(session);
    const query = { limit, ...(status && { status }) };
    const { params } = at(id);
    const rows = await client.get('/v1/webhooks/{webhook_id}/deliveries', {
      params: { ...params, query },
      signal: session.signal,
    });
    showRows(session, rows, deliveryColumns, { json: rows, none: 'No deliveries.' });
  });
}

function addRedeliver(webhooks: Command, session: Session): void {
  const redeliver = webhooks
    .command('redeliver')
    .summary('Redeliver a dead or failed delivery, or all dead ones')
    .description('Queues a dead or failed delivery again, or with --dead all dead ones.')
    .argument('<webhook>', 'id of the webhook')
    .argument('[delivery]', 'number of the delivery', checked(integer(1, Number.MAX_SAFE_INTEGER)))
    .option('--dead', 'all dead deliveries')
    .option(
      '--since <time>',
      'with --dead: only deliveries created since this date or time; 2d means two days ago',
      checked((text) => readTime(text, 'past')),
    );
  addGuide(redeliver, {
    examples: [
      'countersign webhooks redeliver 01930b0e-… 4711',
      'countersign webhooks redeliver 01930b0e-… --dead --since 2d',
    ],
  });
  redeliver.action(async (id, delivery, { dead, since }) => {
    if ((delivery === undefined) === (dead === undefined))
      throw new UsageError('Name a delivery, or take all with --dead.');
    const client = await openClient(session);
    const { signal } = session;
    if (delivery !== undefined) {
      const path = { webhook_id: id, delivery_id: delivery };
      const queued = await client.post('/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', {
        params: { path },
        signal,
      });
      return showDone(session, `Queued delivery ${queued.id}`, queued);
    }
    const { params } = at(id);
    let queued = 0;
    for (let more = true; more; ) {
      const answer = await client.post('/v1/webhooks/{webhook_id}/redeliver-dead', {
        params: { ...params, query: since ? { since } : {} },
        signal,
      });
      queued += answer.queued;
      more = answer.more && answer.queued > 0;
    }
    showDone(session, `Queued ${countText(queued, 'delivery', 'deliveries')}`, { queued });
  });
}

function addRotate(webhooks: Command, session: Session): void {
  const rotate = webhooks
    .command('rotate-secret')
    .summary('Replace the signing secret')
    .description(
      'Replaces the signing secret and prints the new one. Deliveries are also signed with the old secret for a while.',
    )
    .argument('<webhook>', 'id of the webhook');
  addGuide(rotate, { examples: ['countersign webhooks rotate-secret 01930b0e-…'] });
  rotate.action(async (id) => {
    const client = await openClient(session);
    const rotated = await client.post('/v1/webhooks/{webhook_id}/rotate-secret', {
      ...at(id),
      signal: session.signal,
    });
    const until = rotated.previous_secret_expires_at;
    tellSecret(
      session,
      `Rotated${until ? `; deliveries are also signed with the previous secret until ${timeText(until)}` : ''}.`,
      rotated,
    );
  });
}

function addListen(webhooks: Command, session: Session): void {
  const listen = webhooks
    .command('listen')
    .summary('Forward events to this machine during development')
    .description(
      'Prints events as they happen and forwards each as a signed delivery to a URL on this machine that the service cannot reach.',
    )
    .option('-F, --forward-to <url>', 'target URL, for example http://localhost:4000/hooks')
    .option(...eventOption)
    .option('--secret <secret>', 'signing secret, whsec_… (default: a new one)')
    .option('--after <event>', 'start after this event, evt_outbox_…; latest: only new events', 'latest');
  addGuide(listen, {
    notes: `Events are those of the mode of the key. Responses are shown. Failed deliveries are not retried.
Ctrl-C stops it and prints the command that continues from there. With --json, prints one event per line;
output on standard error, such as the secret, is JSON too.`,
    examples: [
      'countersign webhooks listen --forward-to http://localhost:4000/hooks',
      'countersign webhooks listen -e document.completed --json',
    ],
  });
  listen.action(async (options) => {
    const { listenToEvents } = await import('./listen.ts');
    await listenToEvents(session, options);
  });
}

function tellSecret(session: Session, text: string, made: { secret: string }): void {
  if (session.options.json) {
    session.terminal.printJson(made);
    return;
  }
  session.terminal.note(`${text} Its signing secret, shown only once:`);
  session.terminal.print(plainText(made.secret));
}

const stateOf = ({ active }: WebhookOut) => (active ? 'active' : 'disabled');

const webhookColumns: ReadonlyArray<Column<WebhookOut>> = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'STATE', text: stateOf, paint: ({ active }) => (active ? 'good' : 'dim') },
  { title: 'URL', text: ({ url }) => url, isFlexible: true },
  {
    title: 'EVENTS',
    text: ({ events }) => (events.length === 0 ? 'all' : events.join(', ')),
    isFlexible: true,
  },
];

const deliveryColumns: ReadonlyArray<Column<DeliveryOut>> = [
  { title: 'DELIVERY', text: ({ id }) => String(id), align: 'right' },
  { title: 'STATUS', text: ({ status }) => status, paint: ({ status }) => statusPaint(status) },
  { title: 'EVENT', text: ({ event_type }) => event_type },
  { title: 'ATTEMPTS', text: ({ attempt }) => String(attempt), align: 'right' },
  { title: 'ANSWER', text: ({ response_code }) => String(response_code ?? '-'), align: 'right' },
  { title: 'CREATED', text: ({ created_at }) => preciseTimeText(created_at) },
  {
    title: 'NEXT',
    text: ({ next_retry_at }) => (next_retry_at ? preciseTimeText(next_retry_at) : '-'),
    isBelow: true,
  },
  { title: 'ERROR', text: ({ last_error }) => last_error ?? '-', isBelow: true },
];
