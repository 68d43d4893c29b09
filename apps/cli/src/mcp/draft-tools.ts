/** Tools that create drafts. Nobody is notified of a draft. */
import type { RecipientSpec } from '@countersign/client/generated/api';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { answering, fileName, type ToolParts } from './tool.ts';

const recipients = z
  .array(
    z.looseObject({
      name: z.string(),
      email: z.string(),
      role: z.enum(['signer', 'approver', 'viewer', 'cc']).optional(),
      signing_order: z.number().int().optional(),
    }),
  )
  .max(200)
  .describe('Who takes part, for example [{"name": "Ada Lovelace", "email": "ada@example.com"}]');
const fields = z
  .array(z.looseObject({ type: z.string(), recipient_index: z.number().int(), w: z.number(), h: z.number() }))
  .max(2000)
  .describe(
    'What recipients fill in. Sizes and places are fractions of the page from its upper left corner: {"type": "signature", "page": 1, "x": 0.1, "y": 0.8, "w": 0.3, "h": 0.06, "recipient_index": 0}. In place of x and y, "anchor": {"text": "Signature:"} finds a text of the PDF.',
  );

/** Adds create_document and use_template. */
export function addDrafting(server: McpServer, { client, folder }: ToolParts): void {
  server.registerTool(
    'create_document',
    {
      description: 'Creates a draft from a PDF in the folder. Nobody is notified before send_document.',
      inputSchema: { file: fileName, title: z.string(), recipients, fields: fields.optional() },
    },
    answering(async ({ file, title, ...rest }) => {
      const pdf = await folder.readPdf(file);
      return client.post('/v1/documents', {
        body: {
          title,
          recipients: rest.recipients as RecipientSpec[],
          fields: (rest.fields ?? []) as never,
          pdf_base64: pdf.toString('base64'),
          finalize: true,
        },
      });
    }),
  );
  server.registerTool(
    'use_template',
    {
      description: 'Creates a draft from a template. Nobody is notified before send_document.',
      inputSchema: {
        template_id: z.string(),
        recipients,
        title: z.string().optional(),
        form_values: z.record(z.string(), z.string()).optional().describe('Values of fields by their name'),
      },
    },
    answering(({ template_id, title, form_values, ...rest }) =>
      client.post('/v1/templates/{tpl_id}/use', {
        params: { path: { tpl_id: template_id } },
        body: {
          recipients: rest.recipients as RecipientSpec[],
          ...(title === undefined ? {} : { title }),
          ...(form_values === undefined ? {} : { form_values }),
        },
      }),
    ),
  );
}
