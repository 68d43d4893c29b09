import { ChosenFile } from '../parts/chosen-file.tsx';
import { DropZone } from '../parts/controls.tsx';
import { pdfFault, titleOf } from './chosen-pdf.ts';

/** Drop a PDF or choose one. Then shows its name and, unless `busy`, a button to choose another. */
export function PdfChoice({
  file,
  hint,
  busy,
  onChange,
}: {
  file: File | null;
  hint: string;
  busy: boolean;
  /** Called with the file and a title made from its name; with null when the file was removed. */
  onChange: (file: File | null, title: string) => void;
}) {
  if (file)
    return <ChosenFile icon="documents" file={file} onTakeAnother={busy ? null : () => onChange(null, '')} />;
  return (
    <DropZone
      label="Drop a PDF here, or choose one"
      hint={hint}
      accept="application/pdf,.pdf"
      faultOf={pdfFault}
      onFile={(chosen) => onChange(chosen, titleOf(chosen))}
    />
  );
}
