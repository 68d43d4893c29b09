/** The operations of routes/device.ts (docs/spec/interface.md, Device authorization; RFC 8628). */
import {
  ApproveDeviceReq,
  DeviceCodeOut,
  DeviceCodeReq,
  DeviceRequestOut,
  DeviceTokenOut,
  DeviceTokenReq,
} from '@countersign/contract/device';
import type { Operation } from './operation.ts';

const client = { tag: 'device', security: 'none' } as const;
const person = { tag: 'console', security: 'session' } as const;
const parameters = {
  user_code: 'The code that the client shows, in upper or lower case, with or without the hyphen',
};
const clientProblems = ['rate-limited', 'internal', 'unavailable'] as const;

export const deviceOperations: readonly Operation[] = [
  {
    ...client,
    method: 'post',
    path: '/v1/device/code',
    operationId: 'startDevice',
    summary: 'Start the device flow',
    description:
      'Show `user_code` and `verification_uri` to the person, or open `verification_uri_complete`; then poll /v1/device/token.',
    body: { schema: DeviceCodeReq, form: true },
    answers: { 201: { description: 'The codes', schema: DeviceCodeOut } },
    problems: clientProblems,
  },
  {
    ...client,
    method: 'post',
    path: '/v1/device/token',
    operationId: 'exchangeDeviceCode',
    summary: 'Poll for the key',
    description:
      'Until the request is approved, every response is a problem with the member `error` of RFC 8628, section 3.5, and with `interval` while polling can still succeed. The key is returned once. Takes JSON and, as RFC 8628 libraries send it, a form; further members such as `grant_type` are ignored.',
    body: { schema: DeviceTokenReq, form: true },
    answers: { 200: { description: 'The key', schema: DeviceTokenOut } },
    problems: [
      'authorization-pending',
      'slow-down',
      'access-denied',
      'expired-token',
      'invalid-grant',
      ...clientProblems,
    ],
  },
  {
    ...person,
    method: 'get',
    path: '/v1/console/device/{user_code}',
    operationId: 'getDeviceRequest',
    summary: 'Fetch the request behind a user code',
    description: 'Ten wrong codes from one address block it for ten minutes.',
    parameters,
    answers: { 200: { description: 'The request', schema: DeviceRequestOut } },
    problems: ['not-found'],
  },
  {
    ...person,
    method: 'post',
    path: '/v1/console/device/{user_code}/approve',
    operationId: 'approveDevice',
    summary: 'Approve the request',
    description: 'For managers and owners of the workspace. The key has the requested mode.',
    parameters,
    body: { schema: ApproveDeviceReq },
    answers: { 204: { description: 'Approved; the next poll of the client returns the key' } },
    problems: ['not-found'],
  },
  {
    ...person,
    method: 'post',
    path: '/v1/console/device/{user_code}/deny',
    operationId: 'denyDevice',
    summary: 'Deny the request',
    parameters,
    answers: { 204: { description: 'Denied' } },
    problems: ['not-found'],
  },
];
