/** Converts direct links to their shapes, for the sender and for visitors. */
import type { DirectLinkOut, PublicDirectLinkOut } from '@countersign/contract/direct-link';
import { encodeId } from '@countersign/contract/ids';
import { metadataOf } from '@countersign/core/own-data';
import { placeholdersOf } from '@countersign/core/template/definition';
import { peopleOf, type ReadDirectLink } from '@countersign/core/template/direct-link';
import type { OpenDirectLink } from '@countersign/core/template/visit-direct-link';

/** A direct link as the members of its workspace see it. */
export function presentDirectLink({ link, url, status }: ReadDirectLink): DirectLinkOut {
  return {
    id: link.id,
    template_id: encodeId('tpl', link.templateId),
    mode: link.mode,
    url,
    status,
    recipient_index: link.recipientIndex,
    recipients: peopleOf(link).map(({ name, email, auth_level, delivery }) => ({
      name,
      email,
      auth_level,
      delivery,
    })),
    confirm_email: link.confirmEmail,
    uses: link.uses,
    max_uses: link.maxUses,
    expires_at: link.expiresAt?.toISOString() ?? null,
    disabled_at: link.disabledAt?.toISOString() ?? null,
    title: link.title,
    redirect_url: link.redirectUrl,
    metadata: metadataOf(link),
    created_at: link.createdAt.toISOString(),
  };
}

/** A direct link as visitors see it. */
export function presentPublicLink({ link, template, workspace }: OpenDirectLink): PublicDirectLinkOut {
  return {
    title: link.title ?? template.name,
    sender: workspace.name,
    accent_color: workspace.accentColor,
    mode: link.mode,
    role: placeholdersOf(template)[link.recipientIndex]!.role === 'approver' ? 'approver' : 'signer',
    confirm_email: link.confirmEmail,
  };
}
