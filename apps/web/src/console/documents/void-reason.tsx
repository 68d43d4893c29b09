import { TextArea } from '../../ui/text-input.tsx';

/** The content of a dialog that voids documents: what voiding does, and an input for the reason. */
export function VoidReason({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  return (
    <>
      <p>
        Signing links stop working. Recipients who received one get an email with the reason. This cannot be
        undone.
      </p>
      <TextArea
        label="Reason"
        required
        maxLength={1000}
        value={reason}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  );
}
