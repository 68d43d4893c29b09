/** Chooses the rows of a bulk send that are worth a preview before it is dispatched. */
import { fieldsOf } from '../template/definition.ts';
import type { TemplateDefinition } from '../template/fill.ts';

/** As stored in bulk_send.sample_rows. `field` is set for `longest`. */
export interface SampleRow {
  row_no: number;
  reason: 'first' | 'last' | 'longest';
  field?: string;
}

/** How many fields get a sample row with their longest value: those with the longest values of all. */
const maxFields = 20;

/** Collects the first and the last valid row, and for each named field the row with the longest value. */
export class SampleRows {
  #first: number | null = null;
  #last: number | null = null;
  readonly #longest = new Map<string, { rowNo: number; length: number }>();

  constructor(template: TemplateDefinition) {
    for (const { name } of fieldsOf(template)) if (name) this.#longest.set(name, { rowNo: 0, length: 0 });
  }

  /** Adds a valid row. */
  add(rowNo: number, values: Readonly<Record<string, string>>): void {
    this.#first ??= rowNo;
    this.#last = rowNo;
    for (const name in values) {
      const longest = this.#longest.get(name);
      const { length } = values[name]!;
      if (longest && length > longest.length) {
        longest.rowNo = rowNo;
        longest.length = length;
      }
    }
  }

  /** The samples; none if no row is valid. */
  list(): SampleRow[] {
    if (this.#first === null || this.#last === null) return [];
    const longest = [...this.#longest]
      .filter(([, { length }]) => length > 0)
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, maxFields);
    return [
      { row_no: this.#first, reason: 'first' },
      { row_no: this.#last, reason: 'last' },
      ...longest.map(([field, { rowNo }]) => ({ row_no: rowNo, reason: 'longest' as const, field })),
    ];
  }
}
