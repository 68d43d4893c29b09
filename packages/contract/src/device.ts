/** The device flow: a command-line client gets a key that a person approves (docs/spec/interface.md, Device flow shapes; RFC 8628). */
import * as z from 'zod';
import { boundedText, DateTime, ModeSchema, nonBlankText } from './common.ts';

export const DeviceCodeReq = z
  .object({
    client: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
    client_version: boundedText(0, 64).nullish(),
    mode: ModeSchema.default('live'),
    name: boundedText(0, 100).nullish().describe('Suggested name of the key'),
  })
  .meta({ id: 'DeviceCodeReq' });
export type DeviceCodeReq = z.infer<typeof DeviceCodeReq>;

export const DeviceCodeOut = z
  .object({
    device_code: z.string(),
    user_code: z.string().describe('Show it to the person: `XXXX-XXXX`'),
    verification_uri: z.string(),
    verification_uri_complete: z.string(),
    expires_in: z.int().describe('Seconds until the codes expire'),
    interval: z.int().describe('Seconds to wait between two calls of /v1/device/token'),
  })
  .meta({ id: 'DeviceCodeOut' });
export type DeviceCodeOut = z.infer<typeof DeviceCodeOut>;

export const DeviceTokenReq = z
  .object({ device_code: z.string().min(16).max(128) })
  .meta({ id: 'DeviceTokenReq' });

export const DeviceTokenOut = z
  .object({
    api_key: z.string().describe('The full key value, returned only once'),
    key_id: z.uuid(),
    display: z.string(),
    mode: z.string(),
    name: z.string(),
    tenant_slug: z.string(),
  })
  .meta({ id: 'DeviceTokenOut' });
export type DeviceTokenOut = z.infer<typeof DeviceTokenOut>;

/** What the person is shown before deciding. */
export const DeviceRequestOut = z
  .object({
    user_code: z.string(),
    client: z.string(),
    client_version: z.string().nullable(),
    mode: ModeSchema,
    name: z.string().nullable(),
    ip: z.string().nullable().describe('IP address that requested the code'),
    created_at: DateTime,
    expires_at: DateTime,
  })
  .meta({ id: 'DeviceRequestOut' });
export type DeviceRequestOut = z.infer<typeof DeviceRequestOut>;

export const ApproveDeviceReq = z
  .object({
    workspace: boundedText(1, 63).describe('Slug of the workspace that the key is for'),
    name: nonBlankText(120).nullish().describe('Name of the key, instead of the suggested one'),
  })
  .meta({ id: 'ApproveDeviceReq' });
export type ApproveDeviceReq = z.infer<typeof ApproveDeviceReq>;
