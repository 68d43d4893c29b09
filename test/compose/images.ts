/**
 * Replaces each image of docker-compose.yml: with the program itself if it is available (PostgreSQL 18, HAProxy, and our own image, built
 * with the steps of its Dockerfile), otherwise with a program of the same protocol (S3, mailbox).
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { postgresBinaries } from '@countersign/dev-database/binaries';
import type { Mount } from './container.ts';

export interface Image {
  user: { uid: number; gid: number };
  workingFolder: string;
  environment: Record<string, string>;
  entrypoint: string[];
  command: string[];
  mounts: Mount[];
  stopSignal: NodeJS.Signals;
  /** True if it needs Docker's name server at 127.0.0.11. */
  asksDockerForNames: boolean;
}

const here = import.meta.dirname;
export const root = dirname(dirname(here));
const superuser = { uid: 0, gid: 0 };
const nodeUser = { uid: 1000, gid: 1000 };

/** Users of the images, which do not exist on this machine. */
export const accounts = {
  '/etc/passwd':
    'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\npostgres:x:999:999::/var/lib/postgresql:/bin/sh\nhaproxy:x:99:99::/tmp:/bin/sh\n',
  '/etc/group': 'root:x:0:\nnode:x:1000:\npostgres:x:999:\nhaproxy:x:99:\n',
};

/** The images by name without the tag. Ours is built in `folder`. */
export function buildImages(folder: string): Map<string, Image> {
  const inside = (source: string, target: string): Mount => ({ source, target, isReadOnly: true });
  const node = inside(process.execPath, '/usr/local/bin/node');
  const postgres = dirname(postgresBinaries().folder);
  makeReadable(process.execPath, postgres);
  const standIn = { environment: {}, entrypoint: [], command: [], asksDockerForNames: false };
  return new Map<string, Image>([
    ['countersign', ownImage(folder, node)],
    [
      'postgres',
      {
        ...standIn,
        user: superuser,
        workingFolder: '/',
        environment: {
          PATH: '/usr/local/pgsql/bin:/usr/local/bin:/usr/bin:/bin',
          PGDATA: '/var/lib/postgresql/18/docker',
        },
        entrypoint: ['/usr/local/bin/docker-entrypoint.sh'],
        mounts: [
          inside(postgres, '/usr/local/pgsql'),
          inside(join(here, 'images/postgres.sh'), '/usr/local/bin/docker-entrypoint.sh'),
        ],
        stopSignal: 'SIGINT',
      },
    ],
    [
      'haproxy',
      {
        ...standIn,
        user: { uid: 99, gid: 99 },
        workingFolder: '/tmp',
        command: ['haproxy', '-W', '-db', '-f', '/usr/local/etc/haproxy/haproxy.cfg'],
        mounts: [],
        stopSignal: 'SIGUSR1',
        asksDockerForNames: true,
      },
    ],
    [
      'chrislusf/seaweedfs',
      {
        ...standIn,
        user: superuser,
        workingFolder: '/',
        mounts: [node, inside(root, '/stand-in'), inside(join(here, 'images/weed'), '/usr/local/bin/weed')],
        stopSignal: 'SIGTERM',
      },
    ],
    [
      'axllent/mailpit',
      {
        ...standIn,
        user: superuser,
        workingFolder: '/stand-in',
        entrypoint: ['/mailpit'],
        mounts: [node, inside(root, '/stand-in'), inside(join(here, 'images/mailpit'), '/mailpit')],
        stopSignal: 'SIGTERM',
      },
    ],
  ]);
}

/** Builds our image: the settings of the Dockerfile's last stage, and its build steps with the installed modules instead of downloads. */
function ownImage(folder: string, node: Mount): Image {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
  const [build, last] = dockerfile.split(/^FROM .*$/m).slice(1) as [string, string];
  const prune = /^RUN (npm pkg delete .*npm prune .*)$/m.exec(build)?.[1];
  const warm = /^RUN (node -e .*)$/m.exec(last)?.[1];
  const settings = /^ENV (.*)$/gm;
  if (!prune || !warm) throw new Error('the Dockerfile has steps that test/compose/images.ts does not know');
  const app = join(folder, 'app');
  const compiled = join(folder, 'compiled');
  copySources(app);
  makeReadable(app);
  execFileSync('sh', ['-c', prune], { cwd: app, stdio: 'pipe' });
  mkdirSync(compiled, { recursive: true });
  const environment = Object.fromEntries(
    [...last.matchAll(settings)].flatMap(([, text]) =>
      text!.split(' ').map((pair): [string, string] => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at), pair.slice(at + 1)];
      }),
    ),
  );
  // Node keeps a cache for each user, and it contains file paths. So the user of the image fills it, with the application at its final path.
  execFileSync('chown', ['-R', '1000:1000', compiled]);
  const warmUp = `mount --make-rprivate / && mkdir -p /app && mount --bind "$1" /app && cd /app && setpriv --reuid 1000 --regid 1000 --clear-groups ${warm}`;
  execFileSync('unshare', ['--mount', 'bash', '-c', warmUp, 'warm', app], {
    env: {
      ...environment,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      NODE_COMPILE_CACHE: compiled,
    },
    stdio: 'pipe',
  });
  return {
    user: /^USER 1000:1000$/m.test(last) ? nodeUser : superuser,
    workingFolder: /^WORKDIR (.*)$/m.exec(last)![1]!,
    environment,
    entrypoint: [],
    command: JSON.parse(/^CMD (.*)$/m.exec(last)![1]!) as string[],
    mounts: [
      node,
      { source: app, target: '/app', isReadOnly: true },
      { source: compiled, target: '/compiled', isReadOnly: true },
    ],
    stopSignal: 'SIGTERM',
    asksDockerForNames: false,
  };
}

/** `COPY . .` without the files in .dockerignore, then the installed modules and the built pages. */
function copySources(app: string): void {
  mkdirSync(app, { recursive: true });
  // Also for a clone that belongs to another user.
  const git = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const files = execFileSync('git', git, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(
      (path) =>
        path !== '' &&
        !ignored.some((pattern) => matchesGlob(path, pattern) || path.startsWith(`${pattern}/`)),
    );
  for (const path of files) cpSync(join(root, path), join(app, path));
  const linked = [
    'node_modules',
    ...files
      .filter((path) => /^(apps|packages)\/[^/]+\/package\.json$/.test(path))
      .flatMap((path) => [join(dirname(path), 'node_modules'), join(dirname(path), 'dist')]),
    'packages/db/src/generated',
  ];
  for (const path of linked) link(join(root, path), join(app, path));
  // Removed, because npm would change it in place, and with it the original: the copy is a hard link.
  rmSync(join(app, 'node_modules/.package-lock.json'), { force: true });
}

/** Makes files readable for all users, whatever the umask was. */
function makeReadable(...paths: string[]): void {
  const closed = ['!', '-type', 'l', '!', '-perm', '-o=r'];
  execFileSync('find', [...paths, ...closed, '-exec', 'chmod', 'go+rX', '{}', '+']);
}

/** A copy of a file that every user can read; created once. */
export function readableCopy(file: string, folder: string): string {
  const copy = join(folder, basename(file));
  if (!existsSync(copy)) {
    cpSync(file, copy);
    makeReadable(copy);
  }
  return copy;
}

/** A copy that shares the content of files on the same disk. */
function link(from: string, to: string): void {
  execFileSync('sh', [
    '-c',
    '[ ! -e "$1" ] || cp -al "$1" "$2" 2>/dev/null || cp -a "$1" "$2"',
    'link',
    from,
    to,
  ]);
}

/** Writes the files of /etc that differ for each container to the folder, and returns their mounts. */
export function ownFiles(folder: string, files: Record<string, string>): Mount[] {
  mkdirSync(folder, { recursive: true });
  return Object.entries(files).map(([target, text]) => {
    const source = join(folder, target.replaceAll('/', '_'));
    writeFileSync(source, text);
    return { source, target, isReadOnly: true };
  });
}
