const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/data/'],
};

/** Two projects: the architecture rules need no database, everything else gets one per worker. */
export default {
  // For a test that hangs; how fast something is, no test asks by the clock.
  testTimeout: 120_000,
  // Tests wait for the database, browsers and processes more than they compute.
  maxWorkers: 3,
  projects: [
    { ...shared, displayName: 'architecture', testMatch: ['<rootDir>/test/architecture.test.ts'] },
    {
      ...shared,
      displayName: 'countersign',
      testMatch: ['<rootDir>/{packages,apps,test,bench}/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/test/architecture.test.ts', '/test/corpus/'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
  ],
};
