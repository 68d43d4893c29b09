/** `countersign keys …` */
import type { KeyOut } from '@countersign/client/generated/api';
import { addGuide, checked, group, oneOf } from '../define.ts';
import { openClient, type Session } from '../session.ts';
import { plainText } from '../show/plain-text.ts';
import { confirm, showDone, showRows } from '../show/present.ts';
import type { Column } from '../show/table.ts';
import { timeText } from '../show/text.ts';

/** Builds the command group. */
export function keysCommand(session: Session) {
  const keys = group('keys', 'API keys of the workspace');

  const list = keys
    .command('list')
    .summary('List API keys')
    .description('Lists the API keys of the workspace, newest first, including revoked ones.');
  addGuide(list, { examples: ['countersign keys list'] });
  list.action(async () => {
    const client = await openClient(session);
    const rows = await client.get('/v1/keys', { signal: session.signal });
    showRows(session, rows, keyColumns, { json: rows, none: 'No keys.' });
  });

  const create = keys
    .command('create')
    .summary('Create an API key')
    .description('Creates an API key and prints its value, which is shown only once.')
    .argument('<name>', 'name of the key, such as its purpose')
    .option('--mode <mode>', 'live or test', checked(oneOf(['live', 'test'])), 'live' as const);
  addGuide(create, {
    notes: 'Only the value is printed to standard output, so that it can be piped.',
    examples: [
      'countersign keys create "Build server" --mode test',
      'KEY=$(countersign keys create importer)',
    ],
  });
  create.action(async (name, { mode }) => {
    const client = await openClient(session);
    const created = await client.post('/v1/keys', { body: { name, mode }, signal: session.signal });
    if (session.options.json) return session.terminal.printJson(created);
    session.terminal.note(`Created the ${mode} key ${created.id}. Its value, shown only once:`);
    session.terminal.print(plainText(created.key));
  });

  const revoke = keys
    .command('revoke')
    .summary('Revoke an API key')
    .description('Revokes an API key. Programs that use it lose access immediately.')
    .argument('<key>', 'id of the key')
    .option('-y, --yes', 'do not ask for confirmation');
  addGuide(revoke, { examples: ['countersign keys revoke 01930b0e-… --yes'] });
  revoke.action(async (key_id, { yes }) => {
    const client = await openClient(session);
    await confirm(session, `Revoke the key ${plainText(key_id)}?`, yes);
    await client.post('/v1/keys/{key_id}/revoke', { params: { path: { key_id } }, signal: session.signal });
    showDone(session, `Revoked ${plainText(key_id)}`, { id: key_id, revoked: true });
  });

  return keys;
}

function stateOf({ revoked_at, expires_at }: KeyOut): string {
  if (revoked_at) return 'revoked';
  return expires_at && new Date(expires_at) <= new Date() ? 'expired' : 'active';
}

const keyColumns: ReadonlyArray<Column<KeyOut>> = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'MODE', text: ({ mode }) => mode },
  { title: 'STATE', text: stateOf, paint: (key) => (stateOf(key) === 'active' ? 'good' : 'dim') },
  { title: 'KEY', text: ({ display }) => display },
  { title: 'LAST USED', text: ({ last_used_at }) => timeText(last_used_at) },
  { title: 'CREATED', text: ({ created_at }) => timeText(created_at) },
  { title: 'NAME', text: ({ name }) => name, isFlexible: true },
];
