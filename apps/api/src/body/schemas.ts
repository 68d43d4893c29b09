/** Schemas of bodies that are parsed in a thread when they are large. */
import { BulkRowIn, CreateBulkSendEnvelope } from '@countersign/contract/bulk-send';
import { CreateDocumentReq } from '@countersign/contract/document';
import { FieldSpecs } from '@countersign/contract/field';
import { SaveDraftReq } from '@countersign/contract/signing';
import { CreateTemplateIn, PatchTemplateIn } from '@countersign/contract/template';
import { ReceivedCompletion } from './received-values.ts';

export const threadSchemas = {
  CompleteReq: ReceivedCompletion,
  CreateDocumentReq,
  /** The PDF is decoded while it arrives; a placeholder of one character replaces it. */
  CreateTemplateIn,
  FieldSpecs,
  PatchTemplateIn,
  SaveDraftReq,
  SignAsIn: ReceivedCompletion.prefault({}),
} as const;
export type ThreadSchemaName = keyof typeof threadSchemas;

/** The member with most of the values, which threads send in pieces. Null when the body itself is the list. */
export const longMember: Record<ThreadSchemaName, string | null> = {
  CompleteReq: 'values',
  CreateDocumentReq: 'fields',
  CreateTemplateIn: 'fields',
  FieldSpecs: null,
  PatchTemplateIn: 'fields',
  SaveDraftReq: 'signatures',
  SignAsIn: 'values',
};

/** A bulk send is parsed row by row. */
export const bulkEnvelope = CreateBulkSendEnvelope;
export const bulkRow = BulkRowIn;
