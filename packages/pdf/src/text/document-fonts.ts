/** The fonts of one document: what is shown in each is noted while it is drawn, then they are embedded. */
import type { ObjectSink, PdfObject, PdfRef } from '../model/objects.ts';
import { type AddOnce, embedFont, type FontUse } from './embed.ts';
import type { FaceSession } from './faces.ts';
import type { FontFile } from './families.ts';
import { type GlyphSpan, GlyphTexts, spansOf } from './glyph-texts.ts';
import type { HbFace } from './harfbuzz.ts';
import type { LaidRun } from './runs.ts';

/** The font's resource name, and the spans into which a run is cut; null if it is shown as a whole. */
export interface ShownRun {
  font: string;
  spans: GlyphSpan[] | null;
}

interface NamedUse extends FontUse {
  name: string;
  /** What `use` gives for each of the many runs that are shown as a whole. */
  whole: ShownRun;
}

/** The fonts that one document uses, under the names F1, F2, … */
export class DocumentFonts {
  readonly #session: FaceSession;
  readonly #characterSets: boolean;
  readonly #common = new Map<string, NamedUse>();
  readonly #other = new Map<string, NamedUse>();
  /** The one of the run before: most follow one of the same font. */
  #last: NamedUse | null = null;

  /** `characterSets`: descriptors say which characters their fonts hold. */
  constructor(session: FaceSession, characterSets = false) {
    this.#session = session;
    this.#characterSets = characterSets;
  }

  /** The open face of a font that a laid-out run refers to, or null in a provisional pass. */
  face(file: FontFile): HbFace | null {
    return this.#session.face(file);
  }

  /** Notes the glyphs of a run as used, and says how it is shown. */
  use(run: LaidRun): Readonly<ShownRun> {
    const use = this.#useOf(run);
    if (use.common !== null) {
      use.common.push(run);
      return use.whole;
    }
    const spans = spansOf(use.glyphs, run);
    return spans === null ? use.whole : { font: use.name, spans };
  }

  /** Notes a run of common text as used, which is always shown as a whole; gives the font's resource name. */
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

  /** Subsets every font used and adds its objects; returns resource name to reference. */
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
