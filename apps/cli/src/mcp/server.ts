/** A Model Context Protocol server: tools with which an assistant works with documents, on standard input and output. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { addSending } from './approved-tools.ts';
import { addDrafting } from './draft-tools.ts';
import { addFileTools } from './file-tools.ts';
import { addDocumentReading, addTemplateReading } from './reading-tools.ts';
import type { ToolParts } from './tool.ts';

/** Builds the server with all tools. It does not listen yet. */
export function createMcpServer(parts: ToolParts & { version: string }): McpServer {
  const { version, me, folder } = parts;
  const server = new McpServer(
    { name: 'countersign', version },
    {
      instructions: `Electronic signing with Countersign, workspace ${me.workspace.slug}, ${
        me.mode === 'live'
          ? 'live mode: sending and voiding need the approval of a person; the tool says how to ask for it'
          : 'test mode: nothing is binding, and documents are marked TEST'
      }. Files are read from and written to ${folder.path} only.`,
    },
  );
  addDocumentReading(server, parts);
  addTemplateReading(server, parts);
  addDrafting(server, parts);
  addSending(server, parts);
  addFileTools(server, parts);
  return server;
}
