import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { integer, nothing, octetString, oid, sequence } from '../cms/der.ts';
import { OID } from '../cms/oids.ts';
import { extension } from '../development/issue-certificate.ts';
import {
  addressName,
  authorityExtensions,
  basicConstraints,
  directoryName,
  distinguishedName,
  dnsName,
  extendedKeyUsage,
  keyUsage,
  type Made,
  mailName,
  makeCertificate,
  nameConstraints,
  otherName,
  p256,
  rsa,
  signerExtensions,
  stamperExtensions,
  subjectAltName,
  uriName,
} from '../testing/make-certificate.ts';
import { readCertificate } from './certificate.ts';
import { type CertificatePurpose, findPath } from './path.ts';

const root = makeCertificate({ subject: 'Root', extensions: authorityExtensions() });
const authorityOf = (issuer: Made, extensions = authorityExtensions(), subject: string | Buffer = 'Office') =>
  makeCertificate({ subject, issuer, extensions });
const signerOf = (issuer: Made, extensions = signerExtensions(), subject: string | Buffer = 'Ada') =>
  makeCertificate({ subject, issuer, extensions });

/** Looks for a path from the first certificate through the others to the root. */
function pathOf(
  [leaf, ...pool]: [Made, ...Made[]],
  { anchors = [root], at = new Date(), purpose = 'signing' as CertificatePurpose } = {},
) {
  const [own, others, roots] = [[leaf], pool, anchors].map((list) =>
    list.map(({ raw }) => readCertificate(raw)),
  );
  return findPath({ leaf: own![0]!, pool: others!, anchors: roots!, at, purpose });
}

const problemOf = (...args: Parameters<typeof pathOf>) => pathOf(...args).problem;

/** The problem of a signer below an authority with these extensions. */
const below = (authority: Buffer[], signer: Buffer[] = [], subject: string | Buffer = 'Ada') => {
  const office = authorityOf(root, [...authorityExtensions(), ...authority]);
  return problemOf([signerOf(office, [...signerExtensions(), ...signer], subject), office]);
};

describe('a path to a trusted root', () => {
  test('goes through any number of authorities, in whatever order they are found', () => {
    const office = authorityOf(root);
    const branch = authorityOf(office, undefined, 'Branch');
    const answer = pathOf([signerOf(branch), office, branch]);
    expect(answer.path?.map(({ x509 }) => x509.subject)).toEqual([
      'CN=Ada',
      'CN=Branch',
      'CN=Office',
      'CN=Root',
    ]);
    expect(problemOf([signerOf(root)])).toBeNull();
  });

  test('may end at a trusted intermediate authority, at the certificate itself, or at an old root of version 1', () => {
    const office = authorityOf(root);
    const ada = signerOf(office);
    expect(problemOf([ada], { anchors: [office] })).toBeNull();
    expect(problemOf([ada], { anchors: [ada] })).toBeNull();
    const old = makeCertificate({ subject: 'Old', extensions: null });
    expect(problemOf([signerOf(old)], { anchors: [old] })).toBeNull();
  });

  test('is found although names differ in case, spacing and string type', () => {
    const issuer = authorityOf(root, undefined, distinguishedName({ cn: 'The  Office' }));
    const ada = signerOf({ ...issuer, subject: distinguishedName({ cn: 'the office ' }, 0x13) });
    expect(problemOf([ada, issuer])).toBeNull();
  });

  test('is found although another certificate of the same authority is unusable', () => {
    const keys = p256();
    const bad = makeCertificate({
      subject: 'Office',
      issuer: root,
      keys,
      extensions: [basicConstraints(false)],
    });
    const good = makeCertificate({
      subject: 'Office',
      issuer: root,
      keys,
      extensions: authorityExtensions(),
    });
    expect(problemOf([signerOf(good), bad, good])).toBeNull();
  });

  test('is not found if a certificate is missing or nothing is trusted', () => {
    const office = authorityOf(root);
    expect(problemOf([signerOf(office)])).toBe('the issuer of Ada is not known');
    expect(problemOf([signerOf(office), office], { anchors: [] })).toBe('the issuer of Office is not known');
    expect(problemOf([makeCertificate({ subject: 'Alone' })])).toBe('Alone is self-signed and not trusted');
  });

  test('is not found if another key has the name of the authority', () => {
    const office = authorityOf(root);
    const impostor = makeCertificate({ subject: 'Office', extensions: authorityExtensions() });
    expect(problemOf([signerOf(impostor), office])).toBe('the certificate of Ada is not signed by Office');
  });

  test('does not continue from a trusted certificate that is not an authority', () => {
    const ada = signerOf(root);
    const forged = signerOf(ada, undefined, 'Mallory');
    expect(problemOf([forged, ada])).toBe('Ada is not a certificate authority');
    expect(problemOf([forged], { anchors: [ada] })).toBe('Ada is not a certificate authority');
  });
});

describe('validity', () => {
  const year = (from: number, to: number) => ({
    notBefore: new Date(`${from}-01-01T00:00:00Z`),
    notAfter: new Date(`${to}-01-01T00:00:00Z`),
  });
  const at = new Date('2025-06-01T00:00:00Z');
  const long = makeCertificate({ subject: 'Root', extensions: authorityExtensions(), ...year(2000, 2040) });

  test.each<
    [string, Parameters<typeof year>, Parameters<typeof year>, Parameters<typeof year>, string | null]
  >([
    ['all are valid', [2020, 2030], [2020, 2030], [2020, 2030], null],
    ['the signer has expired', [2020, 2030], [2020, 2030], [2020, 2025], 'Ada'],
    ['the signer is not yet valid', [2020, 2030], [2020, 2030], [2026, 2030], 'Ada'],
    ['the authority has expired', [2020, 2030], [2020, 2025], [2020, 2030], 'Office'],
    ['the root has expired', [2020, 2025], [2020, 2030], [2020, 2030], 'Root'],
  ])('%s', (_, ofRoot, ofOffice, ofAda, name) => {
    const top = makeCertificate({
      subject: 'Root',
      keys: long,
      extensions: authorityExtensions(),
      ...year(...ofRoot),
    });
    const office = makeCertificate({
      subject: 'Office',
      issuer: top,
      extensions: authorityExtensions(),
      ...year(...ofOffice),
    });
    const ada = makeCertificate({ subject: 'Ada', issuer: office, ...year(...ofAda) });
    expect(problemOf([ada, office], { anchors: [top], at })).toBe(
      name && `the certificate of ${name} is outside its time of validity`,
    );
  });
});

describe('authorities', () => {
  test('need basic constraints and, if they have a key usage, that for certificates', () => {
    const plain = authorityOf(root, [basicConstraints(false), keyUsage(0x06)]);
    expect(problemOf([signerOf(plain), plain])).toBe('Office is not a certificate authority');
    const silent = authorityOf(root, [keyUsage(0x06)]);
    expect(problemOf([signerOf(silent), silent])).toBe('Office is not a certificate authority');
    const listsOnly = authorityOf(root, [basicConstraints(true), keyUsage(0x02)]);
    expect(problemOf([signerOf(listsOnly), listsOnly])).toBe('Office may not sign certificates (key usage)');
    const noUsage = authorityOf(root, [basicConstraints(true)]);
    expect(problemOf([signerOf(noUsage), noUsage])).toBeNull();
  });

  test('obey the path length of authorities above them', () => {
    const office = authorityOf(root, authorityExtensions(0));
    const branch = authorityOf(office, undefined, 'Branch');
    expect(problemOf([signerOf(office), office])).toBeNull();
    expect(problemOf([signerOf(branch), branch, office])).toMatch(/longer than an authority allows/);
    const wider = authorityOf(root, authorityExtensions(1));
    const wideBranch = authorityOf(wider, authorityExtensions(5), 'Branch');
    const desk = authorityOf(wideBranch, undefined, 'Desk');
    expect(problemOf([signerOf(wideBranch), wideBranch, wider])).toBeNull();
    expect(problemOf([signerOf(desk), desk, wideBranch, wider])).toMatch(/longer than an authority allows/);
  });

  test('obey the path length of the root; self-issued certificates do not count', () => {
    const narrow = makeCertificate({ subject: 'Root', extensions: authorityExtensions(0) });
    const office = authorityOf(narrow);
    expect(problemOf([signerOf(office), office], { anchors: [narrow] })).toMatch(/longer than/);
    const renewed = makeCertificate({ subject: 'Root', issuer: narrow, extensions: authorityExtensions() });
    expect(problemOf([signerOf(renewed), renewed], { anchors: [narrow] })).toBeNull();
  });

  test('in an endless chain are abandoned', () => {
    const chain: Made[] = [root];
    for (let n = 0; n < 9; n++) chain.push(authorityOf(chain.at(-1)!, undefined, `Authority ${n}`));
    expect(problemOf([signerOf(chain[6]!), ...chain])).toBeNull();
    expect(problemOf([signerOf(chain[7]!), ...chain])).toBe('the path from Ada is too long');
  });

  test('that have cross-signed each other many times are abandoned after a bounded number of steps', () => {
    const keys = Array.from({ length: 12 }, (_, n) => ({
      ...p256(),
      subject: distinguishedName({ cn: `${n}` }),
    }));
    const crossed = keys.flatMap((subject) =>
      keys
        .filter((issuer) => issuer !== subject)
        .map((issuer) =>
          makeCertificate({
            subject: subject.subject,
            keys: subject,
            issuer: { ...issuer, raw: Buffer.of() },
            extensions: authorityExtensions(),
          }),
        ),
    );
    const ada = signerOf({ ...keys[0]!, raw: Buffer.of() });
    expect(problemOf([ada, ...crossed])).toBe('there are too many certificates around Ada');
    const way = authorityOf(root, undefined, keys[0]!.subject);
    expect(problemOf([signerOf(way), way, ...crossed])).toBeNull();
  });
});

describe('algorithms', () => {
  const old = makeCertificate({
    subject: 'Old root',
    keys: rsa(2048),
    digest: 'sha1',
    extensions: authorityExtensions(),
  });

  test("of a root's self-signature do not matter", () => {
    expect(problemOf([signerOf(old)], { anchors: [old] })).toBeNull();
  });

  test('of every other signature and key must be strong', () => {
    const broken = makeCertificate({ subject: 'Ada', issuer: old, digest: 'sha1' });
    expect(problemOf([broken], { anchors: [old] })).toBe(
      'the certificate of Ada is signed with SHA-1, which is broken',
    );
    const office = makeCertificate({
      subject: 'Office',
      issuer: old,
      digest: 'md5',
      extensions: authorityExtensions(),
    });
    expect(problemOf([signerOf(office), office], { anchors: [old] })).toBe(
      'the certificate of Office is signed with MD5, which is broken',
    );
    const small = makeCertificate({ subject: 'Ada', issuer: root, keys: rsa(1024) });
    expect(problemOf([small])).toMatch(/^the key of Ada is RSA with 1024 bits/);
    const smallRoot = makeCertificate({
      subject: 'Small root',
      keys: rsa(1024),
      extensions: authorityExtensions(),
    });
    expect(problemOf([signerOf(smallRoot)], { anchors: [smallRoot] })).toMatch(
      /^the key of Small root is RSA/,
    );
  });

  test('may be Ed25519', () => {
    const keys = generateKeyPairSync('ed25519');
    const top = makeCertificate({ subject: 'Root', keys, extensions: authorityExtensions() });
    expect(problemOf([signerOf(top)], { anchors: [top] })).toBeNull();
  });
});

describe('extensions', () => {
  test('that are critical and unknown make a path invalid, wherever they are', () => {
    const strange = extension('1.2.3.4.5', nothing(), true);
    expect(below([strange])).toBe('the certificate of Office has the unknown critical extension 1.2.3.4.5');
    expect(below([], [strange])).toBe('the certificate of Ada has the unknown critical extension 1.2.3.4.5');
    expect(below([extension('1.2.3.4.5', nothing())])).toBeNull();
  });

  test.each<[string, Buffer[], string | null]>([
    ['no extended key usage', [], null],
    ['e-mail protection', [extendedKeyUsage([OID.emailProtection])], null],
    ['document signing', [extendedKeyUsage(['1.3.6.1.5.5.7.3.36'])], null],
    ['any', [extendedKeyUsage(['2.5.29.37.0'])], null],
    ['web servers and e-mail', [extendedKeyUsage(['1.3.6.1.5.5.7.3.1', OID.emailProtection])], null],
    ['web servers alone', [extendedKeyUsage(['1.3.6.1.5.5.7.3.1'])], 'Ada'],
    ['timestamping alone', [extendedKeyUsage([OID.timeStamping], true)], 'Ada'],
  ])('a signer for %s', (_, extensions, name) => {
    expect(below([], extensions)).toBe(
      name && `the certificate of ${name} is not for signing documents (extended key usage)`,
    );
  });

  test('of an authority limit the purposes of the certificates below it', () => {
    expect(below([extendedKeyUsage(['1.3.6.1.5.5.7.3.1'])])).toMatch(/^the certificate of Office is not for/);
    expect(below([extendedKeyUsage([OID.emailProtection])])).toBeNull();
  });

  test('let a signer sign with digitalSignature or nonRepudiation', () => {
    const withUsage = (bits: number) =>
      problemOf([signerOf(root, [basicConstraints(false), keyUsage(bits)])]);
    expect([withUsage(0x80), withUsage(0x40), withUsage(0xc0)]).toEqual([null, null, null]);
    expect(withUsage(0x20)).toBe('Ada may not sign (key usage)');
  });

  test('of a timestamp authority must allow only timestamps and be critical', () => {
    const stamping = (extensions: Buffer[]) =>
      problemOf([signerOf(root, extensions)], { purpose: 'time_stamping' });
    expect(stamping(stamperExtensions())).toBeNull();
    const others = [
      extendedKeyUsage([OID.timeStamping]),
      extendedKeyUsage([OID.timeStamping, OID.emailProtection], true),
      extendedKeyUsage([OID.emailProtection], true),
    ];
    for (const usage of others)
      expect(stamping([...signerExtensions(), usage])).toMatch(/timestamping alone/);
    expect(stamping(signerExtensions())).toMatch(/timestamping alone/);
  });
});

describe('name constraints', () => {
  const mail = (text: string) => subjectAltName(mailName(text));
  const dns = (text: string) => subjectAltName(dnsName(text));
  const office = (...parts: [string, string][]) => distinguishedName(Object.fromEntries(parts));
  const refused = 'the name constraints of an authority do not permit';

  test.each<[string, Buffer[], Buffer[], Buffer[], boolean]>([
    ['a mailbox that is permitted', [mailName('ada@a.test')], [], [mail('ada@a.test')], true],
    ['another mailbox', [mailName('ada@a.test')], [], [mail('bob@a.test')], false],
    ['a mailbox in other case', [mailName('ada@a.test')], [], [mail('ADA@a.test')], false],
    ['a host that is permitted', [mailName('a.test')], [], [mail('ada@A.TEST')], true],
    ['a host below it', [mailName('a.test')], [], [mail('ada@b.a.test')], false],
    ['a domain', [mailName('.a.test')], [], [mail('ada@b.a.test')], true],
    ['the host of a domain', [mailName('.a.test')], [], [mail('ada@a.test')], false],
    ['a mailbox that is excluded', [], [mailName('ada@a.test')], [mail('ADA@a.test')], false],
    ['a host that is excluded', [], [mailName('a.test')], [mail('ada@a.test')], false],
    ['a host that is not', [], [mailName('a.test')], [mail('ada@b.test')], true],
    ['a mailbox that cannot be read', [], [mailName('a.test')], [mail('ada')], false],
    ['names of another kind', [mailName('a.test')], [], [dns('b.test')], true],
    ['a host name that is permitted', [dnsName('a.test')], [], [dns('www.A.test')], true],
    ['a host name that only ends alike', [dnsName('a.test')], [], [dns('bada.test')], false],
    ['a host name that is excluded', [], [dnsName('a.test')], [dns('www.a.test')], false],
    ['a wildcard around what is excluded', [], [dnsName('www.a.test')], [dns('*.a.test')], false],
    ['any host name excluded', [], [dnsName('')], [dns('a.test')], false],
    [
      'an address',
      [addressName([10, 0, 0, 0, 255, 0, 0, 0])],
      [],
      [subjectAltName(addressName([10, 1, 2, 3]))],
      true,
    ],
    [
      'another address',
      [addressName([10, 0, 0, 0, 255, 0, 0, 0])],
      [],
      [subjectAltName(addressName([11, 1, 2, 3]))],
      false,
    ],
    ['a URI', [uriName('.a.test')], [], [subjectAltName(uriName('https://u@b.a.test:8443/x'))], true],
    ['another URI', [uriName('a.test')], [], [subjectAltName(uriName('https://a.test@b.test/'))], false],
    ['a URI without a host', [], [uriName('a.test')], [subjectAltName(uriName('urn:x'))], false],
  ])('%s', (_, permitted, excluded, signer, isPermitted) => {
    expect(below([nameConstraints(permitted, excluded)], signer)).toBe(isPermitted ? null : `${refused} Ada`);
  });

  test('on distinguished names compare from the left, ignoring case', () => {
    const base = directoryName(office(['c', 'DE'], ['o', 'Office']));
    const ada = office(['c', 'de'], ['o', 'OFFICE'], ['cn', 'Ada']);
    const bob = office(['c', 'DE'], ['o', 'Other'], ['cn', 'Bob']);
    expect(below([nameConstraints([base])], [], ada)).toBeNull();
    expect(below([nameConstraints([base])], [], bob)).toBe(`${refused} Bob`);
    expect(below([nameConstraints([], [base])], [], ada)).toBe(`${refused} Ada`);
    expect(below([nameConstraints([], [base])], [], bob)).toBeNull();
  });

  test('on email addresses also apply to those in the distinguished name', () => {
    const name = office(['email', 'ada@b.test'], ['cn', 'Ada']);
    expect(below([nameConstraints([mailName('a.test')])], [], name)).toBe(`${refused} Ada`);
  });

  test('of every authority apply, including the root', () => {
    const top = makeCertificate({
      subject: 'Root',
      extensions: [...authorityExtensions(), nameConstraints([mailName('.a.test')])],
    });
    const middle = authorityOf(top, [...authorityExtensions(), nameConstraints([mailName('b.a.test')])]);
    const signer = (address: string) => [signerOf(middle, [...signerExtensions(), mail(address)]), middle];
    const problemFor = (address: string) => problemOf(signer(address) as [Made, Made], { anchors: [top] });
    expect(problemFor('ada@b.a.test')).toBeNull();
    expect(problemFor('ada@c.a.test')).toBe(`${refused} Ada`);
    const wider = authorityOf(top, [...authorityExtensions(), nameConstraints([mailName('c.test')])]);
    const outside = signerOf(wider, [...signerExtensions(), mail('ada@c.test')]);
    expect(problemOf([outside, wider], { anchors: [top] })).toBe(`${refused} Ada`);
  });

  test('of an unknown kind, or with a minimum or maximum, make the path invalid', () => {
    expect(below([nameConstraints([otherName('x')])])).toBe('Office has name constraints of an unknown kind');
    const distant = extension(
      '2.5.29.30',
      sequence(Buffer.concat([Buffer.of(0xa0, 14), sequence(mailName('a.test'), Buffer.of(0x81, 2, 0, 1))])),
      true,
    );
    expect(below([distant])).toBe('Office has name constraints with a distance');
  });

  test('are abandoned if there are thousands', () => {
    const many = Array.from({ length: 300 }, (_, n) => mailName(`${n}.test`));
    const names = subjectAltName(...Array.from({ length: 300 }, (_, n) => mailName(`ada@${n}.test`)));
    expect(below([nameConstraints(many)], [names])).toBe(`${refused} Ada`);
  });
});

describe('policies', () => {
  const policies = (...ids: string[]) =>
    extension('2.5.29.32', sequence(...ids.map((id) => sequence(oid(id)))));
  const explicit = (skip: number) => extension('2.5.29.36', sequence(Buffer.of(0x80, 1, skip)), true);
  const [one, two, any] = ['1.2.3.1', '1.2.3.2', '2.5.29.32.0'] as const;

  test.each<[string, Buffer[], Buffer[], boolean]>([
    ['are not required', [], [], true],
    ['are required and there', [policies(one), explicit(0)], [policies(one)], true],
    ['are required and others are there', [policies(one), explicit(0)], [policies(two)], false],
    ['are required and missing', [policies(one), explicit(0)], [], false],
    ['are any above', [policies(any), explicit(0)], [policies(two)], true],
    ['are any below', [policies(one), explicit(0)], [policies(any)], true],
    [
      'are any where that is inhibited',
      [policies(one), explicit(0), extension('2.5.29.54', integer(0), true)],
      [policies(any)],
      false,
    ],
    ['are missing above', [explicit(0)], [policies(one)], false],
    [
      'are mapped',
      [policies(one), explicit(0), extension('2.5.29.33', sequence(sequence(oid(one), oid(two))), true)],
      [policies(two)],
      true,
    ],
    [
      'are mapped away',
      [policies(one), explicit(0), extension('2.5.29.33', sequence(sequence(oid(one), oid(two))), true)],
      [policies(one)],
      false,
    ],
    ['are required by the signer itself', [policies(one)], [policies(two), explicit(0)], false],
  ])('%s', (_, authority, signer, isGood) => {
    expect(below(authority, signer)).toBe(isGood ? null : 'Ada has no policy where one is required');
  });
});

test('a certificate with unreadable extensions makes the path invalid', () => {
  expect(below([extension('2.5.29.30', octetString(Buffer.from('x')), true)])).toMatch(/cannot be read/);
});
