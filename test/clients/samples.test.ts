/** The samples of the documentation are right for the clients: TypeScript compiles them, and Python's client makes the calls that they show. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { allOperations } from '@countersign/api/openapi/all';
import { openApiDocument } from '@countersign/api/openapi/document';
import type { OpenApi } from '@countersign/api/reference/openapi-types';
import { samplesOf } from '@countersign/api/reference/samples';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clientPath, clientPython } from '../support/python-client.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const publicUrl = 'https://sign.example.com';
const document = openApiDocument(allOperations, { publicUrl, docsUrl: publicUrl }) as unknown as OpenApi;
const all = allOperations.flatMap((operation) =>
  samplesOf(operation, document.paths[operation.path]![operation.method]!, document, publicUrl).map(
    (sample) => ({ ...sample, operation }),
  ),
);
const samplesIn = (language: string) => all.filter((sample) => sample.language === language);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-samples-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('TypeScript accepts every sample', async () => {
  const samples = samplesIn('TypeScript');
  expect(samples.length).toBeGreaterThan(60);
  await mkdir(join(folder, 'node_modules/@countersign'), { recursive: true });
  await mkdir(join(folder, 'node_modules/@types'));
  // The client's sources, which may be newer than its build.
  const client = join(folder, 'node_modules/@countersign/client');
  await mkdir(client);
  await writeFile(
    join(client, 'package.json'),
    JSON.stringify({ name: '@countersign/client', type: 'module', exports: { '.': './src/package.ts' } }),
  );
  await symlink(join(root, 'packages/client/src'), join(client, 'src'));
  await symlink(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  for (const { operation, text } of samples)
    await writeFile(join(folder, `${operation.operationId}.ts`), `${text}\nexport {};\n`);
  const options = {
    ...{ target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], module: 'nodenext', types: ['node'] },
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.ts'] }),
  );
  const compiler = join(root, 'node_modules/.bin/tsc');
  const { stdout } = await run(compiler, ['-p', folder]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

const canRunPython = clientPython === undefined ? test.skip : test;
canRunPython("Python's client makes the call of every sample", async () => {
  const samples = samplesIn('Python');
  expect(samples.length).toBeGreaterThan(60);
  for (const name of ['lease.pdf', 'rows.csv', 'file']) await writeFile(join(folder, name), '%PDF-');
  // The transport is replaced; methods and arguments are the client's own.
  const program = `
import json, os, sys
import countersign
calls = []
def _call(self, call):
    calls[-1].append([call.method, call.address()])
    return b"" if call.answer == "bytes" else None
countersign.Countersign._call = _call
for sample in json.load(sys.stdin):
    calls.append([])
    exec(compile(sample, "sample", "exec"), {})
print(json.dumps(calls))
`;
  const child = run(clientPython!, ['-c', program], {
    cwd: folder,
    env: { ...process.env, ...clientPath, COUNTERSIGN_API_KEY: 'cs_test_x' },
  });
  child.child.stdin!.end(JSON.stringify(samples.map(({ text }) => text)));
  const calls = JSON.parse((await child).stdout) as Array<Array<[string, string]>>;
  const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/{}]+')}$`);
  samples.forEach(({ operation }, index) => {
    expect(calls[index]).toHaveLength(1);
    const [method, address] = calls[index]![0]!;
    expect([operation.operationId, method]).toEqual([operation.operationId, operation.method.toUpperCase()]);
    expect(address).toMatch(pattern(operation.path));
  });
});
