/** The fonts of one document: records which glyphs are drawn, then embeds the fonts. */
import type { ObjectSink, PdfObject, PdfRef } from '../model/objects.ts';
import { type AddOnce, embedFont, type FontUse } from './embed.ts';
import type { FaceSession } from './faces.ts';
import type { FontFile } from './families.ts';
import { type GlyphSpan, GlyphTexts, spansOf } from './glyph-texts.ts';
import type { HbFace } from './harfbuzz.ts';
import type { LaidRun } from './runs.ts';

/** The font's resource name, and the spans into which a run is split; null if it is drawn as a whole. */
export interface ShownRun {
  font: string;
  spans: GlyphSpan[] | null;
}

interface NamedUse extends FontUse {
  name: string;
  /** The shared result of `use` for runs drawn as a whole. */
  whole: ShownRun;
}

/** The fonts that one document uses, under the names F1, F2, … */
export class DocumentFonts {
  readonly #session: FaceSession;
  readonly #characterSets: boolean;
  readonly #common = new Map<string, NamedUse>();
  readonly #other = new Map<string, NamedUse>();
  /** The use of the previous run: most runs have the same font as the one before. */
  #last: NamedUse | null = null;

  /** `characterSets`: font descriptors list the characters of their fonts. */
  constructor(session: FaceSession, characterSets = false) {
    this.#session = session;
    this.#characterSets = characterSets;
  }

  /** The open face for the font of a run, or null in a provisional pass. */
  face(file: FontFile): HbFace | null {
    return this.#session.face(file);
  }

  /** Records the glyphs of a run as used; returns how to draw the run. */
  use(run: LaidRun): Readonly<ShownRun> {
    const use = this.#useOf(run);
    if (use.common !== null) {
      use.common.push(run);
      return use.whole;
    }
    const spans = spansOf(use.glyphs, run);
    return spans === null ? use.whole : { font: use.name, spans };
  }

  /** Records a run of common text as used. Such runs are always drawn as a whole. Returns the font's resource name. */
  useCommon(run: LaidRun): string {
    const use = this.#useOf(run);
    use.common!.push(run);
    return use.name;
  }

  #useOf({ file, common }: LaidRun): NamedUse {
    const last = this.#last;
    if (last?.file === file && (last.common !== null) === common) return last;
    const uses = common ? this.#common : this.#other;
    let use = uses.get(file.key);
    if (use === undefined) {
      const name = `F${this.#common.size + this.#other.size + 1}`;
      const whole = { font: name, spans: null };
      use = { file, name, glyphs: new GlyphTexts(), common: common ? [] : null, whole };
      uses.set(file.key, use);
    }
    this.#last = use;
    return use;
  }

  /** Subsets every used font and adds its objects; returns resource name to reference. */
  embed(sink: ObjectSink): Map<string, PdfRef> {
    const references = new Map<string, PdfRef>();
    const added = new Map<PdfObject, PdfRef>();
    const addOnce: AddOnce = (object) => {
      const ref = added.get(object) ?? sink.add(object);
      added.set(object, ref);
      return ref;
    };
    for (const use of [...this.#common.values(), ...this.#other.values()]) {
      const face = this.#session.face(use.file);
      if (face !== null) references.set(use.name, embedFont(sink, face, use, addOnce, this.#characterSets));
    }
    return references;
  }
}
