/** Reads the command line and runs the command. */
import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { errorJson, errorText, statusOf } from './describe-error.ts';
import { type ExitStatus, exit, UsageError } from './exit-status.ts';
import { createProgram } from './program.ts';
import type { Session } from './session.ts';
import { jsonText } from './show/plain-text.ts';
import { paintFor } from './show/text.ts';

/** Runs one command line; resolves with the exit status. Never rejects. */
export async function runCommandLine(session: Session, words: readonly string[]): Promise<ExitStatus> {
  const { terminal } = session;
  const program = createProgram(session);
  const paint = paintFor(terminal.color.err);
  // Errors in the command line occur before the options are parsed, so --json is looked up here.
  const end = words.indexOf('--');
  const wantsJson = words.slice(0, end < 0 ? words.length : end).includes('--json');
  forEachCommand(program, (command) =>
    command
      .exitOverride()
      .showHelpAfterError(`\n${nameOf(command)} --help shows the options.`)
      .configureOutput({
        writeOut: (text) => terminal.print(text.trimEnd()),
        writeErr: (text) => {
          if (!wantsJson) terminal.note(text.trimEnd());
        },
        outputError: (text, write) => write(text.replace(/^error:/, paint.bad('error:'))),
      }),
  );
  try {
    await program.parseAsync(words as string[], { from: 'user' });
    return exit.ok;
  } catch (thrown) {
    terminal.progress('');
    if (thrown instanceof CommanderError) {
      if (thrown.exitCode === 0) return exit.ok;
      if (wantsJson) terminal.note(jsonText(errorJson(misuseOf(thrown))));
      return exit.usage;
    }
    // An aborted operation can fail with any error. The reason of the abort is the one to report.
    const error: unknown = session.signal.aborted ? session.signal.reason : thrown;
    const text = errorText(error, paint);
    if (text && session.options.json) terminal.note(jsonText(errorJson(error)));
    else if (text) terminal.note(text);
    return statusOf(error);
  }
}

function misuseOf({ code, message }: CommanderError): UsageError {
  return new UsageError(
    code === 'commander.help' ? 'A command is missing; --help shows them.' : message.replace(/^error: /, ''),
  );
}

function nameOf(command: CommandUnknownOpts): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

function forEachCommand(command: CommandUnknownOpts, visit: (command: CommandUnknownOpts) => void): void {
  visit(command);
  for (const inner of command.commands) forEachCommand(inner, visit);
}
