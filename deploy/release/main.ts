/**
 * `npm run release:dry-run`: makes everything that a release publishes, in data/release, and checks it. Publishes nothing.
 * The release workflow calls it with `--final`, which also needs a dated section in CHANGELOG.md, and with the repository of the image
 * in IMAGE, which becomes the default of the chart.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedPackages } from '../../test/support/built.ts';
import { findHelm } from './helm.ts';
import { draftNotes, releaseNotes } from './notes.ts';
import { checkBom, makeBom } from './sbom.ts';
import { agreedVersion, readVersions } from './versions.ts';

const root = join(import.meta.dirname, '../..');
const out = join(root, 'data/release');
const isFinal = process.argv.includes('--final');
// biome-ignore lint/suspicious/noUndeclaredEnvVars: set by the release workflow, and part of no cached task
const image = process.env.IMAGE ?? 'registry.example.com/countersign';

const started = performance.now();
rmSync(out, { recursive: true, force: true });
for (const name of ['npm', 'python', 'chart']) mkdirSync(join(out, name), { recursive: true });

const version = agreedVersion(readVersions(root));
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const notes = isFinal ? releaseNotes(changelog, version) : draftNotes(changelog, version);
writeFileSync(join(out, 'notes.md'), `${notes.text}\n`);
report('notes', `${notes.name}, ${notes.text.split('\n').length} lines`);

packPackages();
packWheel();
writeBom();
await packChart();
writeSums();
report(
  'release',
  `${version} in data/release, ${Math.round((performance.now() - started) / 1000)} s; nothing is published`,
);

/** The npm packages. Each must have its compiled files, its readme and no sources. */
function packPackages(): void {
  const words = [
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    join(out, 'npm'),
    ...publishedPackages,
  ];
  const packed = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8' })) as Array<{
    name: string;
    version: string;
    filename: string;
    size: number;
    files: Array<{ path: string }>;
  }>;
  for (const { name, version: own, filename, size, files } of packed) {
    const paths = files.map(({ path }) => path);
    if (own !== version) throw new Error(`${name} has version ${own}, not ${version}`);
    if (!paths.some((path) => path.endsWith('.js'))) throw new Error(`${name} has no code: npm run build`);
    if (!paths.includes('README.md')) throw new Error(`${name} has no README.md`);
    if (paths.some((path) => /^(src|test)\//.test(path))) throw new Error(`${name} contains sources`);
    report(name, `${filename}, ${files.length} files, ${Math.round(size / 1024)} KiB`);
  }
}

/** The Python package. A copy is built, because the build writes into its folder. */
function packWheel(): void {
  const wheels = join(out, 'python');
  const copy = mkdtempSync(join(tmpdir(), 'countersign-wheel-'));
  try {
    cpSync(join(root, 'packages/client-python'), copy, { recursive: true });
    // The system's Python has the build tools in CI.
    const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
    const words = [
      '-m',
      'pip',
      'wheel',
      '--quiet',
      '--no-build-isolation',
      '--no-deps',
      '--no-index',
      '-w',
      wheels,
    ];
    execFileSync(python, [...words, copy], { stdio: ['ignore', 'ignore', 'inherit'] });
  } finally {
    rmSync(copy, { recursive: true });
  }
  const wheel = readdirSync(wheels).join();
  if (wheel !== `countersign-${version}-py3-none-any.whl`) throw new Error(`unexpected wheel: ${wheel}`);
  report('Python', wheel);
}

function writeBom(): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; dependencies?: Record<string, string>; link?: boolean }>;
  };
  const dependencies = new Map<string, string>();
  for (const [path, { dependencies: direct = {} }] of Object.entries(lock.packages)) {
    if (!/^(apps|packages)\/[^/]+$/.test(path)) continue;
    for (const name of Object.keys(direct)) {
      const found = lock.packages[`${path}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`];
      if (found?.version && !found.link) dependencies.set(name, found.version);
    }
  }
  const bom = makeBom(root);
  checkBom(bom, { dependencies, development: ['jest', 'playwright-core', '@biomejs/biome'] });
  writeFileSync(join(out, `countersign-${version}.cdx.json`), `${JSON.stringify(bom, null, 1)}\n`);
  report('SBOM', `${bom.bomFormat} ${bom.specVersion}, ${bom.components.length} packages`);
}

/** The chart with the image of this release as its default. It must lint, and render as the sources do. */
async function packChart(): Promise<void> {
  const helm = await findHelm();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-chart-'));
  const chart = join(folder, 'countersign');
  try {
    cpSync(join(root, 'deploy/helm/countersign'), chart, { recursive: true });
    const values = readFileSync(join(chart, 'values.yaml'), 'utf8');
    const withImage = values.replace('\n  repository: ""\n', `\n  repository: ${image}\n`);
    if (withImage === values) throw new Error('values.yaml has no empty image.repository');
    writeFileSync(join(chart, 'values.yaml'), withImage);
    helm.run(['package', chart, '--destination', join(out, 'chart')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const archive = join(out, 'chart', `countersign-${version}.tgz`);
  const settings = [
    '--set',
    'existingSecret=s,settings.PUBLIC_URL=https://c.example,settings.STORAGE_URL=s3://b',
  ];
  helm.run(['lint', '--strict', archive, ...settings]);
  const manifests = helm.run(['template', 'c', archive, '--kube-version', '1.33', ...settings]);
  const images = new Set([...manifests.matchAll(/^ +image: (.+)$/gm)].map(([, name]) => name));
  if ([...images].join() !== `${image}:${version}`) throw new Error(`the chart uses ${[...images].join()}`);
  report('chart', `countersign-${version}.tgz, image ${image}:${version}`);
}

function writeSums(): void {
  const sums = globSync('**/*.*', { cwd: out })
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex')}  ${name}`,
    );
  writeFileSync(join(out, 'SHA256SUMS'), `${sums.join('\n')}\n`);
}

function report(what: string, says: string): void {
  console.log(`${what.padEnd(20)} ${says}`);
}
