/** Builds what the application needs from the configuration; for main.ts and for the local start. */
import { join } from 'node:path';
import type { Config } from '@countersign/config/env';
import type { Log } from '@countersign/core/ctx';
import { openBase } from '@countersign/core/open-base';
import { openStorage } from '@countersign/storage/open-storage';
import type { AppDeps } from './deps.ts';

/** Where Vite puts the signing page. */
export const defaultWebDist = join(import.meta.dirname, '../../web/dist');

/**
 * Opens the pools and the storage and starts the queue. Throws when the database is away or not migrated. `close` ends
 * the pools.
 */
export async function buildDeps(
  config: Config,
  log: Log,
): Promise<{ deps: AppDeps; close(): Promise<void> }> {
  const { close, ...base } = await openBase(config, log, 'sender');
  return {
    deps: {
      ...base,
      storage: await openStorage(config.storageUrl),
      edge: {
        docsUrl: config.docsUrl,
        trustProxy: config.TRUST_PROXY,
        mailEventsSecret: config.MAIL_EVENTS_SECRET ?? null,
        webDist: defaultWebDist,
      },
    },
    close,
  };
}
