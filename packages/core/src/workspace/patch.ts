/**
 * PATCH /v1/console/workspace: name, color, language, sender, sealed pages, retention and the origins of frames (docs/spec/decisions.md,
 * section 7).
 */
import type { PatchWorkspaceReq } from '@countersign/contract/console';
import { guardRole } from '../access.ts';
import { recordAdminEvent } from '../admin-event/record.ts';
import { lockAuthority } from '../authority.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { acceptOrigins } from './embed-origins.ts';
import { type WorkspaceWithLogo, withLogo } from './get.ts';

/** Changes the given members. The slug never changes, because programs and links use it. */
export async function patchWorkspace(ctx: Ctx, patch: PatchWorkspaceReq): Promise<WorkspaceWithLogo> {
  guardRole(ctx, 'owner');
  return withTransaction(ctx, async (tx) => {
    await lockAuthority(tx, 'owner');
    const changed = await tx.db.workspace.update({
      where: { id: ctx.workspaceId },
      include: withLogo,
      data: {
        ...(patch.name != null && { name: patch.name }),
        ...(patch.accent_color != null && { accentColor: patch.accent_color.toLowerCase() }),
        ...(patch.language != null && { language: patch.language }),
        ...(patch.sender_name !== undefined && { senderName: patch.sender_name }),
        ...(patch.reply_to !== undefined && { replyTo: patch.reply_to }),
        ...(patch.show_document_id != null && { showsDocumentId: patch.show_document_id }),
        ...(patch.show_signature_details != null && { showsSignatureDetails: patch.show_signature_details }),
        ...(patch.retention_days != null && { retentionDays: patch.retention_days || null }),
        ...(patch.retention_keeps_sealed != null && { retentionKeepsSealed: patch.retention_keeps_sealed }),
        ...(patch.embed_origins != null && { embedOrigins: await acceptOrigins(tx, patch.embed_origins) }),
      },
    });
    await recordAdminEvent(tx, {
      type: 'workspace.changed',
      target: { type: 'workspace', id: ctx.workspaceId },
      details: { changed: givenMembers(patch), ...withoutTexts(patch) },
    });
    return changed;
  });
}

function givenMembers(patch: PatchWorkspaceReq): string[] {
  return Object.keys(patch).filter((name) => patch[name as keyof PatchWorkspaceReq] !== undefined);
}

/** The new values, without names and addresses, which could not be erased from the log. */
function withoutTexts({
  language,
  retention_days,
  retention_keeps_sealed,
  embed_origins,
}: PatchWorkspaceReq) {
  return { language, retention_days, retention_keeps_sealed, embed_origins };
}
