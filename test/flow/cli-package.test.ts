/** The packages as `npm publish` would upload them, installed in an empty folder outside this repository. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeDevelopmentCertificate } from '@countersign/pdf/development/certificate';
import { signerFromPem } from '@countersign/pdf/keys/local';
import { sampleSeal } from '@countersign/pdf/testing/sample-seal';
import { verifyPdf } from '@countersign/pdf/verify';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publishedPackages } from '../support/built.ts';
import { samplePdf } from '../support/sample-pdf.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;

/** Runs npm offline. */
const npm = (...words: string[]) =>
  run('npm', [...words, '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
  });

/** All versions of Node on this machine: the one of the tests and the installed one, which may be as old as 20.19. */
async function nodes(): Promise<string[]> {
  const { stdout } = await run('sh', ['-c', 'which -a node || true']);
  const found = [process.execPath, ...stdout.trim().split('\n')].filter(Boolean);
  const versions = await Promise.all(
    found.map(async (node) => [(await run(node, ['--version'])).stdout.trim(), node] as const),
  );
  const fits = ([version]: readonly [string, string]) => {
    const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
    return major > 20 || (major === 20 && minor >= 19);
  };
  return [...new Map(versions.filter(fits)).values()];
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-package-'));
  await writeFile(join(folder, 'package.json'), '{"private": true}');
  const packed = await npm('pack', '--json', ...publishedPackages);
  const files = JSON.parse(packed.stdout) as Array<{ filename: string; files: Array<{ path: string }> }>;
  for (const { files: inside } of files)
    expect(inside.filter(({ path }) => /^(src|test)\//.test(path))).toEqual([]);
  // openapi-fetch, which the client needs, is taken from this repository's node_modules.
  const needed = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) =>
    join(root, 'node_modules', name),
  );
  await npm('install', '--install-links', ...needed, ...files.map(({ filename }) => `./${filename}`));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('npx countersign works, installs nothing else, and verifies a sealed file with every Node on this machine', async () => {
  const { stdout: help } = await run('npx', ['--offline', 'countersign', '--help'], { cwd: folder });
  expect(help).toContain('Usage: countersign');
  const manifest = JSON.parse(
    await readFile(join(folder, 'node_modules/@countersign/cli/package.json'), 'utf8'),
  );
  expect(manifest.dependencies).toBeUndefined();

  const made = makeDevelopmentCertificate({ commonName: 'Sample seal' });
  const signer = signerFromPem(made.keyPem, made.certificatePem);
  await writeFile(join(folder, 'sealed.pdf'), (await sampleSeal(await samplePdf(), { signer })).bytes);
  await writeFile(join(folder, 'seal.pem'), made.certificatePem);
  const script = join(folder, 'node_modules/@countersign/cli/dist/countersign.js');
  for (const node of await nodes()) {
    const { stdout } = await run(node, [script, 'verify', 'sealed.pdf', '--seal-certificate', 'seal.pem'], {
      cwd: folder,
    });
    expect(stdout).toMatch(/^\[ok\] INTACT: sealed\.pdf\n/);
  }
});

test('countersign-embed has its modules, types and the script for pages without a bundler', async () => {
  const place = join(folder, 'node_modules/countersign-embed');
  const { open } = await import(join(place, 'dist/embed.js'));
  expect(typeof open).toBe('function');
  expect(() => open({ url: 'javascript:alert(1)', container: {} })).toThrow();
  const program = `import { open, type EmbedEvents } from 'countersign-embed';
import { PreparationFrame, SigningFrame, type SigningFrameProps } from 'countersign-embed/react';
export const status = (event: EmbedEvents['signed']): string => event.document_status;
export const props: SigningFrameProps = { url: 'https://sign.example.com/embed/x', onSigned: status };
export const all = [open, SigningFrame, PreparationFrame];
`;
  await writeFile(join(folder, 'embed.ts'), program);
  const types = join(root, 'node_modules/@types/react');
  await run(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022'],
      ...[
        '--lib',
        'es2022,dom',
        '--ignoreConfig',
        '--typeRoots',
        join(types, '..'),
        '--types',
        'react',
        'embed.ts',
      ],
    ],
    { cwd: folder },
  );
  const script = await readFile(join(place, 'dist/countersign-embed.js'), 'utf8');
  expect(script).toContain('CountersignEmbed');
  expect(script).not.toMatch(/\bimport\b|\bexport\b/);
  const manifest = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
  expect(manifest.dependencies).toBeUndefined();
});

test('the example in the README of @countersign/pdf runs with every Node on this machine, and its types fit', async () => {
  const place = join(folder, 'node_modules/@countersign/pdf');
  await symlink(join(root, 'node_modules/pdf-lib'), join(folder, 'node_modules/pdf-lib'));
  const readme = await readFile(join(place, 'README.md'), 'utf8');
  const [, example] = /```js seal\.mjs\n([\s\S]*?)```/.exec(readme)!;
  await writeFile(join(folder, 'seal.mjs'), example!);
  for (const node of await nodes()) {
    const { stdout } = await run(node, ['seal.mjs'], { cwd: folder });
    expect(stdout).toBe('PAdES-B-B true CN=Example Ltd\n');
    const { intact } = await verifyPdf(await readFile(join(folder, 'sealed.pdf')));
    expect(intact).toBe(true);
  }
  const program = `import { inspectPdf, sealPdf, type SealSigner, type VerifyReport, verifyPdf } from '@countersign/pdf';
export async function sealed(pdf: Uint8Array, signer: SealSigner): Promise<VerifyReport | string> {
  const inspection = await inspectPdf(pdf);
  if (!inspection.ok) return inspection.detail;
  const { sealed, profile } = await sealPdf(pdf, { signer });
  const level: 'PAdES-B-B' | 'PAdES-B-T' | 'PAdES-B-LT' | 'PAdES-B-LTA' = profile;
  return level === 'PAdES-B-B' ? verifyPdf(sealed) : level;
}
`;
  await writeFile(join(folder, 'seal.ts'), program);
  await run(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--ignoreConfig'],
      ...['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node', 'seal.ts'],
    ],
    { cwd: folder },
  );
  const manifest = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
  expect(manifest.dependencies).toBeUndefined();
});

test('the client can be imported by its name, with its types', async () => {
  const program = `import { ApiError, createClient, type DocumentOut, verifyWebhook } from '@countersign/client';
const client = createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 });
const titles = (documents: DocumentOut[]): string[] => documents.map(({ title }) => title);
const error: unknown = await client.get('/v1/me').then(({ mode }) => mode, (thrown: unknown) => thrown);
console.log(titles([]).length, error instanceof ApiError, (error as Error).name, typeof verifyWebhook);
`;
  await writeFile(join(folder, 'program.mts'), program);
  const settings = {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    noEmit: true,
    types: [],
    lib: ['es2023', 'dom', 'dom.iterable'],
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: settings, include: ['program.mts'] }),
  );
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
  const { stdout } = await run(process.execPath, [join(folder, 'program.mts')]);
  expect(stdout).toBe('0 false UnreachableError function\n');
});
