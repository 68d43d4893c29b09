/** The adapter against a provider on loopback that is strict about the protocol, with real keys and certificates. */
import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import {
  authorityExtensions,
  type KeyPair,
  makeCertificate,
  p256,
  rsa,
} from '@countersign/pdf/testing/make-certificate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type CscProvider,
  type HeldCredential,
  startCscProvider,
} from '../../../../test/support/csc-provider.ts';
import type { ProviderReturn, RecipientCredential, SignatureRequest } from '../recipient-signer.ts';
import type { CallLimits } from './calls.ts';
import { type CscSettings, createCscSigner } from './provider.ts';

/** Pauses are short; the time limit is generous, because the machine may be busy. */
const patient: CallLimits = { attempts: 3, timeoutMs: 60_000, pauseMs: 1, maxPauseMs: 60_000 };
const issuer = makeCertificate({ subject: 'Trust service', extensions: authorityExtensions() });
const ecKeys = p256();
const rsaKeys = rsa(2048);
const data = Buffer.from('the signed attributes');

let provider: CscProvider;
beforeAll(async () => {
  provider = await startCscProvider();
});
afterAll(() => provider.close());
beforeEach(() => provider.behave({}));

/** Holds a credential with this key, and no other that a test before has used. */
function held(keys: KeyPair, changes: Partial<HeldCredential> = {}): string {
  const id = `credential-${randomBytes(4).toString('hex')}`;
  const { raw } = makeCertificate({ subject: 'Ada', issuer, keys });
  provider.hold({ id, key: keys.privateKey, certificates: [raw, issuer.raw], ...changes });
  return id;
}

const signerOf = (changes: Partial<CscSettings> = {}, limits = patient, now?: () => Date) =>
  createCscSigner(
    {
      name: 'Example Trust',
      baseUrl: provider.url,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      unstatedLevel: null,
      ...changes,
    },
    now,
    limits,
  );
type Signer = ReturnType<typeof signerOf>;

/** Opens a page as a person who agrees, and returns what the browser brings back. */
async function visit(
  pageOf: (visit: Parameters<Signer['accessPage']>[0]) => Promise<string>,
): Promise<ProviderReturn> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const { redirectUrl } = provider;
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const back = await provider.agree(await pageOf({ state, redirectUrl, codeChallenge, language: 'en' }));
  expect(back.get('state')).toBe(state);
  return { code: back.get('code')!, codeVerifier, redirectUrl };
}

const accessOf = async (signer: Signer) => signer.access(await visit((one) => signer.accessPage(one)));

/** The credential with this id, as the adapter reads it. */
async function credentialOf(signer: Signer, id: string): Promise<RecipientCredential> {
  const found = await signer.credentials(await accessOf(signer));
  return found.find((one) => one.id === id)!;
}

const requestFor = (credential: RecipientCredential, changes: Partial<SignatureRequest> = {}) => ({
  credential,
  data,
  description: 'Lease agreement',
  ...changes,
});
const activate = async (signer: Signer, request: SignatureRequest) =>
  signer.authorizeByPage(await visit((one) => signer.authorizationPage(one, request)));

describe('signing', () => {
  test.each<[string, KeyPair, boolean]>([
    ['RSA', rsaKeys, false],
    ['ECDSA in DER', ecKeys, false],
    ['ECDSA as r and s', ecKeys, true],
  ])('with %s: access, key, authorization of one digest, signature', async (_, keys, isPlainEcdsa) => {
    const signer = signerOf();
    const credential = await credentialOf(signer, held(keys, { isPlainEcdsa }));
    expect(credential).toMatchObject({ level: 'qualified', authorization: 'page' });
    expect(credential.certificates.map((one) => new X509Certificate(one).subject)).toEqual([
      'CN=Ada',
      'CN=Trust service',
    ]);
    const request = requestFor(credential);
    const value = await signer.sign(await activate(signer, request), request);
    expect(verify('sha256', data, keys.publicKey, value)).toBe(true);
  });

  test('with values that the recipient enters instead of a page', async () => {
    const signer = signerOf();
    const id = held(ecKeys, { values: { PIN: '1234', OTP: '567890' } });
    const access = await accessOf(signer);
    const credential = (await signer.credentials(access)).find((one) => one.id === id)!;
    expect(credential.authorization).toEqual([
      { id: 'PIN', label: 'Your PIN', isSecret: true },
      { id: 'OTP', label: 'Your OTP', isSecret: true },
    ]);
    const request = requestFor(credential);
    await expect(signer.authorizeByValues(access, request, { PIN: '1234', OTP: '1' })).rejects.toMatchObject({
      failure: 'denied',
    });
    const activation = await signer.authorizeByValues(access, request, { PIN: '1234', OTP: '567890' });
    const value = await signer.sign(activation, request);
    expect(verify('sha256', data, ecKeys.publicKey, value)).toBe(true);
  });
});

describe('an authorization', () => {
  let signer: Signer;
  let credential: RecipientCredential;
  beforeAll(async () => {
    provider.behave({});
    signer = signerOf();
    credential = await credentialOf(signer, held(ecKeys));
  });

  test('is for one signature', async () => {
    const request = requestFor(credential);
    const activation = await activate(signer, request);
    await signer.sign(activation, request);
    await expect(signer.sign(activation, request)).rejects.toMatchObject({ failure: 'expired' });
  });

  test('is for one digest', async () => {
    const activation = await activate(signer, requestFor(credential));
    const other = requestFor(credential, { data: Buffer.from('another document') });
    await expect(signer.sign(activation, other)).rejects.toThrow('Hash is not authorized by the SAD');
  });

  test('is for one key', async () => {
    const other = await credentialOf(signer, held(p256()));
    const activation = await activate(signer, requestFor(credential));
    await expect(signer.sign(activation, requestFor(other))).rejects.toMatchObject({ failure: 'expired' });
  });

  test('is refused once it has expired: by our clock without a call, or by the clock of the provider', async () => {
    const request = requestFor(credential);
    const activation = await activate(signer, request);
    const later = signerOf({}, patient, () => new Date(activation.expiresAt));
    provider.behave({});
    await expect(later.sign(activation, request)).rejects.toMatchObject({ failure: 'expired' });
    expect(provider.calls()).toEqual([]);
    provider.wait(301);
    await expect(signer.sign(activation, request)).rejects.toMatchObject({ failure: 'expired' });
  });

  test('cannot be replaced by the permission to list keys', async () => {
    const access = await accessOf(signer);
    const activation = { ...access, activationData: null };
    await expect(signer.sign(activation, requestFor(credential))).rejects.toMatchObject({
      failure: 'expired',
    });
  });

  test('needs the code that came back, once, with the verifier of the same visit', async () => {
    const request = requestFor(credential);
    const back = await visit((one) => signer.authorizationPage(one, request));
    await expect(signer.authorizeByPage({ ...back, codeVerifier: 'x'.repeat(43) })).rejects.toMatchObject({
      failure: 'expired',
    });
    await expect(signer.authorizeByPage(back)).rejects.toMatchObject({ failure: 'expired' });
  });
});

describe('keys that cannot be used are refused with the reason', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['disabled', { key: { status: 'disabled', algo: [] } }, 'the key is disabled'],
    ['with another algorithm', { key: { status: 'enabled', algo: ['1.3.101.112'] } }, 'it cannot sign with'],
    ['with SHA-512 alone', { key: { status: 'enabled', algo: ['1.2.840.10045.4.3.4'] } }, 'SHA-256'],
    ['with a revoked certificate', { cert: { status: 'revoked' } }, 'its certificate is revoked'],
    ['without certificates', { cert: { status: 'valid', certificates: [] } }, 'no certificate'],
    ['with certificates that are none', { cert: { certificates: ['AAAA'] } }, 'no certificate'],
    ['of an organization', { signatureQualifier: 'eu_eidas_qeseal' }, 'of the kind eu_eidas_qeseal'],
    ['of a level that every object has', { signatureQualifier: 'constructor' }, 'of the kind constructor'],
    ['of no stated level', { signatureQualifier: undefined }, 'does not state the level'],
    ['that signs without asking', { auth: { mode: 'implicit' } }, 'not supported: implicit'],
    ['that asks for nothing', { auth: { mode: 'explicit', objects: [] } }, 'not supported: explicit'],
  ])('%s', async (_, changes, reason) => {
    const only = await startCscProvider();
    const { raw } = makeCertificate({ subject: 'Ada', issuer, keys: ecKeys });
    only.hold({ id: 'one', key: ecKeys.privateKey, certificates: [raw], changes });
    const before = provider;
    provider = only;
    try {
      const signer = signerOf();
      await expect(signer.credentials(await accessOf(signer))).rejects.toMatchObject({
        failure: 'unusable',
        message: expect.stringContaining(reason),
      });
    } finally {
      provider = before;
      await only.close();
    }
  });

  test('the operator may state the level for a provider that does not', async () => {
    const id = held(ecKeys, { changes: { signatureQualifier: undefined } });
    expect((await credentialOf(signerOf({ unstatedLevel: 'advanced' }), id)).level).toBe('advanced');
  });
});

describe('a provider that misbehaves', () => {
  let credential: RecipientCredential;
  beforeAll(async () => {
    provider.behave({});
    credential = await credentialOf(signerOf(), held(ecKeys));
  });
  /** Everything up to the signature. */
  const prepared = async () => {
    const signer = signerOf();
    const request = requestFor(credential);
    const activation = await activate(signer, request);
    return { sign: () => signer.sign(activation, request) };
  };

  test('by throttling gets the same call again, as often as the limit says', async () => {
    const { sign } = await prepared();
    provider.behave({ throttled: 2, retryAfter: 0 });
    expect(verify('sha256', data, ecKeys.publicKey, await sign())).toBe(true);
    expect(provider.calls()).toHaveLength(3);
    const again = await prepared();
    provider.behave({ throttled: 100 });
    await expect(again.sign()).rejects.toMatchObject({ failure: 'unavailable' });
    expect(provider.calls()).toHaveLength(3);
  });

  test('by a long Retry-After does not keep a person waiting', async () => {
    const { sign } = await prepared();
    provider.behave({ throttled: 1, retryAfter: 3600 });
    await expect(sign()).rejects.toMatchObject({ failure: 'unavailable' });
    expect(provider.calls()).toHaveLength(1);
  });

  test('by not answering is given up, and nothing is sent twice', async () => {
    const { sign } = await prepared();
    const soon = signerOf({}, { ...patient, timeoutMs: 50 });
    provider.behave({ hangsAt: 'signatures/signHash' });
    const activation = { token: 'any', activationData: null, expiresAt: new Date(Date.now() + 60_000) };
    await expect(soon.sign(activation, requestFor(credential))).rejects.toThrow(
      'did not answer within 0.05 s',
    );
    expect(provider.calls().length).toBeLessThanOrEqual(1);
    provider.behave({});
    await sign();
  });

  test('by signing with another key is noticed', async () => {
    const { sign } = await prepared();
    provider.behave({ signsWith: p256().privateKey });
    await expect(sign()).rejects.toMatchObject({ failure: 'unusable' });
  });

  test.each(['', '[]', '{}', '{"signatures":["AAAA","AAAA"]}', '{"signatures":[7]}', '{"signatures":["%"]}'])(
    'by the answer %j gives an error and no signature',
    async (text) => {
      const { sign } = await prepared();
      provider.behave({ text });
      await expect(sign()).rejects.toMatchObject({ name: 'RecipientSignerError' });
    },
  );

  test('by a huge answer is not read to its end', async () => {
    const { sign } = await prepared();
    provider.behave({ bytes: 8_000_000 });
    await expect(sign()).rejects.toMatchObject({ failure: 'unavailable' });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['of version 1', { specs: '1.0.4.0', oauth2: 'https://trust.example' }, 'version 2'],
    ['without OAuth 2.0', { specs: '2.0.0.2' }, 'authorization server'],
    ['that names an unencrypted address', { specs: '2.0.0.2', oauth2: 'http://trust.example' }, 'https'],
  ])('is refused: one %s', async (_, info, reason) => {
    provider.behave({ info });
    await expect(accessOf(signerOf())).rejects.toMatchObject({
      failure: 'unusable',
      message: expect.stringContaining(reason),
    });
  });

  test('is asked again after a failure at the start', async () => {
    const signer = signerOf();
    provider.behave({ info: {} });
    await expect(accessOf(signer)).rejects.toMatchObject({ failure: 'unusable' });
    provider.behave({});
    await expect(accessOf(signer)).resolves.toMatchObject({ token: expect.any(String) });
  });

  test('with a wrong client secret is named without the secret', async () => {
    const signer = signerOf({ clientSecret: 'wrong-secret' });
    const failed = accessOf(signer);
    await expect(failed).rejects.toThrow('the client is not known');
    await expect(failed).rejects.not.toThrow('wrong-secret');
  });
});
