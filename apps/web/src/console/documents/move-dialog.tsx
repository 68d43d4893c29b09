import type { DocumentOut } from '@countersign/contract/document';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../parts/controls.tsx';
import { linesOf, treeOf, useFolders, useMoveDocument } from './use-folders.ts';

/** Puts a document into a folder without dragging. */
export function MoveDialog({ document, onClose }: { document: DocumentOut; onClose: () => void }) {
  const folders = useFolders();
  const move = useMoveDocument();
  const [target, setTarget] = useState(document.folder_id ?? '');
  return (
    <Dialog title={`Move “${document.title}”`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void move(document.id, folders.find(({ id }) => id === target) ?? null);
          onClose();
        }}
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
        <div className="button-row dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Move
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
