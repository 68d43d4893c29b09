/** Builds the pages into dist/: index.html for signing, console.html, hashed assets, and what pdf.js fetches while it draws. */
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
/** The version is in the path because everything under assets/ is cached for ever. */
const pdfjsPath = `assets/pdfjs-${version}`;

/** Character maps, stand-ins for the fonts a PDF may leave out, image decoders and colour profiles; no engine for the scripts of PDFs. */
const pdfjsFiles = ['cmaps', 'iccs', 'standard_fonts', 'wasm'].flatMap((folder) =>
  readdirSync(join(pdfjs, folder))
    .filter((name) => !/quickjs/i.test(name))
    .map((name) => `${folder}/${name}`),
);

/** Puts them where pdf.js fetches them: into the build, and into the development server. */
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

/** The shared rules get the engine of patterns through a stand-in that fetches it when a field has a pattern. */
function patternEngine(): Plugin {
  const standIn = join(import.meta.dirname, 'src/signing/pattern-engine.ts');
  return {
    name: 'pattern-engine',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 're2js' && importer !== standIn ? standIn : null),
  };
}

/** The audit chain's arithmetic asks Node for SHA-256, by the two calls that this stand-in has for browsers. */
function sha256(): Plugin {
  const standIn = join(import.meta.dirname, 'src/console/sha256.ts');
  return {
    name: 'sha256',
    enforce: 'pre',
    resolveId: (source) => (source === 'node:crypto' ? standIn : null),
  };
}

/** The licences of everything that the pages bring, fonts included: `/licences` shows them. */
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

/** What a style sheet of ours imports: the bundler puts it in without making a module of it. */
function importedStyles(id: string): string[] {
  const [path] = id.split('?');
  if (!path?.endsWith('.css') || path.includes('node_modules')) return [];
  const names = [...readFileSync(path, 'utf8').matchAll(/@import "([^"]+)"/g)].map(([, name]) => name!);
  const paths = names.map((name) =>
    name.startsWith('.') ? join(dirname(path), name) : createRequire(path).resolve(name),
  );
  return [...paths, ...paths.flatMap(importedStyles)];
}

/** Beside every script and style the same bytes compressed, for the service to send. */
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), patternEngine(), sha256(), pdfjsData(), smallerPdfjs(), licences(), compressed()],
  define: { __PDFJS_DATA__: JSON.stringify(`/${pdfjsPath}/`) },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Browsers without it fetch the same modules a moment later.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    // Says which script each page needs, for the test of their weight.
    manifest: true,
    rolldownOptions: {
      input: ['index.html', 'console.html'].map((page) => join(import.meta.dirname, page)),
    },
  },
});
