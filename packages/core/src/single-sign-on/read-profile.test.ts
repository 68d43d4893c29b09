/** What we take from the claims of an identity provider. */
import { describe, expect, test } from '@jest/globals';
import { joinClaims, readProfile } from './read-profile.ts';

const names = { groups: 'roles', emailVerified: 'verified' };
const claims = { iss: 'https://id.example', sub: 'ada' };
const email = 'ada@example.test';
const refused = { slug: 'single-sign-on-refused' };
const read = (more: Record<string, unknown>) => readProfile({ ...claims, ...more }, names);

describe('a profile', () => {
  test('has subject and issuer, and nothing that the provider does not say', () => {
    expect(read({})).toEqual({
      issuer: 'https://id.example',
      subject: 'ada',
      email: null,
      name: null,
      groups: [],
    });
    expect(read({ sub: 's'.repeat(255) }).subject).toHaveLength(255);
  });

  test.each([
    { iss: undefined },
    { iss: 7 },
    { sub: undefined },
    { sub: 7 },
    { sub: '' },
    { sub: ' ' },
    { sub: 's'.repeat(256) },
    { sub: 'a\u0000' },
  ])('is refused with %j', (wrong) => {
    expect(() => read(wrong)).toThrow(expect.objectContaining(refused));
  });

  test.each([true, 1, '1', 'true'])('has the address if the provider says %j about it', (verified) => {
    expect(read({ email: ` ${email.toUpperCase()}`, verified }).email).toBe(email);
  });

  test.each([undefined, null, false, 0, 2, '0', 'false', 'yes', {}])(
    'has no address if the provider says %j about it',
    (verified) => {
      expect(read({ email, verified, email_verified: true }).email).toBeNull();
    },
  );

  test('has an address only if it can be one', () => {
    const local = 'a'.repeat(254 - '@example.test'.length);
    expect(read({ email: `${local}@example.test`, verified: true }).email).toHaveLength(254);
    for (const wrong of [7, '', 'ada', 'ada@', '@b', 'a b@c', 'a@b@c', `${local}a@example.test`])
      expect(read({ email: wrong, verified: true }).email).toBeNull();
  });

  test('has the name, or the preferred one of an account without a name', () => {
    expect(read({ name: ' Ada ', preferred_username: 'ada' }).name).toBe('Ada');
    for (const name of [undefined, 7, ' ', 'n'.repeat(201)])
      expect(read({ name, preferred_username: 'ada' }).name).toBe('ada');
    expect(read({ name: 'n'.repeat(200) }).name).toHaveLength(200);
  });

  test('has each group once, also a single one, and no other values', () => {
    const long = 'g'.repeat(200);
    expect(read({ roles: ['a', 'b', 'a', 7, null, '', ' ', `${long}g`, long] }).groups).toEqual([
      'a',
      'b',
      long,
    ]);
    expect(read({ roles: 'a' }).groups).toEqual(['a']);
    expect(read({ groups: ['a'] }).groups).toEqual([]);
  });

  test('is refused if the provider left out the groups', () => {
    for (const left of [{ _claim_names: { roles: 'src1' } }, { hasgroups: true }, { hasgroups: 'true' }])
      expect(() => read(left)).toThrow(expect.objectContaining(refused));
    expect(read({ _claim_names: { groups: 'src1' }, hasgroups: false }).groups).toEqual([]);
    expect(read({ roles: ['a'], hasgroups: true }).groups).toEqual(['a']);
  });
});

describe('claims of the ID token and of UserInfo', () => {
  const join = (idToken: object, userInfo: object) =>
    joinClaims({ ...idToken }, { ...userInfo }, names) as Record<string, unknown>;

  test('are joined; those of the ID token win', () => {
    expect(join({ name: 'Ada' }, { name: 'Eve', roles: ['a'] })).toEqual({ name: 'Ada', roles: ['a'] });
  });

  test('with two addresses do not take the statement about one for the other', () => {
    const other = { email: 'eve@example.test', verified: true };
    expect(join({ email }, other)).toEqual({ email, verified: undefined });
    expect(join({ email, verified: true }, other)).toEqual({ email, verified: true });
    for (const [idToken, userInfo] of [
      [{ email }, { email, verified: true }],
      [{}, { email, verified: true }],
      [{ verified: false }, { email, verified: true }],
    ] as const)
      expect(join(idToken, userInfo)).toEqual({ email, verified: true });
    for (const [idToken, userInfo] of [
      [{ verified: true }, { email, verified: false }],
      [{ verified: true }, { email }],
      [{ email }, { verified: true }],
      [
        { email, verified: false },
        { email, verified: true },
      ],
    ] as const)
      expect(read(join(idToken, userInfo)).email).toBeNull();
  });
});
