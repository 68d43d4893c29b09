import { spawnSync } from 'node:child_process';
import { verify, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Holder, type Pki, startPki } from '../../../../test/support/pki.ts';
import type { Pkcs11Source } from './pkcs11.ts';

const soft = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/local/lib/softhsm/libsofthsm2.so'].find(existsSync);
const isBuilt = await import('pkcs11js').then(
  () => true,
  () => false,
);

(soft && isBuilt ? describe : describe.skip)('a seal key in a PKCS#11 token', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv & { SOFTHSM2_CONF: string };
  let pki: Pki;
  const holders = new Map<string, Holder>();
  const util = (...args: string[]) => {
    const { status, stderr } = spawnSync('softhsm2-util', args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-token-'));
    env = { ...process.env, SOFTHSM2_CONF: join(folder, 'softhsm2.conf') };
    pki = await startPki();
    mkdirSync(join(folder, 'tokens'));
    writeFileSync(env.SOFTHSM2_CONF, `directories.tokendir = ${join(folder, 'tokens')}\n`);
    for (const [index, kind] of (['p256', 'rsa2048'] as const).entries()) {
      const holder = pki.sealHolder(kind);
      holders.set(kind, holder);
      util('--init-token', '--free', '--label', `seals ${kind}`, '--so-pin', '12345678', '--pin', '1234');
      const pem = join(folder, 'key.pem');
      writeFileSync(pem, holder.keyPem);
      util(
        '--import',
        pem,
        '--token',
        `seals ${kind}`,
        '--label',
        'seal',
        '--id',
        `0${index}`,
        '--pin',
        '1234',
      );
    }
  });
  afterAll(async () => {
    await pki.close();
    rmSync(folder, { recursive: true });
  });

  const use = (kind: string, changes: Partial<Pkcs11Source> = {}, isFinalTry = false) => {
    const source = {
      module: soft!,
      pin: '1234',
      label: `seals ${kind}/seal`,
      chainPem: holders.get(kind)!.chainPem,
      ...changes,
    };
    const script = fileURLToPath(new URL('../testing/use-token.ts', import.meta.url));
    const { stdout } = spawnSync(process.execPath, [script], {
      env,
      encoding: 'utf8',
      input: JSON.stringify({ source, count: 20, isFinalTry }),
    });
    return JSON.parse(stdout) as
      | { error: string; again: string; logins: number; values?: never }
      | {
          error?: never;
          certificates: string[];
          values: string[];
          afterwards: string;
          sessions: { most: number; afterClose: number };
        };
  };

  test.each<[string, number]>([
    ['p256', 1],
    ['rsa2048', 4],
  ])(
    'of type %s signs twenty values in %i sessions, and again after its sessions were lost',
    (kind, sessions) => {
      const used = use(kind, { sessions });
      if (used.error !== undefined) throw new Error(used.error);
      const chain = used.certificates.map((one) => new X509Certificate(Buffer.from(one, 'base64')));
      expect(chain.map((one) => /CN=(.*)/.exec(one.subject)![1])).toEqual([
        'Test Seal',
        'Test Issuing CA',
        'Test Root',
      ]);
      const holds = (value: string, text: string) =>
        verify('sha256', Buffer.from(text), chain[0]!.publicKey, Buffer.from(value, 'base64'));
      used.values.forEach((value, index) => {
        expect(holds(value, `value ${index}`)).toBe(true);
      });
      expect(used.values).toHaveLength(20);
      expect(used.sessions).toEqual({ most: sessions, afterClose: 0 });
      expect(holds(used.afterwards, 'after the session was lost')).toBe(true);
    },
  );

  test.each<[string, Partial<Pkcs11Source>, RegExp]>([
    ['a wrong PIN', { pin: '0000' }, /rejected the PIN/],
    ['a key that is not there', { label: 'seals p256/other' }, /no private key called other/],
    ['a token that is not there', { label: 'others/seal' }, /no token others/],
    ['several tokens without a token name', { label: 'seal' }, /several tokens/],
    ['a module that is not there', { module: '/nowhere.so' }, /cannot be loaded/],
  ])('%s is named', (_, changes, message) => {
    expect(use('p256', changes).error).toMatch(message);
  });

  test('a rejected PIN is not tried again, and the last attempt is not used', () => {
    expect(use('p256', { pin: '0000' })).toEqual({
      error: 'the token rejected the PIN',
      again: expect.stringMatching(/rejected the PIN before/),
      logins: 1,
    });
    expect(use('p256', {}, true)).toMatchObject({
      error: expect.stringMatching(/one attempt left/),
      logins: 0,
    });
  });

  test('certificates of another key are refused', () => {
    expect(use('p256', { chainPem: holders.get('rsa2048')!.chainPem }).error).toMatch(
      /none of the certificates/,
    );
  });
});
