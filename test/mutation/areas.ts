/** The tests of each source file. Only these run for a mutant, in this order, until one fails. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
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
      'packages/core/src/event/limit-trail.test.ts',
      'packages/core/src/mail-delivery/mails.test.ts',
      'test/http/{document-files,storage-quota,signing-sessions,lists,fields-from-pdf,correct,expiry,conditional-fields,preparation-sessions,bulk-operations,console-drafts,console,upload-url,uploads,documents,document-content,active-content,own-data,folders,one-request,test-mode,anchors,hostile-uploads}.test.ts',
      'test/http/{erasure,own-signatures,direct-links,roles}.test.ts',
      'test/flow/webhooks-events.test.ts',
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
      'test/http/{signing,correct,platform}.test.ts',
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
      'test/http/{bulk-sends,bulk-pdfs,bulk-operations,own-data,evidence,storage-quota,roles,erasure,lists}.test.ts',
      'test/flow/{bulk-csv,bulk-races,mail-pace}.test.ts',
    ],
  },
  {
    sources: 'packages/core/src/webhook/',
    tests: [
      'packages/core/src/webhook/*.test.ts',
      'test/http/{webhooks,events}.test.ts',
      'test/flow/{webhooks,webhooks-events,webhooks-isolation}.test.ts',
      'test/http/{lists,admin-events,roles}.test.ts',
    ],
  },
  {
    // The pacer and its states.
    sources: 'packages/core/src/mail/pac',
    tests: ['packages/core/src/mail/*.test.ts', 'test/flow/mail-pace.test.ts'],
  },
  {
    sources: 'packages/core/src/mail-delivery/',
    tests: [
      'packages/core/src/{mail,mail-delivery}/*.test.ts',
      'packages/core/src/{signing/otp,user/mails}.test.ts',
      'test/http/{test-mode,signing-sessions,direct-links,correct,abuse,signing,documents}.test.ts',
      'test/flow/mail-pace.test.ts',
    ],
  },
  {
    sources: 'packages/core/src/privacy/',
    tests: [
      'packages/core/src/privacy/*.test.ts',
      'apps/admin/src/privacy.test.ts',
      'test/http/{erasure,own-data,roles,bulk-operations,document-events,own-signatures,signed-values,document-files,evidence,bulk-pdfs,account,expiry,abuse}.test.ts',
    ],
  },
  ...Object.entries({
    abuse: ['', 'abuse,link-limits,signing'],
    'admin-event': ['', 'admin-events,roles,what-is-kept'],
    anchor: ['', 'anchors,verify,verify-page'],
    blob: [
      '{blob,housekeeping,document}/*',
      'what-is-kept,storage-quota,uploads,upload-url,bulk-operations,own-signatures,bulk-pdfs',
    ],
    device: ['', 'device,admin-events,single-sign-on'],
    event: ['event/*', 'document-events,events,verify,roles,bulk-operations'],
    field: [
      '{field,signing}/*',
      'conditional-fields,signing,signed-values,documents,fields-from-pdf,templates',
    ],
    folder: ['', 'folders,lists,roles'],
    housekeeping: [
      'housekeeping/*',
      'what-is-kept,storage-quota,uploads,document-files,own-signatures,signing,requests',
    ],
    key: ['key/*', 'keys,roles,account,admin-events,sessions'],
    mail: [
      '{mail,mail-delivery}/*',
      'link-limits,signing,documents,admin-events,what-is-kept,bulk-sends,bulk-operations,console',
    ],
    passkey: ['passkey/*', 'passkeys,roles,sessions'],
    'recipient-signature': ['recipient-signature/*', 'own-signatures'],
    'request-log': ['request-log/*', 'requests,roles'],
    results: ['results/*', 'evidence,roles,bulk-operations'],
    'single-sign-on': ['single-sign-on/*', 'single-sign-on,passkeys,roles,admin-events'],
    template: [
      'document/draft',
      'templates,direct-links,one-request,lists,roles,fields-from-pdf,own-data,admin-events,bulk-sends,bulk-pdfs,conditional-fields,storage-quota',
    ],
    'test-mode': ['test-mode/*', 'test-mode,expiry,roles,signing-sessions'],
    usage: ['usage/*', 'account,storage-quota,documents,roles,bulk-operations,document-files,bulk-pdfs'],
    user: ['user/*', 'sessions,roles,console,single-sign-on,passkeys,account,lists,admin-events'],
    workspace: ['', 'account,console,signing-sessions,preparation-sessions,admin-events,roles,sessions'],
  }).map(([name, [unit, http]]) => ({
    sources: `packages/core/src/${name}/`,
    tests: [...(unit ? [`packages/core/src/${unit}.test.ts`] : []), `test/http/{${http},}.test.ts`],
  })),
  ...['idempotency', 'rate-limit'].map((name) => ({
    sources: `packages/core/src/${name}/`,
    tests: [
      `packages/core/src/${name}/*.test.ts`,
      `apps/api/src/middleware/${name}.test.ts`,
      'packages/core/src/housekeeping/collect-garbage.test.ts',
      'test/http/{platform,sessions}.test.ts',
    ],
  })),
  {
    sources: 'packages/core/src/',
    tests: ['packages/core/src/*.test.ts', 'test/http/{roles,own-data,document-files,account}.test.ts'],
  },
  { sources: 'packages/contract/src/', tests: ['packages/contract/src/*.test.ts'] },
  { sources: 'packages/webhooks/src/', tests: ['packages/webhooks/src/*.test.ts'] },
  ...['verify.ts', 'revisions/', 'reader/signatures.ts'].map((name) => ({
    sources: `packages/pdf/src/${name}`,
    tests: [
      'packages/pdf/src/{verify,cms/algorithms,pki/trust,plain-seal,recipient-signature,seal,{revisions,reader,timestamps,ltv,seal}/*}.test.ts',
      'test/http/{verify,verify-page}.test.ts',
      'test/attacks/*.test.ts',
    ],
  })),
  {
    sources: 'packages/pdf/src/seal',
    tests: [
      'packages/pdf/src/seal/*.test.ts',
      'packages/pdf/src/{seal,plain-seal,preview,verify,recipient-signature}.test.ts',
      'packages/pdf/src/{ltv,timestamps,update,backdrop}/*.test.ts',
    ],
  },
  {
    sources: 'packages/pdf/src/',
    // The others use fake timers of jest, which these runs do not have.
    tests: ['packages/pdf/src/*.test.ts', 'packages/pdf/src/!(threads|pki)/*.test.ts'],
  },
];

/**
 * The test files for a source file, from the first area that matches; those with its name come first. Throws for a source without an
 * area.
 */
export function testsOf(root: string, source: string): string[] {
  const area = areas.find(({ sources }) => source.startsWith(sources));
  if (!area) throw new Error(`test/mutation/areas.ts does not say which tests belong to ${source}.`);
  const files = area.tests.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted());
  const name = basename(source, '.ts');
  const isOwn = (file: string) => basename(file) === `${name}.test.ts`;
  return [...new Set([...files.filter(isOwn), ...files])].map((file) => join(root, file));
}

/** The key of a stored result: a mutant is tested again if its source or one of its test files changes. */
export function keyOf({ path, id }: { path: string; id: string }, tests: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of tests) hash.update(readFileSync(file));
  return `${path} ${id} ${hash.digest('hex')}`;
}
