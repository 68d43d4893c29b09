/** Names in certificates: comparing them (RFC 5280, 7.1) and the constraints that an authority puts on them (4.2.1.10). */
import { isUtf8 } from 'node:buffer';
import { type Asn1, DerError, readDer, readOid, readSequence } from '../cms/der.ts';

/** Attribute emailAddress of a distinguished name (RFC 2985). */
const EMAIL_ADDRESS = '1.2.840.113549.1.9.1';

/** Identifier octets of a GeneralName (4.2.1.6). */
const KIND = { mail: 0x81, dns: 0x82, directory: 0xa4, uri: 0x86, address: 0x87 } as const;
const KINDS: readonly number[] = Object.values(KIND);

/** More comparisons than any real chain needs. */
const MAX_COMPARISONS = 20_000;

const normalNames = new WeakMap<Buffer, string>();

/** Whether two Names, as DER, are the same apart from the type, case and spacing of their strings. Throws a DerError. */
export function isSameName(one: Buffer, other: Buffer): boolean {
  return one.equals(other) || normalName(one) === normalName(other);
}

/** Cached while the buffer is in use, because a search for paths compares the same names many times. */
function normalName(name: Buffer): string {
  let normal = normalNames.get(name);
  if (normal === undefined) {
    normal = JSON.stringify(normalRdns(readDer(name)));
    normalNames.set(name, normal);
  }
  return normal;
}

/** Each relative distinguished name as a text that is the same for equal ones. */
function normalRdns(name: Asn1): string[] {
  return name.children.map((rdn) =>
    JSON.stringify(
      rdn.children.map(({ children: [type, value] }) => [readOid(type), normalValue(value)].join(' ')).sort(),
    ),
  );
}

/** A string in one case, with single spaces; other values, and strings that cannot be read, as their octets. */
function normalValue(value: Asn1 | undefined): string {
  if (!value) throw new DerError('a name is incomplete');
  const text = textOf(value);
  if (text === null) return `octets ${value.raw.toString('hex')}`;
  return `text ${text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')}`;
}

/** The text of a string type that names use, or null. */
function textOf({ tag, content }: Asn1): string | null {
  switch (tag) {
    case 0x0c:
      return isUtf8(content) ? content.toString('utf8') : null;
    case 0x12:
    case 0x13:
    case 0x14:
    case 0x16:
    case 0x1a:
      return content.toString('latin1');
    case 0x1e:
      return content.length % 2 === 0 ? Buffer.from(content).swap16().toString('utf16le') : null;
    default:
      return null;
  }
}

/** A name of a certificate's holder, as a constraint sees it. */
export interface GeneralName {
  kind: number;
  /** The content; of a directory name the whole Name. */
  value: Buffer;
}

interface Subtrees {
  permitted: GeneralName[];
  excluded: GeneralName[];
}

/** All names of a holder that constraints apply to, also the mail addresses in its distinguished name. */
export function namesOf(subject: Buffer, subjectAltName: Buffer | undefined): GeneralName[] {
  const rdns = readDer(subject).children;
  const mails = rdns
    .flatMap((rdn) => rdn.children)
    .filter(({ children: [type] }) => readOid(type) === EMAIL_ADDRESS)
    .map(({ children: [, value] }) => ({ kind: KIND.mail as number, value: value?.content ?? Buffer.of() }));
  const directory = rdns.length > 0 ? [{ kind: KIND.directory as number, value: subject }] : [];
  const others = subjectAltName ? readSequence(subjectAltName).map(generalName) : [];
  return [...directory, ...mails, ...others];
}

function generalName(element: Asn1): GeneralName {
  if (element.tag !== KIND.directory) return { kind: element.tag, value: element.content };
  const name = element.children[0];
  if (!name) throw new DerError('a name is incomplete');
  return { kind: element.tag, value: name.raw };
}

/** The constraints that the authorities of a path put on the names below them. */
export class NameConstraints {
  readonly #subtrees: Subtrees[] = [];
  #comparisons = 0;

  /**
   * Adds the NameConstraints extension of an authority. Returns why it cannot be applied, or null. Kinds of names and
   * distances that are not supported must not be ignored.
   */
  add(extension: Buffer): string | null {
    const subtrees: Subtrees = { permitted: [], excluded: [] };
    for (const list of readSequence(extension)) {
      const into = list.tag === 0xa0 ? subtrees.permitted : list.tag === 0xa1 ? subtrees.excluded : null;
      if (!into) throw new DerError('the name constraints cannot be read');
      for (const { children } of list.children) {
        const base = children[0];
        if (!base) throw new DerError('the name constraints cannot be read');
        // A minimum of 0 is the default, and a maximum is not allowed (RFC 5280).
        if (children.length > 1) return 'has name constraints with a distance';
        if (!KINDS.includes(base.tag)) return 'has name constraints of an unknown kind';
        into.push(generalName(base));
      }
    }
    this.#subtrees.push(subtrees);
    return null;
  }

  /** Whether every authority so far permits all these names. */
  permit(names: readonly GeneralName[]): boolean {
    return this.#subtrees.every((subtrees) => names.every((name) => this.#permits(subtrees, name)));
  }

  #permits({ permitted, excluded }: Subtrees, name: GeneralName): boolean {
    const [allowed, forbidden] = [permitted, excluded].map((bases) =>
      bases.filter((base) => base.kind === name.kind),
    ) as [GeneralName[], GeneralName[]];
    this.#comparisons += allowed.length + forbidden.length;
    if (this.#comparisons > MAX_COMPARISONS) return false;
    return (
      !forbidden.some((base) => isWithin(name, base, true)) &&
      (allowed.length === 0 || allowed.some((base) => isWithin(name, base, false)))
    );
  }
}

/** Whether a name lies in the subtree of the base; for a name that cannot be read the answer is `doubt`. */
function isWithin({ kind, value }: GeneralName, base: GeneralName, doubt: boolean): boolean {
  if (kind === KIND.directory) return startsWith(normalRdns(readDer(value)), normalRdns(readDer(base.value)));
  if (kind === KIND.address) return isInNetwork(value, base.value, doubt);
  const [text, of] = [asciiOf(value), asciiOf(base.value)];
  if (text === null || of === null) return doubt;
  if (kind === KIND.dns) return isInDomain(text, of) || (doubt && wildcardCovers(text, of));
  if (kind === KIND.mail) return isMailWithin(value.toString('latin1'), base.value.toString('latin1'), doubt);
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([a-z0-9.-]+)(?::\d*)?(?:[/?#]|$)/.exec(text)?.[1];
  return host === undefined ? doubt : isHostWithin(host, of);
}

const startsWith = (whole: readonly string[], start: readonly string[]): boolean =>
  start.length <= whole.length && start.every((part, at) => part === whole[at]);

/** In lower case; null for anything but visible ASCII. */
function asciiOf(value: Buffer): string | null {
  const text = value.toString('latin1');
  return /^[\x21-\x7e]*$/.test(text) ? text.toLowerCase() : null;
}

/** A host name itself, or a domain below the base; an empty base is every domain. */
function isInDomain(name: string, base: string): boolean {
  if (base.startsWith('.')) return name.endsWith(base);
  return base === '' || name === base || name.endsWith(`.${base}`);
}

/** `*.example.com` includes `mail.example.com`. */
const wildcardCovers = (name: string, base: string): boolean =>
  name.startsWith('*.') && base.endsWith(name.slice(1));

/**
 * A base of a mail address is one mailbox, one host, or with a leading dot the hosts of a domain. Case matters before
 * the @ for what is permitted, but not for what is excluded.
 */
function isMailWithin(name: string, base: string, doubt: boolean): boolean {
  const at = name.lastIndexOf('@');
  if (at < 1 || at === name.length - 1) return doubt;
  const host = name.slice(at + 1).toLowerCase();
  const split = base.lastIndexOf('@');
  if (split < 0) return base === '' || isHostWithin(host, base.toLowerCase());
  const boxes = [name.slice(0, at), base.slice(0, split)].map((box) => (doubt ? box.toLowerCase() : box));
  return boxes[0] === boxes[1] && host === base.slice(split + 1).toLowerCase();
}

/** The host itself, or with a leading dot the hosts of that domain. */
const isHostWithin = (host: string, base: string): boolean =>
  base.startsWith('.') ? host.endsWith(base) : host === base;

/** An address of 4 or 16 octets in a network, which is written as an address followed by a mask of the same length. */
function isInNetwork(address: Buffer, network: Buffer, doubt: boolean): boolean {
  if (![4, 16].includes(address.length) || ![8, 32].includes(network.length)) return doubt;
  if (network.length !== 2 * address.length) return false;
  const mask = network.subarray(address.length);
  return address.every((octet, at) => (octet & mask[at]!) === (network[at]! & mask[at]!));
}
