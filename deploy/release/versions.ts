/** Where the version of Countersign is written. All of these are released together, so they must agree. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';

export interface WrittenVersion {
  /** The file from the root, and the member. */
  place: string;
  version: string | undefined;
}

const pyproject = 'packages/client-python/pyproject.toml';
const chartFile = 'deploy/helm/countersign/Chart.yaml';

const manifestsOf = (root: string) => [
  'package.json',
  ...globSync('{apps,packages}/*/package.json', { cwd: root }).sort(),
];

/** Reads every version of the repository. The first is that of the root package. */
export function readVersions(root: string): WrittenVersion[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const chart = load(read(chartFile)) as Record<string, string>;
  const lock = JSON.parse(read('package-lock.json')) as { version: string };
  return [
    ...manifestsOf(root).map((place) => ({
      place,
      version: (JSON.parse(read(place)) as { version?: string }).version,
    })),
    { place: 'package-lock.json', version: lock.version },
    {
      place: pyproject,
      version: /^version = "(.+)"$/m.exec(read(pyproject))?.[1],
    },
    { place: `${chartFile}, version`, version: chart.version },
    { place: `${chartFile}, appVersion`, version: chart.appVersion },
  ];
}

/** The version that all places agree on. Throws with the places that differ, and if it is not a semantic version. */
export function agreedVersion(written: readonly WrittenVersion[]): string {
  const version = written[0]?.version;
  const different = written.filter((one) => one.version !== version);
  if (!version || different.length > 0)
    throw new Error(
      `package.json has version ${version}, but\n${different.map((one) => `  ${one.place}: ${one.version}`).join('\n')}`,
    );
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))
    throw new Error(`package.json: ${version} is not a semantic version`);
  return version;
}

/** Writes the version in every place, and in the dependencies of our packages on each other. Places must agree before. */
export function writeVersion(root: string, version: string): void {
  const old = agreedVersion(readVersions(root));
  const change = (path: string, edit: (text: string) => string) =>
    writeFileSync(join(root, path), edit(readFileSync(join(root, path), 'utf8')));
  const own = (text: string) =>
    text
      .replace(`"version": "${old}"`, `"version": "${version}"`)
      .replaceAll(/("@countersign\/[a-z-]+": )"([^"]+)"/g, (all, name, wanted) =>
        wanted === old ? `${name}"${version}"` : all,
      );
  for (const manifest of manifestsOf(root)) change(manifest, own);
  change('package-lock.json', (text) => {
    const lock = JSON.parse(text) as { version: string; packages: Record<string, object> };
    const ours = Object.entries(lock.packages).map(([path, entry]) => [
      path,
      /^((apps|packages)\/[^/]+)?$/.test(path) ? JSON.parse(own(JSON.stringify(entry, null, 1))) : entry,
    ]);
    return `${JSON.stringify({ ...lock, version, packages: Object.fromEntries(ours) }, null, 2)}\n`;
  });
  change(pyproject, (text) => text.replace(`version = "${old}"`, `version = "${version}"`));
  change(chartFile, (text) =>
    text
      .replace(`\nversion: ${old}\n`, `\nversion: ${version}\n`)
      .replace(`\nappVersion: ${old}\n`, `\nappVersion: ${version}\n`),
  );
}
