/**
 * Every setting, read once from the environment by the main files (docs/spec/decisions.md, section 10). No other file reads
 * process.env. All faults are reported together and the process refuses to start.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';

export const queueNames = ['mail', 'seal', 'bulk', 'expiry', 'reminder', 'webhook', 'housekeeping'] as const;
export type QueueName = (typeof queueNames)[number];

const secondsPer = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** `90s`, `15m`, `1h`, `7d` or a plain number of seconds. */
const duration = (fallback: string) =>
  z
    .string()
    .regex(/^\d{1,9}[smhd]?$/, 'must be a duration such as 90s, 15m, 1h or 7d')
    .default(fallback)
    .transform((text) => {
      const unit = text.at(-1) as keyof typeof secondsPer;
      return unit in secondsPer ? Number(text.slice(0, -1)) * secondsPer[unit] : Number(text);
    });

// A bound without words of its own would be told in those of what is no number.
const numberUpTo = (max: number) => z.coerce.number('must be a number').max(max, `must be ${max} at most`);

const integer = (fallback: number, min: number, max: number) =>
  numberUpTo(max).int('must be a whole number').min(min, `must be ${min} at least`).default(fallback);

const requestRate = (fallback: number, min = 0) => {
  const rate = numberUpTo(1_000_000);
  const bounded = min > 0 ? rate.min(min, `must be ${min} at least`) : rate.positive('must be above 0');
  return bounded.default(fallback);
};

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

const queues = z
  .string()
  .default(queueNames.join(','))
  .transform((text, context) => {
    const chosen = text.split(',').map((name) => name.trim());
    const unknown = chosen.filter((name) => !queueNames.includes(name as QueueName));
    if (unknown.length > 0) {
      context.addIssue(`names no queue: ${unknown.join(', ')}; the queues are ${queueNames.join(', ')}`);
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

/** Port numbers; none by default. */
const ports = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((port) => port !== ''))
  .refine(
    (list) => list.every((port) => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535),
    'must be port numbers from 1 to 65535, comma-separated',
  )
  .transform((list) => list.map(Number));

/** IP addresses and networks in CIDR notation; none by default. */
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

/** name: default, and why it exists. */
export const envSchema = z
  .object({
    PUBLIC_URL: httpUrl
      .optional()
      .describe('Address at which people and programs reach the API; http://localhost:PORT by default'),
    PORT: integer(3000, 0, 65_535).describe('Port of the API'),
    HOST: z.string().min(1).default('127.0.0.1').describe('Address the API listens on'),
    TRUST_PROXY: integer(0, 0, 10).describe(
      'How many reverse proxies stand in front, for the address of the caller',
    ),
    DATA_DIR: z
      .string()
      .min(1)
      .default('./data')
      .describe('Folder of the embedded database, stored files and development keys'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must be a postgresql:// URL')
      .optional()
      .describe('PostgreSQL to use; absent = the embedded one'),
    DATABASE_DIRECT_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must be a postgresql:// URL')
      .optional()
      .describe('Connection that bypasses a pooler, for LISTEN; DATABASE_URL by default'),
    DATABASE_POOL: integer(10, 1, 500).describe('Connections a process may open'),
    STORAGE_URL: z
      .string()
      .regex(/^(file|s3):/, 'must be a file: or s3: URL')
      .optional()
      .describe(
        'Where PDFs lie: file:FOLDER, or s3://bucket/prefix?region=…&endpoint=… with the AWS_ variables; file:DATA_DIR/blobs by default',
      ),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// URL')
      .optional()
      .describe('Mail server; absent = the local mailbox that npm start runs'),
    MAIL_FROM: z
      .string()
      .min(3)
      .max(300)
      .default('Countersign <countersign@localhost>')
      .describe('Sender of all mails'),
    MAIL_EVENTS_SECRET: z
      .string()
      .min(16)
      .optional()
      .describe('Shared secret of POST /internal/mail-events; absent = refused'),
    MAILBOX_PORT: integer(3001, 0, 65_535).describe(
      'Port of the local mailbox page, which runs when SMTP_URL is absent',
    ),
    MAILBOX_SMTP_PORT: integer(0, 0, 65_535).describe('SMTP port of the local mailbox; 0 = any free port'),
    SECRET_KEY: z
      .string()
      .min(32, 'must have at least 32 characters')
      .optional()
      .describe(
        'Root of signing links, cookies and encryption at rest; absent = made once and kept in DATA_DIR',
      ),
    SECRET_KEY_PREVIOUS: z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter((key) => key !== ''))
      .refine((keys) => keys.every((key) => key.length >= 32), 'every key must have at least 32 characters')
      .describe('Further keys that are accepted while SECRET_KEY is rotated, comma-separated'),
    SEAL_P12_FILE: z.string().min(1).optional().describe('PKCS#12 file with the seal key and its chain'),
    SEAL_P12_PASSPHRASE: z.string().optional().describe('Passphrase of SEAL_P12_FILE'),
    SEAL_KEY_FILE: z
      .string()
      .min(1)
      .optional()
      .describe('PKCS#8 PEM of the seal key, instead of SEAL_P12_FILE'),
    SEAL_CHAIN_FILE: z
      .string()
      .min(1)
      .optional()
      .describe('PEM chain that belongs to SEAL_KEY_FILE or the key in the token, root included'),
    SEAL_PKCS11_MODULE: z
      .string()
      .min(1)
      .optional()
      .describe('PKCS#11 module of the token that holds the seal key, instead of a file'),
    SEAL_PKCS11_PIN: z.string().min(1).optional().describe('PIN of the token'),
    SEAL_PKCS11_LABEL: z
      .string()
      .min(1)
      .optional()
      .describe('Label of the private key; token/key where there are several tokens'),
    TSA_URL: httpUrl.optional().describe('Time-stamping authority (RFC 3161); absent = seals are PAdES-B-B'),
    SEAL_LTV: flag('true').describe(
      'Add revocation data to time-stamped seals (PAdES-B-LT) where the certificate names its OCSP responder or list',
    ),
    VERIFY_TRUST_FILE: z
      .string()
      .min(1)
      .optional()
      .describe(
        'PEM file of root certificates, or single certificates, that /verify trusts besides those this installation seals with',
      ),
    QUEUES: queues.describe('Queues this worker process runs, comma-separated; all by default'),
    CONCURRENCY: concurrency.describe('Jobs at once: a number, or queue=number pairs such as seal=2,mail=20'),
    WORKER_PORT: integer(0, 0, 65_535).describe(
      "Port of a worker's /healthz, /readyz and /metrics; 0 = any free port",
    ),
    DOCS_URL: httpUrl.optional().describe('Address of the error reference; PUBLIC_URL by default'),
    MAX_PDF_BYTES: integer(52_428_800, 1024, 1_073_741_824).describe('Largest PDF'),
    MAX_CSV_BYTES: integer(1_073_741_824, 1024, 10_737_418_240).describe('Largest CSV of a bulk send'),
    MAX_BODIES_BYTES: integer(167_772_160, 134_217_728, 107_374_182_400).describe(
      'Memory of all JSON bodies that one API process receives at once; further requests get 503',
    ),
    MAX_PDF_PAGES: integer(2000, 1, 100_000).describe('Most pages of a PDF'),
    ACTIVE_CONTENT: z
      .enum(['warn', 'refuse'], 'must be warn or refuse')
      .default('warn')
      .describe(
        'PDFs whose look can change (JavaScript, layers, missing fonts, …): warn the sender, or refuse them at finalize',
      ),
    PDF_MAX_DECODED_BYTES: integer(536_870_912, 1_048_576, 8_589_934_592).describe(
      'What the compressed streams of a PDF may decode to in all',
    ),
    PDF_MAX_SECONDS: integer(20, 1, 600).describe(
      'Processor time that inspecting a PDF may take, in seconds; sealing it may take three times as long',
    ),
    UPLOAD_URL_TTL: duration('1h').describe('How long an uploadUrl works'),
    DRAFT_TTL: duration('7d').describe('A draft never finalized is removed after this time'),
    RATE_SUSTAINED_RPS: requestRate(50).describe('Requests a second per workspace, sustained'),
    RATE_BURST_RPS: requestRate(200, 1).describe('Requests at once per workspace'),
    LINK_SUSTAINED_RPS: requestRate(20).describe(
      'Requests a second with one signing link, sustained, of one API process',
    ),
    LINK_BURST_RPS: requestRate(400, 20).describe(
      'Requests at once with one signing link, of one API process; a PDF comes in pieces',
    ),
    DOCUMENT_RESENDS_PER_HOUR: integer(5, 1, 1_000_000).describe(
      'How often a document can be sent again within an hour',
    ),
    ADDRESS_MAILS_PER_HOUR: integer(1000, 1, 1_000_000).describe(
      'Signing emails a workspace can send to one address within an hour, bulk sends and reminders not counted',
    ),
    ENVELOPE_ALLOWANCE: integer(100_000, 0, 2_000_000_000).describe(
      'Live documents a workspace may send per calendar month (UTC)',
    ),
    STORAGE_QUOTA_BYTES: integer(107_374_182_400, 1024, Number.MAX_SAFE_INTEGER).describe(
      'Bytes a workspace may store: PDFs, sealed PDFs, templates and CSVs',
    ),
    ENVELOPES_PER_DAY_REVIEW_THRESHOLD: integer(2000, 0, 2_000_000_000).describe(
      'Bulk sends beyond this many a day are flagged for review',
    ),
    ROTATION_GRACE: duration('24h').describe('How long a rotated webhook secret keeps co-signing'),
    WEBHOOK_ALLOW_PRIVATE: flag('false').describe(
      'Allow webhooks to http and private addresses (development)',
    ),
    WEBHOOK_PORTS: ports.describe('Ports that webhooks may have besides 443 and 80, comma-separated'),
    WEBHOOK_RETENTION: duration('30d').describe('How long events and their deliveries are kept'),
    OWNER_EMAIL: z
      .string()
      .min(3)
      .max(254)
      .default('owner@localhost')
      .describe('Owner of the first workspace'),
    WORKSPACE_CREATION: z
      .enum(['operators', 'anyone'], 'must be operators or anyone')
      .default('operators')
      .describe('Who may make workspaces in the console: operators of the instance, or anyone who signs in'),
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
      .optional()
      .describe('OpenTelemetry collector that traces are sent to (OTLP over HTTP); absent = none'),
    OTEL_TRACES_SAMPLER_ARG: z.coerce
      .number()
      .min(0)
      .max(1)
      .default(1)
      .describe('Part of the traces that is kept, 0 to 1'),
    METRICS_NETWORKS: networks.describe(
      'Networks besides loopback and private ones that may read /metrics of the API, comma-separated: 198.51.100.7, 2001:db8::/48',
    ),
    LOG_LEVEL: z
      .enum(['error', 'warn', 'info', 'debug'])
      .default('info')
      .describe('Least severe level that is logged'),
  })
  .superRefine((env, context) => {
    const keys = [env.SEAL_P12_FILE, env.SEAL_KEY_FILE, env.SEAL_PKCS11_MODULE];
    if (keys.filter((one) => one !== undefined).length > 1)
      context.addIssue({
        code: 'custom',
        path: ['SEAL_KEY_FILE'],
        message: 'give one of SEAL_P12_FILE, SEAL_KEY_FILE and SEAL_PKCS11_MODULE',
      });
    if (Boolean(env.SEAL_KEY_FILE ?? env.SEAL_PKCS11_MODULE) !== Boolean(env.SEAL_CHAIN_FILE)) {
      context.addIssue({
        code: 'custom',
        path: ['SEAL_CHAIN_FILE'],
        message: 'SEAL_KEY_FILE, or SEAL_PKCS11_MODULE, and SEAL_CHAIN_FILE belong together',
      });
    }
    const token = [env.SEAL_PKCS11_MODULE, env.SEAL_PKCS11_PIN, env.SEAL_PKCS11_LABEL];
    if (token.some((one) => one !== undefined) && token.some((one) => one === undefined))
      context.addIssue({
        code: 'custom',
        path: ['SEAL_PKCS11_MODULE'],
        message: 'SEAL_PKCS11_MODULE, SEAL_PKCS11_PIN and SEAL_PKCS11_LABEL belong together',
      });
  });

export type Env = z.infer<typeof envSchema>;

/** A setting that cannot be used; its message names every faulty one and never shows a value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads all settings; an empty variable counts as absent. Throws ConfigError that names every fault. */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = envSchema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`Settings that cannot be used:\n${faults.join('\n')}`);
  }
  return derive(parsed.data);
}

/** Settings with their derived defaults filled in and paths made absolute. */
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
    publicUrl,
    docsUrl: env.DOCS_URL ?? publicUrl,
    dataDir,
    storageUrl: env.STORAGE_URL ?? `file:${resolve(dataDir, 'blobs')}`,
  };
}

/** Reads the settings for a main file; on a fault prints it and ends the process with status 1. */
export function readEnvOrExit(): Config {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
