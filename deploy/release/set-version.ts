/** `npm run release:version -- 0.2.0`: writes this version in every place that has one. `npm version` cannot, because it asks the registry for it. */
import { join } from 'node:path';
import { agreedVersion, readVersions, writeVersion } from './versions.ts';

const root = join(import.meta.dirname, '../..');
const [version] = process.argv.slice(2);
if (!version) throw new Error('Name the version: npm run release:version -- 0.2.0');
writeVersion(root, version);
console.log(`${agreedVersion(readVersions(root))} in ${readVersions(root).length} places`);
