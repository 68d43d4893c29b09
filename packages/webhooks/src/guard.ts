/**
 * Keeps deliveries out of the private network. Checks a URL when an endpoint is created, and the addresses of its name at every
 * connection. The connection goes to the addresses that were checked, so a name whose addresses change in between (DNS rebinding)
 * gains nothing.
 */
import { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isInwardAddress, literalAddress } from './address.ts';

/** Deliveries must not go to this address. Nothing was sent. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

export interface GuardOptions {
  /** Lifts every check and uses the system's resolver, for development and tests. */
  allowPrivate: boolean;
  /** Ports that endpoints may have besides 443 and 80. */
  ports?: readonly number[];
  /** `address:port` of DNS servers; the system's by default. */
  dnsServers?: readonly string[];
}

export interface Guard {
  readonly allowPrivate: boolean;
  /**
   * Why no endpoint may have this URL, or null when it may. A name that does not resolve now is accepted: it is checked again at
   * every connection.
   */
  refusalOf(url: string): Promise<string | null>;
  /** Like refusalOf, without asking DNS. */
  literalRefusalOf(url: URL): string | null;
  /** For sockets: gives only addresses that were checked, otherwise AddressRefused. */
  lookup: LookupFunction;
}

interface Address {
  address: string;
  family: 4 | 6;
}

const inwardReason = 'leads to a private, loopback, link-local or reserved address';
/** A delivery to another port could talk to a mail server or a database that happens to answer. */
const webPorts = [443, 80];
const localNames = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)\.?$/i;

/** Creates a guard. Names are resolved outside the thread pool of Node, so a name server that hangs delays no other work. */
export function createGuard(options: GuardOptions): Guard {
  const resolver = new Resolver({ timeout: 2500, tries: 2 });
  if (options.dnsServers) resolver.setServers(options.dnsServers);
  const ports = new Set([...webPorts, ...(options.ports ?? [])]);

  const resolve = async (hostname: string): Promise<Address[]> => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses: Address[] = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 as const })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 as const })) : []),
    ];
    if (addresses.length === 0) throw v4.status === 'rejected' ? v4.reason : new Error('no address');
    return addresses;
  };

  const literalRefusalOf = (url: URL): string | null => {
    if (options.allowPrivate)
      return /^https?:$/.test(url.protocol) ? null : 'The address must be an http or https URL.';
    if (url.protocol !== 'https:') return 'The address must be an https URL.';
    const port = Number(url.port || 443);
    if (!ports.has(port)) return `The port ${port} is not allowed; ${[...ports].join(', ')} are.`;
    if (localNames.test(url.hostname)) return `The host ${inwardReason}.`;
    const literal = literalAddress(url.hostname);
    return literal && isInwardAddress(literal) ? `The address ${inwardReason}.` : null;
  };

  return {
    allowPrivate: options.allowPrivate,
    literalRefusalOf,
    refusalOf: async (text) => {
      const url = URL.parse(text);
      if (!url?.hostname) return 'The address is not a URL.';
      if (url.username || url.password) return 'The address must not carry a user name or password.';
      const refusal = literalRefusalOf(url);
      if (refusal || options.allowPrivate || literalAddress(url.hostname)) return refusal;
      const addresses = await resolve(url.hostname).catch(() => []);
      return addresses.some(({ address }) => isInwardAddress(address)) ? `The host ${inwardReason}.` : null;
    },
    lookup: (hostname, lookupOptions, callback) => {
      if (options.allowPrivate) {
        systemLookup(hostname, lookupOptions, callback);
        return;
      }
      resolve(hostname).then(
        (addresses) => {
          if (addresses.some(({ address }) => isInwardAddress(address)))
            callback(new AddressRefused(`the host ${inwardReason}`), []);
          else if (lookupOptions.all) callback(null, addresses);
          else callback(null, addresses[0]!.address, addresses[0]!.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
    },
  };
}
