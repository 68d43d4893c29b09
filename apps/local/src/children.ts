/** Child processes that are kept running: output to a log file, restarted when they die, stopped together. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Child {
  name: string;
  /** Of the process that runs now; null between a death and the restart. */
  pid(): number | null;
  /** SIGTERM, then SIGKILL after the grace time; resolves when the process is gone. */
  stop(): Promise<void>;
}

const restartDelayMs = 1000;
const stopGraceMs = 35_000;

/** Starts `node <script>` and keeps it running until stopped. Errors that it logs are shown on the console too. */
export async function keepRunning(options: {
  name: string;
  script: string;
  env: Record<string, string>;
  logDir: string;
  console: (line: string) => void;
}): Promise<Child> {
  await mkdir(options.logDir, { recursive: true });
  const file = createWriteStream(join(options.logDir, `${options.name}.log`), { flags: 'a', mode: 0o600 });
  let child: ChildProcess | null = null;
  let stopping = false;
  let restart: NodeJS.Timeout | null = null;

  const show = (line: string) => {
    file.write(`${line}\n`);
    if (line.includes('"level":"error"') || !line.startsWith('{'))
      options.console(`[${options.name}] ${line}`);
  };

  const launch = () => {
    // Its own process group: Ctrl-C in a terminal reaches us alone, and we stop the children in order.
    child = spawn(process.execPath, [options.script], {
      env: { ...process.env, ...options.env },
      // The channel tells the child when we are gone, however we went.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: process.platform !== 'win32',
    });
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', show);
    child.once('exit', (code, signal) => {
      child = null;
      if (stopping) return;
      options.console(`[${options.name}] ended (${signal ?? code}); starting it again`);
      restart = setTimeout(launch, restartDelayMs);
    });
  };
  launch();

  return {
    name: options.name,
    pid: () => child?.pid ?? null,
    stop: async () => {
      stopping = true;
      if (restart) clearTimeout(restart);
      const running = child;
      if (running) {
        const gone = new Promise<void>((resolve) => running.once('exit', () => resolve()));
        running.kill('SIGTERM');
        const kill = setTimeout(() => running.kill('SIGKILL'), stopGraceMs);
        await gone;
        clearTimeout(kill);
      }
      file.end();
    },
  };
}
