/** Tools that recipients notice: sending and voiding. In live mode a person approves each call. */
import type { Client } from '@countersign/client/client';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { FailedError } from '../exit-status.ts';
import { answering, documentId, getDocument, type ToolParts } from './tool.ts';

/** Adds send_document and void_document. */
export function addSending(server: McpServer, parts: ToolParts): void {
  const { client } = parts;
  server.registerTool(
    'send_document',
    {
      description:
        'Sends a draft to its recipients, or reminds those of a sent document. In live mode a person must approve first: the answer says how, and the tool is called again afterwards.',
      inputSchema: { document_id: documentId },
      annotations: { destructiveHint: true },
    },
    answering(async ({ document_id }) => {
      const document = await getDocument(client, document_id);
      if (!('recipients' in document)) throw new FailedError('The document has no PDF yet.');
      const { title, message, redirect_url, expires_at, original_sha256, fields } = document;
      const people = document.recipients.map(
        ({ name, email, role, signing_order, auth_level, delivery, signature_level }) => ({
          ...{ name, email, role, signing_order, auth_level, delivery, signature_level },
        }),
      );
      const addresses = people.map(({ email }) => email).join(', ');
      // The id and the addresses come before the title: long texts are cut at the end, and the assistant chooses the title.
      const what = `Send ${document_id} to ${people.length}: ${addresses}: "${title}"`;
      const facts = {
        document_id,
        title,
        message,
        redirect_url,
        expires_at,
        original_sha256,
        people,
        fields,
      };
      return approved(parts, what, facts, (allowed) =>
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
      const { title } = await getDocument(client, document_id);
      return approved(parts, `Void ${document_id}: "${title ?? ''}"`, { document_id, reason }, (allowed) =>
        allowed.post('/v1/documents/{doc_id}/void', {
          params: { path: { doc_id: document_id } },
          body: { reason },
        }),
      );
    }),
  );
}

/** Acts at once in test mode. In live mode, acts with a key that a person approved for this action, or returns how to get the approval. */
async function approved<T>(
  { client, me, approvals }: ToolParts,
  what: string,
  facts: unknown,
  act: (client: Client) => Promise<T>,
) {
  if (me.mode !== 'live') return act(client);
  const outcome = await approvals.withApproval(what, facts, act);
  return 'done' in outcome ? outcome.done : outcome.waiting;
}
