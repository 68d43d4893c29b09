/** A Model Context Protocol server: tools with which an assistant works with documents, on standard input and output. */
import type { Client } from '@countersign/client/client';
import { ApiError, UnreachableError } from '@countersign/client/errors';
import type { Me, RecipientSpec } from '@countersign/client/generated/api';
import { readTrail } from '@countersign/client/trail';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { FailedError, UsageError } from '../exit-status.ts';
import type { Approvals } from './approvals.ts';
import type { Folder } from './folder.ts';

export interface McpParts {
  version: string;
  client: Client;
  me: Me;
  folder: Folder;
  approvals: Approvals;
}

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
const documentId = z.string().describe('Id of the document: doc_…');
const fileName = z.string().describe('Name of a PDF in the folder of this server');
const readOnly = { annotations: { readOnlyHint: true } };

/** Builds the server with all tools. It does not listen yet. */
export function createMcpServer({ version, client, me, folder, approvals }: McpParts): McpServer {
  const isLive = me.mode === 'live';
  const server = new McpServer(
    { name: 'countersign', version },
    {
      instructions: `Electronic signing with Countersign, workspace ${me.workspace.slug}, ${
        isLive
          ? 'live mode: sending and voiding need the approval of a person; the tool says how to ask for it'
          : 'test mode: nothing is binding, and documents are marked TEST'
      }. Files are read from and written to ${folder.path} only.`,
    },
  );

  /** In live mode, acts with a key that a person approved for this. */
  async function approved<T>(what: string, facts: unknown, act: (client: Client) => Promise<T>) {
    if (!isLive) return act(client);
    const outcome = await approvals.withApproval(what, facts, act);
    return 'done' in outcome ? outcome.done : outcome.waiting;
  }
  const get = (id: string) => client.get('/v1/documents/{doc_id}', { params: { path: { doc_id: id } } });

  server.registerTool(
    'list_documents',
    {
      description: 'Lists documents, newest first.',
      inputSchema: {
        search: z
          .string()
          .optional()
          .describe('Part of a title, or of the name or email address of a recipient'),
        status: z
          .enum([
            'draft',
            'sent',
            'partially_signed',
            'completed',
            'voided',
            'rejected',
            'expired',
            'awaiting_upload',
          ])
          .optional(),
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
    answering(({ document_id }) => get(document_id)),
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
  server.registerTool(
    'send_document',
    {
      description:
        'Sends a draft to its recipients, or reminds those of a sent document. In live mode a person must approve first: the answer says how, and the tool is called again afterwards.',
      inputSchema: { document_id: documentId },
      annotations: { destructiveHint: true },
    },
    answering(async ({ document_id }) => {
      const document = await get(document_id);
      if (!('recipients' in document)) throw new FailedError('The document has no PDF yet.');
      const { title, original_sha256, fields: placed } = document;
      const people = document.recipients.map(({ name, email, role, signing_order }) => ({
        name,
        email,
        role,
        signing_order,
      }));
      // The addresses come first: the name of a request is cut, and the assistant chooses the title.
      const what = `Send to ${people.length}: ${people.map(({ email }) => email).join(', ')}: "${title}"`;
      const facts = { document_id, title, original_sha256, people, placed };
      return approved(what, facts, (allowed) =>
        allowed.post('/v1/documents/{doc_id}/send', { params: { path: { doc_id: document_id } } }),
      );
    }),
  );
  server.registerTool(
    'void_document',
    {
      description:
        'Ends a document for all recipients. It cannot be undone. In live mode a person must approve first, as for send_document.',
      inputSchema: { document_id: documentId, reason: z.string() },
      annotations: { destructiveHint: true },
    },
    answering(async ({ document_id, reason }) => {
      const { title } = await get(document_id);
      return approved(`Void "${title ?? document_id}"`, { document_id, reason }, (allowed) =>
        allowed.post('/v1/documents/{doc_id}/void', {
          params: { path: { doc_id: document_id } },
          body: { reason },
        }),
      );
    }),
  );
  server.registerTool(
    'download_document',
    {
      description: 'Writes the PDF of a document to a new file in the folder.',
      inputSchema: {
        document_id: documentId,
        version: z.enum(['sealed', 'original', 'certificate']).optional(),
      },
    },
    answering(async ({ document_id, version: wanted }) => {
      const path = `/v1/documents/${encodeURIComponent(document_id)}/download${wanted ? `?version=${wanted}` : ''}`;
      const { body, filename } = await client.download(path);
      const bytes = new Uint8Array(await new Response(body).arrayBuffer());
      return { file: await folder.writeNew(filename ?? `${document_id}.pdf`, bytes), bytes: bytes.length };
    }),
  );
  server.registerTool(
    'verify_file',
    {
      description: 'Verifies the signatures of a PDF in the folder.',
      inputSchema: { file: fileName },
      ...readOnly,
    },
    answering(async ({ file }) => {
      const pdf = await folder.readPdf(file);
      const open = () => new Uint8Array(pdf);
      const response = await client.upload('POST', '/verify', {
        open,
        sizeBytes: pdf.length,
        contentType: 'application/pdf',
      });
      return response.json();
    }),
  );
  return server;
}

/** The result of a tool as text. Refusals by the service and errors with the user's files are answers for the assistant, not server errors. */
function answering<Arguments>(work: (given: Arguments) => Promise<unknown>) {
  return async (given: Arguments) => {
    try {
      const result = await work(given);
      return {
        content: [
          { type: 'text' as const, text: typeof result === 'string' ? result : JSON.stringify(result) },
        ],
      };
    } catch (error) {
      return { isError: true, content: [{ type: 'text' as const, text: reasonOf(error) }] };
    }
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return JSON.stringify(error.members);
  if (error instanceof UnreachableError || error instanceof UsageError || error instanceof FailedError)
    return error.message;
  throw error;
}
