/**
 * Headers of a tar archive: ustar, with a pax extended header for names that ustar cannot hold (POSIX.1-2024, pax, "ustar Interchange
 * Format" and "pax Extended Header"). The same input always gives the same bytes. Pure.
 */

const blockBytes = 512;
/** The name field of ustar. We do not use its prefix field: a longer name gets a pax header. */
const maxNameBytes = 100;
/** Eleven octal digits. */
const maxNumber = 0o77777777777;

export interface TarFile {
  /** Path in the archive, with `/` between its parts. */
  name: string;
  /** At most 8 GiB - 1. */
  sizeBytes: number;
  modifiedAt: Date;
}

/** The bytes before the content of a file. Throws RangeError if the file is too large for the format. */
export function tarHeader(file: TarFile): Buffer {
  const name = Buffer.from(file.name);
  if (name.length <= maxNameBytes && /^[\x20-\x7e]*$/.test(file.name)) return ustarHeader(name, '0', file);
  const record = paxRecord('path', file.name);
  return Buffer.concat([
    ustarHeader(Buffer.from('PaxHeader'), 'x', { sizeBytes: record.length, modifiedAt: file.modifiedAt }),
    record,
    tarPadding(record.length),
    // Readers without pax see the name in ASCII, cut.
    ustarHeader(Buffer.from(file.name.replace(/[^\x20-\x7e]/gu, '_')).subarray(0, maxNameBytes), '0', file),
  ]);
}

/** The zeros after the content of a file. */
export function tarPadding(sizeBytes: number): Buffer {
  return Buffer.alloc((blockBytes - (sizeBytes % blockBytes)) % blockBytes);
}

/** The end of an archive. */
export const tarEnd: Readonly<Uint8Array> = Buffer.alloc(2 * blockBytes);

function ustarHeader(
  name: Buffer,
  type: '0' | 'x',
  { sizeBytes, modifiedAt }: Omit<TarFile, 'name'>,
): Buffer {
  if (sizeBytes > maxNumber)
    throw new RangeError(`${sizeBytes} bytes are too many for a file of a tar archive`);
  const seconds = Math.min(Math.max(0, Math.floor(modifiedAt.getTime() / 1000)), maxNumber);
  const header = Buffer.alloc(blockBytes);
  name.copy(header, 0);
  header.write('0000644\0', 100, 'latin1');
  header.write('0000000\0', 108, 'latin1');
  header.write('0000000\0', 116, 'latin1');
  header.write(`${octal(sizeBytes)}\0`, 124, 'latin1');
  header.write(`${octal(seconds)}\0`, 136, 'latin1');
  // The checksum counts its own field as spaces.
  header.write('        ', 148, 'latin1');
  header.write(type, 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  let sum = 0;
  for (const byte of header) sum += byte;
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

const octal = (number: number) => number.toString(8).padStart(11, '0');

/** `<length> <key>=<value>\n`, where the length counts itself. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (rest + String(length).length !== length) length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}
