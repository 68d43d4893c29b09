/** The guard without connections; send.test.ts tests it with connections. */
import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from '@jest/globals';
import { startNameServer } from '../../../test/support/name-server.ts';
import { AddressRefused, createGuard, type Guard } from './guard.ts';

type Found = string | LookupAddress[] | undefined;

/** Calls `lookup` like a socket: for one address with its family, or for all addresses. */
const lookUp = (guard: Guard, name: string, all: boolean) =>
  new Promise<[Found, number | undefined]>((resolve, reject) => {
    guard.lookup(name, { all }, (error, address, family) =>
      error ? reject(error) : resolve([address, family]),
    );
  });

describe('the URL of an endpoint', () => {
  const guard = createGuard({ allowPrivate: false });
  const inward = 'leads to a private, loopback, link-local or reserved address.';

  test.each([
    ['no url', 'The address is not a URL.'],
    ['mailto:a@example.test', 'The address is not a URL.'],
    ['https://user@1.1.1.1/', 'The address must not carry a user name or password.'],
    ['https://:secret@1.1.1.1/', 'The address must not carry a user name or password.'],
    ['http://1.1.1.1/', 'The address must be an https URL.'],
    ['ftp://1.1.1.1/', 'The address must be an https URL.'],
    ['https://10.0.0.1/', `The address ${inward}`],
    ['https://[fd00::1]/', `The address ${inward}`],
    ['https://localhost/', `The host ${inward}`],
    ['https://LOCALHOST./', `The host ${inward}`],
    ['https://db.internal/', `The host ${inward}`],
    ['https://printer.home.arpa/', `The host ${inward}`],
  ])('%s is refused with the reason', async (url, reason) => {
    expect(await guard.refusalOf(url)).toBe(reason);
  });

  test.each(['https://1.1.1.1/', 'https://[2606:4700::1111]/hooks'])('%s is accepted', async (url) => {
    expect(await guard.refusalOf(url)).toBeNull();
  });

  test('in development may have any address, by http or https, but no password either', async () => {
    const open = createGuard({ allowPrivate: true });
    expect(open.allowPrivate).toBe(true);
    expect(await open.refusalOf('http://127.0.0.1:8025/')).toBeNull();
    expect(await open.refusalOf('https://localhost/')).toBeNull();
    expect(await open.refusalOf('ftp://127.0.0.1/')).toBe('The address must be an http or https URL.');
    expect(await open.refusalOf('http://user:secret@127.0.0.1/')).toContain('password');
  });
});

describe('the addresses that a socket gets', () => {
  test('are those that were checked: one, or all, of both families', async () => {
    const names = await startNameServer();
    const guard = createGuard({ allowPrivate: false, dnsServers: [names.address] });
    names.answer('both.example.test', ['1.2.3.4', '2606:4700::1111']);
    names.answer('six.example.test', ['2606:4700::1111']);
    const [four, six] = [
      { address: '1.2.3.4', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ];
    expect(await lookUp(guard, 'both.example.test', true)).toEqual([[four, six], undefined]);
    expect(await lookUp(guard, 'both.example.test', false)).toEqual(['1.2.3.4', 4]);
    expect(await lookUp(guard, 'six.example.test', false)).toEqual(['2606:4700::1111', 6]);
  });

  test('are none if one of them is in a private network, or if the name has no address', async () => {
    const names = await startNameServer();
    const guard = createGuard({ allowPrivate: false, dnsServers: [names.address] });
    names.answer('mixed.example.test', ['1.2.3.4', 'fd00::1']);
    names.answer('empty.example.test', []);
    for (const all of [true, false]) {
      await expect(lookUp(guard, 'mixed.example.test', all)).rejects.toBeInstanceOf(AddressRefused);
      await expect(lookUp(guard, 'empty.example.test', all)).rejects.toMatchObject({ code: 'ENODATA' });
    }
  });
});
