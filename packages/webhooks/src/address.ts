/**
 * Which addresses a delivery may go to: those that IANA's special-purpose registries (RFC 6890) do not mark as unreachable from the
 * internet. Private networks, this machine and the metadata services of clouds are refused
 * (docs/spec/decisions.md, section 6).
 */
import { BlockList, isIP } from 'node:net';

type SpecialRange = readonly [network: string, prefix: number, purpose: string];

/**
 * IANA IPv4 Special-Purpose Address Registry: every range that is not globally reachable, and multicast. Single addresses inside
 * these ranges that the registry does mark as reachable (192.0.0.9, 192.0.0.10) are anycast services, and refused too.
 */
export const unreachableV4: readonly SpecialRange[] = [
  ['0.0.0.0', 8, 'this network, RFC 791'],
  ['10.0.0.0', 8, 'private use, RFC 1918'],
  ['100.64.0.0', 10, 'shared address space of carriers, RFC 6598; also a metadata service of clouds'],
  ['127.0.0.0', 8, 'loopback, RFC 1122'],
  ['169.254.0.0', 16, 'link-local, RFC 3927; metadata services of clouds'],
  ['172.16.0.0', 12, 'private use, RFC 1918'],
  ['192.0.0.0', 24, 'protocol assignments, RFC 6890'],
  ['192.0.2.0', 24, 'documentation, RFC 5737'],
  ['192.88.99.0', 24, 'former 6to4 relays, RFC 7526'],
  ['192.168.0.0', 16, 'private use, RFC 1918'],
  ['198.18.0.0', 15, 'benchmarking, RFC 2544'],
  ['198.51.100.0', 24, 'documentation, RFC 5737'],
  ['203.0.113.0', 24, 'documentation, RFC 5737'],
  ['224.0.0.0', 4, 'multicast, RFC 1112'],
  ['240.0.0.0', 4, 'reserved and limited broadcast, RFC 1112 and RFC 919'],
];

/**
 * The same for the IANA IPv6 Special-Purpose Address Registry. Ranges that embed an IPv4 address are refused as a whole. Most ranges
 * are outside the global unicast space 2000::/3, and only addresses in that space are accepted. They are listed anyway, so that the list
 * can be compared with the registry.
 */
export const unreachableV6: readonly SpecialRange[] = [
  ['::', 128, 'unspecified, RFC 4291'],
  ['::1', 128, 'loopback, RFC 4291'],
  ['::', 96, 'IPv4-compatible, RFC 4291'],
  ['::ffff:0:0', 96, 'IPv4-mapped, RFC 4291'],
  ['64:ff9b::', 96, 'IPv4 by translation, RFC 6052'],
  ['64:ff9b:1::', 48, 'IPv4 by local translation, RFC 8215'],
  ['100::', 64, 'discard-only, RFC 6666'],
  ['100:0:0:1::', 64, 'dummy prefix, RFC 9780'],
  ['2001::', 23, 'protocol assignments, RFC 2928: Teredo, benchmarking, ORCHID'],
  ['2001:db8::', 32, 'documentation, RFC 3849'],
  ['2002::', 16, '6to4, which embeds IPv4, RFC 3056'],
  ['3fff::', 20, 'documentation, RFC 9637'],
  ['5f00::', 16, 'segment routing, RFC 9602'],
  ['fc00::', 7, 'unique local, RFC 4193'],
  ['fe80::', 10, 'link-local, RFC 4291'],
  ['fec0::', 10, 'former site-local, RFC 3879'],
  ['ff00::', 8, 'multicast, RFC 4291'],
];

const unreachable = new BlockList();
for (const [network, prefix] of unreachableV4) unreachable.addSubnet(network, prefix, 'ipv4');
// Node matches an IPv4-mapped subnet against plain IPv4 addresses too, which would refuse all of them. 2000::/3 excludes it anyway.
for (const [network, prefix] of unreachableV6)
  if (network !== '::ffff:0:0') unreachable.addSubnet(network, prefix, 'ipv6');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** True for an address that deliveries must not reach. IPv6 forms of IPv4 addresses are always refused. */
export function isInwardAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return unreachable.check(address, 'ipv4');
  if (family === 6) return !globalUnicast.check(address, 'ipv6') || unreachable.check(address, 'ipv6');
  return true;
}

/** The address in a URL's host, or null when the host is a name. URL has already converted decimal, octal and hexadecimal forms. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}
