/** Signing secrets at rest: AES-256-GCM under SECRET_KEY, bound to their endpoint (decisions.md, section 6). */
import { type SigningKey, signingKey } from '@countersign/webhooks/sign';
import type { Base } from '../ctx.ts';

const maxKeys = 20_000;

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

/** Keys ready to sign, so that a secret is not opened for every delivery. Forgets all when it is full. */
export class SigningKeys {
  readonly #keeper: Keeper;
  readonly #keys = new Map<string, SigningKey>();

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
  }

  /** The keys that sign at this moment, the newest first: two during the grace period of a rotation, else one. */
  live(endpointId: string, sealed: SealedSecrets, now: Date): SigningKey[] {
    const { sealedSecret, previousSealedSecret: previous, previousSecretExpiresAt: expiry } = sealed;
    const live = previous && expiry && expiry > now ? [sealedSecret, previous] : [sealedSecret];
    return live.map((one) => this.#keyOf(endpointId, one));
  }

  #keyOf(endpointId: string, sealed: Uint8Array): SigningKey {
    const name = `${endpointId} ${Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length).toString('latin1')}`;
    const known = this.#keys.get(name);
    if (known) return known;
    const key = signingKey(openSecret(this.#keeper, endpointId, sealed));
    if (this.#keys.size >= maxKeys) this.#keys.clear();
    this.#keys.set(name, key);
    return key;
  }
}
