/** The API process: reads the configuration, builds the application, listens, and stops on SIGTERM or SIGINT (docs/spec/decisions.md, section 10). */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { readEnvOrExit } from '@countersign/config/env';
import { pdfThreadMemoryMb } from '@countersign/core/document/inspect-content';
import { isDatabaseUnavailable } from '@countersign/db/errors';
import { createLog } from '@countersign/log/log';
import { startTrace } from '@countersign/log/trace';
import { warmInspection } from '@countersign/pdf/threads/inspect-in-thread';
import { createApp } from './app.ts';
import { buildDeps } from './build.ts';
import { memoryNeed, sumOf } from './memory-need.ts';
import { createApiServer } from './server.ts';

/** How long the start waits for the database. */
const databaseWaitMs = 60_000;
/** Time for running requests to end before their connections are closed. */
const drainMs = 25_000;
/** Interval at which a stopping process closes idle connections. */
const idleCheckMs = 100;

const config = readEnvOrExit();
const trace = await startTrace({
  endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
  ratio: config.OTEL_TRACES_SAMPLER_ARG,
  service: 'countersign-api',
});
const log = createLog({ level: config.LOG_LEVEL, service: 'api', trace });

async function build(): ReturnType<typeof buildDeps> {
  const deadline = Date.now() + databaseWaitMs;
  for (;;) {
    try {
      return await buildDeps(config, log, trace);
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      log.warn('waiting for the database', { error: (error as Error).message });
      await delay(1000);
    }
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: config.PORT, host: config.HOST }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Stops accepting connections, waits for running requests, and closes the pools. */
async function drain(server: Server, close: () => Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
  await close();
}

/** Warns when the limits of this process add up to more memory than its container has. */
function warnOfLittleMemory(pdfSlots: number): void {
  const { MAX_BODIES_BYTES: maxBodiesBytes, MAX_PDF_BYTES: maxPdfBytes } = config;
  const needed = sumOf(memoryNeed({ maxBodiesBytes, maxPdfBytes, pdfSlots }));
  const available = process.constrainedMemory();
  if (available > 0 && available < needed)
    log.warn('the container has less memory than the limits of this process add up to', {
      available_bytes: available,
      needed_bytes: needed,
    });
}

let stopping = false;
const ending = new AbortController();
let stop: (signal: string) => Promise<void> = async () => process.exit(0);
// The event `disconnect` means that the launcher that started this process has ended.
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.on(signal as 'SIGTERM', () => {
    if (stopping) process.exit(1);
    stopping = true;
    ending.abort();
    void stop(signal);
  });
}

try {
  const { deps, close } = await build();
  warnOfLittleMemory(deps.inspections.slots);
  const server = createApiServer(createApp({ ...deps, stopping: ending.signal }), {
    docsUrl: config.docsUrl,
  });
  const port = await listen(server);
  void warmInspection({ maxMemoryMb: pdfThreadMemoryMb });
  log.info('listening', { host: config.HOST, port, url: config.publicUrl });
  stop = async (signal) => {
    log.info('stopping', { signal });
    await drain(server, close);
    await trace.stop();
    log.info('stopped');
    process.exit(0);
  };
} catch (error) {
  log.error('the API cannot start', { error });
  process.exit(1);
}
