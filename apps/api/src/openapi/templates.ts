/** The operations of routes/templates.ts. */
import {
  CreateDirectLinkReq,
  DirectLinkListQuery,
  DirectLinkOut,
  DirectLinkPage,
} from '@countersign/contract/direct-link';
import { DocumentOut } from '@countersign/contract/document';
import {
  CreateTemplateIn,
  DuplicateTemplateIn,
  maxTemplateVersions,
  PatchTemplateIn,
  TemplateListQuery,
  TemplateOut,
  TemplatePage,
  TemplateVersionOut,
  UseTemplateIn,
} from '@countersign/contract/template';
import * as z from 'zod';
import { nextPage, type Operation } from './operation.ts';

const parameters = { tpl_id: 'Id of the template: `tpl_…`, or its UUID as in `source_template_id`' };
const versionParameters = { ...parameters, version: 'Number of the version' };
const template = { description: 'The template', schema: TemplateOut };

export const templateOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/templates',
    operationId: 'listTemplates',
    role: 'member',
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
    description:
      'The PDF is checked at once: every PDF that is accepted here can be sealed. At most 80 MiB of JSON.',
    body: { schema: CreateTemplateIn },
    answers: { 201: template },
    problems: [
      'auth-level-unavailable',
      'invalid-pdf',
      'pdf-too-complex',
      'payload-too-large',
      'storage-exhausted',
      'external-id-taken',
    ],
  },
  {
    method: 'get',
    path: '/v1/templates/{tpl_id}',
    operationId: 'getTemplate',
    role: 'member',
    tag: 'templates',
    summary: 'Fetch a template',
    description: 'The returned definition can be stored again unchanged.',
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
      'The given parts replace the stored ones; absent and null parts do not change. `metadata` is merged by key, where null removes a key; null clears `external_id`. Every call increases `version`. Existing documents do not change.',
    parameters,
    body: { schema: PatchTemplateIn },
    answers: { 200: template },
    problems: ['not-found', 'auth-level-unavailable', 'external-id-taken'],
  },
  {
    method: 'delete',
    path: '/v1/templates/{tpl_id}',
    operationId: 'deleteTemplate',
    tag: 'templates',
    summary: 'Delete a template',
    description:
      'The template can no longer be listed, fetched or used. Documents created from it do not change.',
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
    description:
      'Creates a template with version 1 from the same PDF and definition. `external_id` and `metadata` are not copied.',
    parameters,
    body: { schema: DuplicateTemplateIn, required: false },
    answers: { 201: template },
    problems: ['not-found', 'external-id-taken'],
  },
  {
    method: 'post',
    path: '/v1/templates/{tpl_id}/use',
    operationId: 'useTemplate',
    role: 'member',
    tag: 'templates',
    summary: 'Create a document from a template',
    description:
      'Creates a finalized draft and does not send it. Recipients fill the placeholders by position and take their role and signing order. A placeholder with `auth_level: otp` or `delivery: none` keeps it. Keys of `form_values` are field names, or indexes in field order; an unknown key is refused. `external_id` and `metadata` of the template are not copied.',
    parameters,
    body: { schema: UseTemplateIn },
    answers: { 201: { description: 'The document', schema: DocumentOut } },
    problems: ['not-found', 'auth-level-unavailable', 'external-id-taken'],
  },
  {
    method: 'get',
    path: '/v1/templates/{tpl_id}/versions',
    operationId: 'listTemplateVersions',
    tag: 'templates',
    summary: 'List the versions of a template',
    description: `The last ${maxTemplateVersions} versions, newest first. Older ones are forgotten.`,
    parameters,
    answers: {
      200: { description: 'The versions', schema: z.array(TemplateVersionOut).max(maxTemplateVersions) },
    },
    problems: ['not-found'],
  },
  {
    method: 'get',
    path: '/v1/templates/{tpl_id}/versions/{version}',
    operationId: 'getTemplateVersion',
    tag: 'templates',
    summary: 'Fetch an earlier version of a template',
    description:
      'The template with name, recipients and fields of that version. Everything else is as it is now. `updated_at` is the time of the version.',
    parameters: versionParameters,
    answers: { 200: template },
    problems: ['not-found'],
  },
  {
    method: 'post',
    path: '/v1/templates/{tpl_id}/versions/{version}/restore',
    operationId: 'restoreTemplateVersion',
    tag: 'templates',
    summary: 'Restore an earlier version of a template',
    description:
      'Makes a new version with name, recipients and fields of an earlier one. Existing documents do not change.',
    parameters: versionParameters,
    answers: { 200: template },
    problems: ['not-found'],
  },
  {
    method: 'get',
    path: '/v1/templates/{tpl_id}/direct-links',
    operationId: 'listDirectLinks',
    tag: 'templates',
    summary: 'List the direct links of a template',
    description: "Newest first, those of the key's mode, with those that no longer work.",
    parameters,
    query: DirectLinkListQuery,
    answers: { 200: { description: 'A page of direct links', schema: DirectLinkPage, headers: nextPage } },
    problems: ['not-found'],
  },
  {
    method: 'post',
    path: '/v1/templates/{tpl_id}/direct-links',
    operationId: 'createDirectLink',
    tag: 'templates',
    summary: 'Create a direct link',
    description:
      'A public address of the template. Its page asks for a name and an email address, and each visit creates and sends a document with the visitor as its first recipient. By default the visitor gets the signing link by email; with `confirm_email: false` the visitor signs at once. A document counts toward the allowance when it is created. In the mode of the key.',
    parameters,
    body: { schema: CreateDirectLinkReq },
    answers: { 201: { description: 'The direct link', schema: DirectLinkOut } },
    problems: ['not-found', 'auth-level-unavailable', 'not-sendable'],
  },
  {
    method: 'delete',
    path: '/v1/templates/{tpl_id}/direct-links/{direct_link_id}',
    operationId: 'disableDirectLink',
    tag: 'templates',
    summary: 'Disable a direct link',
    description:
      'For good: its address answers 410, and the people that it names are forgotten. It stays in the list with `disabled_at`. Documents that it has created do not change.',
    parameters: { ...parameters, direct_link_id: 'Id of the direct link' },
    answers: { 204: { description: 'Disabled' } },
    problems: ['not-found'],
  },
];
