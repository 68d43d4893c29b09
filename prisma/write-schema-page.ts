/** `npm run docs:schema`: writes docs/SCHEMA.md from prisma/schema. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { schemaPage } from './schema-page.ts';

const page = await schemaPage(join(import.meta.dirname, 'schema'));
await writeFile(join(import.meta.dirname, '..', 'docs', 'SCHEMA.md'), page);
