/** Another version of this repository in a folder of its own, ready to run. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ownRoot } from '../chaos/processes.ts';

const run = promisify(execFile);
const maxOutput = 100_000_000;

export interface Checkout {
  root: string;
  commit: string;
  /** What was asked for, and the commit. */
  label: string;
}

/** The newest tag that the current commit contains, or null. */
export async function newestTag(): Promise<string | null> {
  return run('git', ['describe', '--tags', '--abbrev=0'], { cwd: ownRoot }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

/** Writes the files of the commit into the folder, and installs its dependencies. */
export async function checkOut(ref: string, root: string): Promise<Checkout> {
  const { stdout } = await run('git', ['rev-parse', '--verify', `${ref}^{commit}`], { cwd: ownRoot });
  const commit = stdout.trim();
  await mkdir(root, { recursive: true });
  const archive = `${root}.tar`;
  await run('git', ['archive', '--output', archive, commit], { cwd: ownRoot });
  await run('tar', ['-xf', archive, '-C', root]);
  await rm(archive);
  await install(root);
  return { root, commit, label: `${ref} (${commit.slice(0, 10)})` };
}

/** With the lock file of this checkout, its installed packages are linked, which takes seconds instead of minutes. */
async function install(root: string): Promise<void> {
  const isSame = (await lockOf(root)) === (await lockOf(ownRoot));
  if (isSame && (await linkPackages(root))) {
    await run(process.execPath, [join(root, 'prisma/generate.ts')], { cwd: root, maxBuffer: maxOutput });
    return;
  }
  await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: root,
    maxBuffer: maxOutput,
  });
}

const lockOf = (root: string) => readFile(join(root, 'package-lock.json'), 'utf8');

/** Returns false if files cannot be linked, for example because the folder is on another disk. */
async function linkPackages(root: string): Promise<boolean> {
  const workspaces = await Promise.all(
    ['packages', 'apps'].map(async (parent) =>
      (await readdir(join(ownRoot, parent))).map((name) => join(parent, name)),
    ),
  );
  for (const folder of ['.', ...workspaces.flat()]) {
    if (!existsSync(join(ownRoot, folder, 'node_modules'))) continue;
    try {
      await run('cp', ['-al', join(ownRoot, folder, 'node_modules'), join(root, folder, 'node_modules')]);
    } catch {
      await rm(join(root, folder, 'node_modules'), { recursive: true, force: true });
      return false;
    }
  }
  return true;
}
