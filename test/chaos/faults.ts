/** Injects random faults one after another, each for a few seconds. */
import { setTimeout as delay } from 'node:timers/promises';
import type { S3Fault } from './s3-proxy.ts';
import type { World } from './world.ts';

interface Fault {
  name: string;
  weight: number;
  run(world: World, random: () => number): Promise<void>;
}

const between = (random: () => number, low: number, high: number) => low + random() * (high - low);

const faults: Fault[] = [
  {
    name: 'kill -9 of a process',
    weight: 8,
    run: async ({ processes }, random) => {
      processes[Math.floor(random() * processes.length)]!.kill();
      await delay(between(random, 300, 2500));
    },
  },
  {
    name: 'kill -9 of every process',
    weight: 1,
    run: async ({ processes }) => {
      for (const one of processes) one.kill();
      await delay(1500);
    },
  },
  {
    name: 'database connections cut',
    weight: 3,
    run: async ({ lines }, random) => {
      for (let count = 0; count < 3; count += 1) {
        lines.database.cut();
        await delay(between(random, 50, 500));
      }
    },
  },
  { name: 'database silent', weight: 1, run: ({ lines }) => during(lines.database, 'hang', 4000) },
  { name: 'database refuses', weight: 1, run: ({ lines }) => during(lines.database, 'refuse', 3000) },
  {
    name: 'database crashes and recovers',
    weight: 2,
    run: async (world, random) => {
      await world.postgres.halt('immediate');
      await delay(between(random, 200, 2500));
      await reviveDatabase(world);
    },
  },
  {
    name: 'database restarted',
    weight: 1,
    run: async (world) => {
      await world.postgres.halt('fast');
      await delay(500);
      await reviveDatabase(world);
    },
  },
  { name: 'mail server refuses', weight: 1, run: ({ lines }) => during(lines.smtp, 'refuse', 3000) },
  { name: 'mail server hangs', weight: 1, run: ({ lines }) => during(lines.smtp, 'hang', 4000) },
  {
    name: 'mail connections cut',
    weight: 1,
    run: async ({ lines }) => {
      lines.smtp.cut();
    },
  },
  {
    name: 'timestamp authority unavailable',
    weight: 1,
    run: async ({ pki }) => {
      pki.behave({ tsaDown: true });
      await delay(3000);
      pki.behave({});
    },
  },
  { name: 'storage refuses', weight: 2, run: ({ lines }) => during(lines.storage, 'refuse', 3000) },
  { name: 'storage slow', weight: 1, run: ({ lines }) => during(lines.storage, 'slow', 4000) },
  { name: 'storage silent', weight: 1, run: ({ lines }) => during(lines.storage, 'hang', 3000) },
  {
    name: 'storage cut in the middle',
    weight: 2,
    run: async ({ lines }, random) => {
      for (let count = 0; count < 6; count += 1) {
        lines.storage?.cut();
        await delay(between(random, 20, 300));
      }
    },
  },
  { name: 'storage answers 500', weight: 1, run: (world) => withS3Fault(world, 'error', 3000) },
  {
    name: 'storage stores and responds 500',
    weight: 1,
    run: (world) => withS3Fault(world, 'error-after', 2000),
  },
  { name: 'storage sends half and closes', weight: 1, run: (world) => withS3Fault(world, 'cut', 3000) },
  {
    name: 'storage sends half as the whole body',
    weight: 1,
    run: (world) => withS3Fault(world, 'short', 3000),
  },
  {
    name: 'disk full',
    weight: 3,
    run: async (world) => {
      await world.disk?.fill();
      await delay(3000);
      await world.disk?.free();
      await reviveDatabase(world);
    },
  },
];

async function withS3Fault({ s3 }: World, fault: S3Fault, ms: number): Promise<void> {
  s3?.setFault(fault);
  await delay(ms);
  s3?.setFault(null);
}

async function during(
  line: World['lines']['storage'],
  mode: 'refuse' | 'hang' | 'slow',
  ms: number,
): Promise<void> {
  line?.setMode(mode);
  await delay(ms);
  line?.setMode('pass');
}

/** Starts the server unless it runs. A full disk stops it, and so do faults. */
export async function reviveDatabase({ postgres, db }: World): Promise<void> {
  for (let tried = 0; tried < 20; tried += 1) {
    try {
      await db.$queryRaw`SELECT 1`;
      return;
    } catch {
      await postgres.resume().catch(() => undefined);
      await delay(300);
    }
  }
  throw new Error('the database could not be restarted');
}

/** Chooses a fault by its weight. */
function chooseOne(possible: readonly Fault[], at: number): Fault {
  let sum = 0;
  for (const fault of possible) {
    sum += fault.weight;
    if (at < sum) return fault;
  }
  return possible[0]!;
}

/** Injects faults for the given time. Returns how often each one occurred. */
export async function runFaults(
  world: World,
  seconds: number,
  random: () => number,
): Promise<Map<string, number>> {
  const happened = new Map<string, number>();
  const possible = faults.filter(({ name }) =>
    name.startsWith('storage') ? world.lines.storage !== null : name !== 'disk full' || world.disk !== null,
  );
  const total = possible.reduce((sum, { weight }) => sum + weight, 0);
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    const fault = chooseOne(possible, random() * total);
    happened.set(fault.name, (happened.get(fault.name) ?? 0) + 1);
    await fault.run(world, random);
    // Time to recover and do some work, because without work nothing could be lost.
    await delay(between(random, 1000, 4000));
  }
  return happened;
}
