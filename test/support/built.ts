/** Folders that `npm run build` creates. A test that imports this runs after a build. */
import { fileURLToPath } from 'node:url';

/** The built pages. */
export const builtPages = fileURLToPath(new URL('../../apps/web/dist/', import.meta.url));
/** The published script and modules for applications that show the signing page. */
export const embedPackage = fileURLToPath(new URL('../../packages/embed/', import.meta.url));
/** Packages that `npm pack` can take once they are built. */
export const publishedPackages = [
  'apps/cli',
  'packages/client',
  'packages/embed',
  // It has a manifest of its own: see packages/pdf/build.ts.
  'packages/pdf/dist',
].map((path) => fileURLToPath(new URL(`../../${path}`, import.meta.url)));
