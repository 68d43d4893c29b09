/**
 * Writes the database client into packages/db/src/generated from prisma/schema. Runs after every `npm install`, on any
 * machine, without the network: the client needs no engine, but the CLI requires a path to one. It gets the path of Node,
 * which it never runs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);

function prismaCli(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build', 'index.js');
  } catch {
    return null;
  }
}

const cli = prismaCli();
if (cli === null) {
  const kept = existsSync(join(root, 'packages/db/src/generated/client.ts'));
  console.log(
    kept
      ? 'prisma is not installed (production install): the existing database client is kept.'
      : 'prisma is not installed (production install), and there is no database client yet. Copy packages/db/src/generated from a full install, or run npm ci without --omit=dev once.',
  );
} else {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  });
  if (status !== 0) {
    console.error(
      `The database client could not be generated (prisma generate):\n${stdout ?? ''}${stderr ?? ''}${error ?? ''}`,
    );
    process.exit(1);
  }
}
