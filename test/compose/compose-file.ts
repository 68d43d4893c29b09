/** Reads docker-compose.yml with Docker Compose itself, into the shapes that project.ts runs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { load } from 'js-yaml';

export interface Healthcheck {
  /** The words of the command, without `CMD`. */
  test: string[];
  intervalSeconds: number;
  timeoutSeconds: number;
  startSeconds: number;
  retries: number;
}

export interface Volume {
  /** A local path, or the name of a volume; null for a volume of this container alone. */
  source: string | null;
  target: string;
  isReadOnly: boolean;
}

export interface Service {
  name: string;
  image: string;
  entrypoint: string[] | null;
  command: string[] | null;
  environment: Record<string, string>;
  volumes: Volume[];
  ports: Array<{ address: string; published: number; target: number }>;
  tmpfs: string[];
  isReadOnly: boolean;
  mayGainPrivileges: boolean;
  replicas: number;
  /** null = no limit. */
  memoryBytes: number | null;
  sharedMemoryBytes: number;
  restart: string;
  stopGraceSeconds: number;
  healthcheck: Healthcheck | null;
  dependsOn: Array<{ service: string; condition: string }>;
}

type RawPort = string | { host_ip?: string; published: number | string; target: number };
type RawVolume = string | { source?: string; target: string; read_only?: boolean };

interface Raw {
  image: string;
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string>;
  volumes?: RawVolume[];
  ports?: RawPort[];
  tmpfs?: string | string[];
  read_only?: boolean;
  security_opt?: string[];
  deploy?: { replicas?: number; resources?: { limits?: { memory?: string } } };
  shm_size?: string | number;
  restart?: string;
  stop_grace_period?: string;
  healthcheck?: {
    test: string[];
    interval?: string;
    timeout?: string;
    start_period?: string;
    retries?: number;
  };
  depends_on?: Record<string, { condition: string }>;
}

/** Members that this runner supports. An unknown member is an error, because it would not be tested. */
const known = new Set([
  ...['image', 'build', 'entrypoint', 'command', 'environment', 'volumes', 'ports', 'tmpfs', 'read_only'],
  ...[
    'security_opt',
    'deploy',
    'shm_size',
    'restart',
    'stop_grace_period',
    'healthcheck',
    'depends_on',
    'init',
  ],
]);

/**
 * The services of these files, merged and with variables of `environment` substituted by `docker compose config`. Throws the error of
 * Compose for an invalid file, and for an unsupported member.
 */
export function readCompose(
  files: readonly string[],
  root: string,
  environment: Record<string, string>,
): Service[] {
  const [program, ...words] = composeProgram();
  const text = execFileSync(program!, [...words, ...files.flatMap((file) => ['-f', file]), 'config'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { services } = load(text.replaceAll('$$', '$')) as { services: Record<string, Raw> };
  return Object.entries(services).map(([name, raw]) => service(name, raw));
}

function composeProgram(): string[] {
  for (const words of [['docker-compose'], ['docker', 'compose']])
    if (spawnSync(words[0]!, [...words.slice(1), 'version'], { stdio: 'ignore' }).status === 0) return words;
  throw new Error('Docker Compose is not installed: apt-get install docker-compose');
}

function service(name: string, raw: Raw): Service {
  const foreign = Object.keys(raw).filter((member) => !known.has(member));
  if (foreign.length > 0) throw new Error(`${name}: test/compose does not support ${foreign.join(', ')}`);
  const check = raw.healthcheck;
  return {
    name,
    image: raw.image,
    entrypoint: raw.entrypoint ?? null,
    command: raw.command ?? null,
    environment: raw.environment ?? {},
    volumes: (raw.volumes ?? []).map(volume),
    ports: (raw.ports ?? []).map(port),
    tmpfs: [raw.tmpfs ?? []].flat(),
    isReadOnly: raw.read_only ?? false,
    mayGainPrivileges: !raw.security_opt?.includes('no-new-privileges:true'),
    replicas: raw.deploy?.replicas ?? 1,
    memoryBytes: raw.deploy?.resources?.limits?.memory ? bytes(raw.deploy.resources.limits.memory) : null,
    sharedMemoryBytes: raw.shm_size ? bytes(String(raw.shm_size)) : 64 * 1024 ** 2,
    restart: raw.restart ?? 'no',
    stopGraceSeconds: raw.stop_grace_period ? seconds(raw.stop_grace_period) : 10,
    healthcheck: check
      ? {
          test: check.test.slice(1),
          intervalSeconds: seconds(check.interval ?? '30s'),
          timeoutSeconds: seconds(check.timeout ?? '30s'),
          startSeconds: seconds(check.start_period ?? '0s'),
          retries: check.retries ?? 3,
        }
      : null,
    dependsOn: Object.entries(raw.depends_on ?? {}).map(([on, { condition }]) => ({
      service: on,
      condition,
    })),
  };
}

/** `127.0.0.1:8025:8025/tcp`, or the long form. */
function port(given: RawPort): Service['ports'][number] {
  if (typeof given === 'object')
    return {
      address: given.host_ip ?? '0.0.0.0',
      published: Number(given.published),
      target: given.target,
    };
  const parts = given.replace(/\/tcp$/, '').split(':');
  const target = Number(parts.pop());
  const published = Number(parts.pop());
  return { address: parts[0] ?? '0.0.0.0', published, target };
}

/** `data:/data:rw`, `/tmp`, or the long form. */
function volume(given: RawVolume): Volume {
  if (typeof given === 'object')
    return { source: given.source ?? null, target: given.target, isReadOnly: given.read_only ?? false };
  if (!given.includes(':')) return { source: null, target: given, isReadOnly: false };
  const [source, target, mode] = given.split(':');
  return { source: source!, target: target!, isReadOnly: mode === 'ro' };
}

function seconds(text: string): number {
  const parts = [...text.matchAll(/([\d.]+)(ms|h|m|s)/g)];
  const unit: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 };
  return parts.reduce((sum, [, number, of]) => sum + Number(number) * unit[of!]!, 0);
}

function bytes(text: string): number {
  const [, number, unit] = /^([\d.]+)\s*([kmg]?)b?$/i.exec(text) ?? [];
  if (!number) throw new Error(`not a size: ${text}`);
  return Number(number) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit!.toLowerCase());
}
