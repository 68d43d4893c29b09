import { compileCache } from './test/support/cache.ts';
import { testsByKind } from './test/support/test-kinds.ts';

// For Jest itself, its workers, and the threads and processes that tests start.
Object.assign(process.env, compileCache);

const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/data/'],
};
const tests = testsByKind(import.meta.dirname, ['packages', 'apps', 'test', 'bench', 'deploy']);
const architecture = `${import.meta.dirname}/test/architecture.test.ts`;
const globalTeardown = '<rootDir>/test/support/global-teardown.ts';

/** Tests that need no database, no browser and no build. */
export const unit = {
  ...shared,
  displayName: 'countersign',
  testMatch: tests.unit.filter((file) => file !== architecture),
};

/** Jest prepares a project only if one of its tests runs: see test/support/test-kinds.ts for what each kind needs. */
export default {
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  // Ends a test that hangs. Long enough for a slow machine.
  testTimeout: 600_000,
  // Tests wait for the database, browsers and processes more than they compute.
  maxWorkers: 3,
  // A worker keeps the modules of the files that it ran, and collecting a heap of several GiB takes long.
  workerIdleMemoryLimit: '700MB',
  projects: [
    { ...shared, displayName: 'architecture', testMatch: [architecture] },
    unit,
    {
      ...shared,
      displayName: 'countersign',
      testMatch: tests.database,
      globalSetup: '<rootDir>/test/support/database-setup.ts',
      globalTeardown,
    },
    {
      ...shared,
      displayName: 'countersign',
      testMatch: tests.built,
      globalSetup: '<rootDir>/test/support/built-setup.ts',
      globalTeardown,
    },
  ],
};
