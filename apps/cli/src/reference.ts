/** Generates docs/CLI.md from the commands. `npm run docs:cli` writes the file; a test checks that it is up to date. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { guideOf } from './define.ts';
import { exitMeanings } from './exit-status.ts';
import { createProgram } from './program.ts';
import type { Session } from './session.ts';

const head = `# The command line

With the command \`countersign\` you manage documents, templates, bulk sends and webhooks from a terminal or a script, and verify sealed PDFs.
This page is generated from its help by \`npm run docs:cli\`.

\`\`\`sh
npm install --global @countersign/cli        # Node 20.19 or newer; in this repository: npm run -s countersign -- …
countersign login --url https://sign.example.com
countersign documents create lease.pdf --recipient "Ada Lovelace <ada@example.com>" --field signature:1:10%,80%,30%,6% --send
\`\`\`

## For scripts

- \`COUNTERSIGN_API_KEY\` and \`COUNTERSIGN_URL\` replace a sign-in. If there are several sign-ins, choose one with \`--profile\` or
  \`COUNTERSIGN_PROFILE\`.
- \`--json\` prints the response of the API unchanged; commands that watch something print one JSON value per line. Errors go to standard error.
  With \`--json\` an error of the service is its problem document with \`exit_status\` and \`request_id\`; another error, such as invalid rows, has
  \`exit_status\` and \`detail\`. All output on standard error is JSON. What was done before the error is on standard output.
- Results go to standard output, everything else to standard error. Progress bars and colors appear only on a terminal; \`NO_COLOR\` turns
  colors off.
- Commands that cannot be undone ask for confirmation. Without a terminal they need \`--yes\`.
- Requests without a response, or with the response 429, 502, 503 or 504, are retried up to three times. The retries of a POST use the same
  Idempotency-Key.
- Sign-ins are stored in \`$XDG_CONFIG_HOME/countersign/profiles.json\` (by default under \`~/.config\`; on Windows under \`%APPDATA%\`), mode 600.

`;

/** The page. */
export function referenceText(): string {
  const program = createProgram(nowhere);
  const statuses = exitMeanings.map(([status, meaning]) => `| ${status} | ${meaning} |`).join('\n');
  const globals = optionTable(program);
  const sections = leavesOf(program).map(sectionOf);
  return `${head}| exit status | |\n|---|---|\n${statuses}\n\n## Options of every command\n\n${globals}\n\n## Commands\n\n${sections.join('\n\n')}\n`;
}

/** All commands that are not groups, in order. */
function leavesOf(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return command.commands.flatMap((one) => (one.commands.length > 0 ? leavesOf(one) : [one]));
}

function nameOf(command: CommandUnknownOpts): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

function sectionOf(command: CommandUnknownOpts): string {
  const guide = guideOf(command);
  if (!guide) throw new Error(`${nameOf(command)} has no guide`);
  const rows = command.registeredArguments.map((one) => {
    const name = one.required ? `<${one.name()}>` : `[${one.name()}]`;
    return row(name, one.description);
  });
  const table = [...rows, ...rowsOf(command)].join('\n');
  return [
    `### \`${nameOf(command)} ${command.usage()}\``,
    command.description(),
    table && `| | |\n|---|---|\n${table}`,
    guide.notes && escaped(guide.notes),
    `\`\`\`sh\n${guide.examples.join('\n')}\n\`\`\``,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Escapes what Markdown would read as a table cell or a tag. */
const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const row = (name: string, meaning: string) => `| \`${name}\` | ${escaped(meaning)} |`;
const rowsOf = (command: CommandUnknownOpts) =>
  command.options.map(({ flags, description, defaultValue }) =>
    row(
      flags,
      defaultValue === undefined || defaultValue === true
        ? description
        : `${description} (${String(defaultValue)} by default)`,
    ),
  );
const optionTable = (command: CommandUnknownOpts) => `| | |\n|---|---|\n${rowsOf(command).join('\n')}`;

/** A placeholder: building commands requires a session, but generating the page does not use it. */
const nowhere: Session = {
  terminal: {
    print: () => {},
    printJson: () => {},
    write: async () => {},
    note: () => {},
    progress: () => {},
    ask: async () => '',
    askSecret: async () => '',
    read: async () => Buffer.alloc(0),
    isOutTerminal: false,
    isErrTerminal: false,
    isInteractive: false,
    columns: Number.POSITIVE_INFINITY,
    errColumns: 80,
    color: { out: false, err: false },
  },
  env: {},
  platform: 'linux',
  version: '0.0.0',
  signal: new AbortController().signal,
  options: {},
};
