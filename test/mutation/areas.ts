/** The tests of each source file. Only these run for a mutant, in this order, until one fails. */
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

interface Area {
  /** The common prefix of the paths of its sources. */
  sources: string;
  /** Test files, or globs of them, with the quickest first. */
  tests: string[];
}

const areas: Area[] = [
  {
    sources: 'packages/core/src/document/',
    tests: [
      'test/states.test.ts',
      'packages/core/src/document/*.test.ts',
      'packages/core/src/mail-delivery/mails.test.ts',
      'test/http/{document-files,storage-quota,signing-sessions,lists,fields-from-pdf,correct,expiry,console-drafts,console,upload-url,uploads,documents}.test.ts',
      'test/http/erasure.test.ts',
    ],
  },
  {
    sources: 'packages/core/src/signing/',
    tests: [
      'packages/core/src/signing/*.test.ts',
      'packages/core/src/event/*.test.ts',
      'packages/core/src/mail-delivery/mails.test.ts',
      'packages/core/src/document/transitions.test.ts',
      'test/http/{signing,signing-sessions}.test.ts',
    ],
  },
  {
    sources: 'packages/core/src/recipient/',
    tests: [
      'test/states.test.ts',
      'packages/core/src/recipient/*.test.ts',
      'packages/core/src/mail-delivery/mails.test.ts',
      'packages/core/src/signing/*.test.ts',
      'test/http/signing.test.ts',
    ],
  },
  {
    sources: 'packages/core/src/seal/',
    tests: ['packages/core/src/seal/*.test.ts', 'test/http/{verify,signed-values,signing-sessions}.test.ts'],
  },
  {
    sources: 'packages/core/src/bulk-send/',
    tests: [
      'test/states.test.ts',
      'packages/core/src/bulk-send/*.test.ts',
      'test/http/{bulk-sends,own-data}.test.ts',
      'test/flow/bulk-races.test.ts',
    ],
  },
  { sources: 'packages/contract/src/', tests: ['packages/contract/src/*.test.ts'] },
  { sources: 'packages/webhooks/src/', tests: ['packages/webhooks/src/*.test.ts'] },
  ...['verify.ts', 'revisions/', 'reader/signatures.ts'].map((name) => ({
    sources: `packages/pdf/src/${name}`,
    tests: ['packages/pdf/src/{verify,revisions/*,reader/*}.test.ts', 'test/attacks/*.test.ts'],
  })),
  {
    sources: 'packages/pdf/src/seal',
    tests: [
      'packages/pdf/src/seal/*.test.ts',
      'packages/pdf/src/seal.test.ts',
      'packages/pdf/src/verify.test.ts',
      'packages/pdf/src/{ltv,timestamps,update,backdrop}/*.test.ts',
    ],
  },
  {
    sources: 'packages/pdf/src/',
    // The others use fake timers of jest, which these runs do not have.
    tests: ['packages/pdf/src/*.test.ts', 'packages/pdf/src/!(threads|pki)/*.test.ts'],
  },
];

/** The test files for a source file, from the first area that matches; those with its name come first. Throws for a source without an area. */
export function testsOf(root: string, source: string): string[] {
  const area = areas.find(({ sources }) => source.startsWith(sources));
  if (!area) throw new Error(`test/mutation/areas.ts does not say which tests belong to ${source}.`);
  const files = area.tests.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted());
  const name = basename(source, '.ts');
  const isOwn = (file: string) => basename(file) === `${name}.test.ts`;
  return [...new Set([...files.filter(isOwn), ...files])].map((file) => join(root, file));
}
