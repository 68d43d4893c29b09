/** Records that data left the service. */
import { type Ctx, withTransaction } from '../ctx.ts';
import { type NewAdminEvent, recordAdminEvent } from './record.ts';

/** Call it before the first byte is sent. If it fails, nothing may be sent. */
export function recordExport(ctx: Ctx, event: NewAdminEvent & { type: `${string}.exported` }): Promise<void> {
  return withTransaction(ctx, (tx) => recordAdminEvent(tx, event));
}
