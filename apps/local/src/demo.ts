/** `npm run demo`: starts everything, then a narrated journey on a real PDF. Exits with 0 if the sealed file verifies. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readEnvOrExit } from '@countersign/config/env';
import { runBulkJourney } from './demo-bulk.ts';
import { runJourney } from './demo-journey.ts';
import { receiveWebhooks } from './demo-webhooks.ts';
import { firstStart, makeDemoKey } from './first-start.ts';
import { peakMemory } from './peak-memory.ts';
import { freePort } from './ports.ts';
import { startStack } from './stack.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * The demo's emails stay on this machine, whatever SMTP_URL is. It uses PORT if that is free, so that the links in its emails and on its
 * certificate work when `npm start` runs later.
 */
async function demoConfig(config: Config): Promise<Config> {
  const port = await freePort(config.PORT);
  return {
    ...config,
    PORT: port,
    HOST: '127.0.0.1',
    SMTP_URL: undefined,
    MAILBOX_PORT: 0,
    MAILBOX_SMTP_PORT: 0,
    publicUrl: `http://localhost:${port}`,
  };
}

const started = performance.now();
const config = await demoConfig(readEnvOrExit());
say('Countersign demo: one agreement, two signers, a sealed PDF; then two hundred customers from a CSV.\n');
try {
  const stack = await startStack({
    config,
    say,
    env: { HOST: '127.0.0.1', WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
  say(`Started: PostgreSQL, API, worker, mailbox (${seconds(started)} s).`);
  const journeyStarted = performance.now();
  try {
    const first = await firstStart(stack.databaseUrl, {
      ownerEmail: config.OWNER_EMAIL,
      publicUrl: stack.publicUrl,
    });
    if (first) say(`A test key for you, shown only this once: ${first.testKey}\n`);
    const key = await makeDemoKey(stack.databaseUrl);
    const options = { apiUrl: stack.publicUrl, mailboxUrl: stack.mailboxUrl!, key, say };
    const webhooks = await receiveWebhooks(options);
    const result = await runJourney(options);
    await webhooks.report(result.documentId);
    await webhooks.close();
    const bulk = await runBulkJourney(options);
    const folder = join(config.dataDir, 'demo');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'agreement-sealed.pdf'), result.sealed);
    await writeFile(join(folder, 'agreement-certificate.pdf'), result.certificate);
    await writeFile(join(folder, 'agreement-events.json'), `${JSON.stringify(result.events, null, 2)}\n`);
    await writeFile(join(folder, 'seal-certificates.pem'), result.sealCertificates);
    await writeFile(join(folder, 'customers.csv'), bulk.csv);
    await writeFile(join(folder, 'customers-results.csv'), bulk.results);
    say(
      `\nThe sealed PDF, its certificate and its audit trail, the seal certificates and the customers' rows are in ${folder}`,
    );
    say(`Time: ${seconds(journeyStarted)} s for the journey, ${seconds(started)} s in all.`);
    for (const { name, megabytes } of await peakMemory(stack.children))
      say(`Memory: ${name} ${megabytes} MB at its peak.`);
  } finally {
    await stack.stop();
  }
  say('\nDone.');
} catch (error) {
  say(`\nThe demo failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  process.exitCode = 1;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
