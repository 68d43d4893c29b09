/** Stores signing secrets encrypted: AES-256-GCM with SECRET_KEY, bound to their endpoint (docs/spec/decisions.md, section 6). */
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

/** The decrypted secret. Throws if it was encrypted with another SECRET_KEY. */
export function openSecret({ secrets }: Keeper, endpointId: string, sealed: Uint8Array): string {
  return secrets.decrypt(sealed, secretContext(endpointId)).toString();
}

export interface SealedSecrets {
  sealedSecret: Uint8Array;
  previousSealedSecret: Uint8Array | null;
  previousSecretExpiresAt: Date | null;
}

/** The secrets of an endpoint. Each is decrypted once, not for every delivery. */
export class EndpointKeys {
  readonly #keeper: Keeper & Pick<Base, 'log'>;
  readonly #endpointId: string;
  readonly #sealed: SealedSecrets;
  readonly #current: readonly SigningKey[];
  /** Null until the previous secret is needed during the grace period of a rotation. */
  #both: readonly SigningKey[] | null = null;

  /** Throws if the current secret was encrypted with another SECRET_KEY. */
  constructor(keeper: Keeper & Pick<Base, 'log'>, endpointId: string, sealed: SealedSecrets) {
    this.#keeper = keeper;
    this.#endpointId = endpointId;
    this.#sealed = sealed;
    this.#current = [signingKey(openSecret(keeper, endpointId, sealed.sealedSecret))];
  }

  /**
   * The keys that sign at this moment, the newest first: two during the grace period of a rotation, otherwise one. A previous secret
   * that cannot be decrypted is left out, which is logged once.
   */
  live(now: Date): readonly SigningKey[] {
    const { previousSealedSecret: previous, previousSecretExpiresAt: expiry } = this.#sealed;
    if (!previous || !expiry || expiry <= now) return this.#current;
    this.#both ??= this.#withPrevious(previous);
    return this.#both;
  }

  #withPrevious(previous: Uint8Array): readonly SigningKey[] {
    try {
      return [...this.#current, signingKey(openSecret(this.#keeper, this.#endpointId, previous))];
    } catch (error) {
      this.#keeper.log.warn('deliveries are signed without the previous secret, which cannot be decrypted', {
        endpoint_id: this.#endpointId,
        error: String(error),
      });
      return this.#current;
    }
  }
}
