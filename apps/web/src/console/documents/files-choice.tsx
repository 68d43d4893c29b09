import { useRef } from 'react';
import { DropZone, IconButton } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { printSize } from '../parts/moments.ts';
import { useScope } from '../session.tsx';
import { documentFileFault, documentFileTypes, documentFormats } from './chosen-pdf.ts';

/** A chosen file. The same file can be chosen twice, so each choice has a key. */
export interface ChosenFile {
  key: number;
  file: File;
}

/** Drop files or choose them, put them in order, and remove them. They become one document in this order. */
export function FilesChoice({
  files,
  busy,
  onChange,
}: {
  files: readonly ChosenFile[];
  busy: boolean;
  /** Called with a function of the current files, because several files can be added at once. */
  onChange: (change: (files: readonly ChosenFile[]) => ChosenFile[]) => void;
}) {
  const keys = useRef(0);
  const { converts_docx: convertsDocx } = useScope().session;
  const move = (from: number, to: number) =>
    onChange((before) => {
      const after = [...before];
      after.splice(to, 0, ...after.splice(from, 1));
      return after;
    });
  return (
    <div className="c-chosen-files">
      {files.length > 0 && (
        <ol aria-label="Files, in the order of the document">
          {files.map(({ key, file }, index) => (
            <li key={key} className="c-file">
              <Icon name="documents" />
              <div>
                <strong>{file.name}</strong>
                <span className="hint">{printSize(file.size)}</span>
              </div>
              {files.length > 1 && (
                <>
                  <IconButton
                    icon="up"
                    label={`Move ${file.name} up`}
                    disabled={busy || index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    icon="down"
                    label={`Move ${file.name} down`}
                    disabled={busy || index === files.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                </>
              )}
              <IconButton
                icon="close"
                label={`Remove ${file.name}`}
                disabled={busy}
                onClick={() => onChange((before) => before.filter((one) => one.key !== key))}
              />
            </li>
          ))}
        </ol>
      )}
      {!busy && (
        <DropZone
          label={files.length > 0 ? 'Add more files' : 'Drop a PDF here, or choose one'}
          hint={
            files.length > 0
              ? 'All files become one document, in this order.'
              : `Several ${documentFormats(convertsDocx)} files become one document. They are checked right after the upload.`
          }
          accept={documentFileTypes(convertsDocx)}
          multiple
          faultOf={(file) => documentFileFault(file, convertsDocx)}
          onFile={(file) => {
            keys.current += 1;
            const chosen = { key: keys.current, file };
            onChange((before) => [...before, chosen]);
          }}
        />
      )}
    </div>
  );
}
