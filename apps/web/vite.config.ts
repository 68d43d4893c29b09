/**
 * Builds the pages into dist/: index.html for signing, console.html, prepare.html for the editor in frames, hashed assets, and the data
 * files of pdf.js.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bundledLicences } from '@countersign/licences/bundled-licences';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const pdfjs = dirname(manifest);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
/** The version is in the path because everything under assets/ is cached forever. */
const pdfjsPath = `assets/pdfjs-${version}`;

/** Character maps, substitutes for fonts that are not embedded, image decoders and color profiles, without the engine for scripts in PDFs. */
const pdfjsFiles = ['cmaps', 'iccs', 'standard_fonts', 'wasm'].flatMap((folder) =>
  readdirSync(join(pdfjs, folder))
    .filter((name) => !/quickjs/i.test(name))
    .map((name) => `${folder}/${name}`),
);

/** Adds the data files of pdf.js to the build and to the development server. */
function pdfjsData(): Plugin {
  return {
    name: 'pdfjs-data',
    configureServer({ middlewares }) {
      middlewares.use(`/${pdfjsPath}`, (request, response, next) => {
        const file = (request.url ?? '').slice(1).split('?')[0]!;
        if (!pdfjsFiles.includes(file)) return next();
        if (file.endsWith('.wasm')) response.setHeader('Content-Type', 'application/wasm');
        response.end(readFileSync(join(pdfjs, file)));
      });
    },
    generateBundle() {
      for (const file of pdfjsFiles) {
        const source = readFileSync(join(pdfjs, file));
        this.emitFile({ type: 'asset', fileName: `${pdfjsPath}/${file}`, source });
      }
    },
  };
}

/**
 * Lets the build drop the parts of pdf.js that these pages do not use, such as the annotation editors: about a third of it.
 * Two things would keep them: the global copy of all exports, and classes whose static members look like side effects. The
 * first is removed, and each class becomes the result of a call marked as pure.
 */
function smallerPdfjs(): Plugin {
  const globalCopy = /^globalThis\.pdfjsLib = \{[^}]*\};$/m;
  return {
    name: 'smaller-pdfjs',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/pdfjs-dist/legacy/build/pdf.mjs')) return null;
      if (!globalCopy.test(code)) this.error('pdf.js has no globalThis.pdfjsLib any more: adapt this plugin');
      let shaken = code;
      for (const node of this.parse(code).body.toReversed()) {
        if (node.type !== 'ClassDeclaration' || !node.id) continue;
        const made = `const ${node.id.name} = /* @__PURE__ */ (() => ${code.slice(node.start, node.end)})();`;
        shaken = shaken.slice(0, node.start) + made + shaken.slice(node.end);
      }
      return { code: shaken.replace(globalCopy, ''), map: null };
    },
  };
}

/** Replaces the pattern engine of the shared field rules with a module that loads it only if a field has a pattern. */
function patternEngine(): Plugin {
  const standIn = join(import.meta.dirname, 'src/signing/pattern-engine.ts');
  return {
    name: 'pattern-engine',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 're2js' && importer !== standIn ? standIn : null),
  };
}

/** Replaces node:crypto, which the audit chain uses for SHA-256, with a module for browsers. */
function sha256(): Plugin {
  const standIn = join(import.meta.dirname, 'src/console/sha256.ts');
  return {
    name: 'sha256',
    enforce: 'pre',
    resolveId: (source) => (source === 'node:crypto' ? standIn : null),
  };
}

/**
 * Moves the style sheet to the end of the body. In the head it would delay the first paint, on a slow connection by seconds. The
 * script still waits for it.
 */
function lateStyles(): Plugin {
  return {
    name: 'late-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
        if (links.length === 0) this.error('the page has no style sheet to move');
        const rest = links.reduce((page, link) => page.replace(link, ''), html);
        return rest.replace('</body>', `${links.join('')}</body>`);
      },
    },
  };
}

/** Writes the licenses of all bundled code and fonts, which `/licences` shows. */
function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle() {
      const modules = [...this.getModuleIds()];
      const carried = pdfjsFiles.filter((file) => file.includes('/LICENSE')).map((file) => join(pdfjs, file));
      const source = bundledLicences([...modules, ...modules.flatMap(importedStyles), manifest], carried);
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}

/** The files that one of our style sheets imports. The bundler inlines them, so they are not in its list of modules. */
function importedStyles(id: string): string[] {
  const [path] = id.split('?');
  if (!path?.endsWith('.css') || path.includes('node_modules')) return [];
  const names = [...readFileSync(path, 'utf8').matchAll(/@import "([^"]+)"/g)].map(([, name]) => name!);
  const paths = names.map((name) =>
    name.startsWith('.') ? join(dirname(path), name) : createRequire(path).resolve(name),
  );
  return [...paths, ...paths.flatMap(importedStyles)];
}

/** Writes a compressed copy next to each script and style, which the service sends. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      for (const fileName of Object.keys(bundle).filter((name) => /\.(?:m?js|css|svg|wasm)$/.test(name))) {
        const plain = readFileSync(join(dir!, fileName));
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 9,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        };
        writeFileSync(join(dir!, `${fileName}.br`), brotliCompressSync(plain, { params }));
        writeFileSync(join(dir!, `${fileName}.gz`), gzipSync(plain, { level: 9 }));
      }
    },
  };
}

const pages = ['index.html', 'console.html', 'prepare.html'];

/** In the mode `gallery` only the gallery is built: no other build contains it. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    patternEngine(),
    sha256(),
    ...(mode === 'gallery' ? [] : [pdfjsData(), smallerPdfjs(), lateStyles(), licences(), compressed()]),
  ],
  define: { __PDFJS_DATA__: JSON.stringify(`/${pdfjsPath}/`) },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Without the polyfill, older browsers only load these modules a little later.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    // Lists the scripts of each page for test/browser/weight.test.ts.
    manifest: true,
    rolldownOptions: {
      input: (mode === 'gallery' ? ['gallery.html'] : pages).map((page) => join(import.meta.dirname, page)),
    },
  },
}));
