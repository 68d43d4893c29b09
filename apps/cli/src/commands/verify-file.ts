/** Implements `countersign verify`: checks seal and audit trail offline (docs/VERIFYING.md). Loaded only by that command. */
import { hash } from 'node:crypto';
import { type ChainVerdict, verifyChain } from '@countersign/contract/audit-chain';
import { EventOut } from '@countersign/contract/event';
import { explainVerification } from '@countersign/contract/explain-verification';
import { TrailValues } from '@countersign/contract/values-digest';
import { concludeVerification, type VerifyOut } from '@countersign/contract/verify';
import { readCertificates } from '@countersign/pdf/pki/read-certificates';
import { reportJson } from '@countersign/pdf/threads/report-json';
import { verifyInThread } from '@countersign/pdf/threads/verify-in-thread';
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
  const { events: eventsPath, trust: trustPaths = [], sealCertificate = [], saveRevision } = options;
  if (saveRevision === undefined && (options.output !== undefined || options.force))
    throw new UsageError('--output and --force are for --save-revision.');
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
  const events =
    eventsPath === undefined
      ? null
      : compareEvents(await readEvents(eventsPath), findings, verification.file.earlierSha256);
  const result = concludeVerification({ ...findings, instance: null, events });
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

async function readEvents(path: string): Promise<EventOut[]> {
  let value: unknown;
  try {
    value = JSON.parse((await readWhole(path)).toString('utf8'));
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`${path}: it is not JSON`);
  }
  const parsed = z.array(EventOut).min(1).safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  throw new FileError(`${path}: it is not a list of events${at}: ${issue?.message}`);
}

/** Checks that the chain is sound, contains the sealed head, and names this file as the sealed one. */
function compareEvents(
  events: EventOut[],
  { countersign, file }: Pick<VerifyOut, 'countersign' | 'file'>,
  earlierSha256: readonly string[],
): NonNullable<VerifyOut['events']> {
  const verdict = verifyChain(events);
  return {
    chain: verdict.ok ? 'sound' : 'broken',
    detail: verdict.ok ? erasureOf(verdict) : `at event ${verdict.brokenAtSeq}, ${verdict.reason}`,
    head: countersign ? headOf(events, countersign) : 'absent',
    values: countersign && valuesOf(events, countersign),
    file: sealedFileOf(events, file.sha256, earlierSha256),
  };
}

/** What was erased from a sound chain, in words. */
function erasureOf({ erasure }: Extract<ChainVerdict, { ok: true }>): string | null {
  if (!erasure) return null;
  const { events, unchecked, at, by } = erasure;
  return `personal data of ${events} events on ${at} by ${by.type}:${by.id}; ${unchecked} hashes cannot be recomputed`;
}

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
  const named = events.findLast(({ event_type }) => event_type === 'envelope.sealed')?.payload.sealed_sha256;
  if (typeof named !== 'string') return null;
  if (named === sha256) return 'identical';
  return earlierSha256.includes(named) ? 'extended' : 'different';
}
