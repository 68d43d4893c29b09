/** The relying party of passkeys (WebAuthn Level 3): this service at its public address. */
import { isIP } from 'node:net';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Settings } from '../ctx.ts';

/** How long the browser waits for the person, in milliseconds (WebAuthn Level 3, section 15.1). */
export const browserTimeoutMs = 300_000;

export interface RelyingParty {
  /** The host of the public address, for which browsers keep the passkeys. */
  id: string;
  name: string;
  /** The only origin whose pages may use them. */
  origin: string;
}

/** Browsers keep passkeys for host names only, and offer them over https or on this machine. */
export function hasPasskeys({ publicUrl }: Pick<Settings, 'publicUrl'>): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || hostname === 'localhost');
}

/** The relying party. Throws not-found if the public address cannot have passkeys. */
export function relyingParty(settings: Pick<Settings, 'publicUrl'>): RelyingParty {
  if (!hasPasskeys(settings))
    throw new ProblemError('not-found', {
      detail: 'Passkeys need a PUBLIC_URL with https and a host name.',
    });
  const { hostname, origin } = new URL(settings.publicUrl);
  return { id: hostname, name: 'Countersign', origin };
}
