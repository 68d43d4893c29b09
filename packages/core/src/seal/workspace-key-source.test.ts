import { expect, test } from '@jest/globals';
import { sourceOfWorkspaceKey } from './workspace-key-source.ts';

test('a row of the database chooses neither the code that is loaded nor where credentials go', () => {
  const open = (key: string, main?: string, places: string[] = []) =>
    sourceOfWorkspaceKey({ key, certificates: 'PEM' }, { key: main, places });
  const token = (object: string) => `pkcs11:token=seals;object=${object}?module-path=/lib/hsm.so`;
  const vault = (host: string) => `vault:https://${host}/transit/seal?version=1`;
  const google = 'gcpkms:projects/p/locations/l/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1';

  for (const key of [token('acme'), 'module:/lib/hsm.mjs', vault('vault.test')])
    expect(() => open(key, 'file:/seal.p12')).toThrow('neither SEAL_KEY nor SEAL_KEY_PLACES names it');
  expect(() => open(`${google}?endpoint=https://mallory.test`)).toThrow('https://mallory.test may not');
  expect(() => open('awskms:alias/a?endpoint=https://mallory.test')).toThrow('https://mallory.test may not');
  expect(() => open('azurekv:http://localhost:1/keys/k/1')).toThrow('http://localhost:1 may not');
  expect(() => open(vault('mallory.test'), vault('vault.test'))).toThrow('https://mallory.test may not');

  expect(open(token('acme'), token('main')).reference).toMatchObject({ scheme: 'pkcs11' });
  expect(open(vault('vault.test'), undefined, ['https://vault.test']).reference).toMatchObject({
    scheme: 'vault',
  });
  expect(open(`${google}?endpoint=https://in.test`, undefined, ['https://in.test'])).toMatchObject({
    certificates: { pem: 'PEM' },
    // The secret of SEAL_KEY is for its own place only.
    secret: null,
  });
  for (const key of [google, 'awskms:alias/a?region=eu-west-1', 'file:/a.p12?secret-file=/a.txt'])
    expect(() => open(key)).not.toThrow();
});
