import { describe, expect, test } from '@jest/globals';
import { isInwardAddress, unreachableV4, unreachableV6 } from './address.ts';
import { createGuard } from './guard.ts';

const addressOf = (network: string) => (network.includes(':') ? `${network.replace(/::$/, '')}::1` : network);

describe('addresses that deliveries must not reach', () => {
  test.each([...unreachableV4, ...unreachableV6])('%s/%i, %s', (network, prefix) => {
    expect(isInwardAddress(network)).toBe(true);
    if (prefix < 127 && network !== '::ffff:0:0') expect(isInwardAddress(addressOf(network))).toBe(true);
  });

  // Copied by hand from the two IANA registries, so that this test fails if a row of the tables is deleted.
  test.each([
    '0.1.2.3',
    '0.255.255.255',
    '10.255.255.255',
    '100.127.255.255',
    '127.9.9.9',
    '127.255.255.255',
    '169.254.169.254',
    '169.254.255.255',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.0.170',
    '192.0.0.255',
    '192.0.2.255',
    '192.88.99.1',
    '192.88.99.255',
    '192.168.255.255',
    '198.19.255.255',
    '198.51.100.255',
    '203.0.113.255',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::a00:1',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:1ff:ffff::1',
    '2001:db8:ffff::1',
    '2001:db8:8000::1',
    '2002:808:808::1',
    '2002:ffff:ffff::1',
    '3fff:fff::1',
    '5f00::1',
    'fdff::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '4000::1',
    'not an address',
  ])('%s', (address) => {
    expect(isInwardAddress(address)).toBe(true);
  });

  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.98.255',
    '192.175.48.1',
    '198.17.255.255',
    '198.20.0.0',
    '198.51.99.255',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2001:4860:4860::8888',
    '2001:ffff::1',
    '2003::1',
    '2620:4f:8000::1',
    '2606:4700::1111',
    '3ffe:ffff::1',
    '3fff:1000::1',
  ])('%s is reachable', (address) => {
    expect(isInwardAddress(address)).toBe(false);
  });
});

describe('ports', () => {
  test('443, 80 and the ports of the setting are allowed; in development all ports', () => {
    const refusal = (url: string, options: Partial<Parameters<typeof createGuard>[0]> = {}) =>
      createGuard({ allowPrivate: false, ...options }).literalRefusalOf(new URL(url));
    for (const url of ['https://a.example/', 'https://a.example:443/', 'https://a.example:80/'])
      expect(refusal(url)).toBeNull();
    for (const port of [22, 25, 5432, 6379, 8443])
      expect(refusal(`https://a.example:${port}/`)).toBe(`The port ${port} is not allowed; 443, 80 are.`);
    expect(refusal('https://a.example:8443/', { ports: [8443] })).toBeNull();
    expect(refusal('https://a.example:25/', { ports: [8443] })).toContain('443, 80, 8443');
    expect(refusal('http://127.0.0.1:8025/', { allowPrivate: true })).toBeNull();
  });
});
