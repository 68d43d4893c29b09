/** Sign-in by mailed link: 15 minutes, once (docs/spec/decisions.md, section 7). */
import { normalizeEmail } from '@countersign/contract/common';
import { newId } from '@countersign/contract/ids';
import { type PersonCtx, type Tx, withTransaction } from '../ctx.ts';
import { queueAccountMail } from '../mail/queue-mail.ts';
import { newToken } from './token.ts';

export const signInMinutes = 15;

/** The page behind the link. Opening it does not use up the link, so mail scanners do no harm. */
export function signInUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-in/${token}`;
}

/** Stores the hash of a new link and returns its secret part, which cannot be read again. */
export async function issueSignInLink(
  tx: Tx,
  input: { email: string; now: Date },
): Promise<{ id: string; token: string }> {
  const id = newId();
  const { token, sha256 } = newToken();
  await tx.signInLink.create({
    data: {
      id,
      email: normalizeEmail(input.email),
      tokenSha256: sha256,
      createdAt: input.now,
      expiresAt: new Date(input.now.getTime() + signInMinutes * 60_000),
    },
  });
  return { id, token };
}

/**
 * Queues the mail with the link. It writes the same whether or not a user has the address; only the worker looks that up. So
 * neither the response nor its duration reveals who has an account.
 */
export async function requestSignIn(ctx: PersonCtx, email: string): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const link = await issueSignInLink(tx.db, { email, now: tx.now() });
    await queueAccountMail(tx, {
      kind: 'sign-in',
      workspaceId: null,
      toName: '',
      toAddress: normalizeEmail(email),
      data: { link_id: link.id },
      code: link.token,
    });
  });
}
