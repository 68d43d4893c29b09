/** When a recipient can have a signature level, which requires a key of their own (docs/decisions/051-recipient-signatures.md). */
import type { RecipientSpec } from '@countersign/contract/recipient';
import type { Recipient } from '@countersign/db/models';
import { invalid, ProblemError } from '@countersign/problem/problem-error';
import type { Settings } from '../ctx.ts';

/** Recipients of a document with keys of their own. Each adds a revision to the file. */
export const MAX_OWN_SIGNATURES = 10;

type Spec = Pick<RecipientSpec, 'name' | 'email' | 'role' | 'signing_order' | 'delivery' | 'signature_level'>;

/**
 * Throws signature-level-unavailable if a recipient has a level and this installation has no provider, and validation below `loc` if
 * the recipient is no signer or gets no emails, if two of them would act at the same time, or if there are more than ten.
 */
export function refuseSignatureLevels(
  { settings }: { settings: Pick<Settings, 'signatureProvider'> },
  specs: readonly Spec[],
  loc: ReadonlyArray<string | number>,
): void {
  const own = specs.flatMap((spec, index) => (spec.signature_level == null ? [] : [{ spec, index }]));
  if (!own[0]) return;
  if (settings.signatureProvider === null) throw noProvider(own[0].spec);
  for (const [position, { spec, index }] of own.entries()) {
    const fault = faultOf(
      spec,
      own.slice(0, position).map((one) => one.spec),
    );
    if (fault) throw invalid([...loc, index, fault.member], `Value error, ${fault.message}`);
  }
}

/** Throws validation if placeholders or people of a template have a level: only recipients of a document can have one. */
export function refuseLevelsInTemplates(specs: ReadonlyArray<Pick<RecipientSpec, 'signature_level'>>): void {
  const index = specs.findIndex(({ signature_level: level }) => level != null);
  if (index < 0) return;
  throw invalid(
    ['body', 'recipients', index, 'signature_level'],
    'Value error, templates have no signature level; set it for the recipients of the document',
  );
}

/** Throws signature-level-unavailable if one of these recipients has a level and this installation no longer has a provider. */
export function refuseWithoutProvider(
  { settings }: { settings: Pick<Settings, 'signatureProvider'> },
  recipients: readonly Recipient[],
): void {
  const own = recipients.find(({ signatureLevel }) => signatureLevel !== null);
  if (own && settings.signatureProvider === null) throw noProvider(levelSpec(own));
}

/** The members of a stored recipient that decide whether they can have a level. */
export function levelSpec({ name, email, role, signingOrder, delivery, signatureLevel }: Recipient): Spec {
  return {
    ...{ name, email, role, delivery },
    signing_order: signingOrder,
    signature_level: signatureLevel,
  };
}

function noProvider({ name, email, signature_level: level }: Spec): ProblemError {
  return new ProblemError('signature-level-unavailable', {
    detail: `Recipient ${name} <${email}> has the signature level "${level}", but this installation has no provider of recipients' keys.`,
    members: { recipient: email, signature_level: level },
  });
}

/** Why this recipient cannot sign with their own key, given those before it in the list; null if they can. */
export function faultOf(spec: Spec, before: readonly Spec[]): { member: string; message: string } | null {
  if (spec.role !== 'signer')
    return { member: 'signature_level', message: `only signers have a signature level, not a ${spec.role}` };
  if (spec.delivery === 'none')
    return {
      member: 'signature_level',
      message:
        'a recipient without emails cannot leave the page for the provider, so they have no signature level',
    };
  if (before.some((one) => one.signing_order === spec.signing_order))
    return {
      member: 'signing_order',
      message:
        'recipients with a signature level sign one after the other, so each needs another signing_order',
    };
  if (before.length >= MAX_OWN_SIGNATURES)
    return {
      member: 'signature_level',
      message: `at most ${MAX_OWN_SIGNATURES} recipients of a document have a signature level`,
    };
  return null;
}
