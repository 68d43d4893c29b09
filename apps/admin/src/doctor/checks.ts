/** One check for each thing that Countersign needs. Checks change nothing: they remove what they write. */
import { createHash, createVerify, randomBytes, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@countersign/config/env';
import { databaseSetting, databaseUrlOf, secretKeyOf } from '@countersign/core/open-base';
import { hasPasskeys } from '@countersign/core/passkey/relying-party';
import { countUnderOtherKeys, findUnreadable } from '@countersign/core/privacy/rotate-secrets';
import { returnUrl } from '@countersign/core/recipient-signature/pending';
import { listUnsealed } from '@countersign/core/seal/attempts';
import { createSealKeys, type SealKey } from '@countersign/core/seal/keys';
import { listWorkspaceKeys } from '@countersign/core/seal/workspace-key';
import { createSecrets } from '@countersign/core/secrets';
import {
  OtherIssuerError,
  openIdentityProvider,
  providerFault,
  redirectUri,
} from '@countersign/core/single-sign-on/provider';
import { readDueDeliveries, readWaitingEvents } from '@countersign/core/webhook/inspect';
import { closeDb, createDb, type Db } from '@countersign/db/client';
import { type ConnectionFault, connectionFault, explainingFaults } from '@countersign/db/connection-fault';
import { missingMigrations } from '@countersign/db/migrate';
import { silentLog } from '@countersign/log/port';
import { MailUnavailableError } from '@countersign/mail/mailer';
import { createSmtpMailer } from '@countersign/mail/smtp-mailer';
import { readCertificates } from '@countersign/pdf/pki/read-certificates';
import { httpTimestamper } from '@countersign/pdf/timestamps/http-timestamper';
import { inspectJobs } from '@countersign/queue/inspect';
import { hearsNotifications } from '@countersign/queue/listener';
import { createQueue } from '@countersign/queue/queue';
import { createCscSigner } from '@countersign/recipient-signers/csc/provider';
import { age } from '../age.ts';
import { errorLine } from '../error-line.ts';
import { sealKeySources } from '../seal-key-sources.ts';
import { checkAddress } from './address.ts';
import { type Check, type Finding, fail, ok, warn } from './check.ts';
import { failoverRisk, type Replication } from './failover-risk.ts';
import { versionFault } from './postgres-version.ts';
import { checkSealLevel, levelAdvice, needsAuthority, wantedLevel } from './seal-level.ts';
import { checkStorage, storageAdvice } from './storage.ts';

const dayMs = 86_400_000;

/** The checks for these settings, in the order of the output. */
export function checksFor(config: Config): Check[] {
  const withDb = async (
    work: (db: Db, url: string) => Promise<Finding>,
    describeFault = ({ says, advice, reached }: ConnectionFault): Finding | Promise<Finding> =>
      reached ? fail(says, advice) : fail('not checked: see database'),
  ): Promise<Finding> => {
    const url = await databaseUrlOf(config);
    const db = createDb(url, { max: 2 });
    try {
      return await work(db, url);
    } catch (error) {
      const fault = connectionFault(error, { url, setting: databaseSetting(config) });
      if (!fault) throw error;
      return describeFault(fault);
    } finally {
      await closeDb(db);
    }
  };
  // Without the tables, every check would fail with a different error.
  const withSchema = (work: (db: Db, url: string) => Promise<Finding>): Promise<Finding> =>
    withDb(async (db, url) =>
      (await missingMigrations(db)).length > 0 ? fail('not checked: see schema') : work(db, url),
    );
  // For checks that need the database for a part only: null if it cannot be used, which its own checks report.
  const withDbIfUsable = async (work: (db: Db | null) => Promise<Finding>): Promise<Finding> => {
    const hasUrl = await databaseUrlOf(config).then(
      () => true,
      () => false,
    );
    const useDb = async (db: Db) => work((await missingMigrations(db)).length > 0 ? null : db);
    return hasUrl ? withDb(useDb, () => work(null)) : work(null);
  };
  return [
    { name: 'settings', run: async () => checkSettings(config) },
    { name: 'address', run: () => checkAddress(config.publicUrl, withDbIfUsable) },
    { name: 'database', run: () => withDb(checkDatabase, ({ says, advice }) => fail(says, advice)) },
    { name: 'schema', run: () => withDb(checkSchema) },
    { name: 'clock', run: () => withDb(checkClock) },
    { name: 'wake-up', run: () => withDb((db, url) => checkWakeUp(config, db, url)) },
    { name: 'queues', run: () => withSchema((_db, url) => checkQueues(url)) },
    { name: 'seals', run: () => withSchema(checkUnsealed) },
    { name: 'secrets', run: () => withSchema((db) => checkSecrets(config, db)) },
    { name: 'webhooks', run: () => withSchema(checkWebhooks) },
    {
      name: 'storage',
      advice: storageAdvice(config),
      run: () => withDbIfUsable((db) => checkStorage(config, db)),
    },
    { name: 'mail server', advice: mailAdvice, run: () => checkMail(config) },
    { name: 'seal key', advice: sealKeyAdvice, run: () => checkSealKey(config) },
    { name: 'workspace seal keys', run: () => withSchema((db) => checkWorkspaceKeys(config, db)) },
    { name: 'timestamps', advice: timestampAdvice, run: () => checkTimestamps(config) },
    ...optional(config),
  ];
}

/** Checks of parts that are used only if their setting is there. */
function optional(config: Config): Check[] {
  const {
    CONVERTER_URL: converter,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    TSA_URL: tsa,
    VERIFY_TRUST_FILE: trustFile,
    OIDC_ISSUER: issuer,
    RECIPIENT_SIGNER_URL: signer,
  } = config;
  return [
    ...(tsa && config.SEAL_LTV
      ? [{ name: 'seal level', advice: levelAdvice, run: () => checkSealLevel(config, tsa) }]
      : []),
    ...(issuer
      ? [{ name: 'single sign-on', advice: issuerAdvice, run: () => checkIdentityProvider(config, issuer) }]
      : []),
    ...(signer
      ? [
          {
            name: 'keys of recipients',
            advice: signerAdvice,
            run: () => checkRecipientSigner(config, signer),
          },
        ]
      : []),
    ...(converter
      ? [{ name: 'converter', advice: converterAdvice, run: () => checkConverter(converter) }]
      : []),
    ...(collector ? [{ name: 'traces', run: () => checkCollector(collector) }] : []),
    ...(trustFile
      ? [{ name: 'trust file', advice: trustFileAdvice, run: () => checkTrustFile(trustFile) }]
      : []),
  ];
}

const isLocal = (url: string) => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);

/** The settings are valid at this point. This reports those that a public service should not have. */
function checkSettings(config: Config): Finding {
  if (isLocal(config.publicUrl)) return ok(`PUBLIC_URL ${config.publicUrl}: only for this machine`);
  const doubts = [
    config.publicUrl.startsWith('http:') && 'PUBLIC_URL is not https',
    !hasPasskeys(config) && 'people cannot use passkeys, which need https and a host name',
    !config.SECRET_KEY && 'SECRET_KEY is not set: other machines would generate a different one',
    config.WEBHOOK_ALLOW_PRIVATE && 'WEBHOOK_ALLOW_PRIVATE lets callers reach your internal network',
    config.TRUST_PROXY === 0 && 'TRUST_PROXY is 0: behind a proxy, all callers have the address of the proxy',
  ].filter((doubt) => doubt !== false);
  if (doubts.length === 0) return ok(`PUBLIC_URL ${config.publicUrl}`);
  return warn(`PUBLIC_URL ${config.publicUrl}`, doubts.join('; '));
}

async function checkDatabase(db: Db, url: string): Promise<Finding> {
  await db.$queryRaw`SELECT 1`;
  const started = performance.now();
  const [row] = await db.$queryRaw<
    Array<{ version: string; number: number; spare: number; most: number } & Replication>
  >`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
      current_setting('max_connections')::int AS most,
      current_setting('max_connections')::int - (SELECT count(*)::int FROM pg_stat_activity) AS spare,
      (SELECT count(*)::int FROM pg_stat_replication) AS standbys,
      current_setting('synchronous_standby_names') AS "synchronousStandbys", current_setting('synchronous_commit') AS commit`;
  const ms = (performance.now() - started).toFixed(1);
  const { host, pathname } = new URL(url);
  const says = `PostgreSQL ${row!.version} at ${host}${pathname}, answers in ${ms} ms, ${row!.spare} of ${row!.most} connections free`;
  const tooOld = versionFault(row!.number);
  if (tooOld !== null) return fail(says, tooOld);
  if (row!.spare < 10) return warn(says, 'raise max_connections, or use PgBouncer');
  const risk = failoverRisk(row!);
  return risk === null ? ok(says) : warn(says, risk);
}

async function checkSchema(db: Db): Promise<Finding> {
  const missing = await missingMigrations(db);
  if (missing.length === 0) return ok('every migration is applied');
  return fail(`not applied: ${missing.join(', ')}`, 'npm run -s admin -- migrate');
}

/** Expiry, sessions and seals use the clock of the process; the queue uses the clock of the database. */
async function checkClock(db: Db): Promise<Finding> {
  const before = Date.now();
  const [row] = await db.$queryRaw<Array<{ now: Date }>>`SELECT clock_timestamp() AS now`;
  const offMs = Math.max(0, before - row!.now.getTime(), row!.now.getTime() - Date.now());
  const says = `this machine and the database are ${offMs < 1000 ? 'within a second' : `${Math.round(offMs / 1000)} s apart`}`;
  if (offMs < 2000) return ok(says);
  const advice = 'run a time service (chrony, systemd-timesyncd) on both';
  return offMs < 30_000 ? warn(says, advice) : fail(says, advice);
}

async function checkWakeUp(config: Config, db: Db, url: string): Promise<Finding> {
  // If the database answers this, later failures are those of the connection that workers listen on.
  await db.$queryRaw`SELECT 1`;
  const { DATABASE_DIRECT_URL: direct } = config;
  const listening = { url: direct ?? url, setting: direct ? 'DATABASE_DIRECT_URL' : databaseSetting(config) };
  if (direct) {
    const other = await explainingFaults(listening, () => otherDatabase(db, direct));
    if (other !== null)
      return fail(
        `DATABASE_DIRECT_URL leads to another database than ${databaseSetting(config)}: ${other}`,
        'let both lead to the same database on the same server, one of them without the pooler',
      );
  }
  if (await explainingFaults(listening, () => hearsNotifications(listening.url, url)))
    return ok('workers are notified of new jobs');
  return warn(
    'notifications do not arrive: jobs are found by polling, up to 2 s late',
    'set DATABASE_DIRECT_URL to an address that bypasses the pooler',
  );
}

/** The database at `url` if it is another one than `db`: its name, and whether its server is another one. Otherwise null. */
async function otherDatabase(db: Db, url: string): Promise<string | null> {
  const direct = createDb(url, { max: 1 });
  try {
    const [known, found] = await Promise.all([identityOf(db), identityOf(direct)]);
    if (known.server !== found.server) return `"${found.name}" on another server`;
    return known.name === found.name ? null : `"${found.name}" instead of "${known.name}"`;
  } finally {
    await closeDb(direct);
  }
}

/** The name of the database, and what identifies its server. Every role may read them. */
async function identityOf(db: Db): Promise<{ name: string; server: string }> {
  const [row] = await db.$queryRaw<Array<{ name: string; server: string }>>`
    SELECT current_database()::text AS name,
      (SELECT system_identifier FROM pg_control_system())::text || ' ' || pg_postmaster_start_time() AS server`;
  return row!;
}

async function checkQueues(url: string): Promise<Finding> {
  const queue = createQueue({ url, log: silentLog });
  try {
    await queue.start();
    const jobs = await inspectJobs(queue);
    const late = jobs.filter((job) => (job.oldestReadySeconds ?? 0) > 60);
    const dead = jobs.filter((job) => job.dead > 0);
    const active = jobs.reduce((sum, job) => sum + job.active, 0);
    const ready = jobs.reduce((sum, job) => sum + job.ready, 0);
    if (late.length > 0) {
      const worst = late.map((job) => `${job.job} for ${age(job.oldestReadySeconds!)}`).join(', ');
      const names = [...new Set(late.map((job) => job.queue))].join(',');
      return fail(
        `due but not running: ${worst}`,
        `is a worker with QUEUES=${names} running, and are there enough? If it runs and takes no jobs, restart it`,
      );
    }
    const says = `${ready} jobs due, ${active} running`;
    if (dead.length === 0) return ok(says);
    const names = dead.map((job) => `${job.job} ${job.dead}`).join(', ');
    return warn(
      `${says}; dead: ${names}`,
      `npm run -s admin -- queue dead ${dead[0]!.job}, then queue redrive`,
    );
  } finally {
    await queue.stop().catch(() => undefined);
  }
}

async function checkUnsealed(db: Db): Promise<Finding> {
  const [oldest] = await listUnsealed(db, 1);
  if (!oldest) return ok('every completed document is sealed');
  const seconds = (Date.now() - oldest.completedAt.getTime()) / 1000;
  const error = oldest.attempts.find((attempt) => attempt.error)?.error;
  const says = `the oldest unsealed document has waited for ${age(seconds)}${error ? `: ${errorLine(error)}` : ''}`;
  return seconds > 600 ? fail(says, 'npm run -s admin -- queue') : ok(says);
}

/** Whether all encrypted values can be decrypted, and which are still encrypted with another key than the current one. */
async function checkSecrets(config: Config, db: Db): Promise<Finding> {
  if (!config.SECRET_KEY && !(await stat(join(config.dataDir, 'secret-key')).catch(() => null)))
    return warn('no key yet: the first process generates one in DATA_DIR', 'set SECRET_KEY');
  const secrets = createSecrets(await secretKeyOf(config, silentLog), config.SECRET_KEY_PREVIOUS);
  const unreadable = await findUnreadable({ db, secrets });
  if (unreadable)
    return fail(
      `${unreadable}: some cannot be decrypted with any key`,
      'add their key to SECRET_KEY_PREVIOUS, then npm run -s admin -- secrets rotate. If that key has leaked, do not: see docs/OPERATIONS.md, Rotating SECRET_KEY',
    );
  if (!secrets.rotates) return ok('all encrypted values can be decrypted with SECRET_KEY');
  const left = (await countUnderOtherKeys({ db, secrets })).filter(({ count }) => count > 0);
  if (left.length > 0)
    return warn(
      `encrypted with another key: ${left.map(({ what, count }) => `${what} ${count}`).join(', ')}`,
      'after SECRET_KEY is the new key: npm run -s admin -- secrets rotate',
    );
  return warn(
    'everything is encrypted with SECRET_KEY; SECRET_KEY_PREVIOUS is also accepted',
    'if SECRET_KEY is the new key, remove SECRET_KEY_PREVIOUS when the documents that were sent with the old key have ended: their links depend on it. If SECRET_KEY is still the old key, continue its rotation (docs/OPERATIONS.md)',
  );
}

/** Normally events become deliveries at once, and a due delivery is sent within seconds unless its endpoint hangs. */
async function checkWebhooks(db: Db): Promise<Finding> {
  const [events, due] = await Promise.all([readWaitingEvents(db), readDueDeliveries(db)]);
  const waited = ({ oldest }: { oldest: Date | null }) =>
    oldest ? (Date.now() - oldest.getTime()) / 1000 : 0;
  const advice =
    'is a worker with QUEUES=webhook running, and are there enough? If it runs and sends nothing, restart it.';
  if (waited(events) > 60)
    return fail(
      `${events.count} events wait for their deliveries, the oldest for ${age(waited(events))}`,
      advice,
    );
  if (waited(due) > 60)
    return warn(
      `${due.count} deliveries are due, the oldest for ${age(waited(due))}`,
      `${advice} An endpoint that hangs delays only its own deliveries`,
    );
  return ok(`${due.count} deliveries due`);
}

/** Answers of a server that refuses the login (RFC 4954, section 6). */
const refusedLogins = [454, 530, 534, 535, 538];

function mailAdvice(error: unknown): string {
  if (error instanceof MailUnavailableError && error.code !== null && refusedLogins.includes(error.code))
    return 'correct user and password in SMTP_URL (percent-encode special characters), or allow this login on the mail server';
  return 'check host, port and smtp: or smtps: in SMTP_URL, that the server runs, and that no firewall blocks the port';
}

async function checkMail({ SMTP_URL: url, MAIL_FROM: from }: Config): Promise<Finding> {
  if (!url)
    return warn('SMTP_URL is not set: emails stay in the local mailbox', 'set SMTP_URL and MAIL_FROM');
  const mailer = createSmtpMailer({ url, timeoutMs: 10_000 });
  try {
    await mailer.check();
    const { host } = new URL(url);
    if (/localhost>?$/.test(from))
      return warn(`${host} accepts the login`, `MAIL_FROM is ${from}: mail servers will refuse it`);
    return ok(`${host} accepts the login; emails are sent from ${from}`);
  } finally {
    await mailer.close();
  }
}

const sealKeyAdvice =
  'check SEAL_KEY and SEAL_CERTIFICATE, and the passphrase, PIN or token in SEAL_KEY_SECRET (of a PKCS#12 file also SEAL_P12_FILE and SEAL_P12_PASSPHRASE); see docs/SEALING.md, Keys';

async function checkSealKey(config: Config): Promise<Finding> {
  const isConfigured = config.SEAL_KEY !== undefined;
  const developmentFile = join(config.dataDir, 'seal', 'development.pem');
  const advice = 'set SEAL_KEY to a key with a certificate from a certificate authority (docs/SEALING.md)';
  if (!isConfigured && !(await stat(developmentFile).catch(() => null)))
    return warn('not configured: the first worker generates a self-signed certificate', advice);
  const key = await createSealKeys(sealKeySources(config)).keyFor();
  const { says, days, fault } = await tryKey(key);
  if (fault) return fault;
  if (!isConfigured) return warn(`self-signed, for development: ${says}`, advice);
  if (days < 30)
    return warn(`${says}: ${days} days`, 'renew the certificate; a new file is used without a restart');
  const chain = key.signer.certificates.length;
  return ok(`${says}; ${chain} certificates in the chain`);
}

/** Signs with the key. `fault` is set if its seals would not be valid. */
async function tryKey({ signer, subject, until }: SealKey): Promise<{
  says: string;
  days: number;
  fault: Finding | null;
}> {
  const leaf = new X509Certificate(signer.certificates[0]!);
  const probe = randomBytes(64);
  const signature = await signer.sign(probe);
  const matches = createVerify('sha256').update(probe).verify(leaf.publicKey, signature);
  const day = until.toISOString().slice(0, 10);
  const days = Math.floor((until.getTime() - Date.now()) / dayMs);
  const fault = !matches
    ? fail(
        `the key does not match the certificate of ${subject}`,
        'SEAL_CERTIFICATE must begin with the certificate of this key',
      )
    : days < 0
      ? fail(`${subject}: expired on ${day}`, 'renew the certificate')
      : leaf.validFromDate.getTime() > Date.now()
        ? fail(`${subject}: not valid yet`, 'check the clock')
        : null;
  return { says: `${subject}, valid until ${day}, key and certificate match`, days, fault };
}

/** The most workspace keys that one run tries, in the order of their slugs. */
const maxWorkspaceKeys = 1000;
const keysAtOnce = 10;
/** No further key is tried after this time, because the whole check may take 15 s. */
const lastStartMs = 4000;
const keyLimits = { timeoutMs: 5000, restMs: 60_000 };
/** The most faults that are printed. */
const maxFaults = 20;

/** Opens every key of a workspace as a seal worker does, and signs with it. */
async function checkWorkspaceKeys(config: Config, db: Db): Promise<Finding> {
  const rows = await listWorkspaceKeys({ db }, maxWorkspaceKeys);
  if (rows.length === 0) return ok('no workspace has a seal key of its own');
  const keys = createSealKeys({ ...sealKeySources(config), gateLimits: keyLimits });
  const [broken, ending, below]: [string[], string[], string[]] = [[], [], []];
  const left = rows.values();
  const started = performance.now();
  let tried = 0;
  const checkSome = async () => {
    // Every worker takes the next row of the same iterator.
    for (const row of left) {
      if (performance.now() - started > lastStartMs) return;
      tried += 1;
      const { workspaceSlug } = row;
      try {
        const key = await keys.keyFor(row);
        const { days, fault } = await tryKey(key);
        if (fault) broken.push(`${workspaceSlug}: ${fault.says}`);
        else if (days < 30) ending.push(`${workspaceSlug} (${days} days)`);
        else if (config.TSA_URL && config.SEAL_LTV && !key.namesRevocation) below.push(workspaceSlug);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        broken.push(`${workspaceSlug}: ${errorLine(message)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: keysAtOnce }, checkSome));
  const listed = (all: string[], mark: string) =>
    [...all.sort().slice(0, maxFaults), ...(all.length > maxFaults ? ['…'] : [])].join(mark);
  if (broken.length > 0)
    return fail(
      `${broken.length} of ${tried} cannot be used: ${listed(broken, '; ')}`,
      'their documents wait for their seal: correct the key, or npm run -s admin -- seal-key set or remove',
    );
  if (ending.length > 0)
    return warn(`certificates that end soon: ${listed(ending, ', ')}`, 'renew them, then seal-key set');
  if (below.length > 0)
    return warn(
      `seals reach PAdES-B-T instead of ${wantedLevel(config)}, because the certificates name neither OCSP nor a CRL: ${listed(below, ', ')}`,
      needsAuthority,
    );
  if (tried < rows.length || rows.length === maxWorkspaceKeys)
    return ok(`the first ${tried} by slug can be used; the others were not tried`);
  return ok(`${tried} can be used`);
}

const timestampAdvice =
  'check that TSA_URL is the RFC 3161 address of the authority, with user and password if it needs them, and that this machine can reach it; while it does not answer, seals wait and are then PAdES-B-B';

async function checkTimestamps({ TSA_URL: url }: Config): Promise<Finding> {
  if (!url) return warn('TSA_URL is not set: seals are PAdES-B-B, without a trusted time', 'set TSA_URL');
  await httpTimestamper(url).stamp(createHash('sha256').update(randomBytes(32)).digest());
  return ok(`${new URL(url).host} gave a valid token`);
}

const issuerAdvice = (error: unknown) =>
  error instanceof OtherIssuerError
    ? 'copy the issuer of the provider to OIDC_ISSUER exactly, also the slash at its end if it has one'
    : 'check OIDC_ISSUER: its /.well-known/openid-configuration must be reachable from this machine';

/** Reads the metadata of the provider as a sign-in does. Whether it accepts the client secret shows only when a person signs in. */
async function checkIdentityProvider(config: Config, issuer: string): Promise<Finding> {
  const { OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET_FILE: secretFile } = config;
  if (secretFile && (await contentOf(secretFile, 'OIDC_CLIENT_SECRET_FILE')).toString().trim() === '')
    return fail(`${secretFile} is empty`, 'write the client secret to OIDC_CLIENT_SECRET_FILE');
  const provider = openIdentityProvider(
    {
      ...{ issuer, clientId, clientSecret: null, name: config.OIDC_NAME, scopes: config.OIDC_SCOPES },
      claims: { groups: config.OIDC_GROUPS_CLAIM, emailVerified: config.OIDC_EMAIL_VERIFIED_CLAIM },
      sessionSeconds: config.OIDC_SESSION_TTL,
      publicUrl: config.publicUrl,
    },
    silentLog,
  );
  const page = await provider
    .authorizationUrl({ state: 'doctor', nonce: 'doctor', verifier: 'doctor' })
    .catch((error: unknown) => {
      // The message for the person at the sign-in does not help an operator.
      throw providerFault(error) ?? error;
    });
  return ok(
    `${issuer} signs people in at ${new URL(page).host}; its redirect URI must be ${redirectUri(config.publicUrl)}`,
  );
}

const signerAdvice =
  'check that RECIPIENT_SIGNER_URL is the address of the CSC API, with its version at the end, and that this machine can reach it';

/** Reads the description of the provider as a signature does. Whether it accepts the client secret shows only when a recipient signs. */
async function checkRecipientSigner(config: Config, baseUrl: string): Promise<Finding> {
  const { RECIPIENT_SIGNER_NAME: name = '', RECIPIENT_SIGNER_CLIENT_ID: clientId = '' } = config;
  const signer = createCscSigner({ name, baseUrl, clientId, clientSecret: '', unstatedLevel: null });
  const redirectUrl = returnUrl({ settings: config });
  const page = await signer.accessPage({
    ...{ state: 'doctor', codeChallenge: 'doctor', language: 'en', redirectUrl },
  });
  return ok(
    `${name} has the CSC API, with pages at ${new URL(page).host}; its redirect URI must be ${redirectUrl}`,
  );
}

/** All checks run at once in one process, so on a busy machine an answer is read late. */
const answerMs = 10_000;

const converterAdvice =
  'start the Gotenberg server, correct CONVERTER_URL, or unset it: then DOCX files are refused';

/** Gotenberg reports its own state and that of LibreOffice. */
async function checkConverter(url: string): Promise<Finding> {
  const { origin, pathname, host } = new URL(url);
  const response = await fetch(`${origin}${pathname.replace(/\/+$/, '')}/health`, {
    signal: AbortSignal.timeout(answerMs),
    redirect: 'error',
  });
  await response.body?.cancel();
  if (response.ok) return ok(`${host} converts DOCX files`);
  return fail(
    `${host}/health answers ${response.status}`,
    'see the log of the Gotenberg server, or unset CONVERTER_URL',
  );
}

/** Sends a request without spans, which every collector of OTLP over HTTP accepts. */
async function checkCollector(endpoint: string): Promise<Finding> {
  const { host } = new URL(endpoint);
  const advice = 'traces are lost, nothing else happens. Is OTLP over HTTP enabled there (port 4318)?';
  try {
    const response = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(answerMs),
    });
    await response.body?.cancel();
    return response.ok ? ok(`${host} accepts traces`) : warn(`${host} answers ${response.status}`, advice);
  } catch {
    return warn(`${host} cannot be reached`, advice);
  }
}

const trustFileAdvice =
  'correct VERIFY_TRUST_FILE to a PEM file with certificates that this user can read, or unset it: the API does not start with it';

/** An API does not start with a file that it cannot read. */
async function checkTrustFile(file: string): Promise<Finding> {
  const certificates = readCertificates(await contentOf(file, 'VERIFY_TRUST_FILE')).map(
    (der) => new X509Certificate(der),
  );
  const ended = certificates.filter(({ validToDate }) => validToDate.getTime() < Date.now());
  const says = `${file}: ${certificates.length} certificates`;
  if (ended.length === 0) return ok(says);
  return warn(
    `${says}, of which ${ended.length} have expired`,
    'seals of their time still verify; remove them if you do not need that',
  );
}

/** Throws an error that names the setting instead of the system call. */
async function contentOf(file: string, setting: string): Promise<Buffer> {
  return readFile(file).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${cause.code})`;
    throw new Error(`${setting} is ${file}: ${why}`);
  });
}
