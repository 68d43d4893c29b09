/** Rules of the architecture (docs/ARCHITECTURE.md): directions of imports, and references between code and documentation. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Import {
  /** Path of the importing file, from the root, with slashes. */
  file: string;
  specifier: string;
  /** Path of the imported file of this repository; null for packages from npm and Node. */
  target: string | null;
  isTypeOnly: boolean;
}

function sources(folder: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !['node_modules', 'generated', 'dist'].includes(entry.name))
      found.push(...sources(path));
    else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
      found.push(path.split(sep).join('/'));
  }
  return found;
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(importPattern)].map((match) => {
    const specifier = match[2] ?? match[3] ?? match[4] ?? '';
    return { file, specifier, target: resolveTarget(file, specifier), isTypeOnly: match[1] !== undefined };
  });
}

function resolveTarget(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) {
    return relative(root, resolve(root, dirname(file), specifier))
      .split(sep)
      .join('/');
  }
  const workspace = /^@countersign\/([^/]+)\/(.+)$/.exec(specifier);
  if (!workspace) return null;
  const [, name, path] = workspace;
  const folder = existsSync(join(root, 'packages', name!)) ? 'packages' : 'apps';
  return `${folder}/${name}/src/${path}.ts`;
}

/** Files below a folder, without what is installed, built or generated. */
function textFiles(folder: string, name: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'generated', 'dist', '.turbo'].includes(entry.name)
        ? []
        : textFiles(path, name);
    return name.test(entry.name) ? [path.split(sep).join('/')] : [];
  });
}

interface Citation {
  file: string;
  document: string;
  /** The rest of the sentence, where sections are named. */
  rest: string;
}

/** Mentions of `docs/….md` in a file. Lines of a comment are joined first. */
function citationsIn(file: string): Citation[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/\s*\n\s*(?:\*|\/\/|--|#)?\s*/g, ' ');
  return [...text.matchAll(/\b(docs\/[\w./-]+\.(?:md|json))\b(?!')([^;)]{0,120})/g)].map(
    ([, document, rest]) => ({
      file,
      document: document!,
      rest: rest!,
    }),
  );
}

/** What is wrong with a citation: the form is `docs/spec/decisions.md, section 3, Reminders` or `docs/spec/interface.md, Webhook`. */
function wrongCitation({ file, document, rest }: Citation): string[] {
  const wrong = [`${file}: ${document}${rest}`];
  if (!existsSync(join(root, document))) return wrong;
  const headings = headingsOf(document);
  const sections = /^, sections? (\d+(?:(?:, | and | to )\d+)*)(?:, ([A-Z]\w*))?/.exec(rest);
  if (sections) {
    const numbers = sections[1]!.match(/\d+/g)!;
    const isThere =
      numbers.every((number) => headings.some((heading) => heading.startsWith(`${number}. `))) &&
      (!sections[2] || headings.some((heading) => heading.startsWith(sections[2]!)));
    return isThere ? [] : wrong;
  }
  const name = /^, ([A-Z][\w-]*)/.exec(rest);
  if (name && document.startsWith('docs/spec/') && !headings.some((heading) => heading.includes(name[1]!)))
    return wrong;
  return [];
}

function headingsOf(document: string): string[] {
  return [...readFileSync(join(root, document), 'utf8').matchAll(/^#+ (.*)$/gm)].map((match) => match[1]!);
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): Set<string> {
  if (!document.endsWith('.md')) return new Set();
  return new Set(
    headingsOf(document).map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

const files = [...sources('packages'), ...sources('apps')];
const imports = files.flatMap(importsOf);
const ours = imports.filter((one): one is Import & { target: string } => one.target !== null);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const unitOf = (path: string) => path.split('/').slice(0, 2).join('/');

/** The packages from which each package or app may import. Tests may also import from test/support. */
const edges: Record<string, string[]> = {
  'packages/contract': [],
  'packages/problem': [],
  'packages/licences': [],
  // Published: what it needs of the service comes from the OpenAPI document.
  'packages/client': [],
  // Published: runs on other web sites.
  'packages/embed': [],
  'packages/config': ['packages/contract'],
  'packages/log': [],
  'packages/db': ['packages/log'],
  'packages/dev-database': ['packages/db', 'packages/log'],
  'packages/queue': ['packages/contract', 'packages/db', 'packages/log'],
  // Its build writes the licenses of what is bundled.
  'packages/pdf': ['packages/contract', 'packages/licences'],
  'packages/mail': ['packages/contract'],
  'packages/recipient-signers': ['packages/pdf'],
  'packages/seal-keys': ['packages/pdf'],
  'packages/storage': [],
  'packages/webhooks': [],
  'packages/core': [
    'packages/contract',
    'packages/db',
    'packages/log',
    'packages/mail',
    'packages/pdf',
    'packages/problem',
    'packages/queue',
    'packages/recipient-signers',
    'packages/seal-keys',
    'packages/storage',
    'packages/webhooks',
  ],
  'apps/api': [
    'packages/config',
    'packages/contract',
    'packages/core',
    'packages/db',
    'packages/log',
    'packages/pdf',
    'packages/problem',
    'packages/queue',
    'packages/recipient-signers',
    'packages/storage',
    'packages/webhooks',
  ],
  'apps/worker': [
    'packages/config',
    'packages/contract',
    'packages/core',
    'packages/db',
    'packages/log',
    'packages/mail',
    'packages/pdf',
    'packages/problem',
    'packages/queue',
    'packages/storage',
    'packages/webhooks',
  ],
  'apps/admin': [
    'packages/config',
    'packages/contract',
    'packages/core',
    'packages/db',
    // For a restore into the embedded database.
    'packages/dev-database',
    'packages/log',
    'packages/mail',
    'packages/pdf',
    'packages/problem',
    'packages/queue',
    'packages/recipient-signers',
    'packages/seal-keys',
    'packages/storage',
  ],
  'apps/local': [
    'packages/config',
    'packages/contract',
    'packages/core',
    'packages/db',
    'packages/dev-database',
    'packages/log',
    'packages/pdf',
    'packages/queue',
    // The addresses of the console, for the development server.
    'apps/api',
    'apps/mailbox',
  ],
  'apps/cli': [
    'packages/client',
    'packages/contract',
    'packages/licences',
    'packages/pdf',
    'packages/webhooks',
  ],
  'apps/mailbox': [],
  'apps/web': ['packages/client', 'packages/contract', 'packages/licences'],
};

/** Concepts of core, in one line: each imports only to its left. */
const line = [
  'rate-limit',
  'idempotency',
  'blob',
  'admin-event',
  'workspace',
  'key',
  'request-log',
  'device',
  'usage',
  'folder',
  'event',
  'mail',
  'user',
  'single-sign-on',
  'passkey',
  'recipient',
  'field',
  'document',
  'mail-delivery',
  'signing',
  'abuse',
  'test-mode',
  'seal',
  'recipient-signature',
  'anchor',
  'template',
  'bulk-send',
  'results',
  'webhook',
  'privacy',
  'housekeeping',
];

describe('architecture', () => {
  test('every package and app is in the table of edges', () => {
    expect(ours.length).toBeGreaterThan(150);
    expect([...new Set(files.map(unitOf))].filter((unit) => !(unit in edges))).toEqual([]);
  });

  test('packages import only what the table allows; move the code, or pass a dependency in', () => {
    const wrong = ours
      .filter(({ file, target }) => unitOf(file) !== unitOf(target) && !target.startsWith('test/'))
      .filter(({ file, target }) => !edges[unitOf(file)]?.includes(unitOf(target)))
      .filter(({ file }) => !isTest(file))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong).toEqual([]);
  });

  test('only tests import from test/', () => {
    const wrong = ours
      .filter(({ file, target }) => target.startsWith('test/') && !isTest(file))
      .map(({ file }) => file);
    expect(wrong).toEqual([]);
  });

  test('an import between packages names the package, not a path into it', () => {
    const wrong = ours
      .filter(({ file, target, specifier }) => specifier.startsWith('.') && unitOf(file) !== unitOf(target))
      .filter(({ target }) => !target.startsWith('test/'))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong).toEqual([]);
  });

  test('concepts of core import only from their left; to the right they append an event or enqueue a job', () => {
    const conceptOf = (path: string) => /^packages\/core\/src\/([^/]+)\//.exec(path)?.[1];
    const wrong = ours
      .filter(({ file }) => !isTest(file))
      .map((one) => ({ ...one, from: conceptOf(one.file), to: conceptOf(one.target) }))
      .filter(({ from, to }) => from !== undefined && to !== undefined && from !== to)
      .filter(({ from, to }) => line.indexOf(to!) === -1 || line.indexOf(to!) > line.indexOf(from!))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong).toEqual([]);
  });

  test('only packages/config reads process.env; main files pass settings on', () => {
    // The launcher passes the environment on to the processes it starts; tests and the mailbox have no settings of the service.
    const allowed = [
      'packages/config/',
      'apps/mailbox/src/main.ts',
      'apps/local/src/children.ts',
      // Published by itself; it gets the key and the service's address from the environment.
      'apps/cli/src/main.ts',
      // Samples for readers of the documentation.
      'apps/api/src/reference/samples.ts',
    ];
    const wrong = files
      .filter((file) => !isTest(file) && !allowed.some((start) => file.startsWith(start)))
      .filter((file) => readFileSync(join(root, file), 'utf8').includes('process.env'));
    expect(wrong).toEqual([]);
  });

  test('only main files and the launcher import config', () => {
    const wrong = ours
      .filter(
        ({ target, file }) => target.startsWith('packages/config/') && !file.startsWith('packages/config/'),
      )
      .filter(
        ({ file, isTypeOnly }) =>
          !isTypeOnly && !file.endsWith('/main.ts') && !file.startsWith('apps/local/'),
      )
      .filter(({ file }) => !isTest(file))
      .map(({ file }) => file);
    expect(wrong).toEqual([]);
  });

  test('only packages/queue imports pg-boss, only packages/db the generated client', () => {
    const wrong = imports
      .filter(({ file, specifier }) => specifier.startsWith('pg-boss') && !file.startsWith('packages/queue/'))
      .concat(
        imports.filter(
          ({ file, specifier }) =>
            specifier.includes('generated/') &&
            !file.startsWith('packages/db/') &&
            // The types of the API, which the client's callers may use too.
            !(file.startsWith('packages/client/') || specifier.startsWith('@countersign/client/')),
        ),
      )
      .filter(({ file }) => !isTest(file))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong).toEqual([]);
  });

  test('no file imports itself in a circle, type imports included', () => {
    const graph = new Map<string, string[]>();
    for (const { file, target } of ours) {
      graph.set(file, [...(graph.get(file) ?? []), target]);
    }
    const state = new Map<string, 'open' | 'done'>();
    const circles: string[] = [];
    const visit = (file: string, path: string[]) => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
        return;
      }
      state.set(file, 'open');
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      state.set(file, 'done');
    };
    for (const file of graph.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });

  test('no barrels, and every relative import ends in .ts or .tsx', () => {
    expect(files.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([]);
    const wrong = imports
      .filter(
        ({ specifier }) => specifier.startsWith('.') && !/\.(tsx?|json|css|mjs|js)(\?.*)?$/.test(specifier),
      )
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong).toEqual([]);
  });

  test.each(['docs/ARCHITECTURE.md', 'docs/SECURITY.md', 'CONTRIBUTING.md'])(
    'every path that %s names exists',
    (document) => {
      const text = readFileSync(join(root, document), 'utf8');
      const paths = [...text.matchAll(/`((?:apps|packages|prisma|test|bench|docs)\/[\w./-]*)`/g)].map(
        (match) => match[1]!,
      );
      expect(paths.length).toBeGreaterThan(3);
      expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    },
  );

  test('every document and section that a comment cites exists', () => {
    const citing = ['packages', 'apps', 'test', 'bench', 'prisma', 'deploy'].flatMap((folder) =>
      textFiles(folder, /\.(?:tsx?|sql|prisma|md|py|go|mjs|cjs|css)$/),
    );
    const citations = citing.flatMap((file) => citationsIn(file));
    expect(citations.length).toBeGreaterThan(200);
    expect(citations.flatMap(wrongCitation)).toEqual([]);
  });

  test('every link between documents leads to a file and a heading', () => {
    const documents = [
      ...textFiles('docs', /\.md$/),
      ...readdirSync(root).filter((name) => name.endsWith('.md')),
      ...textFiles('apps', /\.md$/),
    ];
    const wrong = documents.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\]\(([^)\s:]*)\)/g)].flatMap(([, link]) => {
        const [path = '', anchor] = link!.split('#');
        // An address of the service, which the test of its pages follows.
        if (path.startsWith('/')) return [];
        const target = path ? join(dirname(file), path) : file;
        if (!existsSync(join(root, target))) return [`${file}: ${link}`];
        return !anchor || anchorsOf(target).has(anchor) ? [] : [`${file}: ${link}`];
      }),
    );
    expect(documents.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });
});
