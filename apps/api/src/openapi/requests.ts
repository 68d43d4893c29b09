/** The operation of routes/requests.ts. */
import { RequestListQuery, RequestPage } from '@countersign/contract/request-log';
import { nextPage, type Operation } from './operation.ts';

export const requestOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/requests',
    operationId: 'listRequests',
    tag: 'account',
    summary: 'Read the request log',
    description:
      'What the API keys of the workspace called in the mode of this key, and what the service answered, newest first. Kept for 30 days unless the operator has chosen otherwise. Requests appear within a few seconds. Bodies are not kept, and of the URL only ids and the values of a few parameters are. Requests without a valid key, and to paths that do not exist, belong to no workspace and are not recorded. Only some of the refusals with 429 are recorded.',
    query: RequestListQuery,
    answers: { 200: { description: 'A page of the log', schema: RequestPage, headers: nextPage } },
  },
];
