/** Builds what the application needs from the configuration; for main.ts and for the local start. */
import { join } from 'node:path';
import type { Config } from '@countersign/config/env';
import type { Log } from '@countersign/core/ctx';
import { openBase } from '@countersign/core/open-base';
import { noTrace, type Trace, traced } from '@countersign/log/trace';
import { openStorage } from '@countersign/storage/open-storage';
import { createGuard } from '@countersign/webhooks/guard';
import type { AppDeps } from './deps.ts';

/** Where Vite puts the signing page. */
export const defaultWebDist = join(import.meta.dirname, '../../web/dist');

/** The operations of the storage that requests wait for. */
const storageCalls = ['putStream', 'putBytes', 'getBytes', 'openRange', 'stat', 'adoptUpload'] as const;

/**
 * Opens the pools and the storage and starts the queue. Throws when the database is away or not migrated. `close` ends
 * the pools.
 */
export async function buildDeps(
  config: Config,
  log: Log,
  trace: Trace = noTrace,
): Promise<{ deps: AppDeps; close(): Promise<void> }> {
  const { close, ...base } = await openBase(config, log, 'sender', trace);
  return {
    deps: {
      ...base,
      trace,
      storage: traced(trace, 'storage', await openStorage(config.storageUrl), storageCalls),
      guard: createGuard({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE, ports: config.WEBHOOK_PORTS }),
      edge: {
        docsUrl: config.docsUrl,
        trustProxy: config.TRUST_PROXY,
        mailEventsSecret: config.MAIL_EVENTS_SECRET ?? null,
        linkSustainedRps: config.LINK_SUSTAINED_RPS,
        linkBurstRps: config.LINK_BURST_RPS,
        metricsNetworks: config.METRICS_NETWORKS,
        webDist: defaultWebDist,
      },
    },
    close,
  };
}
