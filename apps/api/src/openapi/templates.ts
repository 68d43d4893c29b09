/** The operations of routes/templates.ts. */
import { DocumentOut } from '@countersign/contract/document';
import {
  CreateTemplateIn,
  DuplicateTemplateIn,
  PatchTemplateIn,
  TemplateListQuery,
  TemplateOut,
  TemplatePage,
  UseTemplateIn,
} from '@countersign/contract/template';
import { nextPage, type Operation } from './operation.ts';

const parameters = { tpl_id: 'Id of the template: `tpl_…`, or its UUID as in `source_template_id`' };
const template = { description: 'The template', schema: TemplateOut };

export const templateOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/templates',
    operationId: 'listTemplates',
    tag: 'templates',
    summary: 'List templates',
    description: 'Newest first. Both modes share the templates of a workspace.',
    query: TemplateListQuery,
    answers: { 200: { description: 'A page of templates', schema: TemplatePage, headers: nextPage } },
  },
  {
    method: 'post',
    path: '/v1/templates',
    operationId: 'createTemplate',
    tag: 'templates',
    summary: 'Create a template',
    description: 'The PDF is judged at once: what is accepted here can be sealed. At most 80 MiB of JSON.',
    body: { schema: CreateTemplateIn },
    answers: { 201: template },
    problems: [
      'auth-level-unavailable',
      'invalid-pdf',
      'pdf-too-complex',
      'payload-too-large',
      'storage-exhausted',
    ],
  },
  {
    method: 'get',
    path: '/v1/templates/{tpl_id}',
    operationId: 'getTemplate',
    tag: 'templates',
    summary: 'Fetch a template',
    description: 'The definition round-trips: what is returned can be stored again.',
    parameters,
    answers: { 200: template },
    problems: ['not-found'],
  },
  {
    method: 'patch',
    path: '/v1/templates/{tpl_id}',
    operationId: 'patchTemplate',
    tag: 'templates',
    summary: 'Replace parts of a template',
    description:
      'Parts given replace the stored ones, absent and null parts stay; every patch raises `version`. Documents made before are unaffected.',
    parameters,
    body: { schema: PatchTemplateIn },
    answers: { 200: template },
    problems: ['not-found', 'auth-level-unavailable'],
  },
  {
    method: 'delete',
    path: '/v1/templates/{tpl_id}',
    operationId: 'deleteTemplate',
    tag: 'templates',
    summary: 'Delete a template',
    description: 'It disappears from list, get and use; documents made from it are unaffected.',
    parameters,
    answers: { 204: { description: 'Deleted' } },
    problems: ['not-found'],
  },
  {
    method: 'post',
    path: '/v1/templates/{tpl_id}/duplicate',
    operationId: 'duplicateTemplate',
    tag: 'templates',
    summary: 'Duplicate a template',
    description: 'A new template with version 1 from the same PDF and definition.',
    parameters,
    body: { schema: DuplicateTemplateIn, required: false },
    answers: { 201: template },
    problems: ['not-found'],
  },
  {
    method: 'post',
    path: '/v1/templates/{tpl_id}/use',
    operationId: 'useTemplate',
    tag: 'templates',
    summary: 'Make a document from a template',
    description:
      'A finalized draft that is not sent. Recipients fill the placeholders by position and take their role and order; a placeholder that asks for one-time codes keeps asking. Keys of `form_values` are field names, or indexes in field order.',
    parameters,
    body: { schema: UseTemplateIn },
    answers: { 201: { description: 'The document', schema: DocumentOut } },
    problems: ['not-found', 'auth-level-unavailable'],
  },
];
