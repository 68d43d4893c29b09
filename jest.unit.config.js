import everything, { unit } from './jest.config.js';

/** `npm run test:unit`: the tests that need no database, no browser and no build. */
export default { ...everything, projects: [unit] };
