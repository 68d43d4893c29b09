/** The logo of a workspace: on the signing page, in emails, in the console and on certificates of completion. */
import { createHash } from 'node:crypto';
import { prepareLogo } from '@countersign/pdf/draw/logo';
import { SignatureImageError } from '@countersign/pdf/draw/signature-image';
import { ProblemError } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { recordAdminEvent } from '../admin-event/record.ts';
import { type Base, type Ctx, withTransaction } from '../ctx.ts';

/** Stores a PNG or JPEG in base64 as the logo, in place of the one before. Throws validation for anything else. */
export async function setLogo(ctx: Ctx, imageBase64: string): Promise<void> {
  guardRole(ctx, 'owner');
  const bytes = Buffer.from(imageBase64.replace(/^data:image\/(png|jpeg);base64,/, ''), 'base64');
  const { png, prepared } = await prepareLogo(bytes).catch((error: unknown) => {
    if (!(error instanceof SignatureImageError)) throw error;
    const issue = { type: 'value_error', msg: `Value error, ${error.message}`, input: null };
    throw new ProblemError('validation', { detail: [{ loc: ['body', 'image_base64'], ...issue }] });
  });
  const data = {
    png: Buffer.from(png),
    prepared: Buffer.from(prepared),
    sha256: createHash('sha256').update(png).digest('hex'),
  };
  const { workspaceId } = ctx;
  await withTransaction(ctx, async (tx) => {
    await tx.db.workspaceLogo.upsert({
      where: { workspaceId },
      create: { workspaceId, ...data },
      update: data,
    });
    const target = { type: 'workspace', id: workspaceId };
    await recordAdminEvent(tx, { type: 'logo.changed', target, details: { sha256: data.sha256 } });
  });
}

/** Removes the logo; without one it changes nothing. */
export async function removeLogo(ctx: Ctx): Promise<void> {
  guardRole(ctx, 'owner');
  const { workspaceId } = ctx;
  await withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.workspaceLogo.deleteMany({ where: { workspaceId } });
    if (count > 0)
      await recordAdminEvent(tx, { type: 'logo.removed', target: { type: 'workspace', id: workspaceId } });
  });
}

/** The logo as PNG with its SHA-256. Throws not-found without one. */
export async function getLogo(
  { db }: Pick<Base, 'db'>,
  workspaceId: string,
): Promise<{ png: Uint8Array; sha256: string }> {
  const logo = await db.workspaceLogo.findUnique({
    where: { workspaceId },
    select: { png: true, sha256: true },
  });
  if (!logo) throw new ProblemError('not-found', { detail: 'The workspace has no logo.' });
  return logo;
}
