/** Peak memory of processes, on systems that report it (Linux: /proc). */
import { readFile } from 'node:fs/promises';
import type { Child } from './children.ts';

/** Peak resident size of each running child; empty on other systems. */
export async function peakMemory(
  children: readonly Child[],
): Promise<Array<{ name: string; megabytes: number }>> {
  const found: Array<{ name: string; megabytes: number }> = [];
  for (const child of children) {
    const status = await readFile(`/proc/${child.pid()}/status`, 'utf8').catch(() => '');
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
    if (kilobytes) found.push({ name: child.name, megabytes: Math.round(Number(kilobytes) / 1024) });
  }
  return found;
}
