/** The software bill of materials: the packages of an installation, without those that only development needs. */
import { spawnSync } from 'node:child_process';

interface Component {
  'bom-ref': string;
  name: string;
  group?: string;
  version: string;
  purl?: string;
  licenses?: object[];
  properties?: Array<{ name: string; value: string }>;
}

export interface Bom {
  bomFormat: string;
  specVersion: string;
  metadata: { component: { name: string; version: string } };
  components: Component[];
  dependencies: Array<{ ref: string; dependsOn?: string[] }>;
}

/** Makes the bill with npm, in the format CycloneDX. Reads the installed packages and uses no registry. */
export function makeBom(root: string): Bom {
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--offline'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm sbom failed:\n${stderr}`);
  return withoutDevelopment(JSON.parse(stdout) as Bom);
}

/**
 * Removes the packages that only development needs. `npm sbom --omit dev` would also leave out packages that are a development dependency of
 * one workspace and a dependency of another.
 */
export function withoutDevelopment(bom: Bom): Bom {
  const isDevelopment = ({ properties = [] }: Component) =>
    properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
  const components = bom.components.filter((component) => !isDevelopment(component));
  const removed = new Set(bom.components.map((one) => one['bom-ref']));
  for (const component of components) removed.delete(component['bom-ref']);
  const dependencies = bom.dependencies
    .filter(({ ref }) => !removed.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => !removed.has(one)) }));
  return { ...bom, components, dependencies };
}

/** Throws unless the bill has every direct dependency of the workspaces, with the locked version, and none of development. */
export function checkBom(
  bom: Bom,
  expected: { dependencies: ReadonlyMap<string, string>; development: readonly string[] },
): void {
  const nameOf = ({ group, name }: Component) => (group ? `${group}/${name}` : name);
  const listed = new Map<string, Set<string>>();
  for (const component of bom.components) {
    const name = nameOf(component);
    listed.set(name, (listed.get(name) ?? new Set()).add(component.version));
  }
  const missing = [...expected.dependencies].filter(([name, version]) => !listed.get(name)?.has(version));
  if (missing.length > 0)
    throw new Error(`the SBOM lacks ${missing.map(([name, version]) => `${name} ${version}`).join(', ')}`);
  const foreign = expected.development.filter((name) => listed.has(name));
  if (foreign.length > 0) throw new Error(`the SBOM lists packages of development: ${foreign.join(', ')}`);
}
