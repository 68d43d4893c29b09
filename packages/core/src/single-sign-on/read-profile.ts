/** From the claims of the identity provider to what we use of them (OpenID Connect Core 1.0, sections 2 and 5.1). Pure. */
import { normalizeEmail, storable } from '@countersign/contract/common';
import { refusal } from './refusal.ts';

/** Which claims have the groups, and the statement that the address is verified. */
export interface ClaimNames {
  groups: string;
  emailVerified: string;
}

export interface Profile {
  issuer: string;
  subject: string;
  /** Null unless the provider says that it has verified the address. */
  email: string | null;
  name: string | null;
  groups: string[];
}

const maxSubject = 255;
const maxEmail = 254;
const maxName = 200;
const maxGroup = 200;

type Claims = Readonly<Record<string, unknown>>;

/**
 * The claims of the ID token, and those that only UserInfo has. The statement that the address is verified is from where the address is: from
 * UserInfo also for the same address in the ID token, if that says nothing about it.
 */
export function joinClaims(idToken: Claims, userInfo: Claims, { emailVerified }: ClaimNames): Claims {
  const [ours, other] = [idToken.email, userInfo.email];
  const fromUserInfo = ours === undefined || (ours === other && idToken[emailVerified] === undefined);
  const { [emailVerified]: statement } = fromUserInfo ? userInfo : idToken;
  return { ...userInfo, ...idToken, [emailVerified]: statement };
}

/**
 * The person whom the claims describe. `iss` and `sub` must be checked already. Throws single-sign-on-refused for an unusable `sub`, and if
 * the provider has left out the groups because there are too many: the roles of the person are then unknown.
 */
export function readProfile(claims: Claims, names: ClaimNames): Profile {
  const { iss, sub } = claims;
  if (typeof iss !== 'string' || typeof sub !== 'string' || !isText(sub, maxSubject))
    throw refusal('The identity provider sent no usable `sub`.');
  return {
    issuer: iss,
    subject: sub,
    email: emailOf(claims, names),
    name: nameOf(claims),
    groups: groupsOf(claims, names),
  };
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max && storable(value);

/** Providers write the statement as a boolean, a number or a text. Anything else, and no statement, means no. */
const isTrue = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';

function emailOf(claims: Claims, names: ClaimNames): string | null {
  const { email } = claims;
  if (!isTrue(claims[names.emailVerified]) || !isText(email, maxEmail)) return null;
  const address = normalizeEmail(email);
  return /^[^\s@]+@[^\s@]+$/.test(address) ? address : null;
}

function nameOf(claims: Claims): string | null {
  const given = [claims.name, claims.preferred_username].find((one) => isText(one, maxName));
  return given === undefined ? null : (given as string).trim();
}

function groupsOf(claims: Claims, names: ClaimNames): string[] {
  const given = claims[names.groups];
  // Entra replaces a long list by a reference to another API, or by `hasgroups`.
  const referred = (claims._claim_names ?? {}) as Record<string, unknown>;
  if (given === undefined && (names.groups in referred || isTrue(claims.hasgroups)))
    throw refusal(
      'The identity provider did not send your groups, because there are too many. It must send only the groups that are assigned to this application.',
    );
  const list = Array.isArray(given) ? given : [given];
  return [...new Set(list.filter((one): one is string => isText(one, maxGroup)))];
}
