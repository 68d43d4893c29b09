/** Does what `docker compose up`, `exec`, `kill` and `down` do, with containers of container.ts. */
import { mkdirSync, rmSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from './compose-file.ts';
import { type Container, type Ended, type Memory, type Mount, startContainer } from './container.ts';
import { accounts, buildImages, type Image, ownFiles, readableCopy, root } from './images.ts';
import { bridge, gateway, makeBridge, nextAddress, publish, startNames } from './network.ts';

export interface Replica {
  name: string;
  service: Service;
  container: Container;
  health: 'none' | 'starting' | 'healthy' | 'unhealthy';
  starts: number;
  /** The last lines of the previous container. */
  linesBefore: string[];
  /** True while it is not restarted when it ends. */
  isHeld: boolean;
  /** The memory of each container that has ended. */
  memory: Memory[];
}

export interface Project {
  replicas: Replica[];
  of(service: string): Replica[];
  /** Starts everything in dependency order. Resolves when every healthcheck has passed. */
  up(): Promise<void>;
  /** Starts a container again that `isHeld` kept stopped. */
  release(replica: Replica): Promise<void>;
  untilHealthy(): Promise<void>;
  /** Stops everything in reverse dependency order. Returns the exit status and duration of each. */
  down(): Promise<Array<{ name: string; ended: Ended; seconds: number; graceSeconds: number }>>;
}

const upMs = 300_000;
/** The longest interval of healthchecks until a container is healthy for the first time. */
const startingSeconds = 2;
const restartMs = 100;

/** Creates a project. `folder` contains volumes and images; the caller removes it. */
export async function createProject(services: Service[], folder: string): Promise<Project> {
  const images = buildImages(join(folder, 'images'));
  const replicas: Replica[] = [];
  const of = (service: string) => replicas.filter((one) => one.service.name === service);
  const addressesOf = (service: string) => {
    const found = of(service);
    return found.length === 0
      ? null
      : found.filter(({ container }) => container.isRunning).map(({ container }) => container.address);
  };
  makeBridge();
  await startNames((name) => (name === 'host' ? [gateway] : addressesOf(name)));
  let isGoingDown = false;

  const imageOf = (service: Service): Image => {
    const [name] = service.image.split(':');
    const image = images.get(name!);
    if (!image) throw new Error(`test/compose/images.ts has no replacement for ${service.image}`);
    return image;
  };

  const volumesOf = async (service: Service, name: string, image: Image): Promise<Mount[]> =>
    Promise.all(
      service.volumes.map(async ({ source, target, isReadOnly }) => {
        if (source && /^[./]/.test(source)) {
          const file = readableCopy(resolve(root, source), join(folder, 'files'));
          return { source: file, target, isReadOnly };
        }
        const path = join(folder, 'volumes', source ?? `${name}${target.replaceAll('/', '-')}`);
        // Docker gives a new volume the owner of the folder in the image.
        if (await mkdir(path, { recursive: true })) await chown(path, image.user.uid, image.user.gid);
        return { source: path, target, isReadOnly };
      }),
    );

  const launch = async (service: Service, name: string): Promise<Container> => {
    const image = imageOf(service);
    const address = nextAddress();
    const etc = ownFiles(join(folder, 'etc', name), {
      ...accounts,
      '/etc/hosts': `127.0.0.1 localhost\n${address} ${name}\n`,
      '/etc/resolv.conf': `nameserver ${gateway}\noptions ndots:0\n`,
    });
    return startContainer({
      name,
      address,
      gateway,
      bridge,
      rootFolder: join(folder, 'roots', name),
      mounts: [...etc, ...image.mounts, ...(await volumesOf(service, name, image))],
      tmpfs: service.tmpfs,
      isReadOnly: service.isReadOnly,
      mayGainPrivileges: service.mayGainPrivileges,
      group: `${basename(folder)}-${name}`,
      memoryBytes: service.memoryBytes,
      sharedMemoryBytes: service.sharedMemoryBytes,
      user: image.user,
      workingFolder: image.workingFolder,
      environment: { ...image.environment, ...service.environment },
      command: [
        ...(service.entrypoint ?? image.entrypoint),
        ...(service.command ?? (service.entrypoint ? [] : image.command)),
      ],
      resolver: image.asksDockerForNames
        ? [process.execPath, join(import.meta.dirname, 'images/names.ts'), gateway]
        : null,
    });
  };

  /** Waits for the end of a container, and restarts it if the file says so. */
  const keep = (replica: Replica): void => {
    const { container, service } = replica;
    void watchHealth(replica);
    void container.ended.then(async ({ status }) => {
      replica.memory.push(container.memory());
      const isWanted =
        service.restart === 'unless-stopped' || (service.restart === 'on-failure' && status !== 0);
      await delay(restartMs);
      if (isWanted && !isGoingDown && !replica.isHeld) await restart(replica);
    });
  };

  const restart = async (replica: Replica): Promise<void> => {
    replica.starts += 1;
    replica.linesBefore = replica.container.lines;
    replica.health = replica.service.healthcheck ? 'starting' : 'none';
    replica.container = await launch(replica.service, replica.name);
    keep(replica);
  };

  const start = async (service: Service): Promise<void> => {
    for (let at = 1; at <= service.replicas; at += 1) {
      const name = `${service.name}-${at}`;
      const replica: Replica = {
        name,
        service,
        container: await launch(service, name),
        health: service.healthcheck ? 'starting' : 'none',
        starts: 1,
        linesBefore: [],
        isHeld: false,
        memory: [],
      };
      replicas.push(replica);
      keep(replica);
    }
  };

  const isMet = async ({ service, condition }: Service['dependsOn'][number]): Promise<void> => {
    const deadline = Date.now() + upMs;
    const isSo = () =>
      condition === 'service_completed_successfully'
        ? of(service).every(({ container }) => !container.isRunning)
        : of(service).every(({ health }) => condition === 'service_started' || health === 'healthy');
    while (of(service).length === 0 || !isSo()) {
      if (Date.now() > deadline)
        throw new Error(
          `${service} is not ${condition} after ${upMs / 1000} s\n${describe(replicas.filter(({ health }) => health !== 'healthy'))}`,
        );
      await delay(50);
    }
    if (condition !== 'service_completed_successfully') return;
    for (const { name, container } of of(service)) {
      const { status } = await container.ended;
      if (status !== 0) throw new Error(`${name} ended with ${status}\n${container.lines.join('\n')}`);
    }
  };

  const untilHealthy = async (): Promise<void> => {
    const deadline = Date.now() + upMs;
    const open = () => replicas.filter(({ health }) => health !== 'none' && health !== 'healthy');
    while (open().length > 0) {
      if (Date.now() > deadline) throw new Error(`not healthy after ${upMs / 1000} s:\n${describe(open())}`);
      await delay(50);
    }
  };

  return {
    replicas,
    of,
    untilHealthy,
    up: async () => {
      mkdirSync(join(folder, 'volumes'), { recursive: true });
      for (const service of services)
        for (const port of service.ports) await publish(port, () => addressesOf(service.name) ?? []);
      await Promise.all(
        services.map(async (service) => {
          for (const dependency of service.dependsOn) await isMet(dependency);
          await start(service);
        }),
      );
      await untilHealthy();
    },
    release: async (replica) => {
      replica.isHeld = false;
      await replica.container.ended;
      await restart(replica);
    },
    down: async () => {
      isGoingDown = true;
      const stopped = [];
      for (const level of levelsOf(services).reverse())
        stopped.push(
          ...(await Promise.all(
            level
              .flatMap(({ name }) => of(name))
              .filter(({ container }) => container.isRunning)
              .map((one) => stop(one, imageOf(one.service))),
          )),
        );
      rmSync(join(folder, 'volumes'), { recursive: true, force: true });
      return stopped;
    },
  };
}

/** Sends SIGTERM, or the stop signal of the image, and SIGKILL after the grace period. */
async function stop(replica: Replica, { stopSignal }: Image) {
  const { container, service, name } = replica;
  const begun = performance.now();
  container.signal(stopSignal);
  const late = setTimeout(() => container.signal('SIGKILL'), service.stopGraceSeconds * 1000);
  const ended = await container.ended;
  clearTimeout(late);
  return { name, ended, seconds: (performance.now() - begun) / 1000, graceSeconds: service.stopGraceSeconds };
}

/** Runs the healthcheck as Docker does: after each interval, ignoring failures in the start period; `retries` failures make it unhealthy. */
async function watchHealth(replica: Replica): Promise<void> {
  const { container, service } = replica;
  const check = service.healthcheck;
  if (!check) return;
  const begun = performance.now();
  for (let failures = 0; ; ) {
    const waitSeconds =
      replica.health === 'starting'
        ? Math.min(startingSeconds, check.intervalSeconds)
        : check.intervalSeconds;
    await delay(waitSeconds * 1000);
    if (!container.isRunning) return;
    const { status } = await container.exec(check.test, check.timeoutSeconds * 1000);
    if (!container.isRunning || replica.container !== container) return;
    if (status === 0) {
      failures = 0;
      replica.health = 'healthy';
    } else if (replica.health !== 'starting' || performance.now() - begun > check.startSeconds * 1000) {
      failures += 1;
      if (failures >= check.retries) replica.health = 'unhealthy';
    }
  }
}

/** Services in levels: each depends only on services of earlier levels. */
function levelsOf(services: Service[]): Service[][] {
  const levels: Service[][] = [];
  const placed = new Set<string>();
  while (placed.size < services.length) {
    const level = services.filter(
      ({ name, dependsOn }) => !placed.has(name) && dependsOn.every(({ service }) => placed.has(service)),
    );
    if (level.length === 0) throw new Error('services depend on each other in a cycle');
    levels.push(level);
    for (const { name } of level) placed.add(name);
  }
  return levels;
}

/** The state and the last lines of each replica, for error messages. */
function describe(replicas: Replica[]): string {
  return replicas
    .map(({ name, health, starts, linesBefore, container }) => {
      const lines = [...linesBefore.slice(-8), ...container.lines.slice(-8)];
      return `${name}, ${health}, started ${starts} times:\n${lines.map((line) => `  ${line}`).join('\n')}`;
    })
    .join('\n');
}
