/** `node bundle-page.mjs FILE`: prints the script with everything that it imports, as one script for a page. */
import { rolldown } from 'rolldown';

const bundle = await rolldown({
  input: process.argv[2],
  platform: 'browser',
  // Strict mode mounts components twice only in this build of React.
  transform: { define: { 'process.env.NODE_ENV': '"development"' } },
});
const { output } = await bundle.generate({ format: 'iife' });
process.stdout.write(output[0].code);
