/**
 * HarfBuzz (WebAssembly from the package harfbuzzjs): shaping and subsetting of OpenType fonts. Uses the C functions
 * directly, because the package's API has no subsetting and frees memory only by garbage collection
 * (docs/decisions/018-own-pdf-code.md). Constants are those of hb-buffer.h and hb-subset.h; structures are read by their layout in
 * the C headers.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const MEMORY_MODE_READONLY = 1;
const DIRECTION_LTR = 4;
const DIRECTION_RTL = 5;
const BUFFER_FLAGS_BOT_EOT_REMOVE_DEFAULT_IGNORABLES = 1 | 2 | 8;
const SUBSET_NO_HINTING = 0x1;
const SUBSET_RETAIN_GIDS = 0x2;
const SUBSET_NO_LAYOUT_CLOSURE = 0x200;
const SUBSET_SET_DROP_TABLE = 3;
const GLYPH_INFO_BYTES = 20;
const EXTENTS_WORDS = 12;

type WasmFunction = (...args: number[]) => number;

interface WasmModule {
  memory: WebAssembly.Memory;
  call(name: string, ...args: number[]): number;
}

/** One glyph of a shaped run; lengths in font units, `cluster` is an index into the run's UTF-16 text. */
export interface ShapedGlyph {
  glyph: number;
  cluster: number;
  advance: number;
  dx: number;
  dy: number;
}

export interface FontMetrics {
  unitsPerEm: number;
  /** Above and below the baseline in font units, both positive (hhea). */
  ascent: number;
  descent: number;
  capHeight: number;
  bbox: [number, number, number, number];
  postscriptName: string;
}

/**
 * The bounds of a glyph's ink in font units: x and y of the top-left corner, width, and height (negative downwards).
 */
export interface GlyphExtents {
  xBearing: number;
  yBearing: number;
  width: number;
  height: number;
}

/** A font held in HarfBuzz's memory until `close`. */
export interface HbFace {
  readonly metrics: FontMetrics;
  readonly byteLength: number;
  covers(codePoint: number): boolean;
  /** Shapes a run of one direction; glyphs are in visual order, left to right. */
  shape(text: string, rightToLeft: boolean): ShapedGlyph[];
  advance(glyph: number): number;
  extents(glyph: number): GlyphExtents;
  /** The font program with only the outlines of these glyphs and unchanged glyph ids, for /FontFile2. */
  subset(glyphs: Iterable<number>): Uint8Array;
  close(): void;
}

let shaper: WasmModule | null = null;
let subsetter: WasmModule | null = null;

function instantiate(file: string): WasmModule {
  const module = new WebAssembly.Module(
    new Uint8Array(readFileSync(require.resolve(`harfbuzzjs/dist/${file}`))),
  );
  const fail = (): never => {
    throw new Error('HarfBuzz aborted');
  };
  const held: { memory: WebAssembly.Memory | null } = { memory: null };
  const grow = (size: number): number => {
    const memory = held.memory!;
    const missing = (size >>> 0) - memory.buffer.byteLength;
    try {
      if (missing > 0) memory.grow(Math.ceil(missing / 65536));
      return 1;
    } catch {
      return 0;
    }
  };
  const instance = new WebAssembly.Instance(module, {
    env: {
      _abort_js: fail,
      _emscripten_runtime_keepalive_clear: () => {},
      _setitimer_js: () => 0,
      emscripten_resize_heap: grow,
    },
    wasi_snapshot_preview1: { proc_exit: fail },
  });
  const functions = instance.exports as Record<string, unknown>;
  held.memory = functions.memory as WebAssembly.Memory;
  (functions.__wasm_call_ctors as WasmFunction | undefined)?.();
  (functions._initialize as WasmFunction | undefined)?.();
  return {
    memory: held.memory,
    call: (name, ...args) => (functions[name] as WasmFunction)(...args),
  };
}

const shaping = (): WasmModule => {
  shaper ??= instantiate('harfbuzz.wasm');
  return shaper;
};

const subsetting = (): WasmModule => {
  subsetter ??= instantiate('harfbuzz-subset.wasm');
  return subsetter;
};

const tag = (four: string): number =>
  (four.charCodeAt(0) << 24) | (four.charCodeAt(1) << 16) | (four.charCodeAt(2) << 8) | four.charCodeAt(3);

/** Copies a font into a module's memory and opens its first face. */
function createFace(wasm: WasmModule, bytes: Uint8Array): { face: number; free(): void } {
  const data = wasm.call('malloc', bytes.length);
  if (data === 0) throw new Error('HarfBuzz has no memory left for a font');
  new Uint8Array(wasm.memory.buffer).set(bytes, data);
  const blob = wasm.call('hb_blob_create', data, bytes.length, MEMORY_MODE_READONLY, 0, 0);
  const face = wasm.call('hb_face_create', blob, 0);
  wasm.call('hb_blob_destroy', blob);
  return {
    face,
    free() {
      wasm.call('hb_face_destroy', face);
      wasm.call('free', data);
    },
  };
}

/** Runs the subsetter on an input that `configure` fills; returns a copy of the font. */
function runSubset(wasm: WasmModule, face: number, configure: (input: number) => void): Uint8Array {
  const input = wasm.call('hb_subset_input_create_or_fail');
  if (input === 0) throw new Error('HarfBuzz has no memory left for a subset');
  try {
    configure(input);
    const result = wasm.call('hb_subset_or_fail', face, input);
    if (result === 0) throw new Error('HarfBuzz could not subset the font');
    const blob = wasm.call('hb_face_reference_blob', result);
    const data = wasm.call('hb_blob_get_data', blob, 0);
    const length = wasm.call('hb_blob_get_length', blob);
    const bytes = new Uint8Array(wasm.memory.buffer).slice(data, data + length);
    wasm.call('hb_blob_destroy', blob);
    wasm.call('hb_face_destroy', result);
    return bytes;
  } finally {
    wasm.call('hb_subset_input_destroy', input);
  }
}

/** Fixes the weight axis of a variable font and keeps everything else. */
export function instantiateWeight(bytes: Uint8Array, weight: number): Uint8Array {
  const wasm = subsetting();
  const source = createFace(wasm, bytes);
  try {
    return runSubset(wasm, source.face, (input) => {
      wasm.call('hb_subset_input_keep_everything', input);
      wasm.call('hb_subset_input_pin_axis_location', input, source.face, tag('wght'), weight);
    });
  } finally {
    source.free();
  }
}

/** Tables that the /FontFile2 of a Type 0 font does not need (ISO 32000-2, 9.9.1). */
const droppedTables = [
  ...['BASE', 'DSIG', 'GDEF', 'GPOS', 'GSUB', 'HVAR', 'JSTF', 'MATH', 'MVAR', 'OS/2', 'STAT', 'VORG', 'VVAR'],
  ...['avar', 'cmap', 'fvar', 'gasp', 'gvar', 'kern', 'meta', 'name', 'post', 'vhea', 'vmtx'],
].map(tag);

function dropTables(wasm: WasmModule, input: number): void {
  const drop = wasm.call('hb_subset_input_set', input, SUBSET_SET_DROP_TABLE);
  for (const table of droppedTables) wasm.call('hb_set_add', drop, table);
}

/** The font with all glyphs but only the embedded tables: the subsetter then needs a tenth of the memory. */
function withoutLayout(wasm: WasmModule, bytes: Uint8Array): Uint8Array {
  const whole = createFace(wasm, bytes);
  try {
    return runSubset(wasm, whole.face, (input) => {
      wasm.call(
        'hb_subset_input_set_flags',
        input,
        SUBSET_NO_HINTING | SUBSET_RETAIN_GIDS | SUBSET_NO_LAYOUT_CLOSURE,
      );
      wasm.call('hb_set_invert', wasm.call('hb_subset_input_glyph_set', input));
      dropTables(wasm, input);
    });
  } finally {
    whole.free();
  }
}

function readMetrics(bytes: Uint8Array, ascent: number, descent: number): FontMetrics {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<number, number>();
  for (let index = 0; index < view.getUint16(4); index++) {
    const entry = 12 + 16 * index;
    tables.set(view.getInt32(entry), view.getUint32(entry + 8));
  }
  const head = tables.get(tag('head'))!;
  const os2 = tables.get(tag('OS/2'));
  const unitsPerEm = view.getUint16(head + 18);
  const at = (offset: number): number => view.getInt16(head + offset);
  const capHeight = os2 !== undefined && view.getUint16(os2) >= 2 ? view.getInt16(os2 + 88) : 0;
  return {
    unitsPerEm,
    ascent,
    descent,
    capHeight: capHeight > 0 ? capHeight : Math.round(unitsPerEm * 0.714),
    bbox: [at(36), at(38), at(40), at(42)],
    postscriptName: readPostscriptName(view, tables.get(tag('name'))),
  };
}

/** Name 6 of the `name` table in its Windows (UTF-16) or Macintosh form, reduced to letters, digits and hyphens. */
function readPostscriptName(view: DataView, table: number | undefined): string {
  if (table === undefined) return 'Font';
  const strings = table + view.getUint16(table + 4);
  for (let index = 0; index < view.getUint16(table + 2); index++) {
    const record = table + 6 + 12 * index;
    if (view.getUint16(record + 6) !== 6) continue;
    const length = view.getUint16(record + 8);
    const start = strings + view.getUint16(record + 10);
    const wide = view.getUint16(record) !== 1;
    let name = '';
    for (let at = wide ? 1 : 0; at < length; at += wide ? 2 : 1)
      name += String.fromCharCode(view.getUint8(start + at));
    return name.replace(/[^A-Za-z0-9-]/g, '') || 'Font';
  }
  return 'Font';
}

/** The code points in a face's cmap, as pages of 256 bits. */
class Coverage {
  #pages = new Map<number, Uint32Array>();
  add(codePoint: number): void {
    const page = codePoint >> 8;
    const bits = this.#pages.get(page) ?? new Uint32Array(8);
    this.#pages.set(page, bits);
    bits[(codePoint & 255) >> 5]! |= 1 << (codePoint & 31);
  }
  has(codePoint: number): boolean {
    const bits = this.#pages.get(codePoint >> 8);
    return bits !== undefined && (bits[(codePoint & 255) >> 5]! & (1 << (codePoint & 31))) !== 0;
  }
}

function readCoverage(wasm: WasmModule, face: number): Coverage {
  const coverage = new Coverage();
  const set = wasm.call('hb_set_create');
  wasm.call('hb_face_collect_unicodes', face, set);
  const count = wasm.call('hb_set_get_population', set);
  const data = wasm.call('malloc', count * 4 + 4);
  const read = wasm.call('hb_set_next_many', set, 0xffffffff, data, count);
  for (const codePoint of new Uint32Array(wasm.memory.buffer, data, read)) coverage.add(codePoint);
  wasm.call('free', data);
  wasm.call('hb_set_destroy', set);
  return coverage;
}

/** Scratch memory in the shaper for the text of a run and small structures; grows for longer runs. */
const scratch = { address: 0, bytes: 0, buffer: 0 };

function scratchOf(wasm: WasmModule, bytes: number): number {
  if (scratch.bytes < bytes) {
    if (scratch.address !== 0) wasm.call('free', scratch.address);
    scratch.bytes = Math.max(4096, bytes * 2);
    scratch.address = wasm.call('malloc', scratch.bytes);
  }
  if (scratch.buffer === 0) scratch.buffer = wasm.call('hb_buffer_create');
  return scratch.address;
}

/** Opens a TrueType font (sfnt bytes). The caller must close it, because its memory is not garbage-collected. */
export function openFace(bytes: Uint8Array): HbFace {
  const wasm = shaping();
  const opened = createFace(wasm, bytes);
  const font = wasm.call('hb_font_create', opened.face);
  const coverage = readCoverage(wasm, opened.face);
  const extentsAt = scratchOf(wasm, EXTENTS_WORDS * 4);
  wasm.call('hb_font_get_h_extents', font, extentsAt);
  const [ascender = 0, descender = 0] = new Int32Array(wasm.memory.buffer, extentsAt, 2);
  const metrics = readMetrics(bytes, ascender, -descender);
  const advances = new Map<number, number>();
  const extentsOf = new Map<number, GlyphExtents>();
  let source: { face: number; free(): void } | null = null;
  let prepared = 0;

  return {
    metrics,
    byteLength: bytes.length,
    covers: (codePoint) => coverage.has(codePoint),
    shape(text, rightToLeft) {
      const at = scratchOf(wasm, text.length * 2);
      const units = new Uint16Array(wasm.memory.buffer, at, text.length);
      for (let index = 0; index < text.length; index++) units[index] = text.charCodeAt(index);
      const { buffer } = scratch;
      wasm.call('hb_buffer_clear_contents', buffer);
      wasm.call('hb_buffer_set_flags', buffer, BUFFER_FLAGS_BOT_EOT_REMOVE_DEFAULT_IGNORABLES);
      wasm.call('hb_buffer_add_utf16', buffer, at, text.length, 0, text.length);
      wasm.call('hb_buffer_set_direction', buffer, rightToLeft ? DIRECTION_RTL : DIRECTION_LTR);
      wasm.call('hb_buffer_guess_segment_properties', buffer);
      wasm.call('hb_shape', font, buffer, 0, 0);
      const count = wasm.call('hb_buffer_get_length', buffer);
      const infos = wasm.call('hb_buffer_get_glyph_infos', buffer, 0) >> 2;
      const positions = wasm.call('hb_buffer_get_glyph_positions', buffer, 0) >> 2;
      const words = new Int32Array(wasm.memory.buffer);
      const glyphs = new Array<ShapedGlyph>(count);
      for (let index = 0; index < count; index++) {
        const info = infos + (index * GLYPH_INFO_BYTES) / 4;
        const position = positions + (index * GLYPH_INFO_BYTES) / 4;
        glyphs[index] = {
          glyph: words[info]!,
          cluster: words[info + 2]!,
          advance: words[position]!,
          dx: words[position + 2]!,
          dy: words[position + 3]!,
        };
      }
      return glyphs;
    },
    advance(glyph) {
      let advance = advances.get(glyph);
      if (advance === undefined) {
        advance = wasm.call('hb_font_get_glyph_h_advance', font, glyph);
        advances.set(glyph, advance);
      }
      return advance;
    },
    extents(glyph) {
      const known = extentsOf.get(glyph);
      if (known !== undefined) return known;
      const at = scratchOf(wasm, EXTENTS_WORDS * 4);
      new Int32Array(wasm.memory.buffer, at, 4).fill(0);
      wasm.call('hb_font_get_glyph_extents', font, glyph, at);
      const [xBearing = 0, yBearing = 0, width = 0, height = 0] = new Int32Array(wasm.memory.buffer, at, 4);
      const extents = { xBearing, yBearing, width, height };
      extentsOf.set(glyph, extents);
      return extents;
    },
    subset(glyphs) {
      const other = subsetting();
      if (source === null) {
        source = createFace(other, withoutLayout(other, bytes));
        prepared = other.call('hb_subset_preprocess', source.face);
      }
      return runSubset(other, prepared, (input) => {
        other.call(
          'hb_subset_input_set_flags',
          input,
          SUBSET_NO_HINTING | SUBSET_RETAIN_GIDS | SUBSET_NO_LAYOUT_CLOSURE,
        );
        dropTables(other, input);
        const wanted = other.call('hb_subset_input_glyph_set', input);
        for (const glyph of glyphs) other.call('hb_set_add', wanted, glyph);
      });
    },
    close() {
      wasm.call('hb_font_destroy', font);
      opened.free();
      if (source !== null) {
        if (prepared !== source.face) subsetting().call('hb_face_destroy', prepared);
        source.free();
      }
    },
  };
}
