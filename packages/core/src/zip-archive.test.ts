/** Large ZIP archives (APPNOTE.TXT, 4.3.14 and 4.5.3). match-pdfs.test.ts and read-xlsx.test.ts have all other cases. */
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createFileStorage } from '@countersign/storage/file-storage';
import { expect, test } from '@jest/globals';
import { ZipArchive, type ZipEntry } from './zip-archive.ts';

const largest32 = 0xffff_ffff;
const largest16 = 0xffff;

function localHeader(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(45, 4);
  header.writeUInt32LE(crc32(content), 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

/** An entry of the directory. Its offset is in a Zip64 extra field. */
function directoryEntry(name: string, content: Buffer, offset: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.write('PK\x01\x02', 'latin1');
  entry.writeUInt16LE(45, 6);
  entry.writeUInt32LE(crc32(content), 16);
  entry.writeUInt32LE(content.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(12, 30);
  entry.writeUInt32LE(largest32, 42);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  return Buffer.concat([entry, Buffer.from(name), extra]);
}

/** The end of a Zip64 archive: its own record, the record's place, and the record of small archives. */
function directoryEnd(entries: number, directory: { offset: number; bytes: number }): Buffer {
  const end = Buffer.alloc(56 + 20 + 22);
  end.write('PK\x06\x06', 0, 'latin1');
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(entries), 24);
  end.writeBigUInt64LE(BigInt(entries), 32);
  end.writeBigUInt64LE(BigInt(directory.bytes), 40);
  end.writeBigUInt64LE(BigInt(directory.offset), 48);
  end.write('PK\x06\x07', 56, 'latin1');
  end.writeBigUInt64LE(BigInt(directory.offset + directory.bytes), 64);
  end.writeUInt32LE(1, 72);
  end.write('PK\x05\x06', 76, 'latin1');
  end.writeUInt16LE(largest16, 84);
  end.writeUInt16LE(largest16, 86);
  end.writeUInt32LE(largest32, 88);
  end.writeUInt32LE(largest32, 92);
  return end;
}

test('an archive of 70,000 files, some behind 4 GiB, is read', async () => {
  const root = await mkdtemp(join(tmpdir(), 'countersign-zip-'));
  // Parts of a blob are read without its digest. The hole takes no space on the disk.
  const sha256 = 'a'.repeat(64);
  const path = join(root, 'aa', 'aa', sha256);
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w');
  try {
    const count = 70_000;
    const behind = 5 * 1024 ** 3;
    const contents = { first: Buffer.from('the first'), last: Buffer.from('the last') };
    await file.write(Buffer.concat([localHeader('first.pdf', contents.first), contents.first]), 0);
    const last = Buffer.concat([localHeader('last.pdf', contents.last), contents.last]);
    await file.write(last, 0, last.length, behind);
    const directory = Buffer.concat([
      directoryEntry('first.pdf', contents.first, 0),
      ...Array.from({ length: count - 2 }, (_, at) => directoryEntry(`${at}.pdf`, Buffer.alloc(0), 0)),
      directoryEntry('last.pdf', contents.last, behind),
    ]);
    const offset = behind + last.length;
    await file.write(directory, 0, directory.length, offset);
    const end = directoryEnd(count, { offset, bytes: directory.length });
    await file.write(end, 0, end.length, offset + directory.length);

    const archive = await ZipArchive.open(createFileStorage({ root }), sha256);
    const entries: ZipEntry[] = [];
    for await (const entry of archive.entries(100_000)) entries.push(entry);
    expect(entries).toHaveLength(count);
    const read = async (name: string) => {
      const chunks: Buffer[] = [];
      const { place } = entries.find((entry) => entry.name === name)!;
      for await (const chunk of archive.read(place, 1000)) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    };
    expect([await read('first.pdf'), await read('last.pdf')]).toEqual(['the first', 'the last']);
    const again = await ZipArchive.open(createFileStorage({ root }), sha256);
    await expect(again.entries(count - 1).next()).rejects.toThrow('it has 70000 entries, at most 69999');
  } finally {
    await file.close();
    await rm(root, { recursive: true });
  }
});
