import type { FolderOut } from '@countersign/client/generated/api';
import { useEffect, useState } from 'react';
import { TextInput } from '../../ui/text-input.tsx';
import { Confirm, IconButton, Menu, type MenuItem, Select } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { hasIssue, issueOf } from '../problem-error.ts';
import { useInvalidate } from '../query.ts';
import { useClient, useIsAtLeast } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { documentDragType, type FolderNode, linesOf, treeOf, useMoveDocument } from './use-folders.ts';

const maxDepth = 5;
/** Windows this wide show the tree next to the list, always open (console.css). */
const wide = '(min-width: 60.01rem)';
/** The dialog that is shown. */
type OpenDialog =
  | { what: 'create'; parent: FolderNode | null }
  | { what: 'rename' | 'move' | 'delete'; folder: FolderNode };

/** The folders next to the list. Documents can be dropped on them; managers create, rename, move and delete them. */
export function FolderTree({
  folders,
  chosen,
  onChoose,
}: {
  folders: FolderOut[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
}) {
  const canManage = useIsAtLeast('manager');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [isOpen, setIsOpen] = useState(() => matchMedia(wide).matches);
  useEffect(() => {
    const query = matchMedia(wide);
    const follow = () => setIsOpen(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  const move = useMoveDocument();
  const tree = treeOf(folders);
  const chosenName = chosen === 'root' ? 'No folder' : folders.find(({ id }) => id === chosen)?.name;
  if (folders.length === 0 && !canManage) return <div />;

  const menuOf = (folder: FolderNode): MenuItem[] => [
    ...(folder.depth < maxDepth
      ? [
          {
            label: 'New folder inside…',
            icon: 'folder-plus' as const,
            onChoose: () => setDialog({ what: 'create', parent: folder }),
          },
        ]
      : []),
    { label: 'Rename…', icon: 'edit', onChoose: () => setDialog({ what: 'rename', folder }) },
    { label: 'Move…', icon: 'folder', onChoose: () => setDialog({ what: 'move', folder }) },
    { label: 'Delete…', icon: 'trash', danger: true, onChoose: () => setDialog({ what: 'delete', folder }) },
  ];

  const branch = (nodes: FolderNode[]) => (
    <ul>
      {nodes.map((node) => (
        <li key={node.id}>
          <div className="c-folder">
            <Place
              label={node.name}
              isChosen={chosen === node.id}
              onChoose={() => onChoose(node.id)}
              onDocument={(id) => void move(id, node)}
            />
            {canManage && <Menu label={`Actions for the folder ${node.name}`} items={menuOf(node)} />}
          </div>
          {node.children.length > 0 && branch(node.children)}
        </li>
      ))}
    </ul>
  );

  return (
    <details className="c-folders" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="folder" />
        <span>{chosenName ?? 'Folders'}</span>
        <Icon name="chevron" />
      </summary>
      <nav aria-label="Folders">
        <div className="c-folders-head">
          <h2>Folders</h2>
          {canManage && (
            <IconButton
              icon="folder-plus"
              label="New folder"
              onClick={() => setDialog({ what: 'create', parent: null })}
            />
          )}
        </div>
        <Place
          label="All documents"
          isChosen={chosen === null}
          onChoose={() => onChoose(null)}
          icon="documents"
        />
        {folders.length > 0 && (
          <Place
            label="No folder"
            isChosen={chosen === 'root'}
            onChoose={() => onChoose('root')}
            onDocument={(id) => void move(id, null)}
          />
        )}
        {branch(tree)}
        {folders.length === 0 && <p className="hint">Create folders to organize your documents.</p>}
      </nav>
      {dialog?.what === 'create' && <NameDialog parent={dialog.parent} onClose={() => setDialog(null)} />}
      {dialog?.what === 'rename' && <NameDialog folder={dialog.folder} onClose={() => setDialog(null)} />}
      {dialog?.what === 'move' && (
        <MoveFolderDialog folder={dialog.folder} lines={linesOf(tree)} onClose={() => setDialog(null)} />
      )}
      {dialog?.what === 'delete' && (
        <DeleteFolder
          folder={dialog.folder}
          onDeleted={() => chosen === dialog.folder.id && onChoose(null)}
          onClose={() => setDialog(null)}
        />
      )}
    </details>
  );
}

/** One line of the tree. Documents can be dropped on it. */
function Place({
  label,
  isChosen,
  onChoose,
  onDocument,
  icon = 'folder',
}: {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
  onDocument?: (id: string) => void;
  icon?: 'folder' | 'documents';
}) {
  const [isOver, setOver] = useState(false);
  return (
    <button
      type="button"
      className={`c-folder-name ${isOver ? 'c-folder-over' : ''}`}
      aria-current={isChosen ? 'true' : undefined}
      onClick={onChoose}
      onDragOver={(event) => {
        if (!onDocument || !event.dataTransfer.types.includes(documentDragType)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const id = event.dataTransfer.getData(documentDragType);
        if (!id || !onDocument) return;
        event.preventDefault();
        onDocument(id);
      }}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}

/** Asks for the name of a new folder, or for a new name. */
function NameDialog({
  folder,
  parent,
  onClose,
}: {
  folder?: FolderNode;
  parent?: FolderNode | null;
  onClose: () => void;
}) {
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [name, setName] = useState(folder?.name ?? '');
  const save = async () => {
    const named = { name: name.trim() };
    if (folder)
      await client.patch('/v1/folders/{folder_id}', {
        params: { path: { folder_id: folder.id } },
        body: named,
      });
    else await client.post('/v1/folders', { body: { ...named, parent_id: parent?.id ?? null } });
    invalidate('/v1/folders');
    say(folder ? 'Folder renamed' : `Folder ${named.name} created`);
  };
  const title = folder ? `Rename ${folder.name}` : parent ? `New folder in ${parent.name}` : 'New folder';
  return (
    <FormDialog
      title={title}
      action={folder ? 'Rename' : 'Create folder'}
      explains={hasIssue('name')}
      onSubmit={save}
      onClose={onClose}
    >
      {(error) => (
        <TextInput
          label="Name"
          required
          maxLength={120}
          value={name}
          error={issueOf(error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

function MoveFolderDialog({
  folder,
  lines,
  onClose,
}: {
  folder: FolderNode;
  lines: FolderNode[];
  onClose: () => void;
}) {
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const [target, setTarget] = useState(folder.parent_id ?? '');
  const inside = new Set([folder.id, ...linesOf(folder.children).map(({ id }) => id)]);
  const move = async () => {
    await client.patch('/v1/folders/{folder_id}', {
      params: { path: { folder_id: folder.id } },
      body: target ? { parent_id: target } : { move_to_root: true },
    });
    invalidate('/v1/folders');
    say(`Moved ${folder.name}`);
  };
  return (
    <FormDialog title={`Move ${folder.name}`} action="Move" onSubmit={move} onClose={onClose}>
      <Select label="Into" value={target} onChange={(event) => setTarget(event.currentTarget.value)}>
        <option value="">Top level</option>
        {lines
          .filter(({ id }) => !inside.has(id))
          .map((line) => (
            <option key={line.id} value={line.id}>
              {'\u2003'.repeat(line.depth - 1)}
              {line.name}
            </option>
          ))}
      </Select>
    </FormDialog>
  );
}

function DeleteFolder({
  folder,
  onDeleted,
  onClose,
}: {
  folder: FolderNode;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const client = useClient();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  return (
    <Confirm
      title={`Delete the folder ${folder.name}?`}
      action="Delete"
      danger
      onClose={onClose}
      onConfirm={async () => {
        await client.delete('/v1/folders/{folder_id}', { params: { path: { folder_id: folder.id } } });
        invalidate('/v1/folders');
        say('Folder deleted');
        onDeleted();
      }}
    >
      <p>Only an empty folder can be deleted. No documents are deleted.</p>
    </Confirm>
  );
}
