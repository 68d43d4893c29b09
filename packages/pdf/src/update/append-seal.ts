/**
 * The revision that seals a document: marks on its pages, certificate pages after them, and a PAdES signature (ETSI
 * EN 319 142-1) over the whole file by a byte range (ISO 32000-2, 12.8.1). The first signature of a document
 * certifies it without permitting changes (12.8.2.2); after earlier signatures it is an approval signature.
 */
import { randomBytes } from 'node:crypto';
import { contentOf } from '../cms/check-signed-data.ts';
import { certificatesDigest, largestSignedData, signDigest } from '../cms/signed-data.ts';
import { x509 } from '../cms/x509.ts';
import type { PageGeometry } from '../model/geometry.ts';
import {
  dict,
  name,
  PdfDict,
  type PdfObject,
  PdfRaw,
  PdfRef,
  PdfStream,
  PdfString,
} from '../model/objects.ts';
import type { RequestToken } from '../ports/authorities.ts';
import { PdfError, SealError } from '../ports/errors.ts';
import type { StatedSignature } from '../ports/recipient-signature.ts';
import type { SealProfile, SealSigner } from '../ports/seal.ts';
import { type ContentEnds, contentEnds, isSelfContained, selfContainedEnds } from '../reader/content.ts';
import { type FormFacts, readForm, textString } from '../reader/form.ts';
import { catalogOf, correctedAttributes, type Page, type Pages, resourcesIn } from '../reader/pages.ts';
import { contentStream } from './content-stream.ts';
import { writeHex } from './decimal.ts';
import { type Box, emptyAppearance, flattenAnnotations, Silenced } from './flatten.ts';
import type { Increment } from './increment.ts';
import { type ReservedSignature, reserveSignature, writeByteRange } from './reserved-signature.ts';

/** What is drawn: content over existing pages by number (from 1), and pages to add. Pages can share one object. */
export interface DrawnPages {
  pages: Map<number, { content: Uint8Array; resources: PdfDict }>;
  /** Areas of each page that are drawn on, in its user space. Annotations there become content below the drawing. */
  areas?: Map<number, Box[]>;
  certificatePages: Array<{ width: number; height: number; content: Uint8Array; resources: PdfDict }>;
}

/** The seal record, which `verifyPdf` reads back. */
export interface SealRecord {
  documentId: string;
  originalSha256: string;
  originalSizeBytes: number;
  /** The PDF was repaired before sealing, so the sealed file does not begin with the original bytes. */
  originalRepaired: boolean;
  mode: 'live' | 'test';
  chainSeq: number;
  chainHead: string;
  /** The level of the seal. Without it, a timestamp or validation data could be removed unnoticed. */
  profile: SealProfile;
  /** Digest over all signed values (docs/AUDIT.md, Signed values). */
  valuesSha256: string;
  /** Of the files that the original was made from, in their order; absent for a document of one PDF. */
  filesSha256?: readonly string[] | undefined;
  /** Signatures that recipients made with their own keys, in their order; absent if there are none. */
  recipientSignatures?: readonly StatedSignature[] | undefined;
  /**
   * `certificatesDigest` of each set of certificates that the timestamp token may carry. The token comes after the
   * signature, so without this its certificates, or the whole token, could be exchanged. Absent without a timestamp.
   */
  timestampCertificatesSha256?: readonly string[] | undefined;
}

export interface SealRevision {
  bytes: Buffer;
  /** The offset of `<` of /Contents, and the length including `>`. */
  contentsOffset: number;
  contentsLength: number;
  /** SHA-256 over the byte range. */
  digest: Buffer;
  /** The content of every page that was drawn on is self-contained (reader/content.ts). */
  contentIsSelfContained: boolean;
  /** Annotations that remain above the drawing: each kind once per page, in page order. */
  covering: CoveringAnnotation[];
}

export interface CoveringAnnotation {
  page: number;
  /** For people, such as "stamp". */
  kind: string;
}

export interface RevisionDetails {
  /** Null for a seal that is not of a document of the service. */
  facts: SealRecord | null;
  /** Of the signer, its own first. */
  certificates: Uint8Array[];
  /** Leaves room for a timestamp token. */
  hasToken: boolean;
  sealedAt: Date;
  /** Known from inspecting these bytes, so the content need not be read again. */
  contentIsSelfContained?: boolean | undefined;
}

export interface SealDetails extends Omit<RevisionDetails, 'certificates' | 'hasToken'>, RevisionSigner {}

/** The key and the timestamp authority for a revision. */
export interface RevisionSigner {
  signer: SealSigner;
  stamp: RequestToken | null;
}

/** Larger than any token with its authority's chain. */
const TOKEN_BYTES = 12_288;
const ROUND_BYTES = 256;

/** The bytes reserved for the signature. It is the same for every signature with this key. */
export function roomFor(certificates: readonly Uint8Array[], withToken: boolean): number {
  const bytes = largestSignedData(certificates) + (withToken ? TOKEN_BYTES : 0);
  return Math.ceil(bytes / ROUND_BYTES) * ROUND_BYTES;
}

/**
 * Adds the revision to `increment`'s file and signs it. Throws a PdfError if the page tree is defective, a SealError
 * if the signature does not fit, and any error of signer and timestamper.
 */
export async function appendSeal(
  increment: Increment,
  tree: Pages,
  drawing: DrawnPages,
  { signer, stamp, ...details }: SealDetails,
): Promise<SealRevision> {
  const { certificates } = signer;
  const revision = prepareRevision(increment, tree, drawing, {
    ...details,
    certificates,
    hasToken: stamp !== null,
  });
  await signRevision(revision, { signer, stamp });
  return revision;
}

/** Adds the revision with zeros in place of its signature. Throws a PdfError if the page tree is defective. */
export function prepareRevision(
  increment: Increment,
  tree: Pages,
  drawing: DrawnPages,
  seal: RevisionDetails,
): SealRevision {
  const { file } = increment;
  const form = readForm(file);
  const drawn = drawOnPages(increment, tree, drawing, form, seal.contentIsSelfContained ?? false);
  if (tree.defects.length > 0) throw new PdfError('damaged', tree.defects[0]!);
  const place =
    drawing.certificatePages.length > 0
      ? appendPages(increment, tree, drawing)
      : existingFirstPage(increment, tree, drawing);

  const reserved = reserveSignature(roomFor(seal.certificates, seal.hasToken));
  const signature = increment.add(signatureDict(reserved, form, seal));
  addSignatureField(increment, form, signature, place, seal.facts?.documentId ?? 'seal');

  const revision = increment.finish(seal.facts ? identifierOf(seal.facts, seal.sealedAt) : randomBytes(16));
  const { bytes } = revision;
  const { contentsOffset, contentsLength } = writeByteRange(revision, reserved);
  const after = contentsOffset + contentsLength;
  const signed = contentOf([bytes.subarray(0, contentsOffset), bytes.subarray(after)]);
  return { bytes, contentsOffset, contentsLength, digest: signed.digest('sha256'), ...drawn };
}

/** Writes the signature into the bytes. Throws a SealError if it does not fit, and any error of signer and timestamper. */
export async function signRevision(
  { bytes, contentsOffset, contentsLength, digest }: SealRevision,
  { signer, stamp }: RevisionSigner,
): Promise<void> {
  const cms = await signDigest(digest, signer, stamp);
  const room = contentsLength / 2 - 1;
  if (cms.length > room)
    throw new SealError(`the signature takes ${cms.length} bytes, more than the ${room} reserved for it`);
  writeHex(bytes, contentsOffset + 1, cms);
}

/** A unique identifier: from the head of this document's audit chain and the time. */
function identifierOf({ chainHead }: SealRecord, sealedAt: Date): Buffer {
  const id = Buffer.alloc(16);
  id.write(chainHead, 'hex');
  id.writeUIntBE(sealedAt.getTime(), 10, 6);
  return id;
}

/**
 * Adds one form XObject per page, drawn after the page's own content in the initial graphics state. `known`: the
 * content of all these pages is known to be self-contained.
 */
export function drawOnPages(
  increment: Increment,
  tree: Pages,
  drawing: DrawnPages,
  facts: FormFacts,
  known: boolean,
): Pick<SealRevision, 'contentIsSelfContained' | 'covering'> {
  const { file } = increment;
  const endsOf = known ? selfContainedEnds : contentEnds;
  let allSelfContained = true;
  const covering: CoveringAnnotation[] = [];
  let empty: PdfRef | null = null;
  const silence = ({ dict: annotation, ref }: Silenced): PdfRef => {
    empty ??= increment.add(emptyAppearance());
    annotation.set('AP', dict({ N: empty }));
    if (ref) increment.replace(ref, annotation);
    return ref ?? increment.add(annotation);
  };
  const wrappers = new Map<string, PdfRef>();
  const wrapper = (text: string): PdfRef => {
    let ref = wrappers.get(text);
    if (!ref) {
      ref = increment.add(new PdfStream(new PdfDict(), Buffer.from(text, 'latin1')));
      wrappers.set(text, ref);
    }
    return ref;
  };
  /** The forms of what is drawn on several pages with the same box. */
  const shared = new Map<object, { box: string; form: PdfRef }>();
  const formOf = (drawn: { content: Uint8Array; resources: PdfDict }, { geometry }: Page): PdfRef => {
    const box = boxArray(geometry.box);
    const known = shared.get(drawn);
    if (known?.box === box.join(' ')) return known.form;
    const form = increment.add(
      contentStream(drawn.content, {
        Type: name('XObject'),
        Subtype: name('Form'),
        BBox: box,
        Resources: drawn.resources,
      }),
    );
    shared.set(drawn, { box: box.join(' '), form });
    return form;
  };
  for (const [number, drawn] of drawing.pages) {
    const page = tree.pageAt(number);
    if (!page?.ref) throw new SealError(`there is no page ${number} to draw on`);
    const form = formOf(drawn, page);
    const own = new PdfDict(resourcesIn(file, page.inherited.Resources)?.map ?? []);
    const objects = new PdfDict(file.dict(own.get('XObject'))?.map ?? []);
    let formName = 'CountersignMarks';
    for (let n = 2; objects.map.has(formName); n++) formName = `CountersignMarks${n}`;
    objects.set(formName, form);
    const signed = facts.signed.length > 0;
    const flattened = flattenAnnotations(file, page, drawing.areas?.get(number) ?? [], { signed });
    for (const kind of flattened.covering) covering.push({ page: number, kind });
    for (const [key, drawn] of flattened.forms)
      objects.set(key, drawn instanceof PdfRef ? drawn : increment.add(drawn));
    own.set('XObject', objects);
    const ends = endsOf(file, page.dict.get('Contents'));
    allSelfContained &&= isSelfContained(ends);
    const afterContent = `${flattened.content}q /${formName} Do Q\n`;
    const contents =
      ends.isolated === null
        ? [wrapper(ends.before), ...ends.streams, wrapper(`${ends.after}${afterContent}`)]
        : [wrapper(`${isolatedContent(increment, page, own, ends)}${afterContent}`)];
    const updated = new PdfDict(page.dict.map).set('Resources', own).set('Contents', contents);
    if (flattened.annotations)
      updated.set(
        'Annots',
        flattened.annotations.map((item) => (item instanceof Silenced ? silence(item) : item)),
      );
    if (facts.signed.length === 0)
      for (const [key, value] of correctedAttributes(file, page)) updated.set(key, value);
    increment.replace(page.ref, updated);
  }
  return { contentIsSelfContained: allSelfContained, covering };
}

/**
 * Adds the page's content as a form XObject and returns the operators that draw it. Anything that the content leaves
 * open ends with the form, and readers that stop at an error in it continue after the form.
 */
function isolatedContent(
  increment: Increment,
  page: Page,
  resources: PdfDict,
  { before, isolated }: ContentEnds,
): string {
  const objects = resources.get('XObject') as PdfDict;
  const form = contentStream(Buffer.concat([Buffer.from(before, 'latin1'), isolated!]), {
    Type: name('XObject'),
    Subtype: name('Form'),
    BBox: boxArray(page.geometry.box),
    Resources: new PdfDict(resources.map).set('XObject', new PdfDict(objects.map)),
  });
  let formName = 'CountersignPage';
  for (let n = 2; objects.map.has(formName); n++) formName = `CountersignPage${n}`;
  objects.set(formName, increment.add(form));
  return `q /${formName} Do Q\n`;
}

const boxArray = (box: PageGeometry['box']): PdfObject[] => [box.x, box.y, box.x + box.w, box.y + box.h];

/** The page that gets the signature field. */
interface FieldPage {
  ref: PdfRef;
  /** Adds an annotation. */
  annotate(field: PdfRef): void;
}

/** The first page of the document, for a seal without certificate pages. Throws a SealError for a page that is drawn on. */
function existingFirstPage(increment: Increment, tree: Pages, drawing: DrawnPages): FieldPage {
  const { file } = increment;
  const page = tree.pageAt(1);
  if (!page?.ref || drawing.pages.size > 0)
    throw new SealError('a seal that draws on pages needs at least one certificate page');
  const { ref, dict: own } = page;
  return {
    ref,
    annotate: (field) => {
      const annotations = own.get('Annots');
      const list = file.array(annotations);
      const extended = [...(list ?? []), field];
      if (annotations instanceof PdfRef && list) increment.replace(annotations, extended);
      else increment.replace(ref, new PdfDict(own.map).set('Annots', extended));
    },
  };
}

/** Adds pages after the last one, directly under the root, without inherited attributes; returns the first. */
function appendPages(increment: Increment, tree: Pages, drawing: DrawnPages): FieldPage {
  const { file } = increment;
  const { root, count } = tree;
  const added = drawing.certificatePages.map(({ width, height, content, resources }) => {
    const box = [0, 0, width, height];
    const page = dict({
      Type: name('Page'),
      Parent: root.ref,
      MediaBox: box,
      CropBox: box,
      Rotate: 0,
      Resources: resources,
      Contents: increment.add(contentStream(content)),
    });
    return { ref: increment.add(page), dict: page };
  });
  const first = added[0]!;
  const kids = root.dict.get('Kids');
  const extended = [...(file.array(kids) ?? []), ...added.map(({ ref }) => ref)];
  const updated = new PdfDict(root.dict.map).set('Count', count + added.length);
  if (kids instanceof PdfRef) increment.replace(kids, extended);
  else updated.set('Kids', extended);
  increment.replace(root.ref, updated);
  return { ref: first.ref, annotate: (field) => void first.dict.set('Annots', [field]) };
}

/**
 * The parameters of a certification that permits no changes (12.8.2.2). Without strings, because encrypted files
 * encrypt theirs.
 */
const noChanges = new PdfRaw(
  Buffer.from(
    '[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P 1/V/1.2>>>>]',
    'latin1',
  ),
);
/** /Prop_Build of our signatures. */
export const builtBy = new PdfRaw(Buffer.from('<</App<</Name/Countersign>>>>', 'latin1'));

function signatureDict(
  { contents, byteRange }: ReservedSignature,
  form: FormFacts,
  seal: RevisionDetails,
): PdfDict {
  const { facts } = seal;
  const certifies = form.signed.length === 0 && form.certification === null;
  return dict({
    Type: name('Sig'),
    Filter: name('Adobe.PPKLite'),
    SubFilter: name('ETSI.CAdES.detached'),
    ByteRange: byteRange,
    Contents: contents,
    M: new PdfString(Buffer.from(pdfDate(seal.sealedAt), 'latin1')),
    Name: commonName(seal.certificates[0]!),
    Reference: certifies ? noChanges : undefined,
    Prop_Build: builtBy,
    Countersign: facts ? factsDict(facts, seal.certificates) : undefined,
  });
}

function factsDict(facts: SealRecord, certificates: readonly Uint8Array[]): PdfDict {
  return dict({
    Version: 1,
    DocumentId: textString(facts.documentId),
    OriginalSha256: hexString(facts.originalSha256),
    OriginalSizeBytes: facts.originalSizeBytes,
    // Omitted when false: a keyword would make the object slow to skip over.
    OriginalRepaired: facts.originalRepaired || undefined,
    Mode: name(facts.mode),
    ChainSeq: facts.chainSeq,
    ChainHead: hexString(facts.chainHead),
    Profile: name(facts.profile),
    ValuesSha256: hexString(facts.valuesSha256),
    FilesSha256: facts.filesSha256?.map(hexString),
    RecipientSignatures: facts.recipientSignatures?.map(statedDict),
    CertificatesSha256: hexString(certificatesDigest(certificates)),
    TimestampCertificatesSha256: facts.timestampCertificatesSha256?.map(hexString),
  });
}

const statedDict = ({ coversUpTo, certificateSha256, level, provider }: StatedSignature): PdfDict =>
  dict({
    CoversUpTo: coversUpTo,
    CertificateSha256: hexString(certificateSha256),
    Level: name(level),
    Provider: textString(provider),
  });

const hexString = (digits: string): PdfString => new PdfString(Buffer.from(digits, 'hex'), true);

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

/** D:YYYYMMDDHHmmSS+00'00' (7.9.4). */
export function pdfDate(at: Date): string {
  const date = `${at.getUTCFullYear()}${twoDigits(at.getUTCMonth() + 1)}${twoDigits(at.getUTCDate())}`;
  return `D:${date}${twoDigits(at.getUTCHours())}${twoDigits(at.getUTCMinutes())}${twoDigits(at.getUTCSeconds())}+00'00'`;
}

/** Cached per certificate of a key in use. */
const commonNames = new WeakMap<Uint8Array, PdfString>();

/** For /Name of a signature dictionary. */
export function commonName(certificate: Uint8Array): PdfString {
  let known = commonNames.get(certificate);
  if (known === undefined) {
    const lines = x509(certificate).subject.split('\n');
    const line = lines.find((one) => one.startsWith('CN=')) ?? lines[0] ?? '';
    known = textString(line.replace(/^\w+=/, ''));
    commonNames.set(certificate, known);
  }
  return known;
}

/** Adds an invisible signature field on the page; other fields stay. */
function addSignatureField(
  increment: Increment,
  form: FormFacts,
  signature: PdfRef,
  page: FieldPage,
  documentId: string,
): void {
  const { file } = increment;
  let fieldName = `Countersign ${documentId.replaceAll('.', '_')}`;
  for (let n = 2; form.topNames.has(fieldName); n++)
    fieldName = `Countersign ${documentId.replaceAll('.', '_')} ${n}`;
  const appearance = increment.add(
    contentStream(new Uint8Array(0), {
      Type: name('XObject'),
      Subtype: name('Form'),
      BBox: [0, 0, 0, 0],
      Resources: new PdfDict(),
    }),
  );
  const field = increment.add(
    dict({
      Type: name('Annot'),
      Subtype: name('Widget'),
      FT: name('Sig'),
      T: textString(fieldName),
      V: signature,
      P: page.ref,
      Rect: [0, 0, 0, 0],
      F: 132,
      AP: dict({ N: appearance }),
    }),
  );
  page.annotate(field);

  const catalog = catalogOf(file);
  const updated = new PdfDict(catalog.dict.map);
  const formRef = updated.get('AcroForm');
  const acroForm = new PdfDict(file.dict(formRef)?.map ?? []);
  const fields = acroForm.get('Fields');
  const extended = [...(file.array(fields) ?? []), field];
  if (fields instanceof PdfRef && file.array(fields)) increment.replace(fields, extended);
  else acroForm.set('Fields', extended);
  acroForm.set('SigFlags', (file.number(acroForm.get('SigFlags')) ?? 0) | 3);
  if (formRef instanceof PdfRef && file.dict(formRef)) increment.replace(formRef, acroForm);
  else updated.set('AcroForm', acroForm);
  if (form.signed.length === 0 && form.certification === null) {
    // Usage rights (12.8.2.3) end with the first change, so they are not copied.
    const permissions = new PdfDict(file.dict(updated.get('Perms'))?.map ?? []);
    permissions.map.delete('UR');
    permissions.map.delete('UR3');
    updated.set('Perms', permissions.set('DocMDP', signature));
  }
  increment.replace(catalog.ref, updated);
}
