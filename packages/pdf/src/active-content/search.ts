/**
 * A bounded search of all objects reachable from the catalog and the pages. Every object is visited once per role.
 * The cost is counted in steps and capped, so loops, endless chains and huge lists end.
 */
import type { PdfWarning, PdfWarningCode } from '@countersign/contract/pdf-warning';
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { PdfFile } from '../reader/file.ts';

/** Examines an object in one role (an action, a font, …), reports findings and queues the objects it references. */
export type Visit = (search: Search, dict: PdfDict, stream: PdfStream | null) => void;

/**
 * Far more than ordinary files need: forms with hundreds of fields take 1,500 steps, 20 MB on 300 pages take 30,000.
 */
export const MAX_STEPS = 250_000;
/** Reading a stream costs one step per this many bytes, because finding its end may need a search. */
const BYTES_PER_STEP = 4096;
const MAX_DETAILS = 3;

export class Search {
  readonly file: PdfFile;
  readonly #maxSteps: number;
  readonly #found = new Map<PdfWarningCode, Set<string>>();
  readonly #seen = new Map<Visit, Set<number>>();
  readonly #pending: Array<{ object: PdfObject; visit: Visit }> = [];
  #steps = 0;

  constructor(file: PdfFile, maxSteps = MAX_STEPS) {
    this.file = file;
    this.#maxSteps = maxSteps;
  }

  /** Adds a finding. `detail` comes from the file: it is reduced to at most 40 printable ASCII characters. */
  report(code: PdfWarningCode, detail?: string): void {
    let details = this.#found.get(code);
    if (!details) {
      details = new Set();
      this.#found.set(code, details);
    }
    if (detail) details.add(detail.slice(0, 40).replace(/[^\x20-\x7e]/g, '?'));
  }

  /** Queues an object, or the object behind a reference, for a visit in this role. */
  visit(object: PdfObject | undefined, visit: Visit): void {
    if (object === undefined || object === null || !this.#spend(1)) return;
    if (object instanceof PdfRef) {
      let seen = this.#seen.get(visit);
      if (!seen) {
        seen = new Set();
        this.#seen.set(visit, seen);
      }
      if (seen.has(object.num)) return;
      seen.add(object.num);
    }
    this.#pending.push({ object, visit });
  }

  /** Queues every item of an array, or the object itself if it is not an array. */
  visitEach(object: PdfObject | undefined, visit: Visit): void {
    const value = this.resolve(object);
    if (Array.isArray(value)) for (const item of this.items(value)) this.visit(item, visit);
    else this.visit(object, visit);
  }

  /** Queues every value of a dictionary. */
  visitValues(object: PdfObject | undefined, visit: Visit): void {
    for (const [, value] of this.entries(object)) this.visit(value, visit);
  }

  /** The items of an array, one step each; nothing for anything else. */
  *items(object: PdfObject | undefined): Generator<PdfObject> {
    const value = this.resolve(object);
    if (!Array.isArray(value)) return;
    for (const item of value) {
      if (!this.#spend(1)) return;
      yield item;
    }
  }

  /** The entries of a dictionary, one step each; nothing for anything else. */
  *entries(object: PdfObject | undefined): Generator<[string, PdfObject]> {
    for (const entry of this.dict(object)?.map ?? []) {
      if (!this.#spend(1)) return;
      yield entry;
    }
  }

  /** The object after following references. Null if it is missing or cannot be read; the latter is reported. */
  resolve(object: PdfObject | undefined): PdfObject {
    if (!(object instanceof PdfRef)) return object ?? null;
    const { file } = this;
    const overlongCount = file.overlongCount;
    try {
      const value = file.resolve(object);
      // Without a usable length, the end of the stream was searched, perhaps through the whole file.
      if (file.overlongCount > overlongCount) this.#spend(file.bytes.length / BYTES_PER_STEP);
      return value;
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      this.report('not_examined');
      return null;
    }
  }

  /** A dictionary, or the dictionary of a stream; null for anything else. */
  dict(object: PdfObject | undefined): PdfDict | null {
    const value = this.resolve(object);
    if (value instanceof PdfStream) return value.dict;
    return value instanceof PdfDict ? value : null;
  }

  name(object: PdfObject | undefined): string | null {
    const value = this.resolve(object);
    return value instanceof PdfName ? value.name : null;
  }

  number(object: PdfObject | undefined): number {
    const value = this.resolve(object);
    return typeof value === 'number' ? value : 0;
  }

  /** Whether the object exists. */
  has(object: PdfObject | undefined): boolean {
    return this.resolve(object) !== null;
  }

  /** Visits everything queued, recursively. */
  run(): void {
    for (let next = this.#pending.pop(); next && this.#spend(0); next = this.#pending.pop()) {
      const value = this.resolve(next.object);
      if (value instanceof PdfStream) {
        this.#spend(value.bytes.length / BYTES_PER_STEP);
        next.visit(this, value.dict, value);
      } else if (value instanceof PdfDict) next.visit(this, value, null);
    }
  }

  /** The findings so far, each code once. */
  findings(): PdfWarning[] {
    return [...this.#found].map(([code, details]) =>
      details.size === 0 ? { code } : { code, detail: listOf([...details]) },
    );
  }

  /** False once the steps are used up, which is reported. */
  #spend(steps: number): boolean {
    this.#steps += steps;
    if (this.#steps <= this.#maxSteps) return true;
    this.report('not_examined');
    return false;
  }
}

function listOf(details: string[]): string {
  const more = details.length - MAX_DETAILS;
  const shown = details.slice(0, MAX_DETAILS).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
