/**
 * Builds `dist/`, the package for other programs: `npm pack ./packages/pdf/dist`. It has a manifest of its own, because everything that
 * inspecting, sealing and verifying need is bundled, and the fonts and native modules of the certificate of completion are not needed. The
 * types are those of the sources that `src/package.ts` names.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledLicences } from '@countersign/licences/bundled-licences';
import { rolldown } from 'rolldown';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const dist = path('dist');

/** Dark places are needed only where values are drawn. Estimating them would need sharp, a native module. */
const withoutDarkPlaces = {
  name: 'without-dark-places',
  load: (id: string) =>
    id.endsWith('/backdrop/estimate.ts') ? 'export const placesThatMayBeDark = () => [];' : null,
};

const bundle = await rolldown({
  input: path('src/package.ts'),
  platform: 'node',
  external: [/^node:/],
  transform: { target: 'node20' },
  plugins: [withoutDarkPlaces],
});
rmSync(dist, { recursive: true, force: true });
const { output } = await bundle.write({
  file: join(dist, 'index.js'),
  format: 'esm',
  comments: { legal: true },
});
writeFileSync(
  join(dist, 'LICENSES.txt'),
  bundledLicences(output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))),
);

// The compiler writes the types of every module; only those that can be reached from the entry are kept.
const types = path('.types');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
rmSync(types, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', path('tsconfig.build.json')], { stdio: 'inherit' });
const entry = join(types, 'pdf/src/package.d.ts');
const reached = new Set<string>();
const reach = (file: string): void => {
  if (reached.has(file)) return;
  reached.add(file);
  const text = readFileSync(file, 'utf8')
    .replaceAll(
      /(["'])@countersign\/contract\/([\w-]+)\1/g,
      (_match, _quote, name: string) => `'${relative(dirname(file), join(types, 'contract/src', name))}.js'`,
    )
    .replaceAll(/(["'])(\.[^"']+)\.ts\1/g, "'$2.js'");
  const target = join(dist, 'types', relative(types, file));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  for (const [, name] of text.matchAll(/(?:from|import\()\s*["'](\.[^"']+)\.(?:js|ts)["']/g))
    reach(join(dirname(file), `${name}.d.ts`));
};
reach(entry);
rmSync(types, { recursive: true, force: true });

const { version } = JSON.parse(readFileSync(path('package.json'), 'utf8')) as { version: string };
const manifest = {
  name: '@countersign/pdf',
  version,
  description: 'Inspects, seals (PAdES) and verifies PDFs in any Node program',
  license: 'Apache-2.0',
  keywords: ['pdf', 'pades', 'signature', 'seal', 'verify', 'countersign'],
  type: 'module',
  engines: { node: '>=20.19' },
  exports: { '.': { types: './types/pdf/src/package.d.ts', default: './index.js' } },
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
for (const name of ['README.md', 'LICENSE']) copyFileSync(path(name), join(dist, name));
