/** The header row of a CSV for a template, for senders to fill in (docs/spec/decisions.md, section 5). */
import { guardRole } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { getTemplate } from '../template/find.ts';
import { headerFor } from './csv-columns.ts';
import { csvLine } from './write-csv.ts';

/** The header as a file. Throws not-found for an unknown template, and forbidden for members. */
export async function getBulkHeader(
  ctx: Ctx,
  templateId: string,
): Promise<{ filename: string; content: string }> {
  guardRole(ctx, 'manager');
  const template = await getTemplate(ctx, templateId);
  return { filename: `${template.name}.csv`, content: csvLine(headerFor(template)) };
}
