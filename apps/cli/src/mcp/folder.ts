/** The only folder of this machine that the assistant's tools can read from and write to. */
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../exit-status.ts';

/** The service's default for MAX_PDF_BYTES. */
const maxBytes = 50 * 1024 * 1024;

export interface Folder {
  path: string;
  /** Reads a PDF. Throws UsageError if it is outside of the folder, also through a link, or no PDF, or too large. */
  readPdf(name: string): Promise<Buffer>;
  /** Writes a new file with a name in the folder and returns its path. Throws UsageError if the file exists. */
  writeNew(name: string, bytes: Uint8Array): Promise<string>;
}

/** Opens the folder. Throws UsageError if there is none. */
export async function openFolder(path: string): Promise<Folder> {
  const root = await realpath(path).catch(() => {
    throw new UsageError(`There is no folder ${path}.`);
  });
  if (!(await stat(root)).isDirectory()) throw new UsageError(`${path} is not a folder.`);
  return {
    path: root,
    readPdf: async (name) => {
      const file = await realpath(resolve(root, name)).catch(() => null);
      const isInside = file !== null && !relative(root, file).startsWith('..') && file.startsWith(root + sep);
      if (!isInside) throw new UsageError(`There is no file ${name} in the folder ${root}.`);
      const facts = await stat(file);
      if (!facts.isFile()) throw new UsageError(`${name} is not a file.`);
      if (facts.size > maxBytes) throw new UsageError(`${name} is over ${maxBytes} bytes.`);
      const bytes = await readFile(file);
      if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new UsageError(`${name} is not a PDF.`);
      return bytes;
    },
    writeNew: async (name, bytes) => {
      const file = join(root, basename(name));
      // `wx` follows no link and replaces no file.
      const handle = await open(file, 'wx').catch((error: NodeJS.ErrnoException) => {
        const why = error.code === 'EEXIST' ? 'already exists' : `cannot be written: ${error.message}`;
        throw new UsageError(`${file} ${why}.`);
      });
      try {
        await handle.writeFile(bytes);
      } finally {
        await handle.close();
      }
      return file;
    },
  };
}
