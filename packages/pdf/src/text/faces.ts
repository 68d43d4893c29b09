/**
 * Open font faces, cached between documents up to a limit and read when first needed. Drawing is synchronous and
 * repeatable: a pass that needs an unread font records it and continues; then the fonts are read and the pass is
 * repeated (`withFaces`).
 */
import { readFile } from 'node:fs/promises';
import { convert } from 'fontverter';
import type { FontFile } from './families.ts';
import type { HbFace } from './harfbuzz.ts';
import { instantiateWeight, openFace } from './harfbuzz.ts';

/** Limit for cached font bytes. Each font is in memory twice, for shaping and for subsetting. */
const KEPT_BYTES = 48 * 1024 * 1024;
const MAX_PASSES = 64;

const open = new Map<string, HbFace>();
const loading = new Map<string, Promise<void>>();
let openBytes = 0;
let sessions = 0;

let converted: Promise<unknown> = Promise.resolve();

/**
 * The font as sfnt. One at a time: the WOFF2 decoder returns a view of its own memory, which the next font
 * overwrites before fontverter has copied it.
 */
export function toSfnt(stored: Uint8Array): Promise<Uint8Array> {
  const sfnt = converted.then(() => convert(stored, 'sfnt'));
  converted = sfnt.catch(() => undefined);
  return sfnt;
}

async function load(file: FontFile): Promise<void> {
  const sfnt = await toSfnt(await readFile(file.path));
  const face = openFace(file.pinnedWeight === null ? sfnt : instantiateWeight(sfnt, file.pinnedWeight));
  open.set(file.key, face);
  openBytes += face.byteLength;
}

/** Reads a font unless it is open or being read. */
function ensureOpen(file: FontFile): Promise<void> {
  if (open.has(file.key)) return Promise.resolve();
  let promise = loading.get(file.key);
  if (promise === undefined) {
    promise = load(file).finally(() => loading.delete(file.key));
    loading.set(file.key, promise);
  }
  return promise;
}

/** Closes the least recently used faces above the limit; only while nothing is being drawn. */
function trim(): void {
  for (const [key, face] of open) {
    if (openBytes <= KEPT_BYTES) return;
    open.delete(key);
    openBytes -= face.byteLength;
    face.close();
  }
}

/** The fonts as one drawing pass sees them. */
export class FaceSession {
  readonly needed = new Map<string, FontFile>();
  readonly #used = new Map<string, HbFace>();

  /** The open face of a file; else null, and the file is recorded to be read. */
  face(file: FontFile): HbFace | null {
    const used = this.#used.get(file.key);
    if (used !== undefined) return used;
    const face = open.get(file.key);
    if (face === undefined) {
      this.needed.set(file.key, file);
      return null;
    }
    open.delete(file.key);
    open.set(file.key, face);
    this.#used.set(file.key, face);
    return face;
  }
}

/**
 * Repeats a synchronous pass until every font it needs is open; returns the last result. Rejects if a font file
 * cannot be read.
 */
export async function withFaces<T>(pass: (session: FaceSession) => T): Promise<T> {
  sessions++;
  try {
    for (let passes = 0; passes < MAX_PASSES; passes++) {
      const session = new FaceSession();
      const result = pass(session);
      if (session.needed.size === 0) return result;
      await Promise.all([...session.needed.values()].map(ensureOpen));
    }
    throw new Error('the fonts of a document did not settle');
  } finally {
    sessions--;
    if (sessions === 0) trim();
  }
}

/** Bytes of open fonts, for tests and metrics. */
export const openFontBytes = (): number => openBytes;
