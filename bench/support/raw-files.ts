/**
 * A bare HTTP server that sends the files of a list (one path a line) one after the other, as one answer. It does nothing else: no digests,
 * no headers between the files, no limits. Prints its port.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const [list, largeFrom] = [process.argv[2]!, Number(process.argv[3])];
const paths = (await readFile(list, 'utf8')).trimEnd().split('\n');
const readAhead = 16;

const server = createServer(
  (_request, response) =>
    void pipeline(Readable.from(contents()), response).catch((error) => response.destroy(error)),
).listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

async function* contents(): AsyncGenerator<Uint8Array> {
  if (largeFrom > 0) {
    for (const path of paths) yield* createReadStream(path, { highWaterMark: largeFrom });
    return;
  }
  const opened: Array<Promise<Buffer>> = [];
  for (const path of paths) {
    opened.push(readFile(path));
    if (opened.length >= readAhead) yield await opened.shift()!;
  }
  while (opened.length > 0) yield await opened.shift()!;
}
