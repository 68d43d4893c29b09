/** Signing secrets at rest: AES-256-GCM under SECRET_KEY, bound to their endpoint (decisions.md, section 6). */
import type { Base } from '../ctx.ts';

type Keeper = Pick<Base, 'secrets'>;

const contextOf = (endpointId: string) => `webhook-secret:${endpointId}`;

/** The secret as it is stored. */
export function sealSecret({ secrets }: Keeper, endpointId: string, secret: string): Uint8Array<ArrayBuffer> {
  return secrets.encrypt(Buffer.from(secret), contextOf(endpointId));
}

/** The secret in the clear. Throws when it was stored under another SECRET_KEY. */
export function openSecret({ secrets }: Keeper, endpointId: string, sealed: Uint8Array): string {
  return secrets.decrypt(sealed, contextOf(endpointId)).toString();
}

export interface SealedSecrets {
  sealedSecret: Uint8Array;
  previousSealedSecret: Uint8Array | null;
  previousSecretExpiresAt: Date | null;
}

/** The secrets that sign at this moment, the newest first: two during the grace period of a rotation, else one. */
export function liveSecrets(keeper: Keeper, endpointId: string, sealed: SealedSecrets, now: Date): string[] {
  const { sealedSecret, previousSealedSecret: previous, previousSecretExpiresAt: expiry } = sealed;
  const live = previous && expiry && expiry > now ? [sealedSecret, previous] : [sealedSecret];
  return live.map((one) => openSecret(keeper, endpointId, one));
}
