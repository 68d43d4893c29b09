/** The licenses of packages whose code is in a bundle. Most licenses require that their text is distributed with the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const line = `\n${'-'.repeat(80)}\n\n`;

/**
 * The license texts of all packages that contain these modules (paths), followed by the files `carried`, which are licenses of third-party
 * code inside packages. Throws if a package has no license file.
 */
export function bundledLicences(modules: Iterable<string>, carried: readonly string[] = []): string {
  const folders = new Set<string>();
  for (const id of modules) {
    const folder = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
    // Helper modules of the bundler have no folder.
    if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder);
  }
  return [...[...folders].sort().map(licenceOf), ...carried.map(carriedLicence)].join(line);
}

function carriedLicence(path: string): string {
  const packageFolder = dirname(dirname(path));
  const name = `${basename(packageFolder)}/${basename(dirname(path))}/${basename(path)}`;
  return `${name}\n\n${readFileSync(path, 'utf8').trim()}\n`;
}

function licenceOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const files = readdirSync(folder).filter((name) => /^(?:un)?licen[cs]e|^notice/i.test(name));
  if (!files.some((name) => /licen[cs]e/i.test(name))) throw new Error(`${folder} has no licence file`);
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${texts.join('\n\n')}\n`;
}
