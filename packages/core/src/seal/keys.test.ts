/** The seal key: loaded from its files, and replaced while a worker runs. */
import { mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  authorityExtensions,
  extendedKeyUsage,
  keyPemOf,
  type Made,
  makeCertificate,
  pemOf,
  rsa,
  signerExtensions,
} from '@countersign/pdf/testing/make-certificate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Holder, type Pki, pkcs12Of, startPki } from '../../../../test/support/pki.ts';
import { createSealKeys, type SealKeySources } from './keys.ts';

let pki: Pki;
let first: Holder;
let second: Holder;
beforeAll(async () => {
  pki = await startPki();
  [first, second] = [pki.sealHolder('rsa2048'), pki.sealHolder('rsa2048')];
});
afterAll(() => pki.close());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-keys-'));
});
afterEach(() => rm(folder, { recursive: true }));

let moment = Date.now() / 1000 - 86_400;
/** Writes a file with a time one second later than the previous one, because clocks of file systems can be coarse. */
async function write(path: string, content: string | Buffer): Promise<void> {
  await writeFile(path, content);
  moment += 1;
  await utimes(path, moment, moment);
}

const fingerprint = ({ certificate }: Holder) => certificate.fingerprint256.replaceAll(':', '').toLowerCase();

function keysWith(sources: Partial<SealKeySources>) {
  const lines: Array<{ level: string; message: string }> = [];
  const logAt = (level: string) => (message: string) => void lines.push({ level, message });
  const log = { info: logAt('info'), warn: logAt('warn'), error: logAt('error') };
  const keys = createSealKeys({ dataDir: folder, log, ...sources });
  return {
    current: async () => (await keys.keyFor()).fingerprint,
    keys,
    logged: (level: string) => lines.filter((line) => line.level === level).map((line) => line.message),
  };
}

describe('changing the seal key without a restart', () => {
  test('a new PKCS#12 file, encrypted with AES, takes effect with the next document', async () => {
    const p12File = join(folder, 'seal.p12');
    await write(p12File, pkcs12Of(first, 'secret'));
    const { current, keys } = keysWith({ key: `file:${p12File}`, secret: 'secret' });
    expect(await current()).toBe(fingerprint(first));
    const { signer } = await keys.keyFor();
    expect(signer.certificates).toHaveLength(3);
    await write(p12File, pkcs12Of(second, 'secret'));
    expect(await current()).toBe(fingerprint(second));
  });

  test('while key and chain do not match, the previous key stays in use, and the log says so once', async () => {
    const [keyFile, chainFile] = [join(folder, 'key.pem'), join(folder, 'chain.pem')];
    await write(keyFile, first.keyPem);
    await write(chainFile, first.chainPem);
    const { current, logged } = keysWith({ key: `file:${keyFile}`, certificateFile: chainFile });
    expect(await current()).toBe(fingerprint(first));
    await write(keyFile, second.keyPem);
    expect([await current(), await current(), await current()]).toEqual(Array(3).fill(fingerprint(first)));
    expect(logged('error')).toHaveLength(1);
    await write(chainFile, second.chainPem);
    expect(await current()).toBe(fingerprint(second));
    expect(logged('error')).toHaveLength(1);
  });

  test.each<[string, (whole: Buffer) => Buffer | null]>([
    ['half written', (whole) => whole.subarray(0, whole.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    ['with another passphrase', () => pkcs12Of(second, 'other')],
    ['gone', () => null],
  ])('while the file is %s, the previous key stays in use', async (_, spoil) => {
    const p12File = join(folder, 'seal.p12');
    await write(p12File, pkcs12Of(first, 'secret'));
    const { current, logged } = keysWith({ key: `file:${p12File}`, secret: 'secret' });
    await current();
    const whole = pkcs12Of(second, 'secret');
    const spoilt = spoil(whole);
    if (spoilt) await write(p12File, spoilt);
    else await rm(p12File);
    expect(await current()).toBe(fingerprint(first));
    expect(logged('error')).toEqual([expect.stringContaining('stays in use')]);
    await write(join(folder, 'new'), whole);
    await rename(join(folder, 'new'), p12File);
    expect(await current()).toBe(fingerprint(second));
  });

  test('an outage while the files change ends with the new key: it is opened again after a rest', async () => {
    const [module, chainFile] = [join(folder, 'outage.mjs'), join(folder, 'chain.pem')];
    await write(
      module,
      `import { sign } from 'node:crypto';
       const state = (globalThis.outageOfTest = { key: ${JSON.stringify(first.keyPem)}, opened: 0, closed: 0 });
       export const openSigner = () => {
         state.opened += 1;
         const { key } = state;
         if (key === null) throw new Error('down');
         return { certificates: [], sign: (data) => sign('sha256', data, key), close: () => (state.closed += 1) };
       };`,
    );
    await write(chainFile, first.chainPem);
    let now = 0;
    const { current, logged } = keysWith({
      ...{ key: `module:${module}`, certificateFile: chainFile, clock: () => now },
      gateLimits: { timeoutMs: 1000, restMs: 30_000 },
    });
    expect(await current()).toBe(fingerprint(first));
    const state = (
      globalThis as unknown as { outageOfTest: { key: string | null; opened: number; closed: number } }
    ).outageOfTest;
    state.key = null;
    await write(chainFile, second.chainPem);
    const settled = () => new Promise((resolve) => setTimeout(resolve, 50));
    const openedAt = async (moment: number) => {
      now = moment;
      const found = await Promise.all([current(), current(), current()]);
      expect(new Set(found)).toEqual(new Set([fingerprint(first)]));
      await settled();
      return state.opened;
    };
    expect(await openedAt(0)).toBe(2);
    expect(await openedAt(29_999)).toBe(2);
    expect(await openedAt(30_000)).toBe(3);
    expect(await openedAt(59_999)).toBe(3);
    state.key = second.keyPem;
    expect(await openedAt(60_000)).toBe(4);
    expect(await current()).toBe(fingerprint(second));
    now = 1_000_000;
    expect(await current()).toBe(fingerprint(second));
    expect([state.opened, state.closed]).toEqual([4, 1]);
    expect(logged('error')).toHaveLength(1);
  });

  test('an unusable first key is an error until it is usable', async () => {
    const p12File = join(folder, 'seal.p12');
    await write(p12File, 'not yet');
    const { current } = keysWith({ key: `file:${p12File}`, secret: 'secret' });
    await expect(current()).rejects.toThrow('cannot be opened');
    await expect(current()).rejects.toThrow('cannot be opened');
    await write(p12File, pkcs12Of(first, 'secret'));
    expect(await current()).toBe(fingerprint(first));
  });

  test('a missing file is an error that names the setting', async () => {
    const [p12File, keyFile, chainFile] = ['seal.p12', 'key.pem', 'chain.pem'].map((name) =>
      join(folder, name),
    );
    await write(keyFile!, first.keyPem);
    await expect(keysWith({ key: `file:${p12File}` }).current()).rejects.toThrow(
      `SEAL_KEY cannot be used: ${p12File} cannot be read: there is no such file`,
    );
    await expect(keysWith({ key: `file:${keyFile}`, certificateFile: chainFile }).current()).rejects.toThrow(
      `SEAL_KEY cannot be used: ${chainFile} cannot be read`,
    );
  });

  test('many documents at once read the new files once', async () => {
    const p12File = join(folder, 'seal.p12');
    await write(p12File, pkcs12Of(first, 'secret'));
    const { current, logged } = keysWith({ key: `file:${p12File}`, secret: 'secret' });
    const found = await Promise.all(Array.from({ length: 20 }, current));
    expect(new Set(found).size).toBe(1);
    expect(logged('info')).toEqual(['seal key loaded']);
  });
});

describe('a key whose seals would not be valid', () => {
  const top = makeCertificate({ subject: 'Top', extensions: authorityExtensions() });
  const oldTop = makeCertificate({ subject: 'Old', keys: rsa(2048), extensions: authorityExtensions() });
  const yesterday = new Date(Date.now() - 86_400_000);

  test.each<[string, Made, Made, RegExp]>([
    [
      'RSA with 1024 bits',
      makeCertificate({ subject: 'Small', issuer: top, keys: rsa(1024) }),
      top,
      /the key of Small is RSA with 1024 bits/,
    ],
    [
      'a certificate signed with SHA-1',
      makeCertificate({ subject: 'Broken', issuer: oldTop, digest: 'sha1' }),
      oldTop,
      /the certificate of Broken is signed with SHA-1/,
    ],
    [
      'an expired certificate',
      makeCertificate({ subject: 'Over', issuer: top, notBefore: new Date(0), notAfter: yesterday }),
      top,
      /the certificate of Over is outside its time of validity/,
    ],
    [
      'a certificate for web servers',
      makeCertificate({
        subject: 'Server',
        issuer: top,
        extensions: [...signerExtensions(), extendedKeyUsage(['1.3.6.1.5.5.7.3.1'])],
      }),
      top,
      /Server is not for signing documents/,
    ],
    [
      'a certificate without a subject',
      makeCertificate({ subject: Buffer.of(0x30, 0), issuer: top, extensions: signerExtensions() }),
      top,
      /the certificate names nobody/,
    ],
  ])('%s is refused by the name of its setting', async (_, holder, issuer, reason) => {
    const [keyFile, chainFile] = [join(folder, 'key.pem'), join(folder, 'chain.pem')];
    await write(keyFile, keyPemOf(holder));
    await write(chainFile, pemOf(holder.raw) + pemOf(issuer.raw));
    const { current } = keysWith({ key: `file:${keyFile}`, certificateFile: chainFile });
    await expect(current()).rejects.toThrow(/^SEAL_KEY cannot be used: its seals would not/);
    await expect(current()).rejects.toThrow(reason);
  });

  test('is closed, as is a signer that belongs to another certificate', async () => {
    const small = makeCertificate({ subject: 'Small', issuer: top, keys: rsa(1024) });
    const module = join(folder, 'refused.mjs');
    await write(
      module,
      `import { sign } from 'node:crypto';
       globalThis.closedSigners = 0;
       export const openSigner = () => ({
         certificates: [],
         sign: (data) => sign('sha256', data, ${JSON.stringify(keyPemOf(small))}),
         close() { globalThis.closedSigners += 1; },
       });`,
    );
    const chainFile = join(folder, 'chain.pem');
    const { current } = keysWith({ key: `module:${module}`, certificateFile: chainFile });
    const closed = () => (globalThis as unknown as { closedSigners: number }).closedSigners;
    await write(chainFile, pemOf(small.raw) + pemOf(top.raw));
    await expect(current()).rejects.toThrow('its seals would not be valid');
    expect(closed()).toBe(1);
    await write(chainFile, first.chainPem);
    await expect(current()).rejects.toThrow('none of the certificates belongs');
    expect(closed()).toBe(2);
  });

  test('does not replace the key in use', async () => {
    const [keyFile, chainFile] = [join(folder, 'key.pem'), join(folder, 'chain.pem')];
    await write(keyFile, first.keyPem);
    await write(chainFile, first.chainPem);
    const { current, logged } = keysWith({ key: `file:${keyFile}`, certificateFile: chainFile });
    await current();
    const small = makeCertificate({ subject: 'Small', issuer: top, keys: rsa(1024) });
    await write(keyFile, keyPemOf(small));
    await write(chainFile, pemOf(small.raw) + pemOf(top.raw));
    expect(await current()).toBe(fingerprint(first));
    expect(logged('error')).toEqual([expect.stringContaining('stays in use')]);
  });
});

describe('the keys of workspaces', () => {
  const rowOf = async (workspaceId: string, { keyPem, chainPem }: Holder) => {
    const file = join(folder, `${workspaceId}.pem`);
    await write(file, keyPem);
    return { workspaceId, key: `file:${file}`, certificates: chainPem };
  };

  test('stay open up to a limit, and are opened again when row or file changes', async () => {
    const { keys, logged } = keysWith({ maxWorkspaceKeys: 2 });
    const [a, b, c] = [await rowOf('a', first), await rowOf('b', second), await rowOf('c', first)];
    const opened = async (row: typeof a) => {
      const before = logged('info').length;
      const { fingerprint: found } = await keys.keyFor(row);
      return [found, logged('info').length - before];
    };
    expect(await opened(a)).toEqual([fingerprint(first), 1]);
    expect(await opened(b)).toEqual([fingerprint(second), 1]);
    expect(await opened(a)).toEqual([fingerprint(first), 0]);
    // The third key takes the place of the one that was not used for the longest time.
    expect(await opened(c)).toEqual([fingerprint(first), 1]);
    expect(await opened(a)).toEqual([fingerprint(first), 0]);
    expect(await opened(b)).toEqual([fingerprint(second), 1]);

    await write(join(folder, 'b.pem'), first.keyPem);
    expect(await opened(b)).toEqual([fingerprint(second), 0]);
    expect(logged('error')).toEqual([expect.stringContaining('stays in use')]);
    expect(await opened({ ...b, certificates: first.chainPem })).toEqual([fingerprint(first), 1]);
    // The previous key belongs to another row, so it does not take the place of one that cannot be used.
    await expect(keys.keyFor({ ...b, key: 'file:/nowhere.pem' })).rejects.toThrow('cannot be read');
  });

  test('after one failed to sign, its documents fail at once, and those of others are sealed', async () => {
    const module = join(folder, 'signer.mjs');
    await write(
      module,
      `import { sign } from 'node:crypto';
       const state = (globalThis.signerOfTest = { isDown: false, calls: 0 });
       export const openSigner = () => ({
         certificates: [],
         sign(data) {
           state.calls += 1;
           if (state.isDown) throw new Error('down');
           return sign('sha256', data, ${JSON.stringify(first.keyPem)});
         },
       });`,
    );
    const { keys } = keysWith({ places: [module] });
    const row = { workspaceId: 'a', key: `module:${module}`, certificates: first.chainPem };
    const data = Buffer.from('attributes');
    const { signer } = await keys.keyFor(row);
    await signer.sign(data);
    const state = (globalThis as unknown as { signerOfTest: { isDown: boolean; calls: number } })
      .signerOfTest;
    const before = state.calls;
    state.isDown = true;
    await expect(signer.sign(data)).rejects.toThrow('down');
    await expect(signer.sign(data)).rejects.toThrow('down');
    await expect(keys.keyFor(row)).rejects.toThrow('down');
    expect(state.calls).toBe(before + 1);
    const other = await keys.keyFor(await rowOf('b', second));
    expect((await other.signer.sign(data)).length).toBeGreaterThan(0);
  });

  test('are included in the earliest end of a certificate', async () => {
    const [later, sooner] = [90, 60].map(
      (days) => new Date((Math.floor(Date.now() / 1000) + days * 86_400) * 1000),
    ) as [Date, Date];
    const p12File = join(folder, 'seal.p12');
    await write(p12File, pkcs12Of(pki.sealHolder('rsa2048', { notAfter: later }), 'secret'));
    const { keys, current } = keysWith({ key: `file:${p12File}`, secret: 'secret' });
    expect(keys.earliestExpiry()).toBeNull();
    await current();
    expect(keys.earliestExpiry()).toEqual(later);
    await keys.keyFor(await rowOf('a', pki.sealHolder('rsa2048', { notAfter: sooner })));
    expect(keys.earliestExpiry()).toEqual(sooner);
  });
});

describe('what is recorded about a seal key', () => {
  test('whether its certificate names a source of revocation data', async () => {
    const p12File = join(folder, 'seal.p12');
    await write(p12File, pkcs12Of(first, 'secret'));
    const { keys } = keysWith({ key: `file:${p12File}`, secret: 'secret' });
    expect((await keys.keyFor()).namesRevocation).toBe(true);
    expect((await keysWith({}).keys.keyFor()).namesRevocation).toBe(false);
  });

  test('a certificate that expires within a month causes a warning, another one does not', async () => {
    const soon = pki.sealHolder('rsa2048', { notAfter: new Date(Date.now() + 20 * 86_400_000) });
    const p12File = join(folder, 'seal.p12');
    await write(p12File, pkcs12Of(soon, 'secret'));
    const { current, logged } = keysWith({ key: `file:${p12File}`, secret: 'secret' });
    await current();
    expect(logged('warn')).toEqual([expect.stringContaining('expires soon')]);
    const later = pki.sealHolder('rsa2048', { notAfter: new Date(Date.now() + 40 * 86_400_000) });
    await write(p12File, pkcs12Of(later, 'secret'));
    await current();
    expect(logged('warn')).toHaveLength(1);
  });

  test('without a key, a development certificate is created once and kept', async () => {
    const [made, again] = [await keysWith({}).current(), await keysWith({}).current()];
    expect(again).toBe(made);
    expect(await readFile(join(folder, 'seal', 'development.pem'), 'utf8')).toContain('PRIVATE KEY');
  });
});
