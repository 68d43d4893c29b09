/** Many emails, and a mail server that throttles. */
import { encodeId } from '@countersign/contract/ids';
import { finalizedDraft, sentCopy, sentDocument } from '../../../test/support/documents.ts';
import { ctxOf } from '../../writers/prepare.ts';
import { type Attack, repeat, send, untilOver } from '../attack.ts';
import { throttledDomain } from '../world.ts';

const day = 86_400;
const year = 365 * day;

/** One API key resends one open document repeatedly, and advances the clock of a test document by a year. */
export const repeatedSends: Attack = {
  name: 'repeated-sends',
  description:
    '40 sends of one open document at once, and advance-clock by days and by a year with daily reminders',
  prepare: async ({ base }, attacker) => {
    const live = await sentDocument(ctxOf(base, attacker));
    const test = await sentDocument({ ...ctxOf(base, attacker), mode: 'test' }, { reminder_cadence_days: 1 });
    return { live: encodeId('doc', live.id), test: encodeId('doc', test.id) };
  },
  run: async (target) => {
    const { live, test } = target.prepared;
    const clock = { path: `/v1/test/documents/${test}/advance-clock`, key: target.testKey };
    await repeat(target, 40, (number) => {
      if (number % 4 > 0)
        return send(target, { path: `/v1/documents/${live}/send`, key: target.liveKey, body: '{}' });
      const seconds = number === 400 ? year : day;
      return send(target, { ...clock, body: JSON.stringify({ seconds }) });
    });
  },
  faults: async ({ base }, { workspaceId }) => {
    // One invitation plus DOCUMENT_RESENDS_PER_HOUR. Reminders are limited only by ADDRESS_MAILS_PER_HOUR, a part of which becomes
    // available again during the attack.
    const most = { invitation: 6, reminder: 1100 };
    const people = await base.db.mail.groupBy({
      by: ['recipientId', 'kind'],
      where: { workspaceId },
      _count: true,
    });
    return people
      .filter(({ kind, _count }) => _count > most[kind === 'reminder' ? kind : 'invitation'])
      .map(({ kind, _count }) => `${_count} mails of the kind ${kind} to one person`);
  },
};

/** One workspace sends emails to recipients for whom the mail server says that mails come too fast. */
export const throttledMail: Attack = {
  name: 'throttled-mail',
  description: '200 mails to a server that answers "454 slow down" after 300 ms, one of them 25 hours old',
  pausesMail: true,
  prepare: async ({ base }, attacker, { isShort }) => {
    const ctx = ctxOf(base, attacker);
    const recipients = [{ name: 'Slow', email: `slow@${throttledDomain}` }];
    const fields = [
      { type: 'signature' as const, page: 1, x: 0.1, y: 0.7, w: 0.3, h: 0.06, recipient_index: 0 },
    ];
    const draft = await finalizedDraft(ctx, { recipients, fields });
    const count = isShort ? 40 : 200;
    for (let at = 0; at < count; at += 1) await sentCopy(ctx, draft);
    await base.db.$executeRaw`
      UPDATE mail SET created_at = created_at - interval '25 hours'
      WHERE id = (SELECT id FROM mail
        WHERE workspace_id = ${attacker.workspaceId}::uuid AND status = 'queued' ORDER BY id DESC LIMIT 1)`;
    return {};
  },
  run: untilOver,
  faults: async ({ base }, { workspaceId }) => {
    const bounced = await base.db.recipient.count({
      where: { document: { workspaceId }, NOT: { bouncedAt: null } },
    });
    return bounced > 0 ? [`${bounced} recipients count as bounced because the mail server was busy`] : [];
  },
};
