/**
 * `npm run test:compose`: the services of docker-compose.yml run on this machine without Docker, with the settings, replicas,
 * users, file systems, limits and healthchecks of the file. Whole journeys run through the proxy while half of all containers are killed
 * (docs/OPERATIONS.md). Linux and root only: each container is a process in separate namespaces.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const needed = ['unshare', 'nsenter', 'setpriv', 'ip', 'haproxy', 'wget', 'pg_isready'];

function refuse(reason: string): never {
  console.error(`test:compose cannot run: ${reason}`);
  process.exit(1);
}

if (process.platform !== 'linux' || process.getuid?.() !== 0)
  refuse('it needs Linux and root, for namespaces of network and files.');
const missing = needed.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
if (missing.length > 0)
  refuse(
    `${missing.join(', ')} missing. apt-get install docker-compose haproxy iproute2 util-linux wget postgresql-client`,
  );

// All users of a container can read the files of its image.
process.umask(0o022);
// Everything runs in separate namespaces, so no port of this machine is used and everything ends with this process.
const folder = mkdtempSync(join(tmpdir(), 'countersign-compose-'));
const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
const inside = spawn(
  'setpriv',
  [
    ...['--pdeathsig', 'KILL', 'unshare', ...namespaces],
    // A shell is the first process, because it reaps orphaned processes.
    ...['bash', '-c', '"$@"; exit $?', 'compose'],
    ...[process.execPath, join(import.meta.dirname, 'story.ts'), folder, ...process.argv.slice(2)],
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => inside.kill('SIGKILL'));
inside.on('close', (status) => {
  rmSync(folder, { recursive: true, force: true });
  removeGroups();
  process.exit(status ?? 1);
});

/** Removes the control groups, which do not end with their processes. */
function removeGroups(): void {
  for (const parent of ['/sys/fs/cgroup/memory', '/sys/fs/cgroup'])
    try {
      for (const name of readdirSync(parent))
        if (name.startsWith(`${basename(folder)}-`)) rmdirSync(join(parent, name));
    } catch {}
}
