/**
 * `npm run deploy:files`: generates docker-compose.yml from the list of queues, and the parts of the Helm chart that depend on queues,
 * settings, alerts and dashboard. test/deploy.test.ts checks that they are up to date.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { composeFile } from './compose.ts';
import { chartFiles } from './helm.ts';

export const root = dirname(import.meta.dirname);

/** Every generated file, by its path from the root. */
export function generatedFiles(): Map<string, string> {
  return new Map([['docker-compose.yml', composeFile()], ...chartFiles(root)]);
}

if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of generatedFiles()) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}
