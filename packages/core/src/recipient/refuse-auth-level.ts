/** The levels `account` and `passkey` exist in the enum but are refused (docs/spec/interface.md, Errors). */
import type { RecipientSpec } from '@countersign/contract/recipient';
import { ProblemError } from '@countersign/problem/problem-error';

/** Throws auth-level-unavailable, with the recipient and the level, if a recipient has a level other than link or otp. */
export function refuseUnavailableAuthLevels(
  recipients: readonly Pick<RecipientSpec, 'name' | 'email' | 'auth_level'>[],
): void {
  const refused = recipients.find(({ auth_level }) => auth_level !== 'link' && auth_level !== 'otp');
  if (!refused) return;
  throw new ProblemError('auth-level-unavailable', {
    detail: `Recipient ${refused.name} <${refused.email}> has the authentication level "${refused.auth_level}"; only link and otp are available.`,
    members: { recipient: refused.email, auth_level: refused.auth_level },
  });
}
