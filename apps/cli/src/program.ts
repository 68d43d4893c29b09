/** All commands of `countersign`. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { usageCommand, whoamiCommand } from './commands/account.ts';
import { adminEventsCommand } from './commands/admin-events.ts';
import { bulkSendsCommand } from './commands/bulk-sends.ts';
import { completionCommand } from './commands/completion.ts';
import { documentsCommand } from './commands/documents.ts';
import { foldersCommand } from './commands/folders.ts';
import { keysCommand } from './commands/keys.ts';
import { loginCommand, logoutCommand, profilesCommand } from './commands/login.ts';
import { mcpCommand } from './commands/mcp.ts';
import { requestsCommand } from './commands/requests.ts';
import { templatesCommand } from './commands/templates.ts';
import { verifyCommand } from './commands/verify.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import { workspaceCommand } from './commands/workspace.ts';
import { exitMeanings } from './exit-status.ts';
import type { Session } from './session.ts';

/** Builds all commands for a session. The session's `options` are set before a command runs. */
export function createProgram(session: Session): CommandUnknownOpts {
  const program = new Command('countersign')
    .summary('Electronic document signing from the command line')
    .description(
      'Manages documents, templates, bulk sends and webhooks of a Countersign service, and verifies sealed PDFs.',
    )
    .version(session.version, '-V, --version', 'print the version')
    .option('--profile <name>', 'sign-in to use (default: COUNTERSIGN_PROFILE, or the last one)')
    .option(
      '--url <address>',
      'address of the service (default: COUNTERSIGN_URL, or the service you signed in to)',
    )
    .option('--json', 'print JSON for programs')
    .configureHelp({
      showGlobalOptions: true,
      sortSubcommands: false,
      helpWidth: session.terminal.isOutTerminal ? Math.min(110, session.terminal.columns) : 100,
    })
    .showSuggestionAfterError()
    .addHelpText('after', exitHelp)
    .hook('preAction', (_program, command) => {
      session.options = command.optsWithGlobals();
    });
  const commands: CommandUnknownOpts[] = [
    loginCommand(session),
    logoutCommand(session),
    profilesCommand(session),
    whoamiCommand(session),
    documentsCommand(session),
    templatesCommand(session),
    requestsCommand(session),
    bulkSendsCommand(session),
    webhooksCommand(session),
    foldersCommand(session),
    keysCommand(session),
    adminEventsCommand(session),
    workspaceCommand(session),
    usageCommand(session),
    verifyCommand(session),
    mcpCommand(session),
    completionCommand(session, () => program),
  ];
  for (const command of commands) {
    program.addCommand(command as Command);
    command.copyInheritedSettings(program);
    for (const inner of command.commands) inner.copyInheritedSettings(program);
  }
  return program;
}

const exitHelp = `
Environment:
  COUNTERSIGN_API_KEY   key to use instead of a sign-in
  COUNTERSIGN_URL       address of the service
  COUNTERSIGN_PROFILE   sign-in to use
  NO_COLOR              turns colors off

Exit status:
${exitMeanings.map(([status, meaning]) => `  ${String(status).padStart(3)}  ${meaning}`).join('\n')}`;
