/**
 * The number of cases of a property test, and their seed. The seed is fixed, so that a new failure is caused by a change and not by chance.
 * PROPERTY_SEED=random PROPERTY_RUNS=20 looks for new counterexamples: with another seed, and 20 times as many cases.
 */

const { PROPERTY_SEED, PROPERTY_RUNS = '1' } = process.env;

/** Settings of fast-check for so many cases, from this seed by default. */
export function runs(count: number, seed = 20_261_122): { numRuns: number; seed?: number } {
  const numRuns = Math.ceil(count * Number(PROPERTY_RUNS));
  return PROPERTY_SEED === 'random' ? { numRuns } : { numRuns, seed: Number(PROPERTY_SEED ?? seed) };
}
