/** Sign-in by mailed link: 15 minutes, once (docs/spec/decisions.md, section 7). */
import { normalizeEmail } from '@countersign/contract/common';
import { newId } from '@countersign/contract/ids';
import { type PersonCtx, type Tx, withTransaction } from '../ctx.ts';
import { queueAccountMail } from '../mail/queue-mail.ts';
import { newToken } from './token.ts';

export const signInMinutes = 15;

/** The page that the link opens; it uses nothing up, so mail scanners may look. */
export function signInUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-in/${token}`;
}

/** Stores a link's hash and returns its secret part, which nobody can read again. */
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
 * Queues the mail with the link. The same is written whether anybody has that address or not, and only the worker looks
 * whom it belongs to: neither the answer nor its time tells.
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
