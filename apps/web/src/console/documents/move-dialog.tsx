import type { DocumentOut } from '@countersign/client/generated/api';
import { useState } from 'react';
import { Select } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { progressLabel, useEachDocument } from './each-document.ts';
import { linesOf, treeOf, useFolders } from './use-folders.ts';

/** Moves documents into a folder, for people who do not drag. */
export function MoveDialog({
  documents,
  onClose,
}: {
  documents: readonly DocumentOut[];
  onClose: () => void;
}) {
  const client = useClient();
  const { say } = useToasts();
  const folders = useFolders();
  const one = documents.length === 1 ? documents[0] : null;
  const [target, setTarget] = useState(one?.folder_id ?? '');
  const folder = folders.find(({ id }) => id === target) ?? null;
  const move = useEachDocument(documents, ({ id }) =>
    client.patch('/v1/documents/{doc_id}', {
      params: { path: { doc_id: id } },
      body: folder ? { folder_id: folder.id } : { clear_folder: true },
    }),
  );
  const submit = async () => {
    await move.run();
    say(folder ? `Moved to ${folder.name}` : 'Removed from the folder');
  };
  return (
    <FormDialog
      title={one ? `Move “${one.title}”` : `Move ${documents.length} documents`}
      action={progressLabel('Move', move.done, documents.length)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select label="Folder" value={target} onChange={(event) => setTarget(event.currentTarget.value)}>
        <option value="">None</option>
        {linesOf(treeOf(folders)).map((line) => (
          <option key={line.id} value={line.id}>
            {'\u2003'.repeat(line.depth - 1)}
            {line.name}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}
