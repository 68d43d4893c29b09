/** What `countersign verify` does: checks seal and audit trail offline (decisions.md, section 4). Loaded when it is asked for. */
import { type ChainVerdict, verifyChain } from '@countersign/contract/audit-chain';
import { EventOut } from '@countersign/contract/event';
import { explainVerification } from '@countersign/contract/explain-verification';
import { concludeVerification, type VerifyOut } from '@countersign/contract/verify';
import { reportJson } from '@countersign/pdf/report-json';
import { verifyInThread } from '@countersign/pdf/verify-in-thread';
import * as z from 'zod';
import { FailedError, FileError } from '../exit-status.ts';
import { readWhole } from '../input/file.ts';
import type { Session } from '../session.ts';
import { reportText } from '../show/report-text.ts';

/** One's own files may be large, and one's own machine slow. */
const limits = { timeoutMs: 300_000, maxMemoryMb: 2048 };

/**
 * Verifies the file (`-` is standard input) and prints what was found. Throws FailedError when it is not intact, FileError
 * when it cannot be read.
 */
export async function verifyFile(
  session: Session,
  path: string,
  { events: eventsPath }: { events?: string | undefined },
): Promise<void> {
  const { terminal, options } = session;
  const name = path === '-' ? 'standard input' : path;
  const bytes = path === '-' ? await terminal.read() : await readWhole(path);
  const verification = await verifyInThread(bytes, limits);
  if (!verification.ok) throw new FileError(`${name}: ${verification.detail} (${verification.reason})`);
  const findings = reportJson(verification);
  const events = eventsPath === undefined ? null : compareEvents(await readEvents(eventsPath), findings);
  const result = concludeVerification({ ...findings, instance: null, events });
  if (options.json) terminal.printJson(result);
  else terminal.print(reportText(name, explainVerification(result)));
  if (!result.intact) throw new FailedError('');
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

/** Whether the trail is sound in itself, carries the sealed head, and names this very file as the sealed one. */
function compareEvents(
  events: EventOut[],
  { countersign, file }: Pick<VerifyOut, 'countersign' | 'file'>,
): NonNullable<VerifyOut['events']> {
  const verdict = verifyChain(events);
  return {
    chain: verdict.ok ? 'sound' : 'broken',
    detail: verdict.ok ? erasureOf(verdict) : `at event ${verdict.brokenAtSeq}, ${verdict.reason}`,
    head: countersign ? headOf(events, countersign) : 'absent',
    file: sealedFileOf(events, file.sha256),
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

function sealedFileOf(events: EventOut[], sha256: string): 'identical' | 'different' | null {
  const named = events.findLast(({ event_type }) => event_type === 'envelope.sealed')?.payload.sealed_sha256;
  if (typeof named !== 'string') return null;
  return named === sha256 ? 'identical' : 'different';
}
