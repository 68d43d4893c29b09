/** Restricts /metrics to programs of the operator that connect directly, without a proxy. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Loopback, private and shared networks (RFC 1918, 6598, 3927, 4193, 4291), which containers and pods use. */
const ownNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

/** Headers that proxies, load balancers and CDNs add. A scraper sends none of them. */
const proxyHeaders =
  /^(?:x-forwarded(?:-.+)?|forwarded|via|x-real-ip|(?:x-)?(?:true-)?client-ip|x-cluster-client-ip|x-original-.+|x-proxyuser-ip|x-envoy-.+|x-amzn?-.+|x-azure-.+|x-appengine-.+|x-arr-.+|cf-.+|cdn-loop|fastly-.+|akamai-.+|x-akamai-.+|x-vercel-.+|fly-.+|x-haproxy-.+|proxy-.+)$/;

/**
 * Decides by the peer's address, the headers and the host. A request is considered proxied if it has a header that proxies add, uses
 * HTTP/1.0 (nginx does by default), or names the host of PUBLIC_URL while that is another machine. `networks` are addresses or networks
 * (CIDR) that are allowed in addition to private ones.
 */
export function metricsGuard(options: {
  publicUrl: string;
  networks: readonly string[];
}): (request: IncomingMessage) => boolean {
  const allowed = new BlockList();
  for (const network of [...ownNetworks, ...options.networks]) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    allowed.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  const { hostname: publicHost } = new URL(options.publicUrl);
  const isLocalInstallation = /^(?:localhost|127\..*|\[::1\])$/.test(publicHost);
  return (request) => {
    if (request.httpVersion === '1.0') return false;
    if (Object.keys(request.headers).some((name) => proxyHeaders.test(name))) return false;
    const host = URL.parse(`http://${request.headers.host}`)?.hostname;
    if (host === publicHost && !isLocalInstallation) return false;
    const peer = request.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
    const family = isIP(peer);
    return family !== 0 && allowed.check(peer, family === 6 ? 'ipv6' : 'ipv4');
  };
}
