/** `countersign verify FILE.pdf`: checks seal and audit trail offline (decisions.md, section 4). */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { verifyChain } from '@countersign/contract/audit-chain';
import { EventOut } from '@countersign/contract/event';
import { explainVerification } from '@countersign/contract/explain-verification';
import { concludeVerification, type VerifyOut } from '@countersign/contract/verify';
import { reportJson } from '@countersign/pdf/report-json';
import { verifyInThread } from '@countersign/pdf/verify-in-thread';
import * as z from 'zod';
import { type Command, exit, UnreadableError, UsageError } from '../command.ts';
import { reportText } from '../report-text.ts';

/** One's own files may be large, and one's own machine slow. */
const limits = { timeoutMs: 300_000, maxMemoryMb: 2048 };

export const verifyCommand: Command = {
  name: 'verify',
  usage: 'verify FILE.pdf [--events events.json] [--json]',
  summary: 'Check the seal of a PDF, by Countersign or by others, without asking anybody',
  help: `Tells whether the seal holds, who sealed and when, whether the whole file is covered, and what came after.
Files signed by others are reported too. Nothing leaves this machine.

  --events events.json  the audit trail, as GET /v1/documents/{id}/events answers it: every hash is
                        computed anew, and its head compared with the one that is sealed in the file
  --json                the report as JSON, as POST /verify answers it

Exit status: 0 intact, 1 not intact, 2 used wrongly, 3 a file cannot be read.`,
  run: async (terminal, words) => {
    const { path, eventsPath, json } = readWords(words);
    const verification = await verifyInThread(await read(path), limits);
    if (!verification.ok)
      throw new UnreadableError(`${path}: ${verification.detail} (${verification.reason})`);
    const findings = reportJson(verification);
    const events = eventsPath === null ? null : compareEvents(await readEvents(eventsPath), findings);
    const result = concludeVerification({ ...findings, instance: null, events });
    terminal.print(json ? JSON.stringify(result, null, 2) : reportText(path, explainVerification(result)));
    return result.intact ? exit.ok : exit.no;
  },
};

function readWords(words: string[]): { path: string; eventsPath: string | null; json: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { events: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [path, ...more] = positionals;
    if (!path) throw new UsageError('Name the file to verify.');
    if (more.length > 0) throw new UsageError(`One file at a time; not understood: ${more.join(' ')}`);
    return { path, eventsPath: values.events ?? null, json: values.json ?? false };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file',
      EISDIR: 'this is a folder',
      EACCES: 'it may not be read',
    };
    throw new UnreadableError(`${path}: ${reasons[code ?? ''] ?? message}`);
  }
}

async function readEvents(path: string): Promise<EventOut[]> {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(await read(path)).toString('utf8'));
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    throw new UnreadableError(`${path}: it is not JSON`);
  }
  const parsed = z.array(EventOut).min(1).safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  throw new UnreadableError(`${path}: it is not a list of events${at}: ${issue?.message}`);
}

/** Whether the trail is sound in itself, carries the sealed head, and names this very file as the sealed one. */
function compareEvents(
  events: EventOut[],
  { countersign, file }: Pick<VerifyOut, 'countersign' | 'file'>,
): NonNullable<VerifyOut['events']> {
  const verdict = verifyChain(events);
  return {
    chain: verdict.ok ? 'sound' : 'broken',
    detail: verdict.ok ? null : `at event ${verdict.brokenAtSeq}, ${verdict.reason}`,
    head: countersign ? headOf(events, countersign) : 'absent',
    file: sealedFileOf(events, file.sha256),
  };
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
