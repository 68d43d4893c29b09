/** A template for calling the verb directly, without the API that decodes the PDF as it arrives. */
import { CreateTemplateIn } from '@countersign/contract/template';
import type { NewTemplate } from '@countersign/core/template/create';

/** The input of the verb that POST /v1/templates makes of this body. */
export function newTemplate(body: unknown): NewTemplate {
  const { pdf_base64: base64, ...definition } = CreateTemplateIn.parse(body);
  return { ...definition, pdf: Buffer.from(base64, 'base64') };
}
