/** Signing secrets at rest: AES-256-GCM under SECRET_KEY, bound to their endpoint (decisions.md, section 6). */
import { type SigningKey, signingKey } from '@countersign/webhooks/sign';
import type { Base } from '../ctx.ts';

type Keeper = Pick<Base, 'secrets'>;

/** The context that an endpoint's encrypted secrets are bound to. */
export function secretContext(endpointId: string): string {
  return `webhook-secret:${endpointId}`;
}

/** The secret as it is stored. */
export function sealSecret({ secrets }: Keeper, endpointId: string, secret: string): Uint8Array<ArrayBuffer> {
  return secrets.encrypt(Buffer.from(secret), secretContext(endpointId));
}

/** The secret in the clear. Throws when it was stored under another SECRET_KEY. */
export function openSecret({ secrets }: Keeper, endpointId: string, sealed: Uint8Array): string {
  return secrets.decrypt(sealed, secretContext(endpointId)).toString();
}

export interface SealedSecrets {
  sealedSecret: Uint8Array;
  previousSealedSecret: Uint8Array | null;
  previousSecretExpiresAt: Date | null;
}

/** An endpoint's secrets, opened: so that it is not done for every delivery. */
export class EndpointKeys {
  readonly #one: SigningKey[];
  readonly #both: SigningKey[];
  readonly #bothUntil: Date;

  /** Throws when the secrets were stored under another SECRET_KEY. */
  constructor(keeper: Keeper, endpointId: string, sealed: SealedSecrets) {
    const { sealedSecret, previousSealedSecret: previous, previousSecretExpiresAt: expiry } = sealed;
    this.#one = [signingKey(openSecret(keeper, endpointId, sealedSecret))];
    this.#both = previous ? [...this.#one, signingKey(openSecret(keeper, endpointId, previous))] : this.#one;
    this.#bothUntil = expiry ?? new Date(0);
  }

  /** The keys that sign at this moment, the newest first: two during the grace period of a rotation, else one. */
  live(now: Date): readonly SigningKey[] {
    return this.#bothUntil > now ? this.#both : this.#one;
  }
}
