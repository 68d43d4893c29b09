/** The mails for signing in and for invitations, from the request to the mail server, and the sweep afterwards. */
import { newId } from '@countersign/contract/ids';
import type { Mailer, OutgoingMail } from '@countersign/mail/mailer';
import { MailUnavailableError } from '@countersign/mail/mailer';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import { keepingMailer } from '../../../../test/support/mails.ts';
import { type Ctx, type PersonCtx, withTransaction } from '../ctx.ts';
import { collectGarbage } from '../housekeeping/collect-garbage.ts';
import { deliverMail } from '../mail-delivery/deliver-mail.ts';
import { queuePasskeyMail } from '../passkey/queue-mail.ts';
import { addUser } from '../workspace/add-user.ts';
import { acceptInvitation, invite, withdrawInvitation } from './invitations.ts';
import { redeemSignInLink } from './redeem-link.ts';
import { requestSignIn } from './sign-in-link.ts';
import { newToken } from './token.ts';

let base: TestBase;
let ctx: TestBase & Ctx;
let person: PersonCtx;
beforeAll(async () => {
  base = await testBase();
  ctx = await testCtx(base);
  person = { ...base, ip: '192.0.2.1', userAgent: 'tests', requestId: 'mails' };
});

const slugOf = async () =>
  (await base.db.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } })).slug;

async function deliverTo(address: string, mailer: Mailer, by = base): Promise<string> {
  const mail = await base.db.mail.findFirstOrThrow({
    where: { toAddress: address },
    orderBy: { id: 'desc' },
  });
  const ports = { mailer, mailFrom: 'Countersign <c@example.test>' };
  return deliverMail({ ...by, ...ports }, { mailId: mail.id, requestId: 'r' });
}

const linkIn = (mail: OutgoingMail, page: string) =>
  new RegExp(`^http://countersign\\.test/${page}/([\\w-]{43})$`, 'm').exec(mail.text)?.[1] ?? '';

describe('the sign-in mail', () => {
  test('contains a link that signs in; the secret part is erased once it is sent', async () => {
    const email = 'olga@mails.test';
    await addUser(base, { workspaceSlug: await slugOf(), email, name: 'Olga Brandt', role: 'member' });
    await requestSignIn(person, 'Olga@mails.test');
    const busy = keepingMailer(() => new MailUnavailableError('try again later'));
    await expect(deliverTo(email, busy)).rejects.toBeInstanceOf(MailUnavailableError);
    const mailer = keepingMailer();
    expect(await deliverTo(email, mailer)).toBe('sent');
    expect(await deliverTo(email, mailer)).toBe('not wanted');
    const [mail] = mailer.sent;
    expect(mail).toMatchObject({ to: { name: 'Olga Brandt', address: email } });
    expect(mail!.subject).toMatch(/^Sign in to Workspace w/);
    expect(mail!.text).toContain('Hello Olga Brandt,');
    const row = await base.db.mail.findFirstOrThrow({ where: { toAddress: email } });
    expect([row.status, row.sealedCode]).toEqual(['sent', null]);
    const opened = await redeemSignInLink(person, {
      token: linkIn(mail!, 'sign-in'),
      previousToken: null,
    });
    expect(opened.token).toMatch(/^[\w-]{43}$/);
  });

  test('to a person in several workspaces names the service', async () => {
    const email = 'both@mails.test';
    const other = await testCtx(base);
    const { slug } = await base.db.workspace.findUniqueOrThrow({ where: { id: other.workspaceId } });
    for (const workspaceSlug of [await slugOf(), slug])
      await addUser(base, { workspaceSlug, email, role: 'member' });
    await requestSignIn(person, email);
    const mailer = keepingMailer();
    await deliverTo(email, mailer);
    expect(mailer.sent[0]!.subject).toBe('Sign in to Countersign');
    expect(mailer.sent[0]!.text).toContain('--\nSent with Countersign.\n');
  });

  test('is not sent to unknown addresses, nor when its link was used or has expired', async () => {
    const mailer = keepingMailer();
    await requestSignIn(person, 'stranger@mails.test');
    expect(await deliverTo('stranger@mails.test', mailer)).toBe('dropped');
    const late = 'late@mails.test';
    await addUser(base, { workspaceSlug: await slugOf(), email: late, role: 'member' });
    await requestSignIn(person, late);
    await base.db.signInLink.updateMany({ where: { email: late }, data: { usedAt: base.now() } });
    expect(await deliverTo(late, mailer)).toBe('dropped');
    await requestSignIn(person, late);
    base.clock.advance(15 * 60_000);
    expect(await deliverTo(late, mailer)).toBe('dropped');
    expect(mailer.sent).toEqual([]);
  });
});

test('the mail about a way to sign in says what was added or removed, and by which name', async () => {
  const subjects = { added: 'A new way to sign in to Countersign', removed: /was removed$/ };
  for (const change of ['added', 'removed'] as const) {
    const email = `passkey-${change}@mails.test`;
    const to = { name: 'Olga Brandt', email };
    await withTransaction(person, (tx) => queuePasskeyMail(tx, to, { change, name: 'Laptop' }));
    const mailer = keepingMailer();
    expect(await deliverTo(email, mailer)).toBe('sent');
    const [mail] = mailer.sent;
    expect(mail).toMatchObject({ to: { name: 'Olga Brandt', address: email } });
    expect(mail!.subject).toMatch(subjects[change]);
    expect(mail!.text).toContain('Laptop');
  }
});

describe('the invitation mail', () => {
  test('names the inviting person, the workspace and the role, and its link is accepted', async () => {
    const { id } = await addUser(base, {
      workspaceSlug: await slugOf(),
      email: 'host@mails.test',
      name: 'Olga Brandt',
      role: 'owner',
    });
    const host = { ...ctx, role: 'owner' as const, actor: { type: 'user' as const, id } };
    await invite(host, { email: 'guest@mails.test', role: 'manager' });
    const mailer = keepingMailer();
    expect(await deliverTo('guest@mails.test', mailer)).toBe('sent');
    const [mail] = mailer.sent;
    expect(mail!.subject).toMatch(/^Join Workspace w.* on Countersign$/);
    // The line breaks depend on the length of the name.
    const words = mail!.text.replaceAll(/\s+/g, ' ');
    expect(words).toMatch(/Olga Brandt invites you to join “Workspace w[^”]*” on Countersign\./);
    const token = linkIn(mail!, 'invitation');
    await acceptInvitation(person, { token, name: null, previousToken: null });
    expect(await base.db.user.findUnique({ where: { email: 'guest@mails.test' } })).toMatchObject({
      name: 'guest',
    });
  });

  test('is sent even after many invitations that expired without being accepted', async () => {
    const own = await testBase();
    const inviting = { ...(await testCtx(own)), role: 'owner' as const };
    const row = (at: number) => ({
      id: newId(),
      workspaceId: inviting.workspaceId,
      email: `guest${at}@mails.test`,
      role: 'member' as const,
      tokenSha256: newToken().sha256,
      createdAt: own.now(),
      expiresAt: new Date(own.now().getTime() + 7 * 86_400_000),
    });
    await own.db.invitation.createMany({ data: Array.from({ length: 500 }, (_, at) => row(at)) });
    const more = { email: 'more@mails.test', role: 'member' as const };
    await expect(invite(inviting, more)).rejects.toMatchObject({
      slug: 'validation',
      detail: [{ loc: ['body', 'email'] }],
    });
    own.clock.advance(7 * 86_400_000);
    expect(await invite(inviting, more)).toMatchObject({ email: 'more@mails.test' });
  });

  test('is not sent after the invitation was withdrawn', async () => {
    const owner = { ...ctx, role: 'owner' as const };
    const { id } = await invite(owner, { email: 'withdrawn@mails.test', role: 'member' });
    await withdrawInvitation(owner, id);
    const mailer = keepingMailer();
    expect(await deliverTo('withdrawn@mails.test', mailer)).toBe('dropped');
  });
});

test('sessions, links, history and mails to unknown addresses are deleted when they are old enough, and not before', async () => {
  const own = await testBase();
  const caller = { ...own, ip: null, userAgent: null, requestId: 'sweep' };
  const { slug } = await own.db.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
  const { id: userId } = await addUser(own, {
    workspaceSlug: slug,
    email: 'swept@mails.test',
    role: 'member',
  });
  await requestSignIn(caller, 'swept@mails.test');
  const mailer = keepingMailer();
  await deliverTo('swept@mails.test', mailer, own);
  await redeemSignInLink(caller, { token: linkIn(mailer.sent[0]!, 'sign-in'), previousToken: null });
  await requestSignIn(caller, 'never@mails.test');
  await deliverTo('never@mails.test', keepingMailer(), own);
  const day = 86_400_000;
  const invitationId = newId();
  await own.db.invitation.create({
    data: {
      ...{ id: invitationId, workspaceId: ctx.workspaceId, email: 'late@mails.test', role: 'member' },
      ...{ tokenSha256: newToken().sha256, createdAt: own.now() },
      expiresAt: new Date(own.now().getTime() + 8 * day),
    },
  });
  const left = async () => [
    await own.db.userSession.count({ where: { userId } }),
    await own.db.signIn.count({ where: { userId } }),
    await own.db.signInLink.count({ where: { email: 'swept@mails.test' } }),
    await own.db.mail.count({ where: { toAddress: 'never@mails.test' } }),
    await own.db.invitation.count({ where: { id: invitationId } }),
  ];
  const sweptAfter = async (milliseconds: number) => {
    own.clock.advance(milliseconds);
    await collectGarbage(own);
    return left();
  };
  expect(await sweptAfter(day - 60_000)).toEqual([1, 1, 1, 1, 1]);
  expect(await sweptAfter(2 * 60_000)).toEqual([1, 1, 1, 0, 1]);
  expect(await sweptAfter(7 * day)).toEqual([1, 1, 0, 0, 1]);
  expect(await sweptAfter(30 * day)).toEqual([0, 1, 0, 0, 0]);
  expect(await sweptAfter(326 * day)).toEqual([0, 1, 0, 0, 0]);
  expect(await sweptAfter(day)).toEqual([0, 0, 0, 0, 0]);
});

test('mails are kept for 90 days after they were queued, and longer while they wait', async () => {
  const own = await testBase();
  const inviting = { ...(await testCtx(own)), role: 'owner' as const };
  const addresses = ['kept-sent@mails.test', 'kept-waiting@mails.test'];
  for (const email of addresses) await invite(inviting, { email, role: 'member' });
  await deliverTo(addresses[0]!, keepingMailer(), own);
  const left = async (days: number) => {
    own.clock.advance(days * 86_400_000);
    await collectGarbage(own);
    const mails = await own.db.mail.findMany({ where: { toAddress: { in: addresses } } });
    return mails.map(({ toAddress }) => toAddress).toSorted();
  };
  expect(await left(89)).toEqual(addresses);
  expect(await left(2)).toEqual([addresses[1]]);
});
