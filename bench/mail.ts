/**
 * Paced mail: two worker processes send a bulk send through a real SMTP server that limits the mails per second and per 24 hours and
 * refuses mails above the limits with 454, while a single document is sent every few seconds. Hours in which no mail may be sent are
 * skipped by moving the clocks of the SMTP server and of the limits. Then a million mails at 14 a second and 50,000 a day, calculated
 * without sending. MAIL_BENCH_MAILS (30,000), MAIL_BENCH_RATE (140) and MAIL_BENCH_QUOTA (10,000) set the sizes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeId } from '@countersign/contract/ids';
import { createBulkSend } from '@countersign/core/bulk-send/create';
import { dispatchBulkSend } from '@countersign/core/bulk-send/dispatch';
import type { Ctx } from '@countersign/core/ctx';
import { sendDocument } from '@countersign/core/document/send';
import { dayMs, initialState, opensAt, take } from '@countersign/core/mail/pace';
import { readPace, serverPace } from '@countersign/core/mail/pace-store';
import { createTemplate } from '@countersign/core/template/create';
import { useTemplate as makeFromTemplate } from '@countersign/core/template/use';
import { createWorkspace } from '@countersign/core/workspace/create';
import { startThrowawayPostgres } from '@countersign/dev-database/throwaway';
import { silentLog } from '@countersign/log/port';
import { migrateDatabase } from '@countersign/queue/migrate';
import { PDFDocument } from 'pdf-lib';
import { type LimitedSmtp, startLimitedSmtp } from '../test/support/limited-smtp.ts';
import { newTemplate } from '../test/support/template-input.ts';
import { type Service, startService } from './support/service.ts';
import { percentile } from './support/stats.ts';
import { figure, printTable } from './support/table.ts';
import { type BenchBase, benchSecret, ctxOf, openBench } from './writers/prepare.ts';

export const title = 'Paced mail';

// biome-ignore lint/suspicious/noUndeclaredEnvVars: nothing caches a benchmark
const mails = Number(process.env.MAIL_BENCH_MAILS ?? 30_000);
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const perSecond = Number(process.env.MAIL_BENCH_RATE ?? 140);
// biome-ignore lint/suspicious/noUndeclaredEnvVars: as above
const perDay = Number(process.env.MAIL_BENCH_QUOTA ?? 10_000);
const limits = { perSecond, perDay };
const singleEveryMs = 3000;
const recipients = [{ name: 'Reader', email: 'reader@example.test' }];

/** Prints two tables; about four minutes. */
export async function run(): Promise<void> {
  const server = await startThrowawayPostgres({
    flags: ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'],
  });
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-mail-'));
  try {
    await migrateDatabase(server.url, { log: silentLog });
    const base = await openBench(server.url, folder);
    base.settings.mailPace.server = limits;
    await measure(base, { url: server.url, folder });
    await base.close();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  simulate();
}

interface Single {
  to: string;
  sentAt: number;
}

async function measure(base: BenchBase, place: { url: string; folder: string }): Promise<void> {
  let offset = 0;
  const smtp = await startLimitedSmtp({ ...limits, now: () => Date.now() + offset });
  const scope = await createWorkspace(base, { slug: 'bench', name: 'Bench', ownerEmail: 'owner@bench.test' });
  const ctx = ctxOf(base, scope);
  const templateId = await makeTemplate(ctx);
  const rows = Array.from({ length: mails }, (_, at) => ({
    recipients: [{ name: `Person ${at}`, email: `person${at}@example.test` }],
    form_values: {},
  }));
  const send = await createBulkSend(ctx, { templateId, sourceFilename: null, rows });
  await dispatchBulkSend(ctx, send.id, { skipInvalid: false });
  let workers = await startWorkers(place, smtp);
  let cpuSeconds = 0;
  const stopWorkers = async () => {
    const used = await Promise.all(workers.map((worker) => worker.cpuSeconds()));
    cpuSeconds += used.reduce((sum, one) => sum + one, 0);
    await Promise.all(workers.map((worker) => worker.stop()));
  };
  const singles: Single[] = [];
  /** Mails of each day, and the seconds from its first mail to its last. Starting the worker processes does not count. */
  const days: Array<{ mails: number; seconds: number }> = [];
  let firstOfDay = 0;
  const endDay = () => {
    const [first, last] = [smtp.accepted[firstOfDay], smtp.accepted.at(-1)];
    const day = {
      mails: smtp.accepted.length - firstOfDay,
      seconds: ((last?.at ?? 0) - (first?.at ?? 0)) / 1000,
    };
    days.push(day);
    firstOfDay = smtp.accepted.length;
    console.log(`Day ${days.length}: ${figure(day.mails)} mails in ${figure(day.seconds)} s.`);
  };
  const startedAt = Date.now();
  for (;;) {
    singles.push(await sendSingle(ctx, templateId, singles.length));
    await delay(singleEveryMs);
    const left = await base.db.bulkSend.findUniqueOrThrow({ where: { id: send.id } });
    const waiting = await base.db.mail.count({ where: { status: 'queued' } });
    if (left.status !== 'dispatching' && waiting === 0) break;
    const [state] = (await readPace(base, [serverPace])).states;
    const closedMs = opensAt(state!, limits, 'bulk', Date.now() + offset) - (Date.now() + offset);
    const isIdle = Date.now() + offset - (smtp.accepted.at(-1)?.at ?? 0) > 1000;
    if (closedMs < 60_000 || !isIdle) continue;
    endDay();
    await stopWorkers();
    offset += closedMs;
    await moveClock(base, offset);
    workers = await startWorkers(place, smtp);
  }
  endDay();
  await stopWorkers();
  const clockDays = (Date.now() + offset - startedAt) / dayMs;
  const bounced = await base.db.recipient.count({ where: { bouncedAt: { not: null } } });
  report({ smtp, singles, bounced, days, clockDays, cpuSeconds });
  await smtp.close();
}

async function makeTemplate(ctx: BenchBase & Ctx): Promise<string> {
  const pdf = await PDFDocument.create();
  pdf.addPage([595, 842]);
  const input = newTemplate({
    name: 'Letter',
    pdf_base64: Buffer.from(await pdf.save()).toString('base64'),
    recipients,
    fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, recipient_index: 0 }],
  });
  return encodeId('tpl', (await createTemplate(ctx, input)).id);
}

async function sendSingle(ctx: BenchBase & Ctx, templateId: string, number: number): Promise<Single> {
  const to = `single${number}@example.test`;
  const person = { name: 'Single', email: to, role: 'signer', signing_order: 1 } as const;
  const draft = await makeFromTemplate(ctx, templateId, {
    recipients: [{ ...person, auth_level: 'link', delivery: 'email' }],
    form_values: {},
  });
  await sendDocument(ctx, encodeId('doc', draft.id), {});
  return { to, sentAt: Date.now() };
}

function startWorkers(place: { url: string; folder: string }, smtp: LimitedSmtp): Promise<Service[]> {
  const env = {
    DATABASE_URL: place.url,
    DATA_DIR: place.folder,
    SECRET_KEY: benchSecret,
    ENVELOPE_ALLOWANCE: '2000000000',
    SMTP_URL: smtp.url,
    MAILS_PER_SECOND: String(perSecond),
    MAILS_PER_DAY: String(perDay),
    QUEUES: 'mail,bulk',
    LOG_LEVEL: 'info',
  };
  return Promise.all([startService('worker', env), startService('worker', env)]);
}

/** Moves the clock of the limits, and makes jobs due that wait for it. */
async function moveClock({ db }: BenchBase, offset: number): Promise<void> {
  await db.$executeRawUnsafe(
    `CREATE OR REPLACE FUNCTION mail_clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      'SELECT clock_timestamp() + interval ''${Math.ceil(offset)} milliseconds'''`,
  );
  await db.$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state < 'active' AND start_after > now()`;
}

function report(result: {
  smtp: LimitedSmtp;
  singles: readonly Single[];
  bounced: number;
  days: ReadonlyArray<{ mails: number; seconds: number }>;
  clockDays: number;
  /** Of the workers, which also send the rows. */
  cpuSeconds: number;
}): void {
  const { smtp, singles, bounced, days, clockDays, cpuSeconds } = result;
  const arrived = new Map(smtp.accepted.map(({ to, real }) => [to, real]));
  const waits = singles.map(({ to, sentAt }) => (arrived.get(to) ?? Number.NaN) - sentAt);
  const twice = smtp.accepted.length - arrived.size;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const rates = days.map((one) => one.mails / one.seconds / perSecond);
  printTable(
    ['through SMTP', ''],
    [
      ['mails accepted, of these for single documents', `${figure(smtp.accepted.length)}, ${singles.length}`],
      ['allowed', `${perSecond} a second, ${figure(perDay)} within 24 hours`],
      [
        'rate of the slowest and of the middle day, of the allowed one',
        `${percent(Math.min(...rates))}, ${percent(percentile(rates, 0.5))}`,
      ],
      ['quota used on the first day', percent(days[0]!.mails / perDay)],
      ['mails per day, of the quota', percent(smtp.accepted.length / clockDays / perDay)],
      ['refused for rate, for quota', `${smtp.refused.rate}, ${smtp.refused.quota}`],
      ['bounced, sent twice', `${bounced}, ${twice}`],
      ['CPU ms of the workers a mail', figure((cpuSeconds * 1000) / smtp.accepted.length)],
      ['longest wait of a single document', `${Math.max(...waits)} ms`],
    ],
  );
}

/** Calculates a million mails at 14 a second and 50,000 a day, without sending them. */
function simulate(): void {
  const ses = { perSecond: 14, perDay: 50_000 };
  let state = initialState;
  let now = 0;
  let claims = 0;
  let left = 1_000_000;
  while (left > 0) {
    const taken = take(state, ses, 'bulk', Math.min(left, 14), now);
    state = taken.state;
    left -= taken.grant.count;
    claims += 1;
    now = taken.grant.count > 0 ? now + 1000 : taken.grant.retryAt;
  }
  const days = now / dayMs;
  console.log(
    `\nA million mails at 14 a second and 50,000 a day: ${days.toFixed(2)} days, ${figure(claims)} claims, ` +
      `${((1e6 / days / ses.perDay) * 100).toFixed(1)} % of the quota a day.`,
  );
}
