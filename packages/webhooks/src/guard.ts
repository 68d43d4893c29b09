/**
 * Keeps deliveries out of private networks. Checks a URL when an endpoint is created, and the addresses of its name at every
 * connection. The connection uses exactly the addresses that were checked, so changing them in between (DNS rebinding) has no effect.
 */
import { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isInwardAddress, literalAddress } from './address.ts';

/** The address is not allowed for deliveries. Nothing was sent. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

export interface GuardOptions {
  /** Disables all checks and uses the system's resolver, for development and tests. */
  allowPrivate: boolean;
  /** Allowed ports in addition to 443 and 80. */
  ports?: readonly number[];
  /** `address:port` of DNS servers; the system's by default. */
  dnsServers?: readonly string[];
}

export interface Guard {
  readonly allowPrivate: boolean;
  /**
   * Why an endpoint may not have this URL; null if it may. A name that does not resolve now is accepted, because it is checked again
   * at every connection.
   */
  refusalOf(url: string): Promise<string | null>;
  /** Like refusalOf, without DNS. */
  literalRefusalOf(url: URL): string | null;
  /** For sockets: returns only addresses that passed the check, otherwise the error AddressRefused. */
  lookup: LookupFunction;
}

interface Address {
  address: string;
  family: 4 | 6;
}

const inwardReason = 'leads to a private, loopback, link-local or reserved address';
/** On other ports, a delivery could reach a service that is not a web server, such as a mail server or a database. */
const webPorts = [443, 80];
const localNames = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)\.?$/i;

/** Creates a guard. Names are resolved outside Node's thread pool, so a name server that hangs does not delay other work. */
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
      // Equal mutant "→ refusal || options.allowPrivate": a literal address has no DNS records, so asking for them only takes time.
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
