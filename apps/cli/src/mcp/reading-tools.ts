/** Tools that list and show documents and templates. */
import { readTrail } from '@countersign/client/trail';
import { AWAITING_UPLOAD, documentStatuses } from '@countersign/contract/enumerations';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { answering, documentId, getDocument, readOnly, type ToolParts } from './tool.ts';

/** Adds the tools that read documents: list_documents, get_document, list_events. */
export function addDocumentReading(server: McpServer, { client }: ToolParts): void {
  server.registerTool(
    'list_documents',
    {
      description: 'Lists documents, newest first.',
      inputSchema: {
        search: z
          .string()
          .optional()
          .describe('Part of a title, or of the name or email address of a recipient'),
        status: z.enum([...documentStatuses, AWAITING_UPLOAD]).optional(),
        limit: z.number().int().min(1).max(100).default(20),
        starting_after: z.string().optional().describe('Id of the last document of the previous page'),
      },
      ...readOnly,
    },
    answering(({ search, status, limit, starting_after }) =>
      client.get('/v1/documents', {
        params: {
          query: {
            limit,
            ...(search === undefined ? {} : { search }),
            ...(status === undefined ? {} : { status: [status] }),
            ...(starting_after === undefined ? {} : { starting_after }),
          },
        },
      }),
    ),
  );
  server.registerTool(
    'get_document',
    {
      description: 'Shows a document: status, recipients and fields.',
      inputSchema: { document_id: documentId },
      ...readOnly,
    },
    answering(({ document_id }) => getDocument(client, document_id)),
  );
  server.registerTool(
    'list_events',
    {
      description: 'Shows the audit trail of a document.',
      inputSchema: { document_id: documentId },
      ...readOnly,
    },
    answering(({ document_id }) => readTrail(client, document_id)),
  );
}

/** Adds the tools that read templates: list_templates, get_template. */
export function addTemplateReading(server: McpServer, { client }: ToolParts): void {
  server.registerTool(
    'list_templates',
    {
      description: 'Lists templates.',
      inputSchema: {
        search: z.string().optional().describe('Part of the name'),
        limit: z.number().int().min(1).max(100).default(20),
      },
      ...readOnly,
    },
    answering(({ search, limit }) =>
      client.get('/v1/templates', {
        params: { query: { limit, ...(search === undefined ? {} : { q: search }) } },
      }),
    ),
  );
  server.registerTool(
    'get_template',
    {
      description: 'Shows a template: its placeholders for recipients, and its fields.',
      inputSchema: { template_id: z.string().describe('Id of the template: tpl_…') },
      ...readOnly,
    },
    answering(({ template_id }) =>
      client.get('/v1/templates/{tpl_id}', { params: { path: { tpl_id: template_id } } }),
    ),
  );
}
