/** Builds the pages into dist/: index.html, hashed assets, and what pdf.js fetches while it draws. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const pdfjs = dirname(manifest);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
/** The version is in the path because everything under assets/ is cached for ever. */
const pdfjsPath = `assets/pdfjs-${version}`;

/** Character maps, stand-ins for the fonts a PDF may leave out, and the image decoders that need no WebAssembly. */
function pdfjsData(): Plugin {
  const wanted = (folder: string, file: string) =>
    folder === 'wasm' ? file.endsWith('_nowasm_fallback.js') : true;
  return {
    name: 'pdfjs-data',
    generateBundle() {
      for (const folder of ['cmaps', 'standard_fonts', 'wasm']) {
        for (const file of readdirSync(join(pdfjs, folder)).filter((name) => wanted(folder, name))) {
          const source = readFileSync(join(pdfjs, folder, file));
          this.emitFile({ type: 'asset', fileName: `${pdfjsPath}/${folder}/${file}`, source });
        }
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), pdfjsData()],
  define: { __PDFJS_DATA__: JSON.stringify(`/${pdfjsPath}/`) },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
  },
});
