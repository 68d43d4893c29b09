/**
 * Completes package-lock.json after an install: `node .ci/complete-lock.mjs`.
 *
 * If a registry lacks the packages of other platforms, npm leaves them out of the lock and `npm ci` then refuses it. This script
 * adds each missing optional package with its exact version and the platform in its name. It also adds the digest of every entry
 * that has none, as far as the registry knows it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
const systems = {
  android: 'android',
  darwin: 'darwin',
  linux: 'linux',
  win32: 'win32',
  windows: 'win32',
  freebsd: 'freebsd',
  openharmony: 'openharmony',
  wasm32: 'none',
};
const processors = {
  arm64: 'arm64',
  x64: 'x64',
  64: 'x64',
  ia32: 'ia32',
  arm: 'arm',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
};

function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.map((word) => systems[word]).find(Boolean);
  const cpu = words.map((word) => processors[word]).find(Boolean);
  if (!os || !cpu) return null;
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : undefined;
  return { cpu: [cpu], ...(libc && { libc }), os: [os] };
}

let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const isThere =
      `node_modules/${name}` in lock.packages || `${place}/node_modules/${name}` in lock.packages;
    const platform = platformOf(name);
    if (isThere || !/^\d+\.\d+\.\d+/.test(version) || !platform) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platform,
      ...(entry.dev && { dev: true }),
      optional: true,
    };
    added += 1;
  }
}
let digests = 0;
const unknown = [];
for (const [place, entry] of Object.entries(lock.packages)) {
  if (!place.includes('node_modules/') || entry.integrity || entry.link) continue;
  const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const integrity = digestOf(`${name}@${entry.version}`);
  if (!integrity) unknown.push(`${name}@${entry.version}`);
  else {
    // The members of an entry keep the order in which npm writes them.
    const { version, ...rest } = entry;
    lock.packages[place] = { version, integrity, ...rest };
    digests += 1;
  }
}
const sorted = Object.entries(lock.packages).sort(([left], [right]) =>
  left < right ? -1 : left > right ? 1 : 0,
);
lock.packages = Object.fromEntries(sorted);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages and ${digests} digests added.`);
if (unknown.length > 0) console.log(`The registry does not have: ${unknown.join(', ')}`);

/** The digest of a package, or null if the registry does not have it. */
function digestOf(spec) {
  try {
    const output = execFileSync('npm', ['view', spec, 'dist.integrity'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.toString().trim() || null;
  } catch {
    return null;
  }
}
