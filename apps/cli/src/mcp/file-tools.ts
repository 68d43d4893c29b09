/** Tools that write and check PDFs in the folder of the server. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { answering, documentId, fileName, readOnly, type ToolParts } from './tool.ts';

/** Adds download_document and verify_file. */
export function addFileTools(server: McpServer, { client, folder }: ToolParts): void {
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
}
