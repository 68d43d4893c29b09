/**
 * Every setting (docs/spec/decisions.md, section 10). The main files read them once from the environment; no other file reads
 * process.env. If settings are wrong, all errors are reported together and the process does not start.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type QueueName, queueNames } from '@countersign/contract/queues';
import * as z from 'zod';

const secondsPer = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** A hundred years. Much longer durations lead to dates that JavaScript or PostgreSQL cannot represent. */
const longestDays = 36_500;

const secondsOf = (text: string): number => {
  const unit = text.at(-1) as keyof typeof secondsPer;
  return unit in secondsPer ? Number(text.slice(0, -1)) * secondsPer[unit] : Number(text);
};

/** `90s`, `15m`, `1h`, `7d` or a plain number of seconds. A least value refuses a number whose unit was forgotten. */
const duration = (fallback: string, least = '0s') =>
  z
    .string()
    .regex(/^\d{1,9}[smhd]?$/, 'must be a duration such as 90s, 15m, 1h or 7d')
    .default(fallback)
    .transform(secondsOf)
    .refine((seconds) => seconds >= secondsOf(least), `must be at least ${least}`)
    .refine((seconds) => seconds <= longestDays * secondsPer.d, `must be at most ${longestDays}d`);

// Every bound has its own message: zod would repeat "must be a number".
const numberUpTo = (max: number) => z.coerce.number('must be a number').max(max, `must be at most ${max}`);

const integer = (fallback: number, min: number, max: number) =>
  numberUpTo(max).int('must be a whole number').min(min, `must be at least ${min}`).default(fallback);

const requestRate = (fallback: number, min = 0) => {
  const rate = numberUpTo(1_000_000);
  const bounded =
    min > 0 ? rate.min(min, `must be at least ${min}`) : rate.positive('must be greater than 0');
  return bounded.default(fallback);
};

const mailLimit = (max: number) => numberUpTo(max).positive('must be greater than 0');

const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .default(fallback)
    .transform((text) => text === 'true');

const httpUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https URL',
  )
  .transform((text) => text.replace(/\/+$/, ''));

/** The pages load their files from the root of the host. */
const httpOrigin = z
  .string()
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, href, origin } = new URL(text);
    return /^https?:$/.test(protocol) && href === `${origin}/`;
  }, 'must be an http or https URL without a path, such as https://sign.example.com')
  .transform((text) => new URL(text).origin);

/** For secrets and codes: https, or this machine. */
const safeUrl = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback);
  return isSafe && username === '' && search === '' && hash === '';
}, 'must be an https URL without user and query; http only on this machine');

/** An issuer is compared exactly, so a slash at its end is kept. */
const oidcIssuer = safeUrl;

/** Space-separated, as in the request to the provider. */
const oidcScopes = z
  .string()
  .max(1000)
  .default('openid email profile')
  .refine(
    (text) => text.split(/\s+/).includes('openid'),
    'must be scopes separated by spaces, one of which is openid',
  );

const queues = z
  .string()
  .default(queueNames.join(','))
  .transform((text, context) => {
    const chosen = text.split(',').map((name) => name.trim());
    const unknown = chosen.filter((name) => !queueNames.includes(name as QueueName));
    if (unknown.length > 0) {
      context.addIssue(`unknown queue: ${unknown.join(', ')}; the queues are ${queueNames.join(', ')}`);
      return z.NEVER;
    }
    return [...new Set(chosen)] as QueueName[];
  });

const defaultConcurrency: Record<QueueName, number> = {
  mail: 10,
  seal: 2,
  bulk: 4,
  expiry: 1,
  reminder: 1,
  webhook: 500,
  housekeeping: 1,
};

const concurrency = z
  .string()
  .default('')
  .transform((text, context) => {
    const result = { ...defaultConcurrency };
    if (text.trim() === '') return result;
    for (const part of text.split(',')) {
      const match = /^\s*(?:([a-z-]+)\s*=\s*)?(\d{1,3})\s*$/.exec(part);
      const [name, count] = [match?.[1], Number(match?.[2])];
      if (!match || count < 1 || (name !== undefined && !queueNames.includes(name as QueueName))) {
        context.addIssue(
          `cannot read "${part.trim()}"; write a number, or queue=number pairs such as seal=2,mail=20`,
        );
        return z.NEVER;
      }
      for (const queue of queueNames) if (name === undefined || name === queue) result[queue] = count;
    }
    return result;
  });

/** A list of port numbers, empty by default. */
const ports = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((port) => port !== ''))
  .refine(
    (list) => list.every((port) => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535),
    'must be port numbers from 1 to 65535, comma-separated',
  )
  .transform((list) => list.map(Number));

/** A list of IP addresses and networks in CIDR notation, empty by default. */
const networks = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((network) => network !== ''))
  .refine(
    (list) => list.every(isNetwork),
    'must be addresses or networks such as 10.1.2.3 or 10.0.0.0/8, comma-separated',
  );

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 &&
    bits > 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}

/** Name, default and purpose of each setting. */
export const envSchema = z
  .object({
    PUBLIC_URL: httpOrigin
      .optional()
      .describe(
        'Public address of the service, without a path, used in links and in the API; default http://localhost:PORT',
      ),
    PORT: integer(3000, 0, 65_535).describe('Port that the API listens on'),
    HOST: z.string().min(1).default('127.0.0.1').describe('Address that the API listens on'),
    TRUST_PROXY: integer(0, 0, 10).describe(
      'Number of reverse proxies in front of the API; needed to determine the IP address of callers',
    ),
    DATA_DIR: z
      .string()
      .min(1)
      .default('./data')
      .describe('Folder for the embedded database, stored files and development keys'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must be a postgresql:// URL')
      .optional()
      .describe('PostgreSQL database; if absent, an embedded one is started'),
    DATABASE_DIRECT_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must be a postgresql:// URL')
      .optional()
      .describe('Connection for LISTEN that bypasses a connection pooler; default DATABASE_URL'),
    DATABASE_POOL: integer(10, 1, 500).describe('Maximum number of database connections of each process'),
    DATABASE_PREPARED_STATEMENTS: flag('true').describe(
      'Prepare repeated statements by name. Set to false for poolers that do not support it, such as PgBouncer before 1.21 in transaction mode',
    ),
    STORAGE_URL: z
      .string()
      .regex(/^(file|s3):/, 'must be a file: or s3: URL')
      .optional()
      .describe(
        'Where files are stored: file:FOLDER, or s3://bucket/prefix?region=…&endpoint=… with credentials in the AWS_ variables; default file:DATA_DIR/blobs',
      ),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// URL')
      .optional()
      .describe('Mail server; if absent, the local mailbox that npm start runs'),
    MAIL_FROM: z
      .string()
      .max(300, 'must have at most 300 characters')
      .regex(
        /^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
        'must be an address, or a name with an address: Acme <sign@acme.example>',
      )
      .default('Countersign <countersign@localhost>')
      .describe('Sender of all emails'),
    MAILS_PER_SECOND: mailLimit(100_000)
      .optional()
      .describe('Emails per second that the mail server allows, for all workers together; default no limit'),
    MAILS_PER_DAY: mailLimit(100_000_000)
      .int('must be a whole number')
      .optional()
      .describe('Emails within 24 hours that the mail server allows; default no limit'),
    WORKSPACE_MAILS_PER_SECOND: mailLimit(100_000)
      .optional()
      .describe('Emails per second of each workspace; default no limit'),
    WORKSPACE_MAILS_PER_DAY: mailLimit(100_000_000)
      .int('must be a whole number')
      .optional()
      .describe('Emails within 24 hours of each workspace; default no limit'),
    MAIL_EVENTS_SECRET: z
      .string()
      .min(16, 'must have at least 16 characters')
      .optional()
      .describe('Shared secret for POST /internal/mail-events; if absent, all its requests are refused'),
    MAILBOX_PORT: integer(3001, 0, 65_535).describe(
      'Port of the page of the local mailbox, which runs if SMTP_URL is absent',
    ),
    MAILBOX_SMTP_PORT: integer(0, 0, 65_535).describe(
      'SMTP port of the local mailbox; 0 means any free port',
    ),
    SECRET_KEY: z
      .string()
      .min(32, 'must have at least 32 characters')
      .regex(
        /^[^\s,]*$/,
        'must not contain spaces or commas, because they separate the keys of SECRET_KEY_PREVIOUS. Make a key with: openssl rand -hex 32',
      )
      .optional()
      .describe(
        'Key from which signing links, cookies and encryption at rest are derived; if absent, one is generated and kept in DATA_DIR',
      ),
    SECRET_KEY_PREVIOUS: z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter((key) => key !== ''))
      .refine((keys) => keys.every((key) => key.length >= 32), 'every key must have at least 32 characters')
      .describe('Previous keys that are still accepted during a rotation of SECRET_KEY, comma-separated'),
    SEAL_KEY: z
      .string()
      .regex(
        /^(file|pkcs11|awskms|gcpkms|azurekv|vault|module):./,
        'must begin with file:, pkcs11:, awskms:, gcpkms:, azurekv:, vault: or module:',
      )
      .optional()
      .describe(
        'Where the seal key is: file:, pkcs11:, awskms:, gcpkms:, azurekv:, vault: or module:, see docs/SEALING.md; if absent, a self-signed key in DATA_DIR',
      ),
    SEAL_CERTIFICATE: z
      .string()
      .min(1)
      .optional()
      .describe('PEM file with the certificate of SEAL_KEY and its chain, root included'),
    SEAL_KEY_SECRET: z
      .string()
      .min(1)
      .optional()
      .describe('Passphrase of the PKCS#12 file, PIN of the token or Vault token that SEAL_KEY needs'),
    SEAL_P12_FILE: z
      .string()
      .min(1)
      .optional()
      .describe('PKCS#12 file with the seal key, short for SEAL_KEY=file:…'),
    SEAL_P12_PASSPHRASE: z
      .string()
      .min(1)
      .optional()
      .describe('Passphrase of SEAL_P12_FILE, in place of SEAL_KEY_SECRET'),
    SEAL_KEY_PLACES: z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((place) => place.trim())
          .filter((place) => place !== ''),
      )
      .refine(
        (places) => places.every((place) => /^\/|^https?:\/\/[^/].*[^/]$/.test(place)),
        'must be absolute paths, or addresses without a slash at the end, separated by commas',
      )
      .describe(
        'Places besides that of SEAL_KEY that seal keys of workspaces may use, comma-separated: paths of PKCS#11 libraries and modules, addresses of Vault servers and private endpoints, such as https://vault.example:8200',
      ),
    TSA_URL: httpUrl.optional().describe('Timestamp authority (RFC 3161); if absent, seals are PAdES-B-B'),
    SEAL_LTV: flag('true').describe(
      'Add revocation data to seals with a timestamp (PAdES-B-LT), if the certificate names an OCSP responder or a CRL',
    ),
    ARCHIVE_TIMESTAMPS: z
      .enum(['on', 'off'], 'must be on or off')
      .default('off')
      .describe(
        'Add an archive timestamp to seals with revocation data (PAdES-B-LTA), and renew it before its certificates expire; needs TSA_URL and SEAL_LTV',
      ),
    RECIPIENT_SIGNER_NAME: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Name of the trust service provider at which recipients sign with their own keys, for people; it is printed in sealed files',
      ),
    RECIPIENT_SIGNER_URL: safeUrl
      .transform((text) => text.replace(/\/+$/, ''))
      .optional()
      .describe(
        'Address of its API (Cloud Signature Consortium, version 2), such as https://provider.example/csc/v2; if absent, no recipient signs with their own key',
      ),
    RECIPIENT_SIGNER_CLIENT_ID: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Client id of this installation at the provider'),
    RECIPIENT_SIGNER_CLIENT_SECRET: z
      .string()
      .min(1)
      .optional()
      .describe('Client secret of this installation at the provider'),
    RECIPIENT_SIGNER_UNSTATED_LEVEL: z
      .enum(['advanced', 'qualified'], 'must be advanced or qualified')
      .optional()
      .describe(
        'Level of keys for which the provider states none (signatureQualifier); if absent, such keys are refused',
      ),
    VERIFY_TRUST_FILE: z
      .string()
      .min(1)
      .optional()
      .describe(
        'PEM file of root or single certificates that /verify trusts in addition to the seal certificates of this installation',
      ),
    QUEUES: queues.describe('Queues that this worker process runs, comma-separated; default all'),
    CONCURRENCY: concurrency.describe(
      'Concurrent jobs: a number, or queue=number pairs such as seal=2,mail=20',
    ),
    WORKER_PORT: integer(0, 0, 65_535).describe(
      'Port of a worker for /healthz, /readyz and /metrics; 0 means any free port',
    ),
    DOCS_URL: httpUrl.optional().describe('Address of the error reference; default PUBLIC_URL'),
    MAX_PDF_BYTES: integer(52_428_800, 1024, 1_073_741_824).describe(
      'Maximum size of an uploaded PDF in bytes',
    ),
    MAX_CSV_BYTES: integer(1_073_741_824, 1024, 10_737_418_240).describe(
      'Maximum size of the CSV or Excel file of a bulk send in bytes',
    ),
    MAX_ZIP_BYTES: integer(10_737_418_240, 1024, 1_099_511_627_776).describe(
      'Maximum size in bytes of the ZIP with the PDFs of a bulk send, and of these PDFs together',
    ),
    // A workspace may use three quarters, and the PDF in a body of 80 MiB takes 120 MiB while it is decoded (apps/api/src/body).
    MAX_BODIES_BYTES: integer(167_772_160, 167_772_160, 107_374_182_400).describe(
      'Bytes of memory for JSON bodies that one API process receives at the same time; further requests get 503',
    ),
    MAX_PDF_PAGES: integer(2000, 1, 100_000).describe('Maximum number of pages of a PDF'),
    ACTIVE_CONTENT: z
      .enum(['warn', 'refuse'], 'must be warn or refuse')
      .default('warn')
      .describe(
        'What to do with PDFs whose appearance can change (JavaScript, layers, missing fonts, …): warn the sender, or refuse them at finalize',
      ),
    PDF_MAX_DECODED_BYTES: integer(536_870_912, 1_048_576, 8_589_934_592).describe(
      'Maximum size in bytes of the decompressed streams of a PDF in total',
    ),
    PDF_MAX_SECONDS: integer(20, 1, 600).describe(
      'Maximum processor time for inspecting a PDF, in seconds; sealing may take three times as long',
    ),
    CONVERTER_URL: httpUrl
      .optional()
      .describe(
        'Gotenberg server that turns DOCX files into PDF; if absent, DOCX files are refused. It receives the files of senders',
      ),
    CONVERTER_TIMEOUT: duration('60s')
      .refine((seconds) => seconds >= 1 && seconds <= 3600, 'must be between 1s and 1h')
      .describe('How long the conversion of a file may take'),
    UPLOAD_URL_TTL: duration('1h', '1m').describe('How long an uploadUrl is valid, at least 1m'),
    DRAFT_TTL: duration('7d', '1h').describe(
      'Age at which a draft that was never finalized is removed, at least 1h',
    ),
    RATE_SUSTAINED_RPS: requestRate(50).describe('Sustained requests per second of a workspace'),
    RATE_BURST_RPS: requestRate(200, 1).describe('Burst of requests of a workspace'),
    LINK_SUSTAINED_RPS: requestRate(20).describe(
      'Sustained requests per second with one signing link, for each API process',
    ),
    LINK_BURST_RPS: requestRate(400, 20).describe(
      'Burst of requests with one signing link, for each API process; a PDF is fetched in many requests',
    ),
    DOCUMENT_RESENDS_PER_HOUR: integer(5, 1, 1_000_000).describe(
      'Maximum number of times that a document can be resent within an hour',
    ),
    ADDRESS_MAILS_PER_HOUR: integer(1000, 1, 1_000_000).describe(
      'Maximum number of signing emails from a workspace to one address within an hour, not counting bulk sends and automatic reminders',
    ),
    DIRECT_LINK_VISITS_PER_HOUR: integer(600, 1, 1_000_000).describe(
      'Maximum number of documents that the visitors of one direct link can create within an hour',
    ),
    DIRECT_LINK_VISITS_PER_ADDRESS: integer(30, 1, 1_000_000).describe(
      'Maximum number of visits of direct links from one IP address within an hour',
    ),
    ENVELOPE_ALLOWANCE: integer(100_000, 0, 2_000_000_000).describe(
      'Live documents that a workspace may send per calendar month (UTC)',
    ),
    STORAGE_QUOTA_BYTES: integer(107_374_182_400, 1024, Number.MAX_SAFE_INTEGER).describe(
      'Bytes that a workspace may store: originals, sealed PDFs, templates, files and rows of bulk sends, and large fields',
    ),
    ENVELOPES_PER_DAY_REVIEW_THRESHOLD: integer(2000, 0, 2_000_000_000).describe(
      'Documents per day above which a bulk send is flagged for review',
    ),
    ROTATION_GRACE: duration('24h').describe(
      'How long the previous secret of a webhook keeps signing after a rotation',
    ),
    WEBHOOK_ALLOW_PRIVATE: flag('false').describe(
      'Allow webhooks to http URLs and private addresses (for development)',
    ),
    WEBHOOK_PORTS: ports.describe(
      'Ports that webhook URLs may use in addition to 443 and 80, comma-separated',
    ),
    WEBHOOK_RETENTION: duration('30d', '1d').describe(
      'How long events and their deliveries are kept, at least 1d',
    ),
    REQUEST_LOG_DAYS: integer(30, 0, 400).describe(
      'How many days the request log of workspaces is kept; 0 turns it off',
    ),
    ADMIN_LOG_DAYS: integer(0, 0, 36_500).describe(
      'How many days the admin log of workspaces is kept; 0 keeps it forever',
    ),
    OWNER_EMAIL: z
      .string()
      .max(254, 'must have at most 254 characters')
      .regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address')
      .default('owner@localhost')
      .describe('Email address of the owner of the first workspace'),
    WORKSPACE_CREATION: z
      .enum(['operators', 'anyone'], 'must be operators or anyone')
      .default('operators')
      .describe('Who may create workspaces in the console: operators, or anyone who signs in'),
    OIDC_ISSUER: oidcIssuer
      .optional()
      .describe(
        'Issuer of the identity provider for single sign-on to the console (OpenID Connect), exactly as in its metadata; if absent, there is no single sign-on',
      ),
    OIDC_CLIENT_ID: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Client id that the identity provider gave to this installation'),
    OIDC_CLIENT_SECRET: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe('Client secret of OIDC_CLIENT_ID; absent for a public client, which PKCE protects'),
    OIDC_CLIENT_SECRET_FILE: z
      .string()
      .min(1)
      .optional()
      .describe('File with the client secret, instead of OIDC_CLIENT_SECRET'),
    OIDC_NAME: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .default('single sign-on')
      .describe('Name of the identity provider on the sign-in page: "Sign in with …"'),
    OIDC_SCOPES: oidcScopes.describe('Scopes to request, space-separated'),
    OIDC_GROUPS_CLAIM: z
      .string()
      .min(1)
      .max(200)
      .default('groups')
      .describe('Claim of the ID token or of UserInfo with the groups of the person'),
    OIDC_EMAIL_VERIFIED_CLAIM: z
      .string()
      .min(1)
      .max(200)
      .default('email_verified')
      .describe(
        'Claim that says that the provider has verified the email address; for Microsoft Entra xms_edov',
      ),
    OIDC_SESSION_TTL: duration('24h', '1m').describe(
      'How long a session from single sign-on lasts at most, at least 1m; after that the person signs in at the provider again',
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
      .optional()
      .describe('OpenTelemetry collector for traces (OTLP over HTTP); if absent, no traces are sent'),
    OTEL_TRACES_SAMPLER_ARG: numberUpTo(1)
      .min(0, 'must be at least 0')
      .default(1)
      .describe('Fraction of traces that is kept, 0 to 1'),
    METRICS_NETWORKS: networks.describe(
      'Networks that may read /metrics of the API, in addition to loopback and private ones, comma-separated: 198.51.100.7, 2001:db8::/48',
    ),
    LOG_LEVEL: z
      .enum(['error', 'warn', 'info', 'debug'], 'must be error, warn, info or debug')
      .default('info')
      .describe('Lowest level that is logged'),
  })
  .superRefine((env, context) => {
    if (Boolean(env.OIDC_ISSUER) !== Boolean(env.OIDC_CLIENT_ID))
      context.addIssue({
        code: 'custom',
        path: ['OIDC_CLIENT_ID'],
        message: 'OIDC_ISSUER and OIDC_CLIENT_ID must be set together',
      });
    if (env.OIDC_CLIENT_SECRET !== undefined && env.OIDC_CLIENT_SECRET_FILE !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['OIDC_CLIENT_SECRET_FILE'],
        message: 'set only one of OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE',
      });
    const wrong = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (env.SEAL_P12_FILE !== undefined) {
      if (env.SEAL_KEY !== undefined) wrong('SEAL_P12_FILE', 'set only one of SEAL_KEY and SEAL_P12_FILE');
    } else if (env.SEAL_P12_PASSPHRASE !== undefined)
      wrong('SEAL_P12_PASSPHRASE', 'has no effect without SEAL_P12_FILE');
    else if (env.SEAL_KEY === undefined) {
      if (env.SEAL_CERTIFICATE !== undefined) wrong('SEAL_CERTIFICATE', 'has no effect without SEAL_KEY');
    } else if (!/^(file|module):/.test(env.SEAL_KEY) && env.SEAL_CERTIFICATE === undefined)
      wrong('SEAL_CERTIFICATE', 'must be set with this SEAL_KEY');
    const signer = [
      'RECIPIENT_SIGNER_NAME',
      'RECIPIENT_SIGNER_URL',
      'RECIPIENT_SIGNER_CLIENT_ID',
      'RECIPIENT_SIGNER_CLIENT_SECRET',
    ] as const;
    const absent = signer.filter((name) => env[name] === undefined);
    if (absent.length > 0 && absent.length < signer.length)
      for (const name of absent) wrong(name, `must be set with the other settings ${signer.join(', ')}`);
    if (env.RECIPIENT_SIGNER_UNSTATED_LEVEL !== undefined && absent.length === signer.length)
      wrong('RECIPIENT_SIGNER_UNSTATED_LEVEL', 'has no effect without RECIPIENT_SIGNER_URL');
    if (env.ARCHIVE_TIMESTAMPS === 'on' && !(env.TSA_URL && env.SEAL_LTV))
      wrong('ARCHIVE_TIMESTAMPS', 'archive timestamps need TSA_URL and SEAL_LTV=true');
  });

export type Env = z.infer<typeof envSchema>;

/** Some settings are wrong. The message names every one and never shows a value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads all settings. An empty or blank variable counts as absent. Throws ConfigError if any setting is wrong. */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = envSchema.safeParse(given);
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings are wrong:\n${errors.join('\n')}`);
  }
  return derive(parsed.data);
}

/** The settings with derived defaults and absolute paths. */
export interface Config extends Env {
  publicUrl: string;
  docsUrl: string;
  dataDir: string;
  storageUrl: string;
}

function derive(env: Env): Config {
  const dataDir = resolve(env.DATA_DIR);
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    ...env,
    SEAL_KEY: env.SEAL_KEY ?? (env.SEAL_P12_FILE && `file:${env.SEAL_P12_FILE}`),
    SEAL_KEY_SECRET: env.SEAL_KEY_SECRET ?? env.SEAL_P12_PASSPHRASE,
    publicUrl,
    docsUrl: env.DOCS_URL ?? publicUrl,
    dataDir,
    storageUrl: env.STORAGE_URL ?? `file:${resolve(dataDir, 'blobs')}`,
  };
}

/** Reads the settings for a main file. If one is wrong, prints the errors and ends the process with status 1. */
export function readEnvOrExit(): Config {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
