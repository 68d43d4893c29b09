/**
 * Records which text each glyph represents, so that text can be copied (ISO 32000-2, 9.10.3): one text per glyph in a
 * document, and /ActualText (14.9.4) where that is not possible.
 */
import type { ShapedGlyph } from './harfbuzz.ts';
import type { LaidRun } from './runs.ts';

const reordering = /[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\u1cd0-\u1cff\ua8e0-\ua8ff]/;

/** Maps glyph ids to texts; '' if the glyph appears only in spans with ActualText. */
export class GlyphTexts {
  /** An array for fast lookups; created when needed, because most documents have only common text. */
  #texts: Array<string | undefined> | null = null;
  readonly #used: number[] = [];

  get(glyph: number): string | undefined {
    return this.#texts?.[glyph];
  }

  set(glyph: number, text: string): void {
    this.#texts ??= new Array<string | undefined>(4096);
    if (this.#texts[glyph] === undefined) this.#used.push(glyph);
    this.#texts[glyph] = text;
  }

  get ids(): readonly number[] {
    return this.#used.sort((a, b) => a - b);
  }
}

/** A sequence of glyphs to draw; `actualText` if the glyphs alone do not determine the text. */
export interface GlyphSpan {
  glyphs: readonly ShapedGlyph[];
  actualText: string | null;
}

/**
 * Records the texts of a run's glyphs; returns the spans into which the run is split, or null if it is drawn as a
 * whole.
 */
export function spansOf(known: GlyphTexts, run: LaidRun): GlyphSpan[] | null {
  if (standForThemselves(known, run)) return null;
  const spans: GlyphSpan[] = [];
  let plain: ShapedGlyph[] = [];
  for (const { glyphs, text } of knownClustersOf(run)) {
    if (assignTexts(known, glyphs, text)) {
      plain.push(...glyphs);
      continue;
    }
    for (const { glyph } of glyphs) if (known.get(glyph) === undefined) known.set(glyph, '');
    if (plain.length > 0) spans.push({ glyphs: plain, actualText: null });
    spans.push({ glyphs, actualText: text });
    plain = [];
  }
  if (plain.length > 0) spans.push({ glyphs: plain, actualText: null });
  return spans;
}

/** Fast path: one glyph per character, and each represents only that character. */
function standForThemselves(known: GlyphTexts, { glyphs, text }: LaidRun): boolean {
  if (glyphs.length !== text.length) return false;
  for (let index = 0; index < glyphs.length; index++) {
    const { glyph, cluster } = glyphs[index]!;
    if (cluster !== index) return false;
    const character = text[index]!;
    const before = known.get(glyph);
    if (before === undefined || before === '') known.set(glyph, character);
    else if (before !== character) return false;
  }
  return true;
}

type Cluster = { glyphs: ShapedGlyph[]; text: string };

/** The layout caches runs that are likely to be drawn again; their clusters are cached with them. */
const knownClusters = new WeakMap<LaidRun, Cluster[]>();

function knownClustersOf(run: LaidRun): Cluster[] {
  const clusters = knownClusters.get(run) ?? clustersOf(run);
  knownClusters.set(run, clusters);
  return clusters;
}

/** Splits a run into clusters in visual order, each with its text. */
function clustersOf({ glyphs, text }: LaidRun): Cluster[] {
  const starts = [...new Set(glyphs.map((glyph) => glyph.cluster))].sort((a, b) => a - b);
  const clusters: Array<{ glyphs: ShapedGlyph[]; text: string; cluster: number }> = [];
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]));
  for (const glyph of glyphs) {
    const last = clusters.at(-1);
    if (last !== undefined && last.cluster === glyph.cluster) last.glyphs.push(glyph);
    else
      clusters.push({
        glyphs: [glyph],
        cluster: glyph.cluster,
        text: text.slice(glyph.cluster, ends.get(glyph.cluster)),
      });
  }
  return clusters;
}

/** Assigns each glyph of a cluster its part of the text, unless a glyph already represents another text. */
function assignTexts(known: GlyphTexts, glyphs: readonly ShapedGlyph[], text: string): boolean {
  let shares = [text];
  if (glyphs.length > 1) {
    if (reordering.test(text)) return false;
    shares = Array.from(text);
    if (shares.length !== glyphs.length) return false;
    if (isRightToLeft(text)) shares.reverse();
  }
  const fits = glyphs.every(({ glyph }, index) => {
    const before = known.get(glyph);
    return before === undefined || before === '' || before === shares[index];
  });
  if (!fits) return false;
  glyphs.forEach(({ glyph }, index) => {
    known.set(glyph, shares[index]!);
  });
  return true;
}

const isRightToLeft = (text: string): boolean => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);
