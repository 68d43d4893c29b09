/**
 * Builds `dist/`, the content of the npm package. All dependencies are bundled, so installing the package installs nothing else. The code
 * runs on Node 20.19 and newer.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledLicences } from '@countersign/licences/bundled-licences';
import { rolldown } from 'rolldown';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const dist = path('dist');

/** A replacement for Promise.withResolvers, which Node 20 does not have. */
const withResolvers = `Promise.withResolvers ??= function () {
  let resolve, reject;
  const promise = new this((yes, no) => { resolve = yes; reject = no; });
  return { promise, resolve, reject };
};`;

/** The thread that verifies is a separate file next to the bundle. */
const thread = {
  name: 'thread',
  transform: (code: string, id: string) =>
    id.endsWith('/verify-in-thread.ts')
      ? code
          .replace("'./verify-thread.ts'", "'./verify-thread.js'")
          .replace('"./verify-thread.ts"', '"./verify-thread.js"')
      : null,
};

const bundle = await rolldown({
  input: {
    countersign: path('src/main.ts'),
    'verify-thread': path('../../packages/pdf/src/threads/verify-thread.ts'),
  },
  platform: 'node',
  external: [/^node:/],
  transform: { target: 'node20' },
  plugins: [thread],
});
rmSync(dist, { recursive: true, force: true });
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  banner: withResolvers,
  comments: { legal: true },
});
writeFileSync(
  join(dist, 'LICENSES.txt'),
  bundledLicences(output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))),
);
