/** Reports added and removed passkeys to the person, so that they notice if somebody else did it. */
import type { InTransaction, PersonCtx } from '../ctx.ts';
import { queueAccountMail } from '../mail/queue-mail.ts';

/** Queues the email in the transaction of the change. `name` is the name of the passkey. */
export async function queuePasskeyMail(
  tx: PersonCtx & InTransaction,
  person: { name: string; email: string },
  { change, name }: { change: 'added' | 'removed'; name: string },
): Promise<void> {
  await queueAccountMail(tx, {
    kind: 'sign-in-method',
    workspaceId: null,
    toName: person.name,
    toAddress: person.email,
    data: { method: 'passkey', change, name },
  });
}
