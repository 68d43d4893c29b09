import { describe, expect, test } from '@jest/globals';
import { parseSealKey } from './reference.ts';

const google = 'projects/p/locations/l/keyRings/r/cryptoKeys/k/cryptoKeyVersions/3';

describe('SEAL_KEY', () => {
  test.each<[string, object]>([
    ['file:/seal/seal.p12', { path: '/seal/seal.p12', secretFile: null }],
    [
      'file:/seal/a+b.pem?secret-file=/run/pass%20phrase',
      { path: '/seal/a+b.pem', secretFile: '/run/pass phrase' },
    ],
    [
      'pkcs11:token=seals%20p256;object=seal?module-path=/usr/lib/libsofthsm2.so',
      { modulePath: '/usr/lib/libsofthsm2.so', label: 'seals p256/seal', sessions: null },
    ],
    [
      'pkcs11:object=seal;type=private?module-path=/lib/m.so&secret-file=/pin&sessions=12',
      { label: 'seal', secretFile: '/pin', sessions: 12 },
    ],
    [
      'awskms:arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab',
      { keyId: 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab', region: 'eu-west-1', endpoint: null },
    ],
    ['awskms:alias/seal?region=us-east-1', { keyId: 'alias/seal', region: 'us-east-1' }],
    [`gcpkms:${google}`, { name: google, endpoint: 'https://cloudkms.googleapis.com' }],
    [
      'azurekv:https://acme.vault.azure.net/keys/seal/0123456789abcdef0123456789abcdef',
      { vaultUrl: 'https://acme.vault.azure.net', name: 'seal', version: '0123456789abcdef0123456789abcdef' },
    ],
    [
      'vault:https://vault.acme.test:8200/team/transit/seal?version=2&namespace=a/b',
      {
        address: 'https://vault.acme.test:8200',
        mount: 'team/transit',
        name: 'seal',
        version: 2,
        namespace: 'a/b',
      },
    ],
    ['module:/opt/signer.mjs?slot=3&secret-file=/pin', { parameters: { slot: '3' }, secretFile: '/pin' }],
  ])('%s', (text, expected) => {
    expect(parseSealKey(text)).toMatchObject({ scheme: text.slice(0, text.indexOf(':')), ...expected });
  });

  test.each<[string, string]>([
    ['seal.p12', 'it must begin with one of file:, pkcs11:'],
    ['constructor:/x', 'it must begin with one of'],
    ['file:seal.p12', 'the path must be absolute'],
    ['file:/seal.p12?password=x', 'unknown parameter of file: password'],
    ['file:/seal.p12?secret-file=/a&secret-file=/b', 'secret-file is given twice'],
    ['file:/seal.p12?secret-file=%zz', 'a percent sign must be written as %25'],
    ['pkcs11:token=seals?module-path=/m.so', 'write pkcs11:token=TOKEN;object=KEY'],
    ['pkcs11:object=seal', 'the path must be absolute: write module-path='],
    ['pkcs11:object=seal;id=%01?module-path=/m.so', 'unknown attribute: id'],
    ['pkcs11:object=seal?module-path=/m.so&pin-value=1234', 'put the PIN into SEAL_KEY_SECRET'],
    ['pkcs11:object=seal?module-path=/m.so&sessions=65', 'sessions must be a number from 1 to 64'],
    ['awskms:', 'write awskms:arn:'],
    ['awskms:alias/seal?endpoint=http://kms.acme.test', 'the address must begin with https://'],
    ['gcpkms:projects/p/locations/l/keyRings/r/cryptoKeys/k', 'name a key version'],
    ['azurekv:https://acme.vault.azure.net/keys/seal', 'name a key version by its key identifier'],
    ['azurekv:http://acme.vault.azure.net/keys/seal/1', 'the address must begin with https://'],
    ['azurekv:https://acme.test/keys/seal/1', 'the host must be VAULT.vault.azure.net'],
    ['azurekv:https://acme.vault.mallory.test/keys/seal/1', 'the host must be VAULT.vault.azure.net'],
    [
      'azurekv:https://acme.vault.azure.net.mallory.test/keys/seal/1',
      'the host must be VAULT.vault.azure.net',
    ],
    ['azurekv:https://acme.vault.azure.net:444/keys/seal/1', 'the host must be VAULT.vault.azure.net'],
    ['vault:https://vault.acme.test/transit/seal', 'name the key version'],
    ['vault:https://vault.acme.test/seal?version=1', 'write vault:https://HOST:8200/transit/NAME'],
    ['vault:https://me:pw@vault.acme.test/transit/seal?version=1', 'no user, password'],
    [`module:/${'x'.repeat(2000)}`, 'it is longer than 2000 characters'],
  ])('%s is refused with the message: %s', (text, message) => {
    expect(() => parseSealKey(text)).toThrow(message);
  });
});
