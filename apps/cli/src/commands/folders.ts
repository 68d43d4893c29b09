/** `countersign folders …` */
import type { FolderOut } from '@countersign/client/generated/api';
import { addGuide, group } from '../define.ts';
import { UsageError } from '../exit-status.ts';
import { openClient, type Session } from '../session.ts';
import { plainText } from '../show/plain-text.ts';
import { confirm, showDone, showRows } from '../show/present.ts';
import type { Column } from '../show/table.ts';

const at = (folder_id: string) => ({ params: { path: { folder_id } } });

/** Builds the command group. */
export function foldersCommand(session: Session) {
  const folders = group('folders', 'Folders of documents');

  const list = folders
    .command('list')
    .summary('Show the folders as a tree')
    .description('Shows the folders of the workspace as a tree.');
  addGuide(list, { examples: ['countersign folders list'] });
  list.action(async () => {
    const client = await openClient(session);
    const all = await client.get('/v1/folders', { signal: session.signal });
    showRows(session, asTree(all), folderColumns, { json: all, none: 'No folders.' });
  });

  const create = folders
    .command('create')
    .summary('Create a folder')
    .description('Creates a folder.')
    .argument('<name>', 'name of the folder')
    .option('--in <folder>', 'id of the parent folder');
  addGuide(create, { examples: ['countersign folders create "Leases" --in 01930b0e-…'] });
  create.action(async (name, options) => {
    const client = await openClient(session);
    const body = { name, ...(options.in !== undefined && { parent_id: options.in }) };
    const made = await client.post('/v1/folders', { body, signal: session.signal });
    showDone(session, `Created ${made.id}  ${plainText(made.name)}`, made);
  });

  const update = folders
    .command('update')
    .summary('Rename or move a folder')
    .description('Renames a folder, or moves it into another one or to the root.')
    .argument('<folder>', 'id of the folder')
    .option('-n, --name <name>', 'new name')
    .option('--in <folder>', 'id of the new parent folder, or "root"');
  addGuide(update, {
    examples: [
      'countersign folders update 01930b0e-… --name "Old leases"',
      'countersign folders update 01930b0e-… --in root',
    ],
  });
  update.action(async (id, options) => {
    if (options.name === undefined && options.in === undefined)
      throw new UsageError('Give it a --name, or move it --in.');
    const client = await openClient(session);
    const body = {
      ...(options.name !== undefined && { name: options.name }),
      ...(options.in === 'root'
        ? { move_to_root: true }
        : options.in !== undefined && { parent_id: options.in }),
    };
    const folder = await client.patch('/v1/folders/{folder_id}', { ...at(id), body, signal: session.signal });
    showDone(session, `Changed ${folder.id}  ${plainText(folder.name)}`, folder);
  });

  const remove = folders
    .command('delete')
    .summary('Delete an empty folder')
    .description('Deletes a folder that is empty.')
    .argument('<folder>', 'id of the folder')
    .option('-y, --yes', 'do not ask for confirmation');
  addGuide(remove, { examples: ['countersign folders delete 01930b0e-… --yes'] });
  remove.action(async (id, { yes }) => {
    const client = await openClient(session);
    await confirm(session, `Delete the folder ${plainText(id)}?`, yes);
    await client.delete('/v1/folders/{folder_id}', { ...at(id), signal: session.signal });
    showDone(session, `Deleted ${plainText(id)}`, { id, deleted: true });
  });

  return folders;
}

/** Parents before their children. */
function asTree(folders: readonly FolderOut[]): FolderOut[] {
  const below = (parent: string | null): FolderOut[] =>
    folders
      .filter(({ parent_id }) => parent_id === parent)
      .flatMap((folder) => [folder, ...below(folder.id)]);
  return below(null);
}

const folderColumns: ReadonlyArray<Column<FolderOut>> = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'NAME', text: ({ name, depth }) => `${'   '.repeat(depth - 1)}${name}`, isFlexible: true },
];
