import { ChosenFile } from '../parts/chosen-file.tsx';
import { DropZone } from '../parts/controls.tsx';
import { pdfFault, titleOf } from './chosen-pdf.ts';

/** Where a PDF is dropped or chosen; once there is one, its name, and another can be taken unless `busy`. */
export function PdfChoice({
  file,
  hint,
  busy,
  onChange,
}: {
  file: File | null;
  hint: string;
  busy: boolean;
  /** The file with a title made of its name; null when it was put back. */
  onChange: (file: File | null, title: string) => void;
}) {
  if (file)
    return <ChosenFile icon="documents" file={file} onTakeAnother={busy ? null : () => onChange(null, '')} />;
  return (
    <DropZone
      label="Drop a PDF here, or choose one"
      hint={hint}
      accept="application/pdf,.pdf"
      fits={pdfFault}
      onFile={(chosen) => onChange(chosen, titleOf(chosen))}
    />
  );
}
