/** The states of a device's request for a key (RFC 8628; docs/STATES.md). Pure. */
import type { DeviceAuthorization } from '@countersign/db/models';
import type { TransitionTable } from '../transitions.ts';

export type DeviceStatus = DeviceAuthorization['status'];

/** For each operation: the statuses in which it is allowed, each with the one that follows. */
export const deviceTransitions = {
  approve: { pending: 'approved' },
  deny: { pending: 'denied' },
  'issue the key': { approved: 'used' },
} as const satisfies TransitionTable<DeviceStatus>;
