/** Asks before the rows of a bulk send are sent, and when to send them. */
import type { BulkSendOut } from '@countersign/client/generated/api';
import { useState } from 'react';
import { Confirm } from '../parts/controls.tsx';
import { counted } from '../parts/moments.ts';
import { useClient, useScope } from '../session.tsx';
import { emptyPlan, PlanFields, planBody } from './sending-plan.tsx';

export function DispatchDialog({
  send,
  onDispatched,
  onClose,
}: {
  send: BulkSendOut;
  /** Receives the message to show. */
  onDispatched: (message: string) => void;
  onClose: () => void;
}) {
  const client = useClient();
  const { mode } = useScope();
  const [plan, setPlan] = useState(emptyPlan);
  const invalid = send.invalid_count;
  const dispatch = async () => {
    const path = { bulk_send_id: send.id };
    const query = { skip_invalid: send.status === 'invalid' };
    const body = planBody(plan);
    await client.post('/v1/bulk-sends/{bulk_send_id}/dispatch', { params: { path, query }, body });
    onDispatched(body.dispatch_at ? 'Sending starts later' : 'Sending started');
  };
  const now = mode === 'test' ? 'Send as tests' : 'Send now';
  return (
    <Confirm
      title={`Send ${counted(send.row_count - invalid, 'document')}?`}
      action={plan.startsLater ? 'Send later' : now}
      onClose={onClose}
      onConfirm={dispatch}
    >
      <p>
        {mode === 'test'
          ? 'Test documents are marked as tests and do not count toward usage.'
          : 'Every row becomes a document, and its recipients are emailed.'}
        {invalid > 0 && ` ${counted(invalid, 'row')} with errors ${invalid === 1 ? 'is' : 'are'} skipped.`}
      </p>
      <PlanFields plan={plan} onChange={setPlan} />
    </Confirm>
  );
}
