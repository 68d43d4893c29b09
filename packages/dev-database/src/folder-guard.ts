/** Removes temporary folders when the process that created them ends, however it ends. */
import { spawn } from 'node:child_process';

/** Runs in a separate process. Its standard input closes when our process ends; then it cleans up. */
const program = `
const { readdirSync, readFileSync, rmSync } = require('node:fs');
const { join } = require('node:path');
const folder = process.argv[1];
const clean = () => {
  for (const name of readdirSync(folder, { recursive: true }))
    if (name.endsWith('postmaster.pid')) {
      const pid = Number(readFileSync(join(folder, name), 'utf8').split('\\n')[0]);
      try { process.kill(pid, 'SIGQUIT'); } catch {}
    }
  rmSync(folder, { recursive: true, force: true });
};
process.on('SIGINT', () => {}); process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {});
process.stdin.resume();
process.stdin.on('close', async () => {
  // Other processes may still write to the folder and create it again until they end.
  for (let i = 0; i < 100; i++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    try { clean(); } catch {}
  }
});`;

/**
 * Starts a guard: if this process is killed, PostgreSQL servers with data in the folder are stopped and the folder is removed. Returns
 * a function that ends the guard; call it once the folder is removed.
 */
export function guardFolder(folder: string): () => void {
  const child = spawn(process.execPath, ['-e', program, folder], {
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  });
  child.unref();
  child.stdin.on('error', () => undefined);
  (child.stdin as unknown as { unref(): void }).unref();
  return () => void child.kill('SIGKILL');
}
