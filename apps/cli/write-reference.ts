/** Writes docs/CLI.md: `npm run docs:cli`. */
import { writeFileSync } from 'node:fs';
import { referenceText } from './src/reference.ts';

writeFileSync(new URL('../../docs/CLI.md', import.meta.url), referenceText());
