import { IconButton } from './controls.tsx';
import { Icon } from './icon.tsx';
import { printSize } from './moments.ts';

/** Shows the chosen file. `onTakeAnother` is null while the file must not be changed. */
export function ChosenFile({
  icon,
  file,
  onTakeAnother,
}: {
  icon: 'documents' | 'bulk';
  file: File;
  onTakeAnother: (() => void) | null;
}) {
  return (
    <div className="c-file">
      <Icon name={icon} />
      <div>
        <strong>{file.name}</strong>
        <span className="hint">{printSize(file.size)}</span>
      </div>
      {onTakeAnother && <IconButton icon="close" label="Choose another file" onClick={onTakeAnother} />}
    </div>
  );
}
