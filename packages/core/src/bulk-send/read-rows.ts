/** Reads the uploaded rows of a bulk send from storage: CSV, or an Excel workbook. The content decides, not the name. */
import { BlobMissingError, BlobRangeError, type Storage } from '@countersign/storage/storage';
import { ZipArchive, ZipFault } from '../zip-archive.ts';
import { CsvFault, type CsvRecord, readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';

const zipStart = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/**
 * The records in groups. Throws CsvFault for a file that cannot be read or is gone for good, and StorageUnavailableError. Ending the
 * iteration early closes the file.
 */
export async function* readRows(storage: Storage, sha256: string): AsyncGenerator<CsvRecord[]> {
  try {
    if (zipStart.equals(await firstBytes(storage, sha256, zipStart.length)))
      return yield* readXlsx(await openArchive(storage, sha256));
    const { stream } = await storage.openRange(sha256);
    try {
      yield* readCsv(stream as AsyncIterable<Uint8Array>);
    } finally {
      stream.destroy();
    }
  } catch (error) {
    if (error instanceof BlobMissingError)
      throw new CsvFault(1, 'the file is no longer in storage; upload it again');
    throw error;
  }
}

async function openArchive(storage: Storage, sha256: string): Promise<ZipArchive> {
  try {
    return await ZipArchive.open(storage, sha256);
  } catch (error) {
    throw error instanceof ZipFault
      ? new CsvFault(1, `the Excel file cannot be read: ${error.message}`)
      : error;
  }
}

async function firstBytes(storage: Storage, sha256: string, count: number): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  try {
    const { stream } = await storage.openRange(sha256, { start: 0, end: count - 1 });
    for await (const chunk of stream) {
      bytes = Buffer.concat([bytes, chunk as Buffer]);
      if (bytes.length >= count) break;
    }
  } catch (error) {
    // An empty file.
    if (!(error instanceof BlobRangeError)) throw error;
  }
  return bytes.subarray(0, count);
}
