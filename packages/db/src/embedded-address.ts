/** The file `<dataDir>/postgres.json` with the address of the embedded PostgreSQL of a data folder. Only its owner may read it. */
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';

export interface EmbeddedAddress {
  /** URL of the database `countersign`, with the password. */
  url: string;
  port: number;
  /** Process id of the server. */
  pid: number;
}

const pathIn = (dataDir: string) => join(resolve(dataDir), 'postgres.json');

/** Replaces the address file atomically, so that readers never see half of it. */
export async function writeEmbeddedAddress(dataDir: string, address: EmbeddedAddress): Promise<void> {
  const path = pathIn(dataDir);
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, `${JSON.stringify(address, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}

/** The address of the last server on this data folder, running or not; null when there is none. Throws when it may not be read. */
export async function readEmbeddedAddress(dataDir: string): Promise<EmbeddedAddress | null> {
  try {
    return JSON.parse(await readFile(pathIn(dataDir), 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The URL of the server that runs on this data folder now, or null. Throws when the address file may not be read. */
export async function findEmbeddedPostgres(dataDir: string): Promise<{ url: string } | null> {
  const address = await readEmbeddedAddress(dataDir);
  if (!address) return null;
  const client = new pg.Client({ connectionString: address.url, connectionTimeoutMillis: 15_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { url: address.url };
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
