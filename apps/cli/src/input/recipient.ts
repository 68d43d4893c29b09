/** A recipient as written on the command line: `Name <email>:role:order:auth:delivery:level`. */
import type { RecipientSpec } from '@countersign/client/generated/api';
import {
  availableAuthLevels,
  deliveries,
  recipientRoles,
  signatureLevels,
} from '@countersign/contract/enumerations';
import { UsageError } from '../exit-status.ts';

const isOneOf = <T extends string>(words: readonly T[], word: string): word is T =>
  (words as readonly string[]).includes(word);

/** The syntax of a recipient, for help texts. */
export const recipientSyntax = '"Name <email>[:role][:order][:otp][:none][:advanced|:qualified]"';

/** Parses a recipient. The words after the address can be in any order. Throws UsageError. */
export function readRecipient(text: string): RecipientSpec {
  const match =
    /^\s*(?:(?<name>[^<>]*?)\s*<\s*(?<address>[^<>\s]+)\s*>|(?<bare>[^<>:\s]+))\s*(?<rest>(?::[^:]*)*)$/.exec(
      text,
    );
  const email = match?.groups?.address ?? match?.groups?.bare;
  if (!match || !email?.includes('@'))
    throw new UsageError(
      `"${text}" is not a recipient. Write ${recipientSyntax}, for example "Ada Lovelace <ada@example.com>:signer:1".`,
    );
  const recipient: RecipientSpec = { name: match.groups?.name || email, email };
  for (const word of (match.groups?.rest ?? '')
    .split(':')
    .slice(1)
    .map((one) => one.trim().toLowerCase())) {
    if (isOneOf(recipientRoles, word)) recipient.role = word;
    else if (isOneOf(availableAuthLevels, word)) recipient.auth_level = word;
    else if (isOneOf(deliveries, word)) recipient.delivery = word;
    else if (isOneOf(signatureLevels, word)) recipient.signature_level = word;
    else if (/^\d{1,6}$/.test(word) && Number(word) >= 1) recipient.signing_order = Number(word);
    else
      throw new UsageError(
        `"${word}" in "${text}" is not understood: after the address come a role (${recipientRoles.join(', ')}), an order from 1, otp, none for no emails, or advanced or qualified for a signature with their own key.`,
      );
  }
  return recipient;
}
