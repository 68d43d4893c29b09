/** Dialogs that start an operation on a whole bulk send. Workers carry it out; the page shows its progress. */
import type { BulkSendOut } from '@countersign/client/generated/api';
import { useState } from 'react';
import { TextInput } from '../../ui/text-input.tsx';
import { VoidReason } from '../documents/void-reason.tsx';
import { ChosenFile } from '../parts/chosen-file.tsx';
import { Confirm, DropZone, Progress, Tick } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { counted, endOfDay, tomorrow } from '../parts/moments.ts';
import { hasIssue, issueOf } from '../problem-error.ts';
import { useInvalidate } from '../query.ts';
import { useClient } from '../session.tsx';
import { rowsFileAccept, rowsFileFault, rowsFileType } from './rows-file.ts';

interface DialogProps {
  send: BulkSendOut;
  /** Open documents. */
  count: number;
  onClose: () => void;
}

const pathOf = (send: BulkSendOut) => ({ path: { bulk_send_id: send.id } });

/** Voids all open documents; asks for the reason. */
export function VoidOpenDialog({ send, count, onClose }: DialogProps) {
  const client = useClient();
  const invalidate = useInvalidate();
  const [reason, setReason] = useState('');
  const start = async () => {
    const body = { reason: reason.trim() };
    await client.post('/v1/bulk-sends/{bulk_send_id}/void-open', { params: pathOf(send), body });
    invalidate('/v1/bulk-sends');
  };
  return (
    <FormDialog
      title={`Void ${counted(count, 'document')}?`}
      action="Void the documents"
      danger
      disabled={reason.trim() === ''}
      onSubmit={start}
      onClose={onClose}
    >
      <VoidReason reason={reason} onChange={setReason} />
    </FormDialog>
  );
}

/** Reminds the recipients of all open documents. */
export function RemindOpenDialog({ send, count, onClose }: DialogProps) {
  const client = useClient();
  const invalidate = useInvalidate();
  const start = async () => {
    await client.post('/v1/bulk-sends/{bulk_send_id}/remind-open', { params: pathOf(send) });
    invalidate('/v1/bulk-sends');
  };
  return (
    <Confirm
      title={`Send reminders for ${counted(count, 'document')}?`}
      action="Send the reminders"
      onClose={onClose}
      onConfirm={start}
    >
      <p>
        Recipients whose turn it is get an email with the same link. Recipients who were emailed in the last
        24 hours, and addresses that bounced, are skipped.
      </p>
    </Confirm>
  );
}

/** Sets a later due date on all open documents. */
export function ExtendDialog({ send, count, onClose }: DialogProps) {
  const client = useClient();
  const invalidate = useInvalidate();
  const [day, setDay] = useState('');
  const [isForAll, setForAll] = useState(false);
  const start = async () => {
    const body = { expires_at: endOfDay(day)!, also_without_expiry: isForAll };
    await client.post('/v1/bulk-sends/{bulk_send_id}/extend', { params: pathOf(send), body });
    invalidate('/v1/bulk-sends');
  };
  return (
    <FormDialog
      title={`Extend ${counted(count, 'document')}`}
      action="Set the due date"
      disabled={day === ''}
      explains={hasIssue('expires_at')}
      onSubmit={start}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextInput
            label="Due date"
            type="date"
            required
            min={tomorrow()}
            value={day}
            error={issueOf(error, 'expires_at')}
            hint="Documents expire at the end of this day. Documents with a later due date keep it."
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <Tick
            label="Also set it for documents without a due date"
            checked={isForAll}
            onChange={(event) => setForAll(event.currentTarget.checked)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Uploads a file of new names and addresses. */
export function CorrectDialog({ send, onClose }: Omit<DialogProps, 'count'>) {
  const client = useClient();
  const invalidate = useInvalidate();
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const start = async () => {
    const upload = { content: file!, type: rowsFileType(file!), onProgress: setShare };
    try {
      await client.upload('post', '/v1/bulk-sends/{bulk_send_id}/corrections', upload, pathOf(send));
      invalidate('/v1/bulk-sends');
    } finally {
      setShare(null);
    }
  };
  return (
    <FormDialog
      title="Correct recipients"
      action="Upload and correct"
      disabled={!file}
      onSubmit={start}
      onClose={onClose}
    >
      <p>
        Download the results as CSV, change names or email addresses, and upload the file, or only the changed
        rows. Recipients whose name or address changed get a new link by email. Nobody else is emailed.
      </p>
      {file ? (
        <ChosenFile icon="bulk" file={file} onTakeAnother={() => setFile(null)} />
      ) : (
        <DropZone
          label="Drop a CSV or Excel file here, or choose one"
          hint="Columns: row_no or external_id, and recipient_1_name or recipient_1_email."
          accept={rowsFileAccept}
          faultOf={rowsFileFault}
          onFile={setFile}
        />
      )}
      {share !== null && <Progress share={share} label={share < 1 ? 'Uploading' : 'Saving'} />}
    </FormDialog>
  );
}
