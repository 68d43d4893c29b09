/** Rotating SECRET_KEY: every stored value is encrypted again with the new key, once, while other processes write. */
import { newId } from '@countersign/contract/ids';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import { responseContext } from '../idempotency/claim.ts';
import { codeContext } from '../mail/queue-mail.ts';
import { testKeyContext } from '../seal/test-key.ts';
import { createSecrets, type Secrets } from '../secrets.ts';
import { tokenContext } from '../template/direct-link.ts';
import { deleteEndpoint } from '../webhook/delete.ts';
import { openSecret, sealSecret, secretContext } from '../webhook/secret.ts';
import { countUnderOtherKeys, findUnreadable, rotateSecrets } from './rotate-secrets.ts';

const [oldKey, newKey] = ['old', 'new'].map((word) => `${word} `.repeat(20)) as [string, string];
const before = createSecrets(oldKey);
const during = createSecrets(newKey, [oldKey]);
const after = createSecrets(newKey);
const webhooks = 450;

let base: TestBase;
let ctx: Awaited<ReturnType<typeof testCtx>>;
let endpoints: string[];
beforeEach(async () => {
  base = await testBase();
  const { webhookEndpoint, mail, idempotencyRecord, directLink } = base.db;
  // Rows of all workspaces; the previous test may have left some.
  await base.db.$transaction([
    webhookEndpoint.deleteMany(),
    mail.deleteMany(),
    idempotencyRecord.deleteMany(),
    directLink.deleteMany(),
  ]);
  ctx = await testCtx(base);
  endpoints = Array.from({ length: webhooks }, newId);
  await base.db.webhookEndpoint.createMany({
    data: endpoints.map((id, at) => ({
      id,
      workspaceId: ctx.workspaceId,
      url: 'https://example.test',
      events: [],
      sealedSecret: sealSecret({ secrets: before }, id, `whsec_${at}`),
      previousSealedSecret: at % 10 === 0 ? sealSecret({ secrets: before }, id, 'whsec_previous') : null,
      createdAt: base.now(),
    })),
  });
  const { workspaceId, teamId } = ctx;
  const [templateId, linkId] = [newId(), newId()];
  const ofTemplate = {
    name: 'Release',
    sha256: '0'.repeat(64),
    sizeBytes: 1,
    pages: [],
    recipients: [],
    fields: [],
  };
  await base.db.template.create({ data: { id: templateId, workspaceId, teamId, ...ofTemplate } });
  await directLink.create({
    data: {
      id: linkId,
      workspaceId,
      teamId,
      templateId,
      mode: 'live',
      tokenSha256: new Uint8Array(32),
      sealedToken: before.encrypt(Buffer.from('token'), tokenContext(linkId)),
      recipientIndex: 0,
      recipients: [],
      confirmEmail: true,
      createdBy: {},
      createdAt: base.now(),
    },
  });
  const mailId = newId();
  await base.db.mail.create({
    data: {
      id: mailId,
      kind: 'otp',
      toName: 'Ada',
      toAddress: 'ada@example.test',
      sealedCode: before.encrypt(Buffer.from('123456'), codeContext(mailId)),
      createdAt: base.now(),
    },
  });
  await base.db.idempotencyRecord.createMany({
    data: ['a', 'b'].map((key) => ({
      caller: 'caller',
      key,
      requestSha256: new Uint8Array(32),
      lockedUntil: base.now(),
      expiresAt: base.now(),
      sealedBody: before.encrypt(Buffer.from(`{"${key}":1}`), responseContext('caller', key)),
    })),
  });
  await base.db.testSealKey.deleteMany();
  await base.db.testSealKey.create({ data: { sealed: before.encrypt(Buffer.from('pem'), testKeyContext) } });
});

const withKey = (secrets: Secrets) => ({ db: base.db, secrets });
const total = (counts: Array<{ count: number }>) => counts.reduce((sum, { count }) => sum + count, 0);

describe('rotating SECRET_KEY', () => {
  test('encrypts every value with the new key, also when run twice at once and during writes; then the old key can be removed', async () => {
    expect(await findUnreadable(withKey(before))).toBeNull();
    expect(await findUnreadable(withKey(after))).toBe('webhook secrets');
    const values = webhooks + webhooks / 10 + 1 + 1 + 2 + 1;
    expect(total(await countUnderOtherKeys(withKey(during)))).toBe(values);

    // Another process changes the secret of an endpoint in the meantime, with the new key. That value stays.
    const written = sealSecret({ secrets: during }, endpoints[7]!, 'whsec_written_meanwhile');
    const [one, two] = await Promise.all([
      rotateSecrets(withKey(during)),
      rotateSecrets(withKey(during)),
      base.db.webhookEndpoint.update({ where: { id: endpoints[7]! }, data: { sealedSecret: written } }),
    ]);
    const rotated = [...one, ...two].reduce((sum, rotation) => sum + rotation.rotated, 0);
    expect(rotated).toBeGreaterThanOrEqual(values - 1);
    expect(rotated).toBeLessThanOrEqual(values);
    expect(await rotateSecrets(withKey(during))).toEqual(
      one.map(({ what }) => ({ what, rotated: 0, unreadable: 0 })),
    );
    expect(total(await countUnderOtherKeys(withKey(during)))).toBe(0);

    expect(await findUnreadable(withKey(after))).toBeNull();
    const rows = await base.db.webhookEndpoint.findMany({ where: { id: { in: endpoints } } });
    const opened = new Map(
      rows.map((row) => [row.id, openSecret({ secrets: after }, row.id, row.sealedSecret)]),
    );
    expect(endpoints.map((id) => opened.get(id))).toEqual(
      endpoints.map((_, at) => (at === 7 ? 'whsec_written_meanwhile' : `whsec_${at}`)),
    );
    const kept = await base.db.idempotencyRecord.findMany({
      where: { caller: 'caller' },
      orderBy: { key: 'asc' },
    });
    expect(
      kept.map(({ key, sealedBody }) =>
        after.decrypt(sealedBody!, responseContext('caller', key)).toString(),
      ),
    ).toEqual(['{"a":1}', '{"b":1}']);
  });

  test('keeps and counts values that no key decrypts', async () => {
    const [id] = endpoints.toSorted();
    const lost = createSecrets('lost '.repeat(20)).encrypt(Buffer.from('x'), secretContext(id!));
    await base.db.webhookEndpoint.update({ where: { id: id! }, data: { sealedSecret: lost } });
    expect(await findUnreadable(withKey(during))).toBe('webhook secrets');
    for (const rotated of [webhooks - 1, 0]) {
      const [rotation] = await rotateSecrets(withKey(during));
      expect(rotation).toEqual({ what: 'webhook secrets', rotated, unreadable: 1 });
    }
    expect((await base.db.webhookEndpoint.findUniqueOrThrow({ where: { id: id! } })).sealedSecret).toEqual(
      lost,
    );
  });

  test('leaves out deleted webhooks, whose secrets are gone', async () => {
    const [id] = endpoints.toSorted();
    await deleteEndpoint({ ...ctx, secrets: before }, id!);
    expect(await findUnreadable(withKey(during))).toBeNull();
    expect((await countUnderOtherKeys(withKey(during)))[0]!.count).toBe(webhooks - 1);
    const [rotation] = await rotateSecrets(withKey(during));
    expect(rotation).toEqual({ what: 'webhook secrets', rotated: webhooks - 1, unreadable: 0 });
    expect(total(await countUnderOtherKeys(withKey(during)))).toBe(0);
  });
});
