/**
 * Signing links (docs/spec/decisions.md, section 3). The token consists of the recipient's id and an HMAC over id and link
 * version. So no secret is stored, resending repeats the same link, and incrementing the version invalidates it.
 */
import { isAmong, type Secrets } from '../secrets.ts';

const idBytes = 16;
const macBytes = 20;
const tokenPattern = /^[A-Za-z0-9_-]{48}$/;

const linkText = (recipient: { id: string; linkVersion: number }) =>
  `${recipient.id}:${recipient.linkVersion}`;

/** The token in `/sign/{token}`: 48 base64url characters, the same for the same recipient and version. */
export function linkToken(secrets: Secrets, recipient: { id: string; linkVersion: number }): string {
  const id = Buffer.from(recipient.id.replaceAll('-', ''), 'hex');
  const mac = secrets.mac('signing-link', linkText(recipient)).subarray(0, macBytes);
  return Buffer.concat([id, mac]).toString('base64url');
}

/** The id inside a token, unverified; null if the text cannot be a token. */
export function recipientIdOf(token: string): string | null {
  if (!tokenPattern.test(token)) return null;
  const hex = Buffer.from(token, 'base64url').subarray(0, idBytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** True if the token is this recipient's current one, also under a key that is being rotated out. Constant time. */
export function isLinkOf(
  secrets: Secrets,
  token: string,
  recipient: { id: string; linkVersion: number },
): boolean {
  const mac = Buffer.from(token, 'base64url').subarray(idBytes);
  const accepted = secrets.macs('signing-link', linkText(recipient));
  return isAmong(
    accepted.map((one) => one.subarray(0, macBytes)),
    mac,
  );
}

/** The first versions of a link. Three corrections of one recipient are rare, more are rarer. */
const quickVersions = 4;

/**
 * The recipient of a link that this installation has made, also one that was replaced since. Asks no database, so it gives no access.
 * Null for other texts, and for links of recipients that were corrected more than three times.
 */
export function recipientOfIssued(secrets: Secrets, token: string): string | null {
  const id = recipientIdOf(token);
  if (id === null) return null;
  for (let linkVersion = 1; linkVersion <= quickVersions; linkVersion += 1)
    if (isLinkOf(secrets, token, { id, linkVersion })) return id;
  return null;
}

/** The page where a recipient reports abuse to the operator. */
export function reportUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/report/${token}`;
}

/** The signing page of a recipient. */
export function signingUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/sign/${token}`;
}
