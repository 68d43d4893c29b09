/** Where the version of Countersign is written. All of these are released together, so they must agree. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';

export interface WrittenVersion {
  /** The file from the root, and the member. */
  place: string;
  version: string | undefined;
}

/** Reads every version of the repository. The first is that of the root package. */
export function readVersions(root: string): WrittenVersion[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const manifests = ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: root }).sort()];
  const chart = load(read('deploy/helm/countersign/Chart.yaml')) as Record<string, string>;
  const lock = JSON.parse(read('package-lock.json')) as { version: string };
  return [
    ...manifests.map((place) => ({
      place,
      version: (JSON.parse(read(place)) as { version?: string }).version,
    })),
    { place: 'package-lock.json', version: lock.version },
    {
      place: 'packages/client-python/pyproject.toml',
      version: /^version = "(.+)"$/m.exec(read('packages/client-python/pyproject.toml'))?.[1],
    },
    { place: 'deploy/helm/countersign/Chart.yaml, version', version: chart.version },
    { place: 'deploy/helm/countersign/Chart.yaml, appVersion', version: chart.appVersion },
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
