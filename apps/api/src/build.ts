/** Builds the dependencies of the application from the configuration, for main.ts and the local launcher. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@countersign/config/env';
import { openOwnStorage } from '@countersign/core/blob/own-storage';
import { createFileConverter, type FileConverter } from '@countersign/core/document/file-converter';
import { openBase } from '@countersign/core/open-base';
import { createRequestLog } from '@countersign/core/request-log/writer';
import { type IdentityProvider, openIdentityProvider } from '@countersign/core/single-sign-on/provider';
import type { Log } from '@countersign/log/port';
import { noTrace, type Trace, traced } from '@countersign/log/trace';
import { gotenberg } from '@countersign/pdf/convert/gotenberg';
import { readCertificates } from '@countersign/pdf/pki/read-certificates';
import { httpTimestamper } from '@countersign/pdf/timestamps/http-timestamper';
import { createCscSigner } from '@countersign/recipient-signers/csc/provider';
import type { RecipientSigner } from '@countersign/recipient-signers/recipient-signer';
import { createGuard } from '@countersign/webhooks/guard';
import type { AppDeps } from './deps.ts';
import { createDownloadQueue } from './send-blob.ts';

/** The folder in which Vite builds the pages. */
export const defaultWebDist = join(import.meta.dirname, '../../web/dist');

/** A refused workspace that keeps calling causes at most 10 database queries a second. Too short for a person to notice. */
const refusalMemoryMs = 100;

/** Storage operations that are traced, because requests wait for them. */
const storageCalls = ['putStream', 'putBytes', 'getBytes', 'openRange', 'stat', 'adoptUpload'] as const;

/** The certificates of VERIFY_TRUST_FILE. Throws an error that names the setting and the file. */
export async function readTrustFile(file: string | undefined): Promise<Uint8Array[]> {
  if (file === undefined) return [];
  try {
    return readCertificates(await readFile(file));
  } catch (cause) {
    const why =
      (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (cause as Error).message;
    throw new Error(`VERIFY_TRUST_FILE is ${file}, which cannot be read as certificates: ${why}`, { cause });
  }
}

function converterOf(config: Config): FileConverter | null {
  const { CONVERTER_URL: url, CONVERTER_TIMEOUT: seconds, MAX_PDF_BYTES: maxBytes } = config;
  return url === undefined
    ? null
    : createFileConverter(gotenberg(url, { timeoutMs: seconds * 1000, maxBytes }));
}

/** The client secret from its setting or its file, without the line break at its end. Throws an error that names the setting and the file. */
async function clientSecretOf(config: Config): Promise<string | null> {
  const { OIDC_CLIENT_SECRET: secret, OIDC_CLIENT_SECRET_FILE: file } = config;
  if (file === undefined) return secret ?? null;
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`OIDC_CLIENT_SECRET_FILE is ${file}, which cannot be read: ${cause.code}`, { cause });
  });
  if (text.trim() === '') throw new Error(`OIDC_CLIENT_SECRET_FILE is ${file}, which is empty`);
  return text.trim();
}

/** The provider of recipients' keys, or null. Nothing is requested from it before the first signature. Throws for an address that is not https. */
export function recipientSignerOf(config: Config): RecipientSigner | null {
  const { RECIPIENT_SIGNER_NAME: name, RECIPIENT_SIGNER_URL: baseUrl } = config;
  const { RECIPIENT_SIGNER_CLIENT_ID: clientId, RECIPIENT_SIGNER_CLIENT_SECRET: clientSecret } = config;
  if (!name || !baseUrl || !clientId || !clientSecret) return null;
  const unstatedLevel = config.RECIPIENT_SIGNER_UNSTATED_LEVEL ?? null;
  return createCscSigner({ name, baseUrl, clientId, clientSecret, unstatedLevel });
}

/** The identity provider of the settings, or null. Nothing is requested from it before the first sign-in. */
export async function identityProviderOf(config: Config, log: Log): Promise<IdentityProvider | null> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, publicUrl } = config;
  if (issuer === undefined || clientId === undefined) return null;
  const settings = {
    issuer,
    clientId,
    clientSecret: await clientSecretOf(config),
    name: config.OIDC_NAME,
    scopes: config.OIDC_SCOPES,
    claims: { groups: config.OIDC_GROUPS_CLAIM, emailVerified: config.OIDC_EMAIL_VERIFIED_CLAIM },
    sessionSeconds: config.OIDC_SESSION_TTL,
    publicUrl,
  };
  return openIdentityProvider(settings, log);
}

/**
 * Opens the connection pools and the storage, and starts the queue. `close` writes the rest of the request log and ends the pools. Throws
 * when the database is unavailable or not migrated, when the storage at STORAGE_URL has none of the files that the database names, and when
 * the trust file or the file with the client secret cannot be used.
 */
export async function buildDeps(
  config: Config,
  log: Log,
  trace: Trace = noTrace,
): Promise<{ deps: AppDeps; close(): Promise<void> }> {
  const trustRoots = await readTrustFile(config.VERIFY_TRUST_FILE);
  const identityProvider = await identityProviderOf(config, log);
  const { close, ...base } = await openBase(config, log, 'sender', trace);
  const storage = await openOwnStorage(base, config.storageUrl).catch(async (error) => {
    await close();
    throw error;
  });
  const requestLog = base.settings.requestLogDays > 0 ? createRequestLog(base) : null;
  return {
    deps: {
      ...base,
      ...(requestLog && { requestLog }),
      trace,
      storage: traced(trace, 'storage', storage, storageCalls),
      converter: converterOf(config),
      identityProvider,
      recipientSigner: recipientSignerOf(config),
      stamp: config.TSA_URL ? httpTimestamper(config.TSA_URL).stamp : null,
      downloads: createDownloadQueue(),
      trustRoots,
      guard: createGuard({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE, ports: config.WEBHOOK_PORTS }),
      edge: {
        docsUrl: config.docsUrl,
        trustProxy: config.TRUST_PROXY,
        mailEventsSecret: config.MAIL_EVENTS_SECRET ?? null,
        refusalMemoryMs,
        linkSustainedRps: config.LINK_SUSTAINED_RPS,
        linkBurstRps: config.LINK_BURST_RPS,
        bodies: { memoryBytes: config.MAX_BODIES_BYTES },
        metricsNetworks: config.METRICS_NETWORKS,
        webDist: defaultWebDist,
      },
    },
    close: async () => {
      await requestLog?.stop();
      await close();
    },
  };
}
