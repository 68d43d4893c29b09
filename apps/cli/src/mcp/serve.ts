/** Runs the server of `countersign mcp` on standard input and output until the input ends. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { UsageError } from '../exit-status.ts';
import { clientFor, findAccess, type Session } from '../session.ts';
import { createApprovals } from './approvals.ts';
import { openFolder } from './folder.ts';
import { createMcpServer } from './server.ts';

/** Throws UsageError for a live key without `live`, before anything is served. */
export async function serveMcp(session: Session, options: { live?: boolean; folder: string }): Promise<void> {
  const { url, apiKey } = await findAccess(session);
  const client = clientFor(session, url, apiKey);
  const me = await client.get('/v1/me', { signal: session.signal });
  if (me.mode === 'live' && !options.live)
    throw new UsageError(
      'The key is a live key. Use a test key (countersign login --mode test), or add --live: then a person approves each sending.',
    );
  const folder = await openFolder(options.folder);
  const approvals = createApprovals((key) => clientFor(session, url, key), {
    version: session.version,
    workspace: me.workspace.slug,
  });
  const server = createMcpServer({ version: session.version, client, me, folder, approvals });
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    session.signal.addEventListener('abort', () => resolve(), { once: true });
    process.stdin.once('end', () => resolve());
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}
