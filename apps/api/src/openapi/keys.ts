/** The operations of routes/keys.ts. */
import { CreateKeyReq, KeyCreated, KeyOut } from '@countersign/contract/key';
import * as z from 'zod';
import type { Operation } from './operation.ts';

export const keyOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/keys',
    operationId: 'listKeys',
    tag: 'keys',
    summary: 'List the API keys of the workspace',
    description: 'Keys of both modes, newest first, revoked ones included. Values are never shown again.',
    answers: { 200: { description: 'The keys', schema: z.array(KeyOut) } },
  },
  {
    method: 'post',
    path: '/v1/keys',
    operationId: 'createKey',
    tag: 'keys',
    summary: 'Create an API key',
    description:
      'The member `key` of the response is the full value; it is returned only once. A test key can create test keys only.',
    body: { schema: CreateKeyReq },
    answers: { 201: { description: 'The key with its value', schema: KeyCreated } },
    problems: ['mode-forbidden'],
  },
  {
    method: 'post',
    path: '/v1/keys/{key_id}/revoke',
    operationId: 'revokeKey',
    tag: 'keys',
    summary: 'Revoke an API key',
    description: 'The key is refused from now on. Revoking it again changes nothing.',
    parameters: { key_id: 'UUID of the key' },
    answers: { 204: { description: 'Revoked' } },
    problems: ['not-found', 'mode-forbidden'],
  },
];
