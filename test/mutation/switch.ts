/** Decides which mutant runs, and records which ones the code reaches. Worker threads share both with the thread that starts them. */
import { env } from 'node:process';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** A child process starts with the mutant that was active in its parent. */
export const activeVariable = 'COUNTERSIGN_ACTIVE_MUTANT';
export const mostMutants = 20_000;
const name = 'countersign-mutants';

function shareState(): SharedArrayBuffer {
  const state = new SharedArrayBuffer(4 + mostMutants);
  new Int32Array(state, 0, 1)[0] = Number(env[activeVariable] ?? -1);
  setEnvironmentData(name, state);
  return state;
}

const state = (getEnvironmentData(name) as SharedArrayBuffer | undefined) ?? shareState();
const active = new Int32Array(state, 0, 1);
const reached = new Uint8Array(state, 4);

/** Whether this mutant runs instead of the original code. */
export function isActive(mutant: number): boolean {
  reached[mutant] = 1;
  return active[0] === mutant;
}

/** From now on this mutant runs; -1 means none. */
export function activate(mutant: number): void {
  active[0] = mutant;
  env[activeVariable] = String(mutant);
}

/** The mutants that were reached since the last call. */
export function takeReached(): number[] {
  const found: number[] = [];
  for (let at = reached.indexOf(1); at >= 0; at = reached.indexOf(1, at + 1)) found.push(at);
  reached.fill(0);
  return found;
}
