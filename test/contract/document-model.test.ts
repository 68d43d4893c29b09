/**
 * Random sequences of requests for documents, compared with a model of the specification's tables (docs/spec/interface.md, States and
 * transitions; docs/spec/decisions.md, section 3): every response, status and public event must match the model.
 */
import { verifyChain } from '@countersign/contract/audit-chain';
import { decodeId, encodeId } from '@countersign/contract/ids';
import { duplicateDocument } from '@countersign/core/document/duplicate';
import type { FullDocument } from '@countersign/core/document/lock';
import { linkToken } from '@countersign/core/recipient/link';
import type { Recipient } from '@countersign/db/models';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startTestApi, type TestApi, type TestWorkspace } from '../support/api.ts';
import { finalizedDraft, reread } from '../support/documents.ts';
import { runs } from '../support/properties.ts';

type Role = 'signer' | 'approver' | 'viewer' | 'cc';
interface Person {
  role: Role;
  order: number;
  status: 'pending' | 'sent' | 'opened' | 'completed' | 'rejected' | 'reassigned';
  consented: boolean;
}
/** The state that the specification requires. */
interface Model {
  status: 'draft' | 'sent' | 'partially_signed' | 'completed' | 'voided' | 'rejected' | 'expired';
  people: Person[];
  /** True once the document's clock has passed its expiry. */
  late: boolean;
  events: string[];
}

const acts = (one: Person) => one.role === 'signer' || one.role === 'approver';
const underway = (model: Model) => model.status === 'sent' || model.status === 'partially_signed';
const inPlay = (model: Model) => model.people.filter((one) => one.status !== 'reassigned');

function currentOrder(model: Model): number | null {
  const open = inPlay(model).filter((one) => acts(one) && one.status !== 'completed');
  return open.length === 0 ? null : Math.min(...open.map((one) => one.order));
}

/** Issues links to recipients whose turn it is. */
function issueLinks(model: Model): void {
  const order = currentOrder(model);
  if (order === null) return;
  for (const one of inPlay(model)) {
    const turn = acts(one) ? one.order === order : one.role === 'viewer' && one.order <= order;
    if (turn && one.status === 'pending') one.status = 'sent';
  }
}

function open(model: Model, one: Person): void {
  if (one.status !== 'sent') return;
  one.status = 'opened';
  model.events.push('document.opened');
}

const mayAct = (model: Model, one: Person) =>
  underway(model) &&
  acts(one) &&
  ['sent', 'opened'].includes(one.status) &&
  one.order === currentOrder(model);

type Step =
  | { call: 'send' | 'void' | 'pass the expiry' | 'replace the recipients' }
  | { call: 'open' | 'consent' | 'sign' | 'reject' | 'hand over'; who: number };

/** Applies the step to the model and returns the expected status of the response. */
function expectedOf(model: Model, step: Step): number {
  switch (step.call) {
    case 'send':
      if (model.status === 'draft') {
        if (model.late || !model.people.some(acts)) return 422;
        model.status = 'sent';
        issueLinks(model);
      } else if (!underway(model)) return 409;
      model.events.push('document.sent');
      return 200;
    case 'void':
      if (model.status !== 'draft' && !underway(model)) return 409;
      model.status = 'voided';
      return 200;
    case 'pass the expiry':
      model.late = true;
      if (underway(model)) {
        model.status = 'expired';
        model.events.push('document.expired');
      }
      return 200;
    case 'replace the recipients':
      return model.status === 'draft' ? 200 : 409;
    default:
      return expectedOfRecipient(model, step.call, model.people[step.who % model.people.length]!);
  }
}

function expectedOfRecipient(model: Model, call: string, one: Person): number {
  if (one.status === 'reassigned') return 404;
  if (!underway(model)) return 409;
  switch (call) {
    case 'open':
      open(model, one);
      return 204;
    case 'consent':
      if (one.status === 'pending') return 409;
      if (!one.consented) {
        open(model, one);
        one.consented = true;
      }
      return 204;
    case 'sign': {
      if (!mayAct(model, one) || !one.consented) return 409;
      one.status = 'completed';
      model.events.push('document.signed');
      const done = currentOrder(model) === null;
      model.status = done ? 'completed' : 'partially_signed';
      if (done) model.events.push('document.completed');
      else issueLinks(model);
      return 200;
    }
    case 'reject':
      if (!mayAct(model, one)) return 409;
      open(model, one);
      one.status = 'rejected';
      model.status = 'rejected';
      model.events.push('document.rejected');
      return 200;
    default: {
      if (one.status !== 'sent' && one.status !== 'opened') return 409;
      one.status = 'reassigned';
      model.people.push({ role: one.role, order: one.order, status: 'pending', consented: false });
      issueLinks(model);
      return 200;
    }
  }
}

const people = fc.array(
  fc.record({
    role: fc.constantFrom<Role>('signer', 'signer', 'signer', 'approver', 'viewer', 'cc'),
    order: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);
const who = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ call: 'send' }) },
  { weight: 4, arbitrary: who.map((index): Step => ({ call: 'open', who: index })) },
  { weight: 10, arbitrary: who.map((index): Step => ({ call: 'consent', who: index })) },
  { weight: 14, arbitrary: who.map((index): Step => ({ call: 'sign', who: index })) },
  { weight: 1, arbitrary: who.map((index): Step => ({ call: 'reject', who: index })) },
  { weight: 3, arbitrary: who.map((index): Step => ({ call: 'hand over', who: index })) },
  { weight: 1, arbitrary: fc.constant<Step>({ call: 'void' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ call: 'pass the expiry' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ call: 'replace the recipients' }) },
);

let api: TestApi;
let mine: TestWorkspace;
let source: FullDocument;
beforeAll(async () => {
  api = await startTestApi();
  mine = await api.createTestWorkspace();
  source = await finalizedDraft({ ...mine.ctx('test'), storage: api.storage });
});

const specs = (given: ReadonlyArray<{ role: Role; order: number }>) =>
  given.map(({ role, order }, index) => ({
    name: `Person ${index}`,
    email: `person-${index}@example.test`,
    role,
    signing_order: order,
  }));

/** A finalized draft with these recipients, a signature field for each signer, and an expiry in ten days. */
async function draftWith(given: ReadonlyArray<{ role: Role; order: number }>): Promise<string> {
  const { id } = await duplicateDocument(mine.ctx('test'), encodeId('doc', source.id), {});
  const publicId = encodeId('doc', id);
  const expiresAt = new Date(api.clock.now().getTime() + 10 * 86_400_000);
  await api.deps.db.document.update({ where: { id }, data: { expiresAt } });
  const path = `/v1/documents/${publicId}`;
  expect((await mine.test.put(`${path}/recipients`, specs(given))).status).toBe(200);
  const fields = given.flatMap(({ role }, index) =>
    role === 'signer'
      ? [{ type: 'signature', page: 1, x: 0.1, y: 0.1 * index, w: 0.2, h: 0.05, recipient_index: index }]
      : [],
  );
  expect((await mine.test.put(`${path}/fields`, fields)).status).toBe(200);
  return publicId;
}

let reassigned = 0;

/** Recipients in the order of the model: as given, then reassigned ones in the order of their creation. */
async function recipientsOf(publicId: string): Promise<Recipient[]> {
  const document = await api.deps.db.document.findFirstOrThrow({
    where: { id: uuidOf(publicId) },
    include: { recipients: true },
  });
  const given = document.recipients.filter((one) => one.reassignedFrom === null);
  const later = document.recipients.filter((one) => one.reassignedFrom !== null);
  return [
    ...given.sort((a, b) => a.position - b.position),
    ...later.sort((a, b) => a.email.localeCompare(b.email, 'en', { numeric: true })),
  ];
}
const uuidOf = (publicId: string): string => decodeId('doc', publicId) ?? '';

async function perform(publicId: string, model: Model, given: Step): Promise<number> {
  const path = `/v1/documents/${publicId}`;
  switch (given.call) {
    case 'send':
      return (await mine.test.post(`${path}/send`)).status;
    case 'void':
      return (await mine.test.post(`${path}/void`, { reason: 'Over' })).status;
    case 'pass the expiry':
      return (await mine.test.post(`/v1/test/documents/${publicId}/advance-clock`, { seconds: 11 * 86_400 }))
        .status;
    case 'replace the recipients':
      return (
        await mine.test.put(
          `${path}/recipients`,
          specs(model.people.map(({ role, order }) => ({ role, order }))),
        )
      ).status;
    default:
      return performAs(publicId, given.call, given.who);
  }
}

async function performAs(publicId: string, call: string, index: number): Promise<number> {
  const all = await recipientsOf(publicId);
  const recipient = all[index % all.length]!;
  // The emailed link. Reassigning increases its version, which invalidates it.
  const linkVersion = recipient.status === 'reassigned' ? recipient.linkVersion - 1 : recipient.linkVersion;
  const path = `/v1/signing/${linkToken(api.deps.secrets, { id: recipient.id, linkVersion })}`;
  const page = api.anonymous;
  switch (call) {
    case 'open':
    case 'consent':
      return (await page.post(`${path}/${call}`)).status;
    case 'sign': {
      const fields = await api.deps.db.field.findMany({ where: { recipientId: recipient.id } });
      const values = Object.fromEntries(fields.map(({ id }) => [id, { mode: 'type', text: recipient.name }]));
      return (await page.post(`${path}/complete`, { values })).status;
    }
    case 'reject':
      return (await page.post(`${path}/reject`, { reason: 'No' })).status;
    default: {
      reassigned += 1;
      const email = `later-${reassigned}@example.test`;
      return (await page.post(`${path}/reassign`, { name: `Later ${reassigned}`, email })).status;
    }
  }
}

async function expectModel(publicId: string, model: Model, history: string[]): Promise<void> {
  const document = await reread(mine.ctx('test'), uuidOf(publicId));
  const all = await recipientsOf(publicId);
  expect({ history, status: document.status, people: all.map((one) => one.status) }).toEqual({
    history,
    status: model.status,
    people: model.people.map((one) => one.status),
  });
}

async function expectEvents(publicId: string, model: Model): Promise<void> {
  const events = (await mine.test.get(`/v1/documents/${publicId}/events`)).body;
  expect(verifyChain(events)).toMatchObject({ ok: true });
  const told = await api.deps.db.outboxEvent.findMany({
    where: { documentId: uuidOf(publicId) },
    orderBy: { id: 'asc' },
  });
  expect(told.map((one) => one.type)).toEqual(model.events);
}

async function run(
  given: ReadonlyArray<{ role: Role; order: number }>,
  steps: readonly Step[],
): Promise<void> {
  const publicId = await draftWith(given);
  const model: Model = {
    status: 'draft',
    people: given.map(({ role, order }) => ({ role, order, status: 'pending', consented: false })),
    late: false,
    events: ['document.created'],
  };
  const history: string[] = [];
  for (const one of steps) {
    const expected = expectedOf(model, one);
    const status = await perform(publicId, model, one);
    history.push(`${one.call}${'who' in one ? ` ${one.who}` : ''}: ${status}`);
    expect({ history, status }).toEqual({ history, status: expected });
    await expectModel(publicId, model, history);
  }
  await expectEvents(publicId, model);
}

describe('a document', () => {
  test('follows exactly the states of the specification for any sequence of requests', async () => {
    await fc.assert(
      fc.asyncProperty(people, fc.array(step, { minLength: 4, maxLength: 16 }), (given, steps) =>
        // Most runs send the draft first, because most states follow after that.
        run(given, [{ call: 'send' }, ...steps]),
      ),
      { ...runs(15, 20_261_121), endOnFailure: true },
    );
  });

  test('completes with the fewest requests in every signing order', async () => {
    const given = [
      { role: 'signer' as const, order: 2 },
      { role: 'approver' as const, order: 1 },
      { role: 'viewer' as const, order: 2 },
      { role: 'signer' as const, order: 2 },
    ];
    const sign = (who: number): Step[] => [
      { call: 'consent', who },
      { call: 'sign', who },
    ];
    await run(given, [{ call: 'send' }, ...sign(0), ...sign(1), ...sign(3), ...sign(0), { call: 'void' }]);
  });
});

describe('two concurrent requests', () => {
  const racing: Array<[string, Step, Step]> = [
    ['two voids', { call: 'void' }, { call: 'void' }],
    ['sign and void', { call: 'sign', who: 0 }, { call: 'void' }],
    ['sign twice', { call: 'sign', who: 0 }, { call: 'sign', who: 0 }],
    ['sign and reject', { call: 'sign', who: 0 }, { call: 'reject', who: 0 }],
    ['sign and hand over', { call: 'sign', who: 0 }, { call: 'hand over', who: 0 }],
    ['reject and void', { call: 'reject', who: 0 }, { call: 'void' }],
    ['the last signature and the expiry', { call: 'sign', who: 0 }, { call: 'pass the expiry' }],
    ['void and the expiry', { call: 'void' }, { call: 'pass the expiry' }],
    ['hand over twice', { call: 'hand over', who: 0 }, { call: 'hand over', who: 0 }],
    ['open twice', { call: 'open', who: 0 }, { call: 'open', who: 0 }],
  ];

  test.each(racing)('%s: as if one had come after the other', async (_name, first, second) => {
    for (let round = 0; round < 3; round += 1) {
      const given = [{ role: 'signer' as const, order: 1 }];
      const publicId = await draftWith(given);
      const before: Step[] = [
        { call: 'send' },
        ...(first.call === 'open' ? [] : [{ call: 'consent' as const, who: 0 }]),
      ];
      const start = (): Model => ({
        status: 'draft',
        people: [{ role: 'signer', order: 1, status: 'pending', consented: false }],
        late: false,
        events: ['document.created'],
      });
      for (const one of before) await perform(publicId, start(), one);
      const answers = await Promise.all([
        perform(publicId, start(), first),
        perform(publicId, start(), second),
      ]);
      const orders = [
        [first, second],
        [second, first],
      ].map((order) => {
        const model = start();
        for (const one of before) expectedOf(model, one);
        const statuses = new Map(order.map((one) => [one, expectedOf(model, one)]));
        return { model, answers: [statuses.get(first), statuses.get(second)] };
      });
      // When both are the same request, either may win.
      const same = JSON.stringify(first) === JSON.stringify(second);
      const sorted = (given: unknown[]) => (same ? [...given].sort() : given);
      const document = await reread(mine.ctx('test'), uuidOf(publicId));
      const found = {
        answers: sorted(answers),
        status: document.status,
        people: (await recipientsOf(publicId)).map((one) => one.status),
      };
      const possible = orders.map(({ model, answers }) => ({
        answers: sorted(answers),
        status: model.status,
        people: model.people.map((one) => one.status),
      }));
      expect(possible).toContainEqual(found);
      const events = (await mine.test.get(`/v1/documents/${publicId}/events`)).body;
      expect(verifyChain(events)).toMatchObject({ ok: true });
    }
  });
});
