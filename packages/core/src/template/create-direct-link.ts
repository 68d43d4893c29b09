/** POST /v1/templates/{id}/direct-links: a public address of the template. */
import type { CreateDirectLinkReq } from '@countersign/contract/direct-link';
import { newId } from '@countersign/contract/ids';
import { invalid } from '@countersign/problem/problem-error';
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { guardSendable } from '../document/sendable.ts';
import { refuseUnavailableAuthLevels } from '../recipient/refuse-auth-level.ts';
import { refuseLevelsInTemplates } from '../recipient/refuse-signature-level.ts';
import { newToken } from '../user/token.ts';
import { placeholdersOf } from './definition.ts';
import { guardFit, type ReadDirectLink, readLinks, recipientsFor, tokenContext } from './direct-link.ts';
import { draftFrom, fillPlaceholders } from './fill.ts';
import { lockTemplate } from './find.ts';

/**
 * Creates a link whose documents can be sent: it fits the placeholders, and every signer has a field. Throws not-found,
 * auth-level-unavailable, not-sendable, and validation for people or settings that the template cannot use.
 */
export async function createDirectLink(
  ctx: Ctx,
  publicId: string,
  input: CreateDirectLinkReq,
): Promise<ReadDirectLink> {
  guardRole(ctx, 'manager');
  refuseUnavailableAuthLevels(input.recipients);
  refuseLevelsInTemplates(input.recipients);
  const now = ctx.now();
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
  if (expiresAt && expiresAt <= now)
    throw invalid(['body', 'expires_at'], 'Value error, must be in the future', { input: input.expires_at });
  return withTransaction(ctx, async (tx) => {
    // The lock keeps the template from being deleted before its link exists.
    const template = await lockTemplate(tx, publicId);
    const placeholders = placeholdersOf(template);
    const settings = {
      recipientIndex: input.recipient_index,
      recipients: input.recipients,
      confirmEmail: input.confirm_email,
    };
    guardFit(settings, placeholders);
    const visitor = { name: 'The visitor', email: 'visitor@visitor.invalid' };
    const draft = draftFrom(template, {
      recipients: recipientsFor(settings, visitor, (people) => fillPlaceholders(placeholders, people)),
      prefill: new Map(),
      columns: {},
      origin: {},
    });
    guardSendable({ ...draft, expiresAt: null }, (template.pages as unknown[]).length, now);
    const id = newId();
    const { token, sha256 } = newToken();
    const link = await tx.db.directLink.create({
      data: {
        id,
        workspaceId: ctx.workspaceId,
        teamId: ctx.teamId,
        mode: ctx.mode,
        templateId: template.id,
        tokenSha256: sha256,
        sealedToken: ctx.secrets.encrypt(Buffer.from(token), tokenContext(id)),
        ...settings,
        title: input.title ?? null,
        redirectUrl: input.redirect_url ?? null,
        metadata: input.metadata ?? {},
        maxUses: input.max_uses ?? null,
        expiresAt,
        createdBy: { ...ctx.actor },
        createdAt: now,
      },
    });
    const [read] = await readLinks(tx, [link], template);
    return read!;
  });
}
