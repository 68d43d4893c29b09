/** Implements `countersign verify`: checks seal and audit trail offline (docs/VERIFYING.md). Loaded only by that command. */
import { hash } from 'node:crypto';
import { AnchorOut, DocumentAnchorOut } from '@countersign/contract/anchor';
import { type ChainVerdict, verifyChain } from '@countersign/contract/audit-chain';
import { checkAnchor, faultOfAnchors } from '@countersign/contract/check-anchors';
import { EventOut } from '@countersign/contract/event';
import { explainVerification } from '@countersign/contract/explain-verification';
import { TrailValues } from '@countersign/contract/values-digest';
import { type CheckedAnchorOut, concludeVerification, type VerifyOut } from '@countersign/contract/verify';
import { readCertificates } from '@countersign/pdf/pki/read-certificates';
import { reportJson } from '@countersign/pdf/threads/report-json';
import { verifyInThread } from '@countersign/pdf/threads/verify-in-thread';
import { verifyToken } from '@countersign/pdf/timestamps/verify-token';
import * as z from 'zod';
import { FailedError, FileError, UnknownSignerError, UsageError } from '../exit-status.ts';
import { readWhole, writeWhole } from '../input/file.ts';
import type { Session } from '../session.ts';
import { plainText } from '../show/plain-text.ts';
import { reportText } from '../show/report-text.ts';

/** Generous limits: the file belongs to the person who runs the command, and their machine may be slow. */
const limits = { timeoutMs: 300_000, maxMemoryMb: 2048 };

/** The options of the command. */
export interface VerifyOptions {
  events?: string | undefined;
  anchors?: string | undefined;
  savedAnchors?: string | undefined;
  trust?: string[] | undefined;
  /** Paths or fingerprints. */
  sealCertificate?: string[] | undefined;
  /** The number of the signature whose revision is saved, from 1. */
  saveRevision?: number | undefined;
  /** Where the revision is saved, and whether a file there may be replaced. */
  output?: string | undefined;
  force?: boolean | undefined;
}

/**
 * Verifies the file (`-` is standard input) and prints the result. Throws UnknownSignerError if only the signer is not
 * known, FailedError if the file is not intact, FileError if a file cannot be read.
 */
export async function verifyFile(session: Session, path: string, options: VerifyOptions): Promise<void> {
  const {
    events: eventsPath,
    anchors: anchorsPath,
    savedAnchors,
    trust: trustPaths = [],
    sealCertificate = [],
    saveRevision,
  } = options;
  if (saveRevision === undefined && (options.output !== undefined || options.force))
    throw new UsageError('--output and --force are for --save-revision.');
  if (anchorsPath !== undefined && eventsPath === undefined)
    throw new UsageError('--anchors needs the audit trail: --events.');
  if (savedAnchors !== undefined && anchorsPath === undefined)
    throw new UsageError('--saved-anchors needs the anchors of the document: --anchors.');
  const { terminal } = session;
  const name = path === '-' ? 'standard input' : path;
  const bytes = path === '-' ? await terminal.read() : await readWhole(path);
  const trust = {
    sealCertificates: await readFingerprints(sealCertificate),
    roots: await readRoots(trustPaths),
  };
  const verification = await verifyInThread(bytes, limits, trust);
  if (!verification.ok) throw new FileError(`${name}: ${verification.detail} (${verification.reason})`);
  const findings = reportJson(verification);
  const trail = eventsPath === undefined ? null : await readEvents(eventsPath);
  const chain = trail && verifyChain(trail);
  const anchors =
    chain && anchorsPath !== undefined
      ? compareAnchors(trail, chain, {
          proofs: await readAnchors(anchorsPath),
          saved: savedAnchors === undefined ? [] : await readSavedAnchors(savedAnchors),
          roots: trust.roots,
        })
      : null;
  const events = chain && {
    ...compareEvents(trail, chain, findings, verification.file.earlierSha256),
    unprotected: countUnprotected(trail, chain, findings, anchors ?? []),
  };
  const result = concludeVerification({ ...findings, instance: null, events, anchors });
  if (session.options.json) terminal.printJson(result);
  else terminal.print(reportText(name, explainVerification(result, 'command')));
  if (saveRevision !== undefined) await saveRevisionOf(session, path, bytes, result, options);
  if (result.verdict === 'unknown_signer') throw new UnknownSignerError('');
  if (!result.intact) throw new FailedError('');
}

/** Writes the part of the file that the signature covers. Throws FileError. */
async function saveRevisionOf(
  session: Session,
  path: string,
  bytes: Buffer,
  { signatures }: VerifyOut,
  { saveRevision: number, output, force = false }: VerifyOptions,
): Promise<void> {
  const signature = signatures[number! - 1];
  if (!signature)
    throw new FileError(`--save-revision ${number}: the file has ${signatures.length} signatures`);
  if (signature.covers_up_to === null)
    throw new FileError(`--save-revision ${number}: that signature covers no part of the file`);
  const base = path === '-' ? 'standard-input' : path.replace(/\.pdf$/i, '');
  const target = output ?? `${base}-revision-${number}.pdf`;
  const revision = bytes.subarray(0, signature.covers_up_to);
  const body = new Blob([new Uint8Array(revision)]).stream();
  await writeWhole(target, body, { mayReplace: force, onBytes: () => {}, signal: session.signal });
  session.terminal.note(`Saved ${plainText(target)}: what signature ${number} covers.`);
}

/** SHA-256 in hexadecimal, as openssl and browsers print it: colons and upper case are allowed. */
const fingerprintPattern = /^(?:[0-9a-f]{64}|[0-9a-f]{2}(?::[0-9a-f]{2}){31})$/i;

/** The fingerprints of the given certificates. Throws FileError, or UsageError for a value that is neither a file nor a fingerprint. */
async function readFingerprints(given: readonly string[]): Promise<Set<string>> {
  const fingerprints = new Set<string>();
  for (const one of given) {
    if (fingerprintPattern.test(one)) {
      fingerprints.add(one.replaceAll(':', '').toLowerCase());
      continue;
    }
    if (/^[0-9a-f:]{40,}$/i.test(one))
      throw new UsageError(
        `--seal-certificate ${one}: a SHA-256 fingerprint has 64 hexadecimal digits, this has ${one.replaceAll(':', '').length}`,
      );
    for (const certificate of await readCertificateFile(one)) fingerprints.add(hash('sha256', certificate));
  }
  return fingerprints;
}

async function readRoots(paths: readonly string[]): Promise<Uint8Array[]> {
  const roots: Uint8Array[] = [];
  for (const path of paths) roots.push(...(await readCertificateFile(path)));
  return roots;
}

async function readCertificateFile(path: string): Promise<Uint8Array[]> {
  const bytes = await readWhole(path);
  try {
    return readCertificates(bytes);
  } catch (error) {
    throw new FileError(`${path}: ${(error as Error).message}`);
  }
}

const readEvents = (path: string): Promise<EventOut[]> =>
  readJson(path, z.array(EventOut).min(1), 'a list of events');

const readAnchors = (path: string): Promise<DocumentAnchorOut[]> =>
  readJson(path, listOrPage(DocumentAnchorOut), 'the anchors of a document');

/** Anchors as /anchors and /anchors/{date} print them. Throws FileError unless those of consecutive days belong to one chain. */
async function readSavedAnchors(path: string): Promise<AnchorOut[]> {
  const anchors = await readJson(
    path,
    z.union([listOrPage(AnchorOut), AnchorOut.transform((one) => [one])]),
    'a list of anchors',
  );
  const fault = faultOfAnchors(anchors);
  if (fault !== null) throw new FileError(`${path}: ${fault}`);
  return anchors;
}

/** A list, or a page of the API with the list as `items`. */
const listOrPage = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) => (typeof value === 'object' && value !== null && 'items' in value ? value.items : value),
    z.array(item).min(1),
  );

/** How many names of members a JSON text has. */
function namesIn(text: string): number {
  let names = 0;
  for (const [, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g)) if (colon) names += 1;
  return names;
}

async function readJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  what: string,
): Promise<z.infer<Schema>> {
  const text = (await readWhole(path)).toString('utf8');
  let value: unknown;
  // The whole counts too, as the member of an object that the parser makes.
  let members = -1;
  try {
    value = JSON.parse(text, function (this: unknown, key, member) {
      if (!Array.isArray(this) && key !== '__proto__') members += 1;
      return member;
    });
  } catch {
    throw new FileError(`${path}: it is not JSON`);
  }
  // Hashes cover what this program reads. A person or another program could read the other one of the two.
  if (members !== namesIn(text))
    throw new FileError(`${path}: an object in it has two members of one name, or one named __proto__`);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'too_small' && issue.path.length === 0)
    throw new FileError(`${path}: the list is empty`);
  const at = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  throw new FileError(`${path}: it is not ${what}${at}: ${issue?.message}`);
}

/** Compares the trail with each anchor, and checks the timestamps of the anchors. */
function compareAnchors(
  events: readonly EventOut[],
  chain: ChainVerdict,
  given: {
    proofs: readonly DocumentAnchorOut[];
    saved: readonly AnchorOut[];
    roots: readonly Uint8Array[];
  },
): CheckedAnchorOut[] {
  const copies = new Set(given.saved.map(({ hash }) => hash));
  const known = [...given.saved, ...given.proofs.map(({ anchor }) => anchor)];
  return given.proofs.map((proof) => {
    const { seq, anchor } = proof;
    const found = checkAnchor(proof, events, known);
    // An anchor covers hashes. Behind a fault of the chain they say nothing about the events.
    const result = found === 'matches' && seq >= firstDoubtful(events, chain) ? 'trail_differs' : found;
    const token =
      anchor.timestamp &&
      verifyToken(
        Buffer.from(anchor.timestamp.token_base64, 'base64'),
        Buffer.from(anchor.hash, 'hex'),
        given.roots,
      );
    const isStamped = token?.valid === true;
    return {
      date: anchor.date,
      seq,
      result: result === 'matches' && token?.valid === false ? 'timestamp_not_valid' : result,
      problem: token?.valid === false ? token.problem : null,
      timestamped_at: isStamped ? token.time.toISOString() : null,
      timestamp_authority: isStamped ? token.authority : null,
      timestamp_trust: isStamped ? token.trust : null,
      is_in_copy: copies.has(anchor.hash),
    };
  });
}

/** The first event of a broken chain that may have been changed; Infinity for a sound one. */
function firstDoubtful(events: readonly EventOut[], chain: ChainVerdict): number {
  if (chain.ok) return Number.POSITIVE_INFINITY;
  const erased = events.find(({ erased_at }) => erased_at)?.seq;
  return Math.min(chain.brokenAtSeq, erased ?? Number.POSITIVE_INFINITY);
}

/** Checks that the chain is sound, contains the sealed head, and names this file as the sealed one. */
function compareEvents(
  events: EventOut[],
  verdict: ChainVerdict,
  { countersign, file }: Pick<VerifyOut, 'countersign' | 'file'>,
  earlierSha256: readonly string[],
): Omit<NonNullable<VerifyOut['events']>, 'unprotected'> {
  return {
    chain: verdict.ok ? 'sound' : 'broken',
    detail: verdict.ok ? erasureOf(verdict) : `at event ${verdict.brokenAtSeq}, ${verdict.reason}`,
    head: countersign ? headOf(events, countersign) : 'absent',
    values: countersign && valuesOf(events, countersign),
    file: sealedFileOf(events, file.sha256, earlierSha256),
  };
}

/**
 * Events after the last one that a sound seal of a known signer, or an anchor of the saved copy, covers. Their hashes prove nothing, because
 * no secret is needed to compute them. Nor does another anchor: anyone can make one and have it timestamped.
 */
function countUnprotected(
  events: EventOut[],
  chain: ChainVerdict,
  { countersign, signatures }: Pick<VerifyOut, 'countersign' | 'signatures'>,
  anchors: readonly CheckedAnchorOut[],
): number {
  const anchored = anchors.filter(({ result, is_in_copy: isInCopy }) => result === 'matches' && isInCopy);
  const isSealed =
    countersign !== null &&
    chain.ok &&
    headOf(events, countersign) === 'matches' &&
    signatures[countersign.signature]?.signer_trust !== 'unknown';
  const last = Math.max(isSealed ? countersign.chain_seq : 0, ...anchored.map(({ seq }) => seq));
  return events.filter(({ seq }) => seq > last).length;
}

/** Describes what was erased from a sound chain; null if nothing was. */
function erasureOf({ erasure }: Extract<ChainVerdict, { ok: true }>): string | null {
  if (!erasure) return null;
  const { events, unchecked, at, by } = erasure;
  const on = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(at) ? `on ${at}` : 'at an unknown time';
  const who = `${wordOf(by.type)}:${wordOf(by.id)}`;
  return `personal data of ${events} events ${on} by ${who}; ${unchecked} hashes cannot be recomputed`;
}

/** A kind or id as the trail has it. Anything longer could read like a statement of this report. */
const wordOf = (value: unknown): string =>
  typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? value : 'unknown';

function headOf(events: EventOut[], sealed: NonNullable<VerifyOut['countersign']>): 'matches' | 'differs' {
  const isSameDocument = events[0]?.envelope_id === sealed.document_id;
  const head = events.find(({ seq }) => seq === sealed.chain_seq);
  return isSameDocument && head?.hash === sealed.chain_head ? 'matches' : 'differs';
}

/** Whether the values in the completion events match the digest in the seal. */
function valuesOf(events: EventOut[], sealed: NonNullable<VerifyOut['countersign']>): 'match' | 'differ' {
  const values = new TrailValues(sealed.chain_seq);
  for (const event of events) values.add(event);
  return values.digest() === sealed.values_sha256 ? 'match' : 'differ';
}

function sealedFileOf(
  events: EventOut[],
  sha256: string,
  earlierSha256: readonly string[],
): NonNullable<VerifyOut['events']>['file'] {
  // A renewed archive timestamp makes another file, and the earlier one stays genuine.
  const named = events
    .filter(({ event_type }) => event_type === 'envelope.sealed' || event_type === 'envelope.archived')
    .map(({ payload }) => payload.sealed_sha256)
    .filter((hash) => typeof hash === 'string');
  if (named.length === 0) return null;
  if (named.includes(sha256)) return 'identical';
  return named.some((hash) => earlierSha256.includes(hash)) ? 'extended' : 'different';
}
