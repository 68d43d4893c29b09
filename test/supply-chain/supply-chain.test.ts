/** The checks of licenses and known vulnerabilities, on prepared answers and lock files, and on the installed packages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledLicences } from '@countersign/licences/bundled-licences';
import { describe, expect, test } from '@jest/globals';
import { builtPages } from '../support/built.ts';
import { readAudit } from './audit.ts';
import { isAllowed, refusedPackages } from './licenses.ts';

const root = join(import.meta.dirname, '../..');

describe('licenses', () => {
  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['GPL-3.0 OR (MIT AND ISC)', true],
    ['MIT AND GPL-3.0', false],
    ['(MIT AND (Zlib OR GPL-2.0))', true],
    ['AGPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE.txt', false],
    ['MIT AND', false],
    ['(MIT', false],
    ['UNLICENSED', false],
    ['', false],
  ])('the expression %p is allowed: %p', (expression, expected) => {
    expect(isAllowed(expression)).toBe(expected);
  });

  test('a package with another license is refused by name, development dependencies are not checked', () => {
    const packages = {
      '': { dependencies: { fine: '1', silent: '3' }, devDependencies: { tool: '4' } },
      'node_modules/fine': {
        version: '1.0.0',
        license: 'MIT',
        dependencies: { '@deep/copyleft': '2' },
        peerDependencies: { tool: '*' },
        peerDependenciesMeta: { tool: { optional: true } },
      },
      'node_modules/fine/node_modules/@deep/copyleft': { version: '2.0.0', license: 'GPL-3.0-only' },
      'node_modules/silent': { version: '3.0.0' },
      'node_modules/tool': { version: '4.0.0', license: 'GPL-3.0-only' },
    };
    expect(refusedPackages(packages)).toEqual({
      count: 3,
      refused: [
        { name: '@deep/copyleft', version: '2.0.0', license: 'GPL-3.0-only' },
        { name: 'silent', version: '3.0.0', license: 'none named' },
      ],
    });
  });

  test('a build for another platform has the license of the package that requires it', () => {
    const packages = {
      'apps/one': { dependencies: { parent: '1' } },
      'node_modules/parent': { license: 'MIT', optionalDependencies: { 'parent-arm': '1.0.0' } },
      'node_modules/parent-arm': { version: '1.0.0' },
    };
    expect(refusedPackages(packages)).toEqual({ refused: [], count: 2 });
  });

  test('all licenses of this installation are allowed', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as never;
    const { refused, count } = refusedPackages(packages);
    expect(refused).toEqual([]);
    expect(count).toBeGreaterThan(200);
  });

  test('the lock file has the hash of every package, those for other platforms included', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string; link?: boolean; inBundle?: boolean }>;
    };
    const installed = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
    expect(installed.length).toBeGreaterThan(500);
    const unhashed = installed.filter(([, entry]) => !entry.link && !entry.inBundle && !entry.integrity);
    expect(unhashed.map(([path]) => path)).toEqual([]);
  });

  test('every package of a bundle is listed once with its full license', () => {
    const text = bundledLicences([
      `${root}/node_modules/zod/v4/index.js`,
      `${root}/node_modules/zod/v4/core/index.js`,
      `${root}/packages/core/src/access.ts`,
      '\0rolldown/runtime.js',
    ]);
    expect(text.match(/^zod \d/gm)).toHaveLength(1);
    expect(text).toContain('Permission is hereby granted, free of charge');
  });

  test('the built pages include the licenses of everything in them, with fonts and pdf.js', () => {
    const text = readFileSync(join(builtPages, 'licences.txt'), 'utf8');
    for (const name of ['react', 'react-dom', 'pdfjs-dist', '@fontsource/dancing-script', 'zod'])
      expect(text).toMatch(new RegExp(`^${name.replace('/', '\\/')} \\d`, 'm'));
    for (const carried of ['wasm/LICENSE_OPENJPEG', 'wasm/LICENSE_QCMS', 'standard_fonts/LICENSE_FOXIT'])
      expect(text).toContain(`pdfjs-dist/${carried}\n`);
    expect(text).not.toContain('QUICKJS');
    expect(text).toContain('SIL OPEN FONT LICENSE');
  });
});

describe('npm audit', () => {
  const report = (severity: string) =>
    JSON.stringify({
      vulnerabilities: { leaky: { name: 'leaky', severity, range: '<2.0.0', fixAvailable: true } },
      metadata: { vulnerabilities: { [severity]: 1 } },
    });

  test.each(['high', 'critical'])('a vulnerability of severity %s fails', (severity) => {
    expect(readAudit(report(severity))).toEqual({
      outcome: 'vulnerable',
      lines: [`${severity.padEnd(9)} leaky <2.0.0`],
    });
  });

  test('a less severe one is printed and passes; so does a report without any', () => {
    expect(readAudit(report('moderate'))).toEqual({ outcome: 'clean', lines: ['moderate  leaky <2.0.0'] });
    expect(readAudit('{"vulnerabilities":{},"metadata":{"vulnerabilities":{}}}')).toEqual({
      outcome: 'clean',
      lines: [],
    });
  });

  test('a registry that does not answer does not count as clean', () => {
    for (const printed of [
      '',
      'not json',
      '{"error":{"code":"ENOTFOUND","summary":"away"}}',
      '{"message":"405"}',
    ])
      expect(readAudit(printed).outcome).toBe('unknown');
  });
});
