/** Converts a signing session to SigningOut, and a draft to DraftOut (docs/spec/decisions.md, section 9). */

import { usableDateFormat } from '@countersign/contract/date-format';
import { encodeId } from '@countersign/contract/ids';
import type { DraftOut, PageLanguage, SavedDraftOut, SigningOut } from '@countersign/contract/signing';
import { pagesOf } from '@countersign/core/document/lock';
import { senderPerson } from '@countersign/core/document/sender-person';
import { isUnderway } from '@countersign/core/document/status';
import { earlierFields, valueForOthers } from '@countersign/core/field/conditions';
import { completionsOf, drawnFields } from '@countersign/core/field/drawn-fields';
import { isTurn } from '@countersign/core/recipient/status';
import { acceptedConsent, consentIn } from '@countersign/core/signing/consent-text';
import type { Draft } from '@countersign/core/signing/draft';
import type { SigningView } from '@countersign/core/signing/read';
import { presentField } from './field.ts';

/**
 * The view of the signing page. Until the one-time code is entered, it has only the title, the mode, the sender and the state of
 * authentication. `language` is the language of the consent text until it is accepted.
 */
export function presentSigning(view: SigningView, language: PageLanguage): SigningOut {
  const { document, recipient, workspace } = view;
  const consent = acceptedConsent(recipient) ?? consentIn(language);
  const auth = { required: recipient.authLevel !== 'link', satisfied: view.authSatisfied };
  if (!view.authSatisfied) {
    return {
      document: {
        title: document.title,
        mode: document.mode,
        sender: workspace.name,
        accent_color: workspace.accentColor,
        logo: workspace.logo?.sha256 ?? null,
      },
      recipient: { auth_level: recipient.authLevel },
      auth,
    };
  }
  const pages = pagesOf(document);
  const drawn = drawnFields(document, completionsOf(document.recipients));
  return {
    document: {
      id: encodeId('doc', document.id),
      title: document.title,
      message: document.message,
      status: document.status,
      mode: document.mode,
      page_count: pages.length,
      pages: pages.map(({ width, height, rotate }) => ({ width, height, rotate })),
      sender: workspace.name,
      sender_person: senderPerson(document),
      // The page uses the format without checking it.
      date_format: usableDateFormat(document.dateFormat),
      display_timezone: document.displayTimezone,
      redirect_url: document.redirectUrl,
      sealed: document.sealedAt !== null,
      close_reason: view.closeReason,
      expires_at: document.expiresAt?.toISOString() ?? null,
      accent_color: workspace.accentColor,
      logo: workspace.logo?.sha256 ?? null,
    },
    recipient: {
      id: recipient.id,
      name: recipient.name,
      email: recipient.email,
      role: recipient.role,
      status: recipient.status,
      auth_level: recipient.authLevel,
      own_key:
        recipient.signatureLevel === null
          ? null
          : { level: recipient.signatureLevel, provider: view.signatureProvider },
      may_reassign: recipient.directLinkId === null,
    },
    auth,
    consent: {
      text: consent.text,
      version: consent.version,
      language: consent.language,
      accepted_at: recipient.consentAt?.toISOString() ?? null,
    },
    turn:
      isUnderway(document.status) && recipient.status !== 'pending' && isTurn(recipient, document.recipients),
    fields: document.fields.filter((field) => field.recipientId === recipient.id).map(presentField),
    other_fields: document.fields
      .filter((field) => field.recipientId !== recipient.id && valueForOthers(field) !== null)
      // The values of these fields are drawn in the PDF already.
      .filter((field) => !drawn.has(field.id))
      .map((field) => ({ ...presentField(field), visible_if: null, required_if: null })),
    earlier_fields: earlierFields(document.fields, recipient.id),
  };
}

/** The draft, for the recipient's own page. */
export function presentSigningDraft({ revision, savedAt, values, signatures }: Draft): DraftOut {
  return { revision, saved_at: savedAt?.toISOString() ?? null, values, signatures };
}

/** The answer to a save. */
export function presentSavedDraft({ revision, savedAt }: { revision: number; savedAt: Date }): SavedDraftOut {
  return { revision, saved_at: savedAt.toISOString() };
}
