/**
 * For Jest: starts the files that take longest first, so that none of them runs alone at the end. Jest itself knows how long files
 * take only from earlier runs on the same machine; without one it goes by their size.
 */
import { statSync } from 'node:fs';

/** The files that take longest although most of them are small, roughly in this order. A missing file does no harm. */
const longest = [
  'test/browser/console-stories.test.ts',
  'test/browser/screens.test.ts',
  'test/browser/console-screens.test.ts',
  'test/browser/sign.test.ts',
  'test/faults/key-rotation.test.ts',
  'test/guides/guides.test.ts',
  'test/attacks/attacks.test.ts',
  'test/browser/embed.test.ts',
  'packages/dev-database/src/embedded.test.ts',
  'test/browser/recovery.test.ts',
  'test/browser/screens-arabic.test.ts',
  'test/faults/database-restart.test.ts',
  'packages/queue/src/work.test.ts',
  'test/browser/direct-links.test.ts',
  'test/contract/properties.test.ts',
  'packages/storage/src/s3-storage.test.ts',
  'test/faults/disk-full.test.ts',
  'test/browser/document-list.test.ts',
  'test/browser/conditions.test.ts',
  'test/faults/s3-faults.test.ts',
  'test/flow/bulk-kill.test.ts',
  'packages/core/src/privacy/storages.test.ts',
  'test/flow/cli.test.ts',
  'test/flow/bulk-csv.test.ts',
  'test/browser/verify.test.ts',
  'test/flow/kill-seal-worker.test.ts',
  'test/http/link-limits.test.ts',
  'test/browser/conditional-fields.test.ts',
  'test/browser/erasure.test.ts',
  'test/browser/pdfs.test.ts',
  'test/flow/webhooks-isolation.test.ts',
  'test/flow/mail-pace.test.ts',
  'apps/admin/src/backup.test.ts',
  'test/browser/hostile.test.ts',
  'test/attacks/genuine.test.ts',
  'test/flow/doctor.test.ts',
  'test/flow/cli-package.test.ts',
  'test/guides/restore.test.ts',
  'test/flow/export-memory.test.ts',
  'test/browser/docs.test.ts',
  'packages/pdf/src/inspect.test.ts',
];

const rankOf = ({ path }) => {
  const at = longest.findIndex((file) => path.replaceAll('\\', '/').endsWith(`/${file}`));
  return at < 0 ? longest.length : at;
};

export default class LongestFirst {
  sort(tests) {
    const ranked = tests.map((test) => ({ test, rank: rankOf(test), size: statSync(test.path).size }));
    return ranked.sort((a, b) => a.rank - b.rank || b.size - a.size).map(({ test }) => test);
  }
  allFailedTests(tests) {
    return tests;
  }
  cacheResults() {}
}
