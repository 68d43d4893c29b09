import { isBlank } from '@countersign/contract/blank';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/text-input.tsx';
import { useWords } from './words-context.ts';

/** RejectReq: a reason of 1 to 1000 characters. */
const maxReason = 1000;

/** Asks for the reason and declines. `onConfirm` returns an error message, or null. */
export function DeclineDialog({
  approves,
  onConfirm,
  onClose,
}: {
  approves: boolean;
  onConfirm: (reason: string) => Promise<string | null>;
  onClose: () => void;
}) {
  const words = useWords();
  const { declineDialog: text } = words;
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const given = reason.trim();
    if (isBlank(given)) return setFault(text.reasonMissing);
    if ([...given].length > maxReason) return setFault(text.reasonTooLong);
    setBusy(true);
    setFault(await onConfirm(given));
    setBusy(false);
  }

  return (
    <Dialog title={approves ? text.titleApprove : text.title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p>{text.explain}</p>
        <TextArea
          label={text.reason}
          rows={4}
          required
          value={reason}
          error={fault}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setFault(null);
          }}
        />
        <div className="button-row dialog-actions">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="danger" type="submit" busy={busy}>
            {text.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
