/**
 * A recipient's own signature: a revision with the values that the recipient saw, and a PAdES approval signature (ETSI EN 319 142-1)
 * over the whole file by a key at a trust service provider. The recipient authorizes the signature between the two steps, so the
 * file is prepared first and completed with the signature value later. The seal of the service follows such signatures.
 */
import { hash, randomBytes } from 'node:crypto';
import { weaknessOfKey } from './cms/algorithms.ts';
import { contentOf } from './cms/check-signed-data.ts';
import { normalToken } from './cms/normal-token.ts';
import { attributesToSign, completeSignedData } from './cms/signed-data.ts';
import { x509 } from './cms/x509.ts';
import type { PageGeometry } from './model/geometry.ts';
import { dict, name, PdfDict, PdfString } from './model/objects.ts';
import { weaknessesOfChain } from './pki/trust.ts';
import type { RequestToken } from './ports/authorities.ts';
import { PdfError, SealError } from './ports/errors.ts';
import type { Placement } from './ports/page.ts';
import type { PreparedRecipientSignature, RecipientSignatureInput } from './ports/recipient-signature.ts';
import { archivalRules } from './reader/archival.ts';
import { readForm } from './reader/form.ts';
import { openPdf } from './reader/open.ts';
import { openPages } from './reader/pages.ts';
import { hasSeal } from './revisions/covered.ts';
import { drawSeal } from './seal/draw-seal.ts';
import { labelsFor } from './seal/mark-labels.ts';
import { areaOf, byPage, geometriesOf, platesFor } from './seal/places.ts';
import { builtBy, commonName, type DrawnPages, drawOnPages, pdfDate, roomFor } from './update/append-seal.ts';
import { writeHex } from './update/decimal.ts';
import { addFieldWithoutPage } from './update/field-without-page.ts';
import { Increment } from './update/increment.ts';
import { reserveSignature, writeByteRange } from './update/reserved-signature.ts';
import { fingerprintOf, verifyPdf } from './verify.ts';

/**
 * Draws the values and leaves room for the signature. Throws a PdfError for a file to which nothing may be added, and a SealError if
 * the certificate is not valid at `signedAt` or is too weak for our verification.
 */
export async function prepareRecipientSignature(
  input: RecipientSignatureInput,
): Promise<PreparedRecipientSignature> {
  const { pdf, laterPlaces = [], watermark, certificates, signedAt, timeZone, dateFormat } = input;
  guardCertificates(certificates, signedAt);
  const file = openPdf(pdf, input.maxDecodedBytes);
  const form = readForm(file);
  if (form.certification !== null || hasSeal(file))
    throw new PdfError('certified', 'the file is certified or sealed, so no signature can be added');
  const pages = openPages(file);
  const marks = [...input.marks, ...labelsFor(input.marks, file, pages)];
  const increment = new Increment(file);
  const geometries = geometriesOf(pages, [...marks, ...laterPlaces], watermark !== null);
  const areas = marks.map((mark) => areaOf(mark, geometries[mark.page - 1]!));
  const plates = await platesFor({ ...input, marks }, file, pages, areas, () => hash('sha256', pdf));
  const drawn = await drawSeal(
    {
      marks,
      plates,
      geometries,
      watermark,
      certificate: null,
      times: { timeZone, dateFormat },
      archival: archivalRules(file),
    },
    increment,
  );
  const drawing: DrawnPages = { ...drawn, areas: byPage(marks, areas) };
  clearLaterPlaces(drawing, laterPlaces, geometries);
  drawOnPages(increment, pages, drawing, form, input.contentIsSelfContained ?? false);
  if (pages.defects.length > 0) throw new PdfError('damaged', pages.defects[0]!);
  // There is always room for a timestamp, because whether an authority answers is known only later.
  const reserved = reserveSignature(roomFor(certificates, true));
  const signature = increment.add(
    dict({
      Type: name('Sig'),
      Filter: name('Adobe.PPKLite'),
      SubFilter: name('ETSI.CAdES.detached'),
      ByteRange: reserved.byteRange,
      Contents: reserved.contents,
      M: new PdfString(Buffer.from(pdfDate(signedAt), 'latin1')),
      Name: commonName(certificates[0]!),
      Prop_Build: builtBy,
    }),
  );
  addFieldWithoutPage(increment, form, 'Recipient signature', signature);
  const revision = increment.finish(randomBytes(16));
  const { bytes } = revision;
  const place = writeByteRange(revision, reserved);
  const after = place.contentsOffset + place.contentsLength;
  const content = contentOf([bytes.subarray(0, place.contentsOffset), bytes.subarray(after)]);
  const attributes = attributesToSign(certificates, content.digest('sha256'));
  return { bytes, ...place, certificates, attributes, digest: hash('sha256', attributes, 'buffer') };
}

/** Adds the places to the areas from which annotations are removed, with an empty drawing on pages that have no values yet. */
function clearLaterPlaces(
  drawing: DrawnPages,
  places: readonly Placement[],
  geometries: ReadonlyArray<PageGeometry | undefined>,
): void {
  for (const place of places) {
    const { page } = place;
    const list = drawing.areas!.get(page) ?? [];
    drawing.areas!.set(page, [...list, areaOf(place, geometries[page - 1]!)]);
    if (!drawing.pages.has(page))
      drawing.pages.set(page, { content: new Uint8Array(0), resources: new PdfDict() });
  }
}

/**
 * The file with the signature value (RSASSA-PKCS1-v1_5, or ECDSA in DER, over `attributes` with SHA-256), and with a timestamp token
 * over it if `stamp` is given. Verifies the result: throws a SealError if it is not a valid signature of this certificate over the
 * whole file, and any error of `stamp`. `prepared` stays unchanged.
 */
export async function completeRecipientSignature(
  prepared: PreparedRecipientSignature,
  value: Uint8Array,
  stamp: RequestToken | null,
): Promise<{ signed: Buffer; certificateSha256: string }> {
  const { certificates, attributes, contentsOffset, contentsLength } = prepared;
  const cms = await completeSignedData(
    certificates,
    attributes,
    value,
    stamp && (async (sha256) => normalToken(await stamp(sha256))),
  );
  if (cms.length * 2 + 2 > contentsLength)
    throw new SealError(`the signature takes ${cms.length} bytes, more than were reserved for it`);
  const signed = Buffer.from(prepared.bytes);
  writeHex(signed, contentsOffset + 1, cms);
  const { signatures } = await verifyPdf(signed);
  const own = signatures.at(-1);
  const certificateSha256 = fingerprintOf(x509(certificates[0]!));
  if (!own?.valid || !own.coversWholeFile || own.signerFingerprintSha256 !== certificateSha256)
    throw new SealError(
      `the recipient's signature is not valid: ${own?.problems.join('; ') || 'another key signed'}`,
    );
  return { signed, certificateSha256 };
}

/** Refuses what our verification would not accept later, before the recipient authorizes anything. */
function guardCertificates(certificates: readonly Uint8Array[], at: Date): void {
  const [own, ...others] = certificates.map((one) => x509(one));
  if (!own) throw new SealError("the recipient's key comes without a certificate");
  if (at < own.validFromDate || at > own.validToDate)
    throw new SealError("the recipient's certificate is not valid at this time");
  const weaknesses = [weaknessOfKey(own.publicKey), ...weaknessesOfChain(own, others)].filter(Boolean);
  if (weaknesses.length > 0)
    throw new SealError(`the recipient's certificate cannot be used: ${weaknesses.join('; ')}`);
}
