/** Builds `dist/countersign-embed.js` for pages without a bundler: a plain script that defines `CountersignEmbed`. tsc builds the modules. */
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const bundle = await rolldown({
  input: path('src/embed.ts'),
  platform: 'browser',
  transform: { target: 'es2020' },
});
await bundle.write({
  file: path('dist/countersign-embed.js'),
  format: 'iife',
  name: 'CountersignEmbed',
  minify: true,
});
