/**
 * How many cases a property test makes, and from which seed. The seed is fixed, so that a run fails only for what was changed.
 * PROPERTY_SEED=random PROPERTY_RUNS=20 looks for new counterexamples: another seed, and 20 times as many cases.
 */

const { PROPERTY_SEED, PROPERTY_RUNS = '1' } = process.env;

/** Settings of fast-check for so many cases, from this seed by default. */
export function runs(count: number, seed = 20_261_122): { numRuns: number; seed?: number } {
  const numRuns = Math.ceil(count * Number(PROPERTY_RUNS));
  return PROPERTY_SEED === 'random' ? { numRuns } : { numRuns, seed: Number(PROPERTY_SEED ?? seed) };
}
