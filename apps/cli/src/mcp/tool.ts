/** What all tools share: their parts, inputs that several take, and the form of their results. */
import type { Client } from '@countersign/client/client';
import { ApiError, UnreachableError } from '@countersign/client/errors';
import type { Me } from '@countersign/client/generated/api';
import * as z from 'zod';
import { FailedError, UsageError } from '../exit-status.ts';
import type { Approvals } from './approvals.ts';
import type { Folder } from './folder.ts';

export interface ToolParts {
  client: Client;
  me: Me;
  folder: Folder;
  approvals: Approvals;
}

export const documentId = z.string().describe('Id of the document: doc_…');
export const fileName = z.string().describe('Name of a PDF in the folder of this server');
/** For tools that change nothing. */
export const readOnly = { annotations: { readOnlyHint: true } };

/** Reads a document. */
export const getDocument = (client: Client, id: string) =>
  client.get('/v1/documents/{doc_id}', { params: { path: { doc_id: id } } });

/** The result of a tool as text. Refusals by the service and errors with the user's files are answers for the assistant, not server errors. */
export function answering<Arguments>(work: (given: Arguments) => Promise<unknown>) {
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
