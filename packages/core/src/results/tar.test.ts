import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

const run = promisify(execFile);
const modifiedAt = new Date('2026-11-23T12:00:00Z');

/** Lists the archive with GNU tar. */
async function listed(archive: Buffer): Promise<string> {
  const tar = spawn('tar', ['--list', '--verbose', '--quoting-style=literal', '--utc', '--file=-'], {
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
  });
  tar.stdin.end(archive);
  const [out, err] = await Promise.all([text(tar.stdout), text(tar.stderr), once(tar, 'close')]);
  expect(err).toBe('');
  return out;
}

test('names of any length and script are read by GNU tar, with sizes and times', async () => {
  const names = [
    'SHA256SUMS',
    `sealed/${'a'.repeat(93)}`,
    `sealed/${'b'.repeat(94)}`,
    `sealed/${'c'.repeat(240)}.pdf`,
    'sealed/Mietvertrag für Straße 7.pdf',
    `sealed/${'契'.repeat(70)}.pdf`,
  ];
  const content = Buffer.from('content');
  const files = names.flatMap((name) => [
    tarHeader({ name, sizeBytes: content.length, modifiedAt }),
    content,
    tarPadding(content.length),
  ]);
  const lines = (await listed(Buffer.concat([...files, tarEnd]))).trim().split('\n');
  expect(lines.map((line) => line.replace(/^\S+ \S+ +(\d+) (\S+ \S+) /, '$1 $2 '))).toEqual(
    names.map((name) => `7 2026-11-23 12:00 ${name}`),
  );
});

test('an archive of 70,000 files, and one with a file beyond 4 GiB, are read by GNU tar', async () => {
  const many = Array.from({ length: 70_000 }, (_, at) =>
    tarHeader({ name: `trails/${at}.json`, sizeBytes: 0, modifiedAt }),
  );
  const lines = (await listed(Buffer.concat([...many, tarEnd]))).trimEnd().split('\n');
  expect([lines.length, lines.at(-1)!.split(' ').at(-1)]).toEqual([70_000, 'trails/69999.json']);

  const folder = await mkdtemp(join(tmpdir(), 'countersign-tar-'));
  const path = join(folder, 'large.tar');
  const archive = await open(path, 'w');
  try {
    // A hole in a file takes no space on the disk.
    const sizeBytes = 5 * 1024 ** 3 + 1;
    const content = Buffer.from('the last file');
    const last = Buffer.concat([
      tarHeader({ name: 'last', sizeBytes: content.length, modifiedAt }),
      content,
      tarPadding(content.length),
      tarEnd,
    ]);
    await archive.write(tarHeader({ name: 'large', sizeBytes, modifiedAt }), 0, 512, 0);
    await archive.write(last, 0, last.length, 512 + sizeBytes + tarPadding(sizeBytes).length);
    const { stdout } = await run('tar', ['--list', '--verbose', `--file=${path}`]);
    expect(stdout.match(/ (\d+) \S+ \S+ (\w+)$/gm)!.map((line) => line.split(' ').at(1))).toEqual([
      String(sizeBytes),
      String(content.length),
    ]);
    const read = await run('tar', ['--extract', '--to-stdout', `--file=${path}`, 'last']);
    expect(read.stdout).toBe(content.toString());
  } finally {
    await archive.close();
    await rm(folder, { recursive: true });
  }
});

test('every length of a pax record counts itself', () => {
  for (let length = 90; length < 1100; length += 1) {
    const header = tarHeader({ name: 'ü'.repeat(length), sizeBytes: 0, modifiedAt });
    const record = /^(\d+) path=ü+\n/u.exec(header.subarray(512).toString())!;
    expect(Number(record[1])).toBe(Buffer.byteLength(record[0]));
  }
});

test('padding fills the last block', () => {
  expect([0, 1, 511, 512, 513].map((size) => tarPadding(size).length)).toEqual([0, 511, 1, 0, 511]);
});

test('a file that is too large for the format is refused', () => {
  expect(() => tarHeader({ name: 'a', sizeBytes: 8 * 1024 ** 3, modifiedAt })).toThrow(RangeError);
});
