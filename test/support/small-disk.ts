/** A small file system in memory that a test fills up and frees again. Only root can mount one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  path: string;
  /** Fills all free space. */
  fill(): Promise<void>;
  /** Frees the space again. */
  free(): Promise<void>;
  unmount(): void;
}

/** Mounts one of so many bytes on an existing empty folder; null, with a printed reason, if this process may not mount. */
export function mountSmallDisk(folder: string, sizeBytes: number): SmallDisk | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes},mode=755`, 'countersign-test', folder], {
      stdio: 'pipe',
    });
  } catch {
    console.log('No disk is filled: only root can mount a small one.');
    return null;
  }
  const filler = join(folder, 'filler');
  return {
    path: folder,
    fill: async () => {
      for (const piece of [1_000_000, 4096])
        await writeFile(filler, endless(piece), { flag: 'a' }).catch(atEnd);
    },
    free: () => rm(filler, { force: true }),
    unmount: () => void execFileSync('umount', ['-l', folder]),
  };
}

/** Whether this process may mount a small disk. Prints why not. */
export function canMountSmallDisk(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-small-disk-'));
  const disk = mountSmallDisk(folder, 1_000_000);
  disk?.unmount();
  rmdirSync(folder);
  return disk !== null;
}

function* endless(bytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(bytes);
  for (;;) yield piece;
}

/** Rethrows any error except "no space left on device", which ends the filling. */
function atEnd(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOSPC') throw error;
}
