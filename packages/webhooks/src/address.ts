/**
 * Which addresses a delivery may go to: those that the whole internet can reach. Everything that leads into a private network,
 * to this machine or to a cloud's metadata service is refused (decisions.md, section 6; RFC 6890, IANA special-purpose registries).
 */
import { BlockList, isIP } from 'node:net';

const inward = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT; also a cloud's metadata service
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, metadata services
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks, some proxies
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
] as const)
  inward.addSubnet(network, prefix, 'ipv4');

/** Within 2000::/3, all that is routed on the internet: what carries an IPv4 address or belongs to nobody. */
for (const [network, prefix] of [
  ['2001::', 23], // protocol assignments, Teredo
  ['2002::', 16], // 6to4
] as const)
  inward.addSubnet(network, prefix, 'ipv6');

const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** True for an address that deliveries must not reach. IPv6 forms of IPv4 addresses are refused whatever they lead to. */
export function isInwardAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return inward.check(address, 'ipv4');
  if (family === 6) return !global.check(address, 'ipv6') || inward.check(address, 'ipv6');
  return true;
}

/** The address in a URL's host, or null when the host is a name. URL has already read decimal, octal and hexadecimal forms. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}
