/**
 * Certificate policies along a path (RFC 5280, 6.1): where an authority requires a policy, the path must have a valid one.
 * It does not matter which, so one set of policies per level is enough. The tree of the RFC could grow without limit
 * through hostile policy mappings.
 */
import { DerError, readDer, readOid, readSequence } from '../cms/der.ts';
import type { Certificate } from './certificate.ts';

const ANY_POLICY = '2.5.29.32.0';
const EXTENSION = {
  policies: '2.5.29.32',
  mappings: '2.5.29.33',
  constraints: '2.5.29.36',
  inhibitAny: '2.5.29.54',
} as const;

export class PolicyState {
  /** Policies that the next certificate may name; at first any policy. */
  #expected = new Set([ANY_POLICY]);
  #explicitPolicy: number;
  #policyMapping: number;
  #inhibitAny: number;

  /** For a path with this many certificates, the trust anchor not counted. */
  constructor(length: number) {
    this.#explicitPolicy = this.#policyMapping = this.#inhibitAny = length + 1;
  }

  /** Processes the next certificate below the anchor. Returns false if a required policy is missing. Throws a DerError. */
  follow(certificate: Certificate, isLast: boolean): boolean {
    const isSelfIssued = certificate.isSelfIssued && !isLast;
    const valid = this.#validPolicies(certificate.extensions.get(EXTENSION.policies), isSelfIssued);
    if (valid.size === 0 && this.#explicitPolicy === 0) return false;
    this.#expected = isLast ? valid : this.#mapped(valid, certificate.extensions.get(EXTENSION.mappings));
    if (!certificate.isSelfIssued || isLast) {
      this.#explicitPolicy = Math.max(0, this.#explicitPolicy - 1);
      this.#policyMapping = Math.max(0, this.#policyMapping - 1);
      this.#inhibitAny = Math.max(0, this.#inhibitAny - 1);
    }
    for (const field of fieldsOf(certificate.extensions.get(EXTENSION.constraints))) {
      const value = numberOf(field.content);
      if (field.tag === 0x80) this.#explicitPolicy = Math.min(this.#explicitPolicy, value);
      if (field.tag === 0x81) this.#policyMapping = Math.min(this.#policyMapping, value);
    }
    const inhibit = certificate.extensions.get(EXTENSION.inhibitAny);
    if (inhibit) this.#inhibitAny = Math.min(this.#inhibitAny, numberOf(readDer(inhibit).content));
    // The last certificate may itself require a policy (6.1.5 b).
    return !isLast || this.#explicitPolicy > 0 || valid.size > 0;
  }

  #validPolicies(extension: Buffer | undefined, isSelfIssued: boolean): Set<string> {
    const named = new Set(fieldsOf(extension).map((information) => readOid(information.children[0])));
    const takesAny = named.delete(ANY_POLICY) && (this.#inhibitAny > 0 || isSelfIssued);
    if (takesAny) return new Set([...named].filter((one) => this.#isExpected(one)).concat(...this.#expected));
    return new Set([...named].filter((one) => this.#isExpected(one)));
  }

  #isExpected(policy: string): boolean {
    return this.#expected.has(policy) || this.#expected.has(ANY_POLICY);
  }

  /** The policies as the next certificate calls them (6.1.4 a and b). */
  #mapped(valid: Set<string>, mappings: Buffer | undefined): Set<string> {
    const pairs = fieldsOf(mappings).map(({ children: [from, to] }) => [readOid(from), readOid(to)] as const);
    const expected = new Set(valid);
    for (const [from, to] of pairs) {
      if (from === ANY_POLICY || to === ANY_POLICY) throw new DerError('any policy cannot be mapped');
      expected.delete(from);
    }
    if (this.#policyMapping === 0) return expected;
    for (const [from, to] of pairs) if (valid.has(from) || valid.has(ANY_POLICY)) expected.add(to);
    return expected;
  }
}

const fieldsOf = (extension: Buffer | undefined) => (extension ? readSequence(extension) : []);

/** A number of certificates; a large one has the effect of infinity. */
function numberOf(octets: Buffer): number {
  if (octets.length === 0 || octets[0]! >= 128) throw new DerError('a policy constraint cannot be read');
  return octets.length > 4 ? Number.MAX_SAFE_INTEGER : octets.readUIntBE(0, octets.length);
}
