import type { DocumentOut } from '@countersign/client/generated/api';
import { useState } from 'react';
import { Select } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { linesOf, treeOf, useFolders, useMoveDocument } from './use-folders.ts';

/** Moves a document into a folder, for people who do not drag. */
export function MoveDialog({ document, onClose }: { document: DocumentOut; onClose: () => void }) {
  const folders = useFolders();
  const move = useMoveDocument();
  const [target, setTarget] = useState(document.folder_id ?? '');
  return (
    <FormDialog
      title={`Move “${document.title}”`}
      action="Move"
      onSubmit={() => move(document.id, folders.find(({ id }) => id === target) ?? null)}
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
