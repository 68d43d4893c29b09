/** `countersign workspace …` */
import type { OwnWorkspaceOut } from '@countersign/client/generated/api';
import { addGuide, group, several } from '../define.ts';
import { UsageError } from '../exit-status.ts';
import { openClient, type Session } from '../session.ts';
import { showDetails } from '../show/present.ts';

/** Builds the command group. */
export function workspaceCommand(session: Session) {
  const workspace = group('workspace', 'Settings of the workspace');

  const get = workspace
    .command('get')
    .summary('Show the workspace and its origins')
    .description('Shows the workspace, and the origins whose pages may show signing sessions in a frame.');
  addGuide(get, { examples: ['countersign workspace get'] });
  get.action(async () => {
    const client = await openClient(session);
    show(session, await client.get('/v1/workspace', { signal: session.signal }));
  });

  const set = workspace
    .command('set')
    .summary('Set the origins that may show signing sessions')
    .description('Replaces the origins whose pages may show signing sessions in a frame.')
    .option('--embed-origin <origin>', 'for example https://app.example.com; repeatable', several(String))
    .option('--no-embed-origins', 'allow no frames');
  addGuide(set, {
    notes: 'With a test key, http://localhost is allowed too. It counts for test documents only.',
    examples: [
      'countersign workspace set --embed-origin https://app.example.com',
      'countersign workspace set --no-embed-origins',
    ],
  });
  set.action(async ({ embedOrigin, embedOrigins }) => {
    if ((embedOrigin === undefined) === embedOrigins)
      throw new UsageError('Give either --embed-origin, once or more, or --no-embed-origins.');
    const client = await openClient(session);
    const body = { embed_origins: embedOrigin ?? [] };
    show(session, await client.patch('/v1/workspace', { body, signal: session.signal }));
  });

  return workspace;
}

function show(session: Session, workspace: OwnWorkspaceOut): void {
  showDetails(
    session,
    [
      ['Workspace', `${workspace.name} (${workspace.slug})`],
      ['Frames on', workspace.embed_origins.join(', ') || 'no pages'],
    ],
    workspace,
  );
}
