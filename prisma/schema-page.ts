/** docs/SCHEMA.md, made from prisma/schema: what each table is for, and a diagram per concept of its columns and foreign keys. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Column {
  name: string;
  type: string;
  key: 'PK' | 'FK' | null;
}

interface Table {
  name: string;
  concept: string;
  purpose: string;
  columns: Column[];
  references: Array<{ column: string; model: string; optional: boolean; onDelete: string }>;
}

/** The text of docs/SCHEMA.md for a schema folder. */
export async function schemaPage(schemaDir: string): Promise<string> {
  const files = (await readdir(schemaDir)).filter((name) => name.endsWith('.prisma')).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(schemaDir, name), 'utf8')));
  const tables = new Map<string, Table>();
  const models = new Set(
    texts.flatMap((text) => [...text.matchAll(/^model (\w+)/gm)].map(([, name]) => name!)),
  );
  for (const [at, text] of texts.entries())
    for (const [, docs = '', model, body] of text.matchAll(
      /((?:^\/\/\/.*\n)*)^model (\w+) \{\n([\s\S]*?)^\}/gm,
    ))
      tables.set(model!, readTable(files[at]!.replace('.prisma', ''), docs, body!, models));
  const concepts = Map.groupBy(tables.values(), ({ concept }) => concept);
  const sections = [...concepts].map(([concept, ours]) => section(concept, ours, tables));
  return `${head}\n${sections.join('\n')}`;
}

const head = `# Schema

Made from \`prisma/schema/\` by \`npm run docs:schema\`; do not edit. Checks, triggers and partial indexes are in \`prisma/migrations/\`, one
folder per concept. PK: primary key, FK: foreign key. A table of another concept shows its name only.
`;

function readTable(concept: string, docs: string, body: string, models: ReadonlySet<string>): Table {
  const columns: Column[] = [];
  const references: Table['references'] = [];
  const keys = new Set(/@@id\(\[([^\]]*)\]/.exec(body)?.[1]?.split(/, */) ?? []);
  const lines = body.split('\n').map((line) => line.trim());
  const columnOf = new Map<string, string>();
  for (const line of lines) {
    const [, field, type, optional, attributes = ''] = /^(\w+)\s+(\w+)(\?|\[\])?\s*(.*)$/.exec(line) ?? [];
    if (!field || !type || models.has(type)) continue;
    const name = /@map\("([^"]+)"\)/.exec(attributes)?.[1] ?? field;
    columnOf.set(field, name);
    const key = /(^|\s)@id\b/.test(attributes) || keys.has(field) ? 'PK' : null;
    columns.push({ name, type: `${type}${optional === '[]' ? '[]' : ''}`, key });
  }
  for (const line of lines) {
    const [, model, optional, column, rest = ''] =
      /^\w+\s+(\w+)(\?)?\s+@relation\(.*?fields: \[(\w+)\](.*)\)/.exec(line) ?? [];
    if (!model || !column) continue;
    const name = columnOf.get(column) ?? column;
    const onDelete = /onDelete: (\w+)/.exec(rest)?.[1] ?? 'Restrict';
    references.push({ column: name, model, optional: optional === '?', onDelete });
    const found = columns.find((one) => one.name === name);
    if (found && !found.key) found.key = 'FK';
  }
  const purpose = docs
    .replaceAll(/^\/\/\/ ?/gm, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
  return { name: /@@map\("([^"]+)"\)/.exec(body)?.[1] ?? '', concept, purpose, columns, references };
}

function section(concept: string, ours: readonly Table[], tables: ReadonlyMap<string, Table>): string {
  const words = ours.map(({ name, purpose }) => `- \`${name}\`${purpose ? `: ${purpose}` : ''}`);
  const diagram = ours.flatMap(({ name, columns, references }) => [
    `  ${name} {`,
    ...columns.map((column) => `    ${column.type} ${column.name}${column.key ? ` ${column.key}` : ''}`),
    '  }',
    ...references.map(({ column, model, optional, onDelete }) => {
      const end = optional ? '|o' : '||';
      return `  ${tables.get(model)!.name} ${end}--o{ ${name} : "${column}, on delete ${onDelete.toLowerCase()}"`;
    }),
  ]);
  return `## ${concept}\n\n${words.join('\n')}\n\n\`\`\`mermaid\nerDiagram\n${diagram.join('\n')}\n\`\`\`\n`;
}
