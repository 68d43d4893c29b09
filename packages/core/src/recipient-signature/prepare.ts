/** Prepares the file that a recipient signs: the newest revision with all values up to theirs, without the signature value. */
import type { Field, Recipient } from '@countersign/db/models';
import type { PreparedRecipientSignature } from '@countersign/pdf/ports/recipient-signature';
import {
  type CompletedRecipientSignature,
  completeRecipientSignatureInThread,
  prepareRecipientSignatureInThread,
} from '@countersign/pdf/threads/recipient-signature-in-thread';
import type { Base, Ctx } from '../ctx.ts';
import { pdfThreadMemoryMb } from '../document/inspect-content.ts';
import { baseOf, type FullDocument, pagesOf } from '../document/lock.ts';
import { listEvents } from '../event/list.ts';
import { drawnFields } from '../field/drawn-fields.ts';
import { checkCompletions } from '../seal/check-values.ts';
import type { CollectedValue } from '../signing/collect-values.ts';
import { settle } from '../signing/complete.ts';
import { completionsIn } from '../signing/own-signatures.ts';
import { placedMarks, readImages, testWatermark } from '../signing/placed-marks.ts';
import type { SigningSession } from '../signing/session.ts';
import type { SignaturePorts } from './pending.ts';

/** Like sealing, so that every file that passed inspection can be signed. */
const limitFactor = 3;

const limitsOf = ({ settings }: Pick<Ctx, 'settings'>, signal: AbortSignal) => ({
  timeoutMs: settings.maxPdfSeconds * limitFactor * 1000,
  maxMemoryMb: pdfThreadMemoryMb,
  signal,
});

/**
 * Draws what the recipient and those before them entered, in the fair queue of PDF work. Throws a PdfError or SealError if the file or
 * the certificate cannot be used, and ValuesMismatchError if stored values are not those that were signed.
 */
export async function prepareFile(
  base: SignaturePorts & Pick<Base, 'now'>,
  { ctx, document, recipient }: SigningSession,
  values: readonly CollectedValue[],
  certificates: Uint8Array[],
): Promise<PreparedRecipientSignature> {
  const [events, workspace] = await Promise.all([
    listEvents(ctx.db, document.id),
    ctx.db.workspace.findUniqueOrThrow({
      where: { id: ctx.workspaceId },
      select: { showsSignatureDetails: true },
    }),
  ]);
  const { signed } = checkCompletions(document, events);
  const drawn = drawnFields(document, completionsIn(events));
  const { fields, recipients } = afterCompletion(document, recipient, values, ctx.now());
  const settled = new Set(settle(document, recipient, values).map(({ fieldId }) => fieldId));
  const isDue = ({ id }: Field) => !drawn.has(id) && (signed.has(id) || settled.has(id));
  const due = fields.filter(isDue);
  const images = await readImages(base.storage, due);
  return ctx.inspections.run({ key: ctx.workspaceId }, async (signal) =>
    prepareRecipientSignatureInThread(
      {
        pdf: await base.storage.getBytes(baseOf(document)),
        // Before the first signature, so that nobody signs pages without it.
        watermark: document.mode === 'test' && document.revisionSha256 === null ? testWatermark : null,
        marks: placedMarks(due, recipients, images, workspace.showsSignatureDetails),
        // Later revisions cannot change form fields any more.
        laterPlaces:
          // Equal mutant "document.revisionSha256 === null → true": the form of a signed file stays as it is.
          document.revisionSha256 === null
            ? fields
                .filter((field) => !isDue(field))
                .map(({ page, x, y, w, h }) => ({ ...{ page, x, y, w, h } }))
            : [],
        contentIsSelfContained: document.contentIsSelfContained,
        darkPlaces: pagesOf(document).map(({ dark }) => dark),
        timeZone: document.displayTimezone ?? 'UTC',
        dateFormat: document.dateFormat,
        certificates,
        // The real time, because certificates do not follow the clock of a test document.
        signedAt: base.now(),
        maxDecodedBytes: ctx.settings.maxPdfDecodedBytes * limitFactor,
      },
      limitsOf(ctx, signal),
    ),
  );
}

/** The rows as the completion will leave them. */
function afterCompletion(
  document: FullDocument,
  recipient: Recipient,
  values: readonly CollectedValue[],
  completedAt: Date,
): { fields: Field[]; recipients: Recipient[] } {
  const settled = new Map(settle(document, recipient, values).map((one) => [one.fieldId, one]));
  const fields = document.fields.map((field): Field => {
    const { own, signed } = settled.get(field.id) ?? {};
    return {
      ...field,
      printed: (signed?.printed as object | undefined as Field['printed']) ?? field.printed,
      signature: (own?.signature as object | null as Field['signature']) ?? field.signature,
    };
  });
  const recipients = document.recipients.map((one) =>
    one.id === recipient.id ? { ...one, completedAt } : one,
  );
  return { fields, recipients };
}

/** Puts the signature value into the prepared file and verifies it, in the fair queue of PDF work. */
export async function completeFile(
  ctx: Pick<Ctx, 'inspections' | 'settings' | 'workspaceId'>,
  prepared: PreparedRecipientSignature,
  value: Uint8Array,
  token: Uint8Array | null,
): Promise<CompletedRecipientSignature> {
  return ctx.inspections.run({ key: ctx.workspaceId }, async (signal) =>
    completeRecipientSignatureInThread(prepared, value, token, limitsOf(ctx, signal)),
  );
}
