/**
 * A container without a container engine: a process in separate namespaces (files, network, processes, name) with the file system,
 * user, limits and environment that Docker gives it. Linux and root only.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readLogLine } from '../support/log-line.ts';

export interface Mount {
  source: string;
  target: string;
  isReadOnly: boolean;
}

export interface ContainerOptions {
  name: string;
  /** The address of the container in the network, and of the bridge. */
  address: string;
  gateway: string;
  bridge: string;
  /** An empty folder for the root of its file system. */
  rootFolder: string;
  mounts: Mount[];
  tmpfs: string[];
  isReadOnly: boolean;
  mayGainPrivileges: boolean;
  /** The prefix of the name of its control group. */
  group: string;
  memoryBytes: number | null;
  sharedMemoryBytes: number;
  user: { uid: number; gid: number };
  workingFolder: string;
  environment: Record<string, string>;
  command: string[];
  /** A name server in its network at 127.0.0.11, as in Docker. */
  resolver: string[] | null;
}

export interface Ended {
  status: number | null;
  signal: NodeJS.Signals | null;
}

export interface Memory {
  peakBytes: number | null;
  kills: number;
}

export interface Container {
  readonly name: string;
  readonly address: string;
  /** The last lines of its output. */
  readonly lines: string[];
  /** Its log lines of level error, by message. */
  readonly errors: Map<string, number>;
  readonly isRunning: boolean;
  readonly ended: Promise<Ended>;
  signal(name: NodeJS.Signals): void;
  /** Runs a command in the container, as `docker exec` does. Rejects only if the command cannot be started. */
  exec(words: string[], timeoutMs: number): Promise<{ status: number | null; output: string }>;
  /** The peak memory of all its processes, null if unknown, and how often the limit killed one. */
  memory(): Memory;
}

const keptLines = 200;
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Starts a container. Resolves when its command has started, not when it is ready. */
export async function startContainer(options: ContainerOptions): Promise<Container> {
  mkdirSync(options.rootFolder, { recursive: true });
  const limit = memoryLimit(options.group, options.memoryBytes);
  const as = (words: string[]) => [
    '/usr/bin/setpriv',
    ...['--reuid', String(options.user.uid), '--regid', String(options.user.gid), '--clear-groups'],
    ...(options.mayGainPrivileges ? [] : ['--no-new-privs']),
    ...[
      '/usr/bin/env',
      '-i',
      `--chdir=${options.workingFolder}`,
      `PATH=${path}`,
      'HOME=/tmp',
      `HOSTNAME=${options.name}`,
    ],
    ...Object.entries(options.environment).map(([name, value]) => `${name}=${value}`),
    ...words,
  ];
  const namespaces = ['--mount', '--net', '--pid', '--uts', '--ipc', '--fork', '--kill-child'];
  const child = spawn(
    'setpriv',
    // Everything ends with this process.
    [
      '--pdeathsig',
      'KILL',
      'unshare',
      ...namespaces,
      'bash',
      '-c',
      script(options),
      'container',
      ...as(options.command),
    ],
    { stdio: ['pipe', 'pipe', 'pipe', 'pipe'], cwd: '/' },
  );
  const container = follow(child, options, as, limit);
  await new Promise<void>((resolve, reject) => {
    child.stdio[3]!.once('data', () => resolve());
    void container.ended.then(() => reject(new Error(`${options.name}: ${container.lines.join('\n')}`)));
  });
  // Not `unshare` itself: its group would not include the process that it has started.
  limit.join(firstProcess(child.pid!)!);
  plug(child.pid!, options);
  child.stdin!.end('go\n');
  if (options.resolver) inNetworkOf(child.pid!, options.resolver);
  return container;
}

/** The script inside the namespaces: prepares the file system, waits for the network, and executes the command. */
function script(options: ContainerOptions): string {
  const root = quoted(options.rootFolder);
  const folders = [...options.tmpfs, '/tmp', '/run', '/var', '/proc', '/dev', '/root'];
  return `set -e
mount --make-rprivate /
mount -t tmpfs -o mode=755 root ${root}
for part in usr etc; do mkdir ${root}/$part; mount --bind /$part ${root}/$part; mount -o remount,bind,ro ${root}/$part; done
for part in bin sbin lib lib64; do
  if [ -L /$part ]; then cp -a /$part ${root}/$part; elif [ -e /$part ]; then mkdir ${root}/$part; mount --bind -o ro /$part ${root}/$part; fi
done
mount -t tmpfs -o mode=755 local ${root}/usr/local
mkdir -p ${folders.map((folder) => `${root}${folder}`).join(' ')}
chmod 1777 ${root}/tmp; ln -s ../run ${root}/var/run
for device in null zero full random urandom; do touch ${root}/dev/$device; mount --bind /dev/$device ${root}/dev/$device; done
ln -s /proc/self/fd ${root}/dev/fd; ln -s /proc/self/fd/1 ${root}/dev/stdout; ln -s /proc/self/fd/2 ${root}/dev/stderr
mkdir ${root}/dev/shm; mount -t tmpfs -o mode=1777,size=${options.sharedMemoryBytes} shm ${root}/dev/shm
mount -t proc proc ${root}/proc
${options.mounts.map((mount) => bind(root, mount)).join('\n')}
${options.tmpfs.map((folder) => `mount -t tmpfs -o mode=1777 tmp ${root}${folder}`).join('\n')}
${options.isReadOnly ? `mount -o remount,bind,ro ${root}; mount -o remount,bind,ro ${root}/usr/local` : ''}
hostname ${options.name}
echo made >&3
read -r _
exec 3>&- 0</dev/null
ulimit -Hn 524288 2>/dev/null || true
ip link set lo up; ip addr add ${options.address}/24 dev eth0; ip link set eth0 up; ip route add default via ${options.gateway}
exec chroot ${root} "$@"`;
}

function bind(root: string, { source, target, isReadOnly }: Mount): string {
  const at = `${root}${target}`;
  const from = quoted(source);
  const make = `if [ -d ${from} ]; then mkdir -p ${at}; else mkdir -p "$(dirname ${at})"; [ -e ${at} ] || touch ${at}; fi`;
  return `${make}; mount --bind ${from} ${at}${isReadOnly ? `; mount -o remount,bind,ro ${at}` : ''}`;
}

/** Quotes a word for the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Connects the container to the bridge with a virtual Ethernet pair. */
function plug(pid: number, { address, bridge }: ContainerOptions): void {
  const port = `to${address.split('.')[3]}`;
  const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' });
  // The pair of an ended container disappears with its namespace after a moment.
  try {
    ip('link', 'delete', port);
  } catch {}
  ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid));
  ip('link', 'set', port, 'master', bridge, 'up');
}

function inNetworkOf(pid: number, words: string[]): void {
  spawn('nsenter', ['--target', String(pid), '--net', 'setpriv', '--pdeathsig', 'KILL', ...words], {
    stdio: 'ignore',
  });
}

function follow(
  child: ChildProcess,
  options: ContainerOptions,
  as: (words: string[]) => string[],
  limit: MemoryLimit,
): Container {
  const lines: string[] = [];
  const errors = new Map<string, number>();
  const take = (line: string) => {
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    const { level, message } = readLogLine(line);
    if (level !== 'error') return;
    errors.set(message, (errors.get(message) ?? 0) + 1);
  };
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on('line', take);
  child.stdin!.on('error', () => undefined);
  let isRunning = true;
  const first = () => firstProcess(child.pid!);
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (status, signal) => {
      isRunning = false;
      limit.remove();
      resolve({ status, signal });
    });
  });
  return {
    name: options.name,
    address: options.address,
    lines,
    errors,
    get isRunning() {
      return isRunning;
    },
    ended,
    signal: (name) => {
      const pid = first();
      if (pid) process.kill(pid, name);
    },
    exec: (words, timeoutMs) => {
      const pid = first();
      if (!pid) return Promise.resolve({ status: null, output: 'it is not running' });
      const inside = [
        '--target',
        String(pid),
        '--mount',
        '--net',
        '--pid',
        '--uts',
        '--ipc',
        '--root',
        '--wd=/',
      ];
      return run(['nsenter', ...inside, ...as(words)], timeoutMs);
    },
    memory: limit.used,
  };
}

/** Runs a command of this machine and returns its output. */
export function run(words: string[], timeoutMs: number): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(words[0]!, words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}

/** The process started by `unshare`, which is process 1 in the container. */
function firstProcess(unshare: number): number | null {
  try {
    return Number(readFileSync(`/proc/${unshare}/task/${unshare}/children`, 'utf8').split(' ')[0]) || null;
  } catch {
    return null;
  }
}

interface MemoryLimit {
  join(pid: number): void;
  used(): Memory;
  /** Removes the group. `used` keeps its last values. */
  remove(): void;
}

let groups = 0;

/** The memory limit of all processes of a container. Without control groups for memory there is none. */
function memoryLimit(name: string, limitBytes: number | null): MemoryLimit {
  const parent = ['/sys/fs/cgroup/memory', '/sys/fs/cgroup'].find(
    (folder) => existsSync(join(folder, 'memory.limit_in_bytes')) || hasMemoryController(folder),
  );
  const none: MemoryLimit = {
    join: () => undefined,
    used: () => ({ peakBytes: null, kills: 0 }),
    remove: () => undefined,
  };
  if (limitBytes === null || !parent) return none;
  groups += 1;
  const folder = join(parent, `${name}-${groups}`);
  try {
    mkdirSync(folder);
    const isFirstVersion = existsSync(join(folder, 'memory.limit_in_bytes'));
    writeFileSync(join(folder, isFirstVersion ? 'memory.limit_in_bytes' : 'memory.max'), String(limitBytes));
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    let last: Memory = { peakBytes: null, kills: 0 };
    // Linux before 5.19 has no memory.peak.
    const peak = isFirstVersion ? 'memory.max_usage_in_bytes' : 'memory.peak';
    const used = () => {
      try {
        const events = read(isFirstVersion ? 'memory.oom_control' : 'memory.events');
        last = {
          peakBytes: existsSync(join(folder, peak)) ? Number(read(peak)) : null,
          kills: Number(/^oom_kill (\d+)/m.exec(events)?.[1] ?? 0),
        };
      } catch {}
      return last;
    };
    return {
      join: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
      used,
      remove: () => {
        used();
        try {
          rmdirSync(folder);
        } catch {}
      },
    };
  } catch {
    return none;
  }
}

function hasMemoryController(folder: string): boolean {
  try {
    return readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8').includes('memory');
  } catch {
    return false;
  }
}

/** Whether this machine enforces memory limits. */
export function canLimitMemory(): boolean {
  return existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes') || hasMemoryController('/sys/fs/cgroup');
}
