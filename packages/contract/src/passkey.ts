/** Passkeys (WebAuthn Level 3): what browsers send, and the passkeys of a person. */
import * as z from 'zod';
import { DateTime, nonBlankText } from './common.ts';

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]*$/);
/** A credential id has at most 1023 bytes (section 5.8.3). */
const CredentialId = base64url(1364).min(1);
const transport = z
  .string()
  .max(32)
  .regex(/^[a-z-]+$/);

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};

/** RegistrationResponseJSON (section 5.1), without members that are not used. */
export const RegistrationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8192),
      attestationObject: base64url(16_384),
      transports: z.array(transport).max(10).optional().describe('Hints for the browser; they prove nothing'),
    }),
  })
  .meta({ id: 'RegistrationResponse' });
export type RegistrationResponse = z.infer<typeof RegistrationResponse>;

/** AuthenticationResponseJSON (section 5.1), without members that are not used. */
export const AuthenticationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8192),
      authenticatorData: base64url(8192),
      signature: base64url(4096),
      userHandle: base64url(128).optional(),
    }),
  })
  .meta({ id: 'AuthenticationResponse' });
export type AuthenticationResponse = z.infer<typeof AuthenticationResponse>;

const PasskeyName = nonBlankText(100);
export const CreatePasskeyReq = z
  .object({ name: PasskeyName, response: RegistrationResponse })
  .meta({ id: 'CreatePasskeyReq' });
export const PatchPasskeyReq = z.object({ name: PasskeyName }).meta({ id: 'PatchPasskeyReq' });
export const PasskeySignInReq = z
  .object({ response: AuthenticationResponse })
  .meta({ id: 'PasskeySignInReq' });

export const PasskeyOptionsOut = z
  .object({
    options: z
      .record(z.string(), z.unknown())
      .describe('For `navigator.credentials`, in the JSON form of WebAuthn Level 3, section 5.1'),
  })
  .meta({ id: 'PasskeyOptionsOut' });

export const PasskeyOut = z
  .object({
    id: z.uuid(),
    name: z.string(),
    backed_up: z.boolean().describe('Whether it is synchronized to other devices of the person'),
    created_at: DateTime,
    last_used_at: DateTime.nullable(),
  })
  .meta({ id: 'PasskeyOut' });
export type PasskeyOut = z.infer<typeof PasskeyOut>;
