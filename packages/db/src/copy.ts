/** Writes many rows with COPY, which Prisma does not support. It is twice as fast as the fastest INSERT. */
import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type CopyValue = string | number | object | null;

/** Writes the rows with COPY on this connection. */
export async function copyInto(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  rows: EncodedRows,
): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
  const finished = once(stream, 'finish');
  stream.end(rows.bytes);
  await finished;
}

const firstBytes = 1_048_576;
/** The longest UTF-8 encoding of one UTF-16 code unit. */
const mostBytesPerUnit = 3;

/**
 * Rows in the text format of COPY. They are collected in one buffer that is reused, so many rows cause no garbage collection.
 */
export class EncodedRows {
  count = 0;
  #bytes = Buffer.allocUnsafe(firstBytes);
  #used = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#used;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#used);
  }

  add(row: readonly CopyValue[]): void {
    const line = copyLine(row);
    const most = this.#used + line.length * mostBytesPerUnit;
    if (most > this.#bytes.length) {
      const more = Buffer.allocUnsafe(Math.max(most, this.#bytes.length * 2));
      this.#bytes.copy(more, 0, 0, this.#used);
      this.#bytes = more;
    }
    this.#used += this.#bytes.write(line, this.#used);
    this.count += 1;
  }

  clear(): void {
    this.count = 0;
    this.#used = 0;
  }
}

function copyLine(row: readonly CopyValue[]): string {
  let line = '';
  for (let at = 0; at < row.length; at += 1)
    line += at === 0 ? copyText(row[at]!) : `\t${copyText(row[at]!)}`;
  return `${line}\n`;
}

/** Text format: backslash, tab and line ends are escaped, null is \N. */
function copyText(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character]!) : text;
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
