/** The test that main.ts runs in separate namespaces: up, a journey, half of all containers killed, a journey, up again, down. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { runBulkJourney } from '../../apps/local/src/demo-bulk.ts';
import { runJourney, timeLimitMs } from '../../apps/local/src/demo-journey.ts';
import { readCompose } from './compose-file.ts';
import { canLimitMemory } from './container.ts';
import { root } from './images.ts';
import { gateway } from './network.ts';
import { createProject, type Project, type Replica } from './project.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('run test/compose/main.ts');
const begun = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)}  ${line}`);
const check = (isSo: boolean, what: string) => {
  if (!isSo) throw new Error(what);
};

const apiUrl = 'http://localhost:3000';
const mailboxUrl = 'http://localhost:8025';
const execMs = 60_000;
const bulkPeople = 50;
/** Every process of the service needs more memory. */
const leastBytes = 10 * 1024 ** 2;

/** Secrets for a `.env`, created as deploy/compose/.env.example describes. */
function secrets(): Record<string, string> {
  const names = [
    ...readFileSync(join(root, 'deploy/compose/.env.example'), 'utf8').matchAll(/^([A-Z_0-9]+)=$/gm),
  ];
  return Object.fromEntries(names.map(([, name]) => [name!, randomBytes(32).toString('hex')]));
}

/** Receives webhook deliveries and records them by event id. */
async function startReceiver(): Promise<{
  url: string;
  events: Map<string, { type: string; count: number }>;
}> {
  const events = new Map<string, { type: string; count: number }>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const { id, type } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; type: string };
    events.set(id, { type, count: (events.get(id)?.count ?? 0) + 1 });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(9000, gateway, resolve));
  return { url: 'http://host:9000/hook', events };
}

/** The commands that create the first workspace and key, read from docs/OPERATIONS.md. */
function firstSteps(): string[][] {
  const manual = readFileSync(join(root, 'docs/OPERATIONS.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const commands = [...manual.matchAll(/`docker compose exec api (node [^`]+ create [^`]+)`/g)].map(
    ([, command]) => command!,
  );
  if (commands.length !== 2)
    throw new Error('docs/OPERATIONS.md no longer describes how to create the first workspace and key');
  return commands.map((command) => command.split(' '));
}

async function exec(replica: Replica, ...words: string[]): Promise<string> {
  const { status, output } = await replica.container.exec(words, execMs);
  check(status === 0, `${replica.name}: ${words.join(' ')} ended with ${status}\n${output}`);
  return output.trim();
}

/** Repeats `admin doctor` until it reports no error, because a check may time out while all containers start on few processors. */
async function askDoctor({ container }: Replica): Promise<string> {
  for (const end = Date.now() + timeLimitMs; ; ) {
    const { status, output } = await container.exec(['node', 'apps/admin/src/main.ts', 'doctor'], execMs);
    if (status === 0) return output.trim();
    check(Date.now() < end, `the doctor ended with ${status}\n${output}`);
  }
}

/** Checks what the proxy serves. Repeats /readyz, because a busy API may briefly report that it is not ready. */
async function checkProxy(): Promise<void> {
  for (const end = Date.now() + timeLimitMs; ; ) {
    const ready = await fetch(`${apiUrl}/readyz`);
    if (ready.ok) break;
    check(Date.now() < end, `/readyz answers ${ready.status}\n${await ready.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const paths = ['/', '/healthz', '/docs', '/metrics'];
  const answers = await Promise.all(paths.map(async (path) => (await fetch(`${apiUrl}${path}`)).status));
  check(answers.join() === '200,200,200,404', `the proxy answers ${paths.join(' ')} with ${answers}`);
}

/** Signs a document with two recipients, runs a bulk send, and waits until all their effects have arrived. */
async function journeys(key: string, receiver: Awaited<ReturnType<typeof startReceiver>>): Promise<void> {
  const before = receiver.events.size;
  const silent = () => undefined;
  const { documentId, events } = await runJourney({ apiUrl, mailboxUrl, key, say: silent });
  const addresses = new Set(events.map(({ ip }) => ip).filter((ip) => ip !== null));
  check([...addresses].join() === gateway, `the trail has the addresses ${[...addresses]}, not the caller's`);
  say(`${documentId}: created, mailed, signed twice, sealed and verified`);
  const { results } = await runBulkJourney({ apiUrl, mailboxUrl, key, say: silent, people: bulkPeople });
  const sent = results.split('\n').filter((line) => line.includes(',sent,')).length;
  check(sent === bulkPeople, `${sent} of ${bulkPeople} rows were sent:\n${results}`);
  say(`${bulkPeople} documents of a bulk send, mailed`);
  const counts = () => {
    const types = new Map<string, number>();
    for (const { type } of [...receiver.events.values()].slice(before))
      types.set(type, (types.get(type) ?? 0) + 1);
    return types;
  };
  const isAll = () =>
    (counts().get('document.sent') ?? 0) === bulkPeople + 1 && counts().get('document.completed') === 1;
  for (
    const end = Date.now() + timeLimitMs;
    !isAll();
    await new Promise((resolve) => setTimeout(resolve, 50))
  )
    check(Date.now() < end, `webhooks are missing: ${JSON.stringify([...counts()])}`);
  say(`webhooks: ${[...counts()].map(([type, count]) => `${count} ${type}`).join(', ')}`);
}

/** Checks that each worker serves its metrics. */
async function checkMetrics(project: Project): Promise<void> {
  const workers = project.replicas.filter(({ name }) => name.startsWith('worker-'));
  await Promise.all(
    workers.map(async ({ name, container }) => {
      const answer = await fetch(`http://${container.address}:9090/metrics`);
      check(answer.ok && (await answer.text()).includes('# TYPE countersign_'), `${name} has no metrics`);
    }),
  );
}

/** Number of requests that each API has handled. */
async function servedBy(project: Project): Promise<number[]> {
  return Promise.all(
    project.of('api').map(async ({ container }) => {
      const text = await (await fetch(`http://${container.address}:3000/metrics`)).text();
      return [...text.matchAll(/^countersign_http_request_duration_seconds_count\{[^}]*\} (\d+)$/gm)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      );
    }),
  );
}

async function run(): Promise<void> {
  const services = readCompose(['docker-compose.yml', 'test/compose/override.yml'], root, secrets());
  const project = await createProject(services, folder!);
  say(`the image is built; ${services.length} services`);
  await project.up();
  say(`${project.replicas.length} containers, every healthcheck passes`);
  if (!canLimitMemory()) say('memory is not limited: this machine has no control group for it');

  const [api] = project.of('api') as [Replica];
  const [makeWorkspace, makeKey] = firstSteps() as [string[], string[]];
  await exec(api, ...makeWorkspace);
  const key = await exec(api, ...makeKey);
  // As docs/RUNBOOK.md says: only this service has the seal key.
  const [sealer] = project.of('worker-seal') as [Replica];
  say((await askDoctor(sealer)).split('\n').at(-1)!);
  await checkProxy();

  const receiver = await startReceiver();
  const made = await fetch(`${apiUrl}/v1/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: receiver.url, events: [] }),
  });
  check(made.status === 201, `the webhook was not made: ${await made.text()}`);
  await journeys(key, receiver);

  await checkMetrics(project);
  const served = await servedBy(project);
  check(
    served.every((count) => count > 0),
    `not every API has served: ${served}`,
  );
  say(`requests that each API has answered: ${served.join(' and ')}`);

  const killed = project.replicas.filter(
    ({ name }) => name.endsWith('-1') && /^(api|worker-.*)-1$/.test(name),
  );
  for (const one of killed) {
    // One of two containers stays stopped, so that the other does all work; a queue with one process is restarted, as the file says.
    one.isHeld = one.service.replicas > 1;
    one.container.signal('SIGKILL');
  }
  await Promise.all(killed.map(({ container }) => container.ended));
  say(`killed: ${killed.map(({ name }) => name).join(', ')}`);
  await journeys(key, receiver);
  await Promise.all(killed.filter(({ isHeld }) => isHeld).map((one) => project.release(one)));
  await project.untilHealthy();
  say('started again, every healthcheck passes');

  const peaks = project.replicas.filter(({ service }) => service.memoryBytes !== null);
  const ended = await project.down();
  for (const { name, ended: how, seconds, graceSeconds } of ended) {
    const isOurs = /^(api|worker)/.test(name);
    const lines = project.replicas
      .find((one) => one.name === name)!
      .container.lines.slice(-10)
      .join('\n');
    check(
      seconds < graceSeconds,
      `${name} needed ${seconds.toFixed(1)} of ${graceSeconds} s to stop:\n${lines}`,
    );
    check(how.signal === null || !isOurs, `${name} was ended by ${how.signal}:\n${lines}`);
    check(!isOurs || how.status === 0, `${name} ended with ${how.status}:\n${lines}`);
  }
  const [slowest] = ended.toSorted((one, other) => other.seconds - one.seconds);
  say(`stopped in order, the slowest, ${slowest!.name}, in ${slowest!.seconds.toFixed(1)} s`);
  const twice = [...receiver.events.values()].filter(({ count }) => count > 1).length;
  say(`events delivered: ${receiver.events.size}, ${twice} of them again`);
  checkMemory(peaks);
  const restarts = project.replicas.filter((one) => one.starts > (killed.includes(one) ? 2 : 1));
  check(restarts.length === 0, `started more often than it should: ${restarts.map(({ name }) => name)}`);
  const errors = project.replicas.flatMap(({ name, container }) =>
    [...container.errors].map(([message, count]) => `${name}: ${count} × ${message}`),
  );
  for (const line of errors) say(`log of level error: ${line}`);
}

/** Prints the peak memory of each service, with the files that the kernel cached for it. Fails if a limit killed a process. */
function checkMemory(replicas: Replica[]): void {
  const services = new Map<string, Replica[]>();
  for (const one of replicas)
    services.set(one.service.name, [...(services.get(one.service.name) ?? []), one]);
  for (const [name, all] of services) {
    const limit = all[0]!.service.memoryBytes!;
    const memory = all.flatMap((one) => one.memory);
    const peaks = memory.flatMap(({ peakBytes }) => peakBytes ?? []);
    if (peaks.length === 0) continue;
    const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`.padStart(8);
    console.log(
      `        ${name.padEnd(20)} used at most ${mebibytes(Math.max(...peaks))} of ${mebibytes(limit)}`,
    );
    check(Math.min(...peaks) > leastBytes, `${name} ran without its limit`);
    check(
      memory.every(({ kills }) => kills === 0),
      `${name} ran out of its memory`,
    );
  }
}

run().then(
  () => {
    console.log('\nThe services of docker-compose.yml run and survive failures.');
    process.exit(0);
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.stack : error);
    process.exit(1);
  },
);
