/** Temporary folders that do not outlive the process which made them, however it ends. */
import { spawn } from 'node:child_process';

/** Waits for its standard input to close, which the end of our process does however it ends, and cleans up. */
const program = `
const { readFileSync, rmSync } = require('node:fs');
const [folder, pidFile] = process.argv.slice(1);
process.on('SIGINT', () => {}); process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {});
process.stdin.resume();
process.stdin.on('close', async () => {
  try { if (pidFile) process.kill(Number(readFileSync(pidFile, 'utf8').split('\\n')[0]), 'SIGQUIT'); } catch {}
  // Others may write into it, and make it again, until they notice.
  for (let i = 0; i < 100; i++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    try { rmSync(folder, { recursive: true, force: true }); } catch {}
  }
});`;

/**
 * Should this process be killed, the folder is removed; the process that `pidFile` names is told to quit before. What is returned
 * ends the watch: call it when the folder is gone.
 */
export function guardFolder(folder: string, pidFile = ''): () => void {
  const child = spawn(process.execPath, ['-e', program, folder, pidFile], {
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
