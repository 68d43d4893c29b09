/** What a writer did, and what it may be refused. */
import type { ProblemSlug } from '@countersign/problem/catalogue';

export interface Tally {
  done: number;
  /** Refused changes by problem. */
  refused: Partial<Record<ProblemSlug, number>>;
  failed: string[];
}

/** Problems that writers cause for each other. Any other refusal is a fault. */
const expectedRefusals: readonly string[] = [
  'document-state',
  'recipient-turn',
  'consent-required',
  'mail-limit',
  'not-found',
  'not-sendable',
] satisfies ProblemSlug[];

/** What shows that the writers did not do their work, whatever they left in the database. */
export function tallyFaults(tallies: readonly Tally[]): string[] {
  const refused = tallies.flatMap((tally) => Object.keys(tally.refused));
  return [
    ...(tallies.every(({ done }) => done === 0) ? ['the writers changed nothing'] : []),
    ...refused.filter((slug) => !expectedRefusals.includes(slug)).map((slug) => `refused with ${slug}`),
    ...tallies.flatMap(({ failed }) => failed),
  ];
}
