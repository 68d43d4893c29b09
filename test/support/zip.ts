/** Writes ZIP archives for tests, correct ones and those of attackers. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  name: string;
  content: string | Uint8Array;
  /** Default true. */
  isCompressed?: boolean;
  isEncrypted?: boolean;
  /** The size in the directory, if it is not the real one. */
  saysBytes?: number;
}

const utf8Names = 0x800;
const encrypted = 1;

/** The archive (APPNOTE.TXT, section 4.3). */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isCompressed = true, isEncrypted = false, saysBytes } of parts) {
    const bytes = Buffer.from(content as Uint8Array);
    const data = isCompressed ? deflateRawSync(bytes) : bytes;
    const nameBytes = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(utf8Names | (isEncrypted ? encrypted : 0), 2);
    facts.writeUInt16LE(isCompressed ? 8 : 0, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(saysBytes ?? bytes.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, nameBytes]);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(20, 4);
    facts.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, nameBytes);
    pieces.push(head, data);
    offset += head.length + data.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, listing, end]);
}
