/** DELETE /v1/templates/{id}: soft delete; documents created from it are not affected. */
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { disableLinks } from './direct-link.ts';
import { lockTemplate } from './find.ts';
import { deleteVersions } from './versions.ts';

/**
 * Hides the template from list, get and use, erases its placeholders and fields, which can name people, and its own data, deletes its
 * history, and disables its direct links. Throws not-found if it was deleted before.
 */
export async function deleteTemplate(ctx: Ctx, publicId: string): Promise<void> {
  guardRole(ctx, 'manager');
  await withTransaction(ctx, async (tx) => {
    const { id } = await lockTemplate(tx, publicId);
    await tx.db.template.update({
      where: { id },
      data: { deletedAt: tx.now(), recipients: [], fields: [], externalId: null, metadata: {} },
    });
    await deleteVersions(tx, id);
    await disableLinks(tx, { templateId: id });
  });
}
