/**
 * Compares Countersign with OpenSSL and PKI.js on certificate paths, signatures and timestamps. Countersign has to refuse whatever both
 * others refuse. Where it differs from one of them about a path, the reason is listed here.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import * as pkijs from 'pkijs';
import { checkSignedData, contentOf } from '../cms/check-signed-data.ts';
import { DerError, nothing, oid, readDer, sequence } from '../cms/der.ts';
import { OID } from '../cms/oids.ts';
import { extension } from '../development/issue-certificate.ts';
import {
  authorityExtensions,
  basicConstraints,
  type CertificateForm,
  directoryName,
  distinguishedName,
  dnsName,
  extendedKeyUsage,
  type KeyPair,
  keyUsage,
  type Made,
  mailName,
  makeCertificate,
  makeSignedData,
  makeToken,
  nameConstraints,
  otherName,
  p256,
  pemOf,
  rsa,
  signerExtensions,
  stamperExtensions,
  subjectAltName,
  type TokenForm,
} from '../testing/make-certificate.ts';
import { faultsOfToken, readTimestampToken, stamps } from '../timestamps/token.ts';
import { readCertificate } from './certificate.ts';
import { type CertificatePurpose, findPath } from './path.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const withOpenssl = hasOpenssl ? describe : describe.skip;

const folder = mkdtempSync(join(tmpdir(), 'countersign-oracles-'));
afterAll(() => rmSync(folder, { recursive: true }));
const put = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
/** Throws if OpenSSL did not judge: it could not be started, was killed, or does not know an option. */
const opensslAccepts = (...args: string[]): boolean => {
  const { error, status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (error) throw error;
  if (status === null || stderr.includes('Use -help for summary')) throw new Error(`openssl: ${stderr}`);
  return status === 0;
};
const bytesOf = (buffer: Uint8Array): ArrayBuffer => new Uint8Array(buffer).buffer;

const DAY_MS = 86_400_000;
const small = rsa(1024);
const big = rsa(2048);

/** One certificate of a chain before it is made; the root is the first, the leaf the last. */
interface Link {
  form: Omit<CertificateForm, 'issuer'>;
  /** The certificate is changed after it has been signed. */
  isBroken?: boolean;
  /** Another key signs in the name of the issuer. */
  isSignedByStranger?: boolean;
  /** It names another issuer. */
  namesStranger?: boolean;
}

const leafName = distinguishedName({ c: 'DE', o: 'Office', cn: 'Ada' });
const leafNames = () => subjectAltName(mailName('ada@a.test'), dnsName('www.a.test'));

function goodChain(authorities: number, purpose: CertificatePurpose): Link[] {
  const own = purpose === 'signing' ? signerExtensions() : stamperExtensions();
  return [
    { form: { subject: 'Root', extensions: authorityExtensions() } },
    ...Array.from({ length: authorities }, (_, n) => ({
      form: { subject: `Authority ${n}`, extensions: authorityExtensions() },
    })),
    { form: { subject: leafName, extensions: [...own, leafNames()] } },
  ];
}

function make(links: readonly Link[]): Made[] {
  const made: Made[] = [];
  for (const { form, isBroken, isSignedByStranger, namesStranger } of links) {
    const above = made.at(-1) ?? null;
    let issuer = above;
    if (above && isSignedByStranger) issuer = { ...p256(), subject: above.subject, raw: above.raw };
    if (above && namesStranger) issuer = { ...above, subject: distinguishedName({ cn: 'Stranger' }) };
    const one = makeCertificate({ ...form, issuer });
    if (isBroken) one.raw[one.raw.length - 1]! ^= 1;
    made.push(one);
  }
  return made;
}

interface Mutation {
  name: string;
  /** Which certificates it can be done to. */
  at: 'root' | 'authority' | 'issuer' | 'leaf' | 'any' | 'below root';
  change(link: Link): void;
  /** Why Countersign may be stricter than one of the others. */
  stricter?: string;
  /** Why Countersign accepts what OpenSSL refuses. */
  laxer?: string;
}

const add =
  (...extensions: Buffer[]) =>
  ({ form }: Link) => {
    form.extensions = [...(form.extensions ?? []), ...extensions];
  };
const replace =
  (...extensions: Buffer[]) =>
  ({ form }: Link) => {
    form.extensions = extensions;
  };
const key =
  (keys: KeyPair, digest = 'sha256') =>
  ({ form }: Link) => {
    form.keys = keys;
    form.digest = digest;
  };

const SERVER = '1.3.6.1.5.5.7.3.1';
const RFC5280_PKIJS = 'PKI.js does not look at this';

const mutations: Mutation[] = [
  { name: 'nothing', at: 'root', change: () => undefined },
  {
    name: 'expired',
    at: 'any',
    change: ({ form }) => {
      form.notAfter = new Date(Date.now() - DAY_MS / 2);
    },
    stricter: 'PKI.js does not look at the validity of a root',
  },
  {
    name: 'not yet valid',
    at: 'any',
    change: ({ form }) => {
      form.notBefore = new Date(Date.now() + DAY_MS);
    },
    stricter: 'PKI.js does not look at the validity of a root',
  },
  {
    name: 'unknown critical extension',
    at: 'any',
    change: add(extension('1.2.3.4', nothing(), true)),
    stricter: 'PKI.js does not look at unknown extensions of a root',
  },
  { name: 'unknown extension', at: 'any', change: add(extension('1.2.3.4', nothing())) },
  {
    name: 'signature changed',
    at: 'below root',
    change: (link) => {
      link.isBroken = true;
    },
  },
  {
    name: 'signed by a stranger',
    at: 'below root',
    change: (link) => {
      link.isSignedByStranger = true;
    },
  },
  {
    name: 'names a stranger as its issuer',
    at: 'below root',
    change: (link) => {
      link.namesStranger = true;
    },
  },
  { name: 'small key', at: 'any', change: key(small), stricter: 'PKI.js takes any size of a key' },
  { name: 'RSA key', at: 'any', change: key(big) },
  { name: 'root signed with SHA-1', at: 'root', change: key(big, 'sha1') },
  { name: 'no basic constraints', at: 'authority', change: replace(keyUsage(0x06)) },
  {
    name: 'basic constraints without cA',
    at: 'authority',
    change: replace(basicConstraints(false), keyUsage(0x06)),
  },
  {
    name: 'key usage without certificates',
    at: 'issuer',
    change: replace(basicConstraints(true), keyUsage(0x02)),
    stricter: 'PKI.js does not look at the key usage of a root',
  },
  { name: 'no key usage', at: 'issuer', change: replace(basicConstraints(true)) },
  {
    name: 'path length 0',
    at: 'issuer',
    change: replace(...authorityExtensions(0)),
    stricter: 'PKI.js does not look at the path length of a root',
  },
  {
    name: 'path length 1',
    at: 'issuer',
    change: replace(...authorityExtensions(1)),
    stricter: 'PKI.js does not look at the path length of a root',
  },
  { name: 'path length 9', at: 'issuer', change: replace(...authorityExtensions(9)) },
  ...(
    [
      ['permits the mail address', [mailName('a.test')], []],
      ['permits another mail address', [mailName('b.test')], []],
      ['excludes the mail address', [], [mailName('a.test')]],
      ['excludes another mail address', [], [mailName('b.test')]],
      ['permits the host', [dnsName('a.test')], []],
      ['permits another host', [dnsName('b.test')], []],
      ['excludes the host', [], [dnsName('a.test')]],
      ['excludes the name', [], [directoryName(distinguishedName({ c: 'DE', o: 'Office' }))]],
      ['excludes another name', [], [directoryName(distinguishedName({ c: 'DE', o: 'Other' }))]],
    ] as const
  ).map(
    ([name, permitted, excluded]): Mutation => ({
      name,
      at: 'issuer',
      change: add(nameConstraints([...permitted], [...excluded])),
      stricter: 'PKI.js applies name constraints of some kinds and places only',
    }),
  ),
  {
    name: 'name constraints of an unknown kind',
    at: 'issuer',
    change: add(nameConstraints([otherName('x')])),
    stricter: 'RFC 5280 asks for it only where such a name follows; nothing is passed over here',
  },
  {
    name: 'for web servers alone',
    at: 'below root',
    change: (link) => {
      const others = (link.form.extensions ?? []).filter((one) => !one.includes(oid('2.5.29.37')));
      link.form.extensions = [...others, extendedKeyUsage([SERVER])];
    },
    stricter: `${RFC5280_PKIJS}: extended key usage`,
  },
  {
    name: 'for any purpose',
    at: 'authority',
    change: add(extendedKeyUsage(['2.5.29.37.0'])),
    laxer: 'OpenSSL wants the purpose itself in an authority; any purpose includes it',
  },
  {
    name: 'key usage for encryption',
    at: 'leaf',
    change: (link) => {
      const others = (link.form.extensions ?? []).filter((one) => !one.includes(oid('2.5.29.15')));
      link.form.extensions = [...others, keyUsage(0x20)];
    },
    stricter: `${RFC5280_PKIJS}: key usage of the signer`,
  },
  {
    name: 'policy required and missing',
    at: 'authority',
    change: add(extension('2.5.29.36', sequence(Buffer.of(0x80, 1, 0)), true)),
    stricter: 'OpenSSL applies policies only when asked to',
  },
];

function positionsOf({ at }: Mutation, length: number): number[] {
  const all = Array.from({ length }, (_, index) => index);
  const last = length - 1;
  return all.filter(
    (index) =>
      at === 'any' ||
      (at === 'root' && index === 0) ||
      (at === 'leaf' && index === last) ||
      (at === 'issuer' && index < last) ||
      (at === 'authority' && index > 0 && index < last) ||
      (at === 'below root' && index > 0),
  );
}

interface Verdicts {
  ours: boolean;
  openssl: boolean;
  pkijs: boolean;
}

/** Our verdict, and the others' when they are asked for. */
interface PathVerdicts {
  ours: boolean;
  openssl(): boolean;
  pkijs(): Promise<boolean>;
}

function verdictsOnPath(chain: readonly Made[], purpose: CertificatePurpose): PathVerdicts {
  const [root, ...below] = chain as [Made, ...Made[]];
  const leaf = below.at(-1)!;
  const between = below.slice(0, -1);
  const read = (made: Made) => readCertificate(made.raw);
  const ours = findPath({
    leaf: read(leaf),
    anchors: [read(root)],
    pool: between.map(read),
    at: new Date(),
    purpose,
  });
  const openssl = () =>
    opensslAccepts(
      ...['verify', '-auth_level', '2', '-purpose', purpose === 'signing' ? 'smimesign' : 'timestampsign'],
      ...['-CAfile', put('root.pem', pemOf(root.raw))],
      // OpenSSL wants at least one certificate in a file of them.
      ...(between.length > 0
        ? ['-untrusted', put('between.pem', between.map(({ raw }) => pemOf(raw)).join(''))]
        : []),
      put('leaf.pem', pemOf(leaf.raw)),
    );
  return { ours: ours.problem === null, openssl, pkijs: () => pkijsFindsPath(root, between, leaf) };
}

async function pkijsFindsPath(root: Made, between: readonly Made[], leaf: Made): Promise<boolean> {
  try {
    const read = ({ raw }: Made) => pkijs.Certificate.fromBER(bytesOf(raw));
    const engine = new pkijs.CertificateChainValidationEngine({
      trustedCerts: [read(root)],
      certs: [...between.map(read), read(leaf)],
      checkDate: new Date(),
    });
    return (await engine.verify()).result;
  } catch {
    return false;
  }
}

withOpenssl('OpenSSL', () => {
  test('does not count as refusing when it could not judge', () => {
    expect(() => opensslAccepts('verify', '-no_such_option')).toThrow('no_such_option');
  });
});

withOpenssl('a certificate path', () => {
  test.each<CertificatePurpose>(['signing', 'time_stamping'])(
    'for %s that OpenSSL refuses is refused, and every difference has a reason',
    async (purpose) => {
      const lax: string[] = [];
      const unexplained: string[] = [];
      const cases = mutations.flatMap((mutation) =>
        [0, 1, 2].flatMap((authorities) =>
          positionsOf(mutation, authorities + 2).map((position) => ({ mutation, authorities, position })),
        ),
      );
      let refused = 0;
      for (const { mutation, authorities, position } of cases) {
        const links = goodChain(authorities, purpose);
        mutation.change(links[position]!);
        const { ours, openssl, pkijs: third } = verdictsOnPath(make(links), purpose);
        if (!ours) refused += 1;
        const label = `${mutation.name}, ${authorities} authorities, at ${position}`;
        // The others are slow, so they run only where their result matters.
        if (ours && !openssl() && !(mutation.laxer && (await third()))) lax.push(label);
        if (!ours && !mutation.stricter && (openssl() || (await third()))) unexplained.push(label);
      }
      const total = cases.length;
      expect(lax).toEqual([]);
      expect(unexplained).toEqual([]);
      // Both outcomes occur often. Otherwise the lists would be empty only because there were no such cases.
      expect(total).toBeGreaterThan(150);
      expect(refused).toBeGreaterThan(60);
      expect(total - refused).toBeGreaterThan(40);
    },
  );
});

async function pkijsAccepts(value: Buffer, content: Buffer | null): Promise<boolean> {
  try {
    const info = pkijs.ContentInfo.fromBER(bytesOf(value));
    const signedData = new pkijs.SignedData({ schema: info.content });
    return await signedData.verify({
      signer: 0,
      checkChain: false,
      ...(content && { data: bytesOf(content) }),
    });
  } catch {
    return false;
  }
}

withOpenssl('a signature', () => {
  const content = Buffer.from('what is signed');
  const path = () => put('content', content);
  const accepts = (value: Buffer): boolean => {
    try {
      return checkSignedData(value, contentOf([content])).valid;
    } catch (error) {
      expect(error).toBeInstanceOf(DerError);
      return false;
    }
  };
  const verdictsOn = async (value: Buffer): Promise<Verdicts> => {
    const ours = accepts(value);
    const openssl = opensslAccepts(
      ...['cms', '-verify', '-binary', '-noverify', '-inform', 'DER', '-in', put('value', value)],
      ...['-content', path(), '-out', join(folder, 'out')],
    );
    return { ours, openssl, pkijs: await pkijsAccepts(value, content) };
  };

  test('of a strong key is accepted by all three verifiers', async () => {
    for (const keys of [p256(), big]) {
      const signer = makeCertificate({ subject: 'Ada', keys });
      for (const reference of ['v1', 'v2', null] as const)
        expect(await verdictsOn(makeSignedData(content, { signer, reference }))).toEqual({
          ours: true,
          openssl: true,
          pkijs: true,
        });
    }
  });

  test.each([
    [
      'SHA-1',
      () => makeSignedData(content, { signer: makeCertificate({ subject: 'A', keys: big }), digest: 'sha1' }),
    ],
    [
      'MD5',
      () => makeSignedData(content, { signer: makeCertificate({ subject: 'A', keys: big }), digest: 'md5' }),
    ],
    [
      'RSA with 1024 bits',
      () => makeSignedData(content, { signer: makeCertificate({ subject: 'A', keys: small }) }),
    ],
  ])('with %s is refused here alone: cms -verify has no minimum', async (_, sign) => {
    const verdicts = await verdictsOn(sign());
    expect(verdicts.ours).toBe(false);
    expect(verdicts.openssl || verdicts.pkijs).toBe(true);
  });

  test('with octets changed is rejected if both others reject it', async () => {
    const signer = makeCertificate({ subject: 'Ada', keys: p256() });
    const whole = makeSignedData(content, { signer });
    let refused = 0;
    for (let round = 0; round < 150; round++) {
      const changed = Buffer.from(whole);
      // Every place in turn, with a random change.
      const at = Math.floor((round * whole.length) / 150);
      changed[at]! ^= 1 + (randomBytes(1)[0]! % 255);
      // The others are asked only about what is accepted here.
      if (!accepts(changed)) {
        refused += 1;
        continue;
      }
      const { openssl, pkijs: third } = await verdictsOn(changed);
      if (!openssl && !third) throw new Error(`octet ${at} as ${changed[at]} is accepted here alone`);
    }
    expect(refused).toBeGreaterThan(120);
  });
});

withOpenssl('a timestamp', () => {
  const data = Buffer.from('a signature value');
  const root = makeCertificate({ subject: 'Root', extensions: authorityExtensions() });
  const authority = makeCertificate({
    subject: 'Authority',
    issuer: root,
    extensions: authorityExtensions(),
  });
  const stamperWith = (extensions: Buffer[], keys: KeyPair = p256(), digest = 'sha256') =>
    makeCertificate({ subject: 'Clock', issuer: authority, extensions, keys, digest });
  const stamper = stamperWith(stamperExtensions());

  const tokenOf = (form: Partial<TokenForm>) =>
    makeToken(data, { stamper, others: [authority.raw], ...form });
  const accepts = (token: Buffer): boolean => {
    try {
      const read = readTimestampToken(token);
      const pool = read.signedData.certificates.map(({ raw }) => readCertificate(raw));
      const question = { anchors: [readCertificate(root.raw)], pool, at: read.time };
      const leaf = readCertificate(read.signedData.signer?.raw ?? Buffer.of());
      return (
        faultsOfToken(read, new Date()).length === 0 &&
        stamps(read, contentOf([data])) &&
        findPath({ ...question, leaf, purpose: 'time_stamping' }).problem === null
      );
    } catch (error) {
      expect(error).toBeInstanceOf(DerError);
      return false;
    }
  };
  const verdictsOn = (token: Buffer): { ours: boolean; openssl: boolean } => {
    const ours = accepts(token);
    const openssl = opensslAccepts(
      ...['ts', '-verify', '-data', put('data', data), '-in', put('token', token), '-token_in'],
      ...['-CAfile', put('root.pem', pemOf(root.raw)), '-untrusted', put('above.pem', pemOf(authority.raw))],
    );
    return { ours, openssl };
  };

  const usage = (purposes: string[], isCritical: boolean) => [
    ...signerExtensions(),
    extendedKeyUsage(purposes, isCritical),
  ];
  test.each<[string, Partial<TokenForm>, boolean, boolean]>([
    ['as it should be', {}, true, true],
    ['that names its certificate by SHA-1', { reference: 'v1' }, true, true],
    ['without the name of its certificate', { reference: null }, false, false],
    ['for something else', { imprint: Buffer.alloc(32) }, false, false],
    ['with a short imprint', { imprint: Buffer.alloc(20) }, false, false],
    ['of version 2', { version: 2 }, false, false],
    ['by an authority for all purposes', { stamper: stamperWith(signerExtensions()) }, false, false],
    ['by an authority for mail', { stamper: stamperWith(usage([OID.emailProtection], true)) }, false, false],
    [
      'by an authority for two purposes',
      { stamper: stamperWith(usage([OID.timeStamping, OID.emailProtection], true)) },
      false,
      false,
    ],
    [
      'by an authority whose purpose is not critical',
      { stamper: stamperWith(usage([OID.timeStamping], false)) },
      false,
      false,
    ],
    [
      'by an unknown authority',
      { stamper: makeCertificate({ subject: 'Own', extensions: stamperExtensions() }) },
      false,
      false,
    ],
    // OpenSSL checks the chain now; it does not check the time in the token and has no minimum for keys here.
    ['from before all certificates', { time: new Date('2015-06-01T00:00:00Z') }, false, true],
    ['from the future', { time: new Date(Date.now() + DAY_MS) }, false, true],
    ['with a small key', { stamper: stamperWith(stamperExtensions(), small) }, false, true],
  ])('%s', (_, form, ours, openssl) => {
    expect(verdictsOn(tokenOf(form))).toEqual({ ours, openssl });
  });

  test('with octets changed is rejected if OpenSSL rejects it', () => {
    const whole = tokenOf({});
    const start = readDer(whole).children[1]!.children[0]!.children[0]!.raw.byteOffset - whole.byteOffset;
    const accepted: number[] = [];
    for (let round = 0; round < 120; round++) {
      const changed = Buffer.from(whole);
      const at = start + Math.floor((round * (whole.length - start)) / 120);
      changed[at]! ^= 1 << (round % 8);
      // OpenSSL is asked only about what is accepted here.
      if (accepts(changed) && !verdictsOn(changed).openssl) accepted.push(at);
    }
    expect(accepted).toEqual([]);
  });
});
