/** Child processes that are kept running: logged to a file, restarted when they end, stopped together. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

export interface Child {
  name: string;
  /** The id of the running process; null between an end and the restart. */
  pid(): number | null;
  /** Ends the process, after `restartGraceMs` by force, and starts it again at once. For development. */
  restart(): void;
  /** SIGTERM, then SIGKILL after the grace period. Resolves when the process is gone. */
  stop(): Promise<void>;
}

const restartDelayMs = 1000;
const restartGraceMs = 500;
const stopGraceMs = 35_000;

/** Starts `node <script>` and keeps it running until stopped. Errors that it logs are shown on the console too. */
export async function keepRunning(options: {
  name: string;
  script: string;
  /** Options of Node.js. */
  nodeOptions?: readonly string[];
  env: Record<string, string>;
  logDir: string;
  console: (line: string) => void;
}): Promise<Child> {
  await mkdir(options.logDir, { recursive: true });
  const file = createWriteStream(join(options.logDir, `${options.name}.log`), { flags: 'a', mode: 0o600 });
  let child: ChildProcess | null = null;
  let stopping = false;
  let restarting = false;
  let relaunch: NodeJS.Timeout | null = null;

  const show = (line: string) => {
    file.write(`${line}\n`);
    if (line.includes('"level":"error"') || !line.startsWith('{'))
      options.console(`[${options.name}] ${line}`);
  };

  const launch = () => {
    relaunch = null;
    // Its own process group: Ctrl-C in a terminal reaches only this process, which stops the children in order.
    child = spawn(process.execPath, [...(options.nodeOptions ?? []), options.script], {
      env: { ...process.env, ...options.env },
      // The child stops itself when this channel closes, even if this process was killed.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: process.platform !== 'win32',
    });
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', show);
    child.once('exit', (code, signal) => {
      child = null;
      if (stopping) return;
      if (restarting) {
        restarting = false;
        launch();
        return;
      }
      options.console(`[${options.name}] ended (${signal ?? code}); starting it again`);
      relaunch = setTimeout(launch, restartDelayMs);
    });
  };
  launch();

  return {
    name: options.name,
    pid: () => (restarting ? null : (child?.pid ?? null)),
    restart: () => {
      if (stopping || restarting) return;
      if (relaunch) {
        clearTimeout(relaunch);
        launch();
      } else if (child) {
        restarting = true;
        void end(child, restartGraceMs);
      }
    },
    stop: async () => {
      stopping = true;
      if (relaunch) clearTimeout(relaunch);
      if (child) await end(child, stopGraceMs);
      file.end();
    },
  };
}

/** Runs `node <script>` to its end and resolves with its output. Throws with its error output when it fails. */
export async function runToEnd(script: string, env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    env: { ...process.env, ...env },
  });
  return stdout;
}

/** SIGTERM, then SIGKILL after the grace period. Resolves when the process is gone. */
async function end(child: ChildProcess, graceMs: number): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await gone;
  clearTimeout(kill);
}
