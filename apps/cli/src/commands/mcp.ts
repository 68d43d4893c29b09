/** `countersign mcp`: a Model Context Protocol server for assistants. */
import { Command } from '@commander-js/extra-typings';
import { addGuide } from '../define.ts';
import type { Session } from '../session.ts';

/** Builds the command. */
export function mcpCommand(session: Session) {
  const mcp = new Command('mcp')
    .summary('Serve tools to an assistant (Model Context Protocol)')
    .description(
      'Offers documents and templates to an assistant on standard input and output: list, show, create, send, void, download and verify. Uses a test key, so nothing is binding.',
    )
    .option('--live', 'allow a live key; a person approves each sending and voiding in the console')
    .option('--folder <path>', 'the only folder from which PDFs are read and to which they are written', '.');
  addGuide(mcp, {
    notes: `With --live, send_document and void_document answer with an address and a code. A manager of the workspace opens the address, sees what
is to be sent to whom, and approves. The key that the approval creates does this one thing and is revoked.`,
    examples: [
      'countersign mcp --folder ~/contracts',
      'countersign mcp --profile acme --live --folder ~/contracts',
    ],
  });
  mcp.action(async (options) => {
    // Only this command needs the protocol's library.
    const { serveMcp } = await import('../mcp/serve.ts');
    await serveMcp(session, options);
  });
  return mcp;
}
