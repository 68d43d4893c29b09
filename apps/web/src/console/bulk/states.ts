import type { BulkRowStatus, BulkSendStatus } from '@countersign/contract/bulk-send';
import type { Tone } from '../parts/badge.tsx';

/** The title of a bulk send that has no file. */
export const apiRows = 'Rows from the API';

type State = readonly [label: string, tone: Tone];

export const bulkSendStates: Record<BulkSendStatus, State> = {
  draft: ['Reading the file', 'info'],
  invalid: ['Has errors', 'warn'],
  ready: ['Ready', 'info'],
  dispatching: ['Sending', 'info'],
  done: ['Done', 'good'],
  failed: ['Failed', 'bad'],
  canceled: ['Canceled', 'plain'],
};

export const bulkRowStates: Record<BulkRowStatus, State> = {
  invalid: ['Invalid', 'bad'],
  queued: ['Waiting', 'plain'],
  sending: ['Sending', 'info'],
  sent: ['Sent', 'good'],
  failed: ['Failed', 'bad'],
  canceled: ['Not sent', 'plain'],
};
