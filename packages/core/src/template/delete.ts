/** DELETE /v1/templates/{id}: soft delete; documents created from it are not affected. */
import { guardRole } from '../access.ts';
import { type Ctx, withTransaction } from '../ctx.ts';
import { disableLinks } from './direct-link.ts';
import { lockTemplate } from './find.ts';
import { forgetVersions } from './versions.ts';

/** Hides the template from list, get and use, forgets its history, and disables its direct links. Throws not-found if it was deleted before. */
export async function deleteTemplate(ctx: Ctx, publicId: string): Promise<void> {
  guardRole(ctx, 'manager');
  await withTransaction(ctx, async (tx) => {
    const { id } = await lockTemplate(tx, publicId);
    await tx.db.template.update({ where: { id }, data: { deletedAt: tx.now() } });
    await forgetVersions(tx, id);
    await disableLinks(tx, { templateId: id });
  });
}
