/** One writer process: runs eight concurrent loops, each of which repeatedly chooses a document of the pool and a verb at random. */
import { once } from 'node:events';
import { decodeId, encodeId } from '@countersign/contract/ids';
import { recordDownload } from '@countersign/core/document/download';
import { duplicateDocument } from '@countersign/core/document/duplicate';
import { type FullDocument, getDocument } from '@countersign/core/document/lock';
import { patchDocument } from '@countersign/core/document/patch';
import { sendDocument } from '@countersign/core/document/send';
import { setRecipients } from '@countersign/core/document/set-recipients';
import { voidDocument } from '@countersign/core/document/void';
import { linkToken } from '@countersign/core/recipient/link';
import { completeSigning } from '@countersign/core/signing/complete';
import { giveConsent } from '@countersign/core/signing/consent';
import { openDocument } from '@countersign/core/signing/open';
import { reassignRecipient } from '@countersign/core/signing/reassign';
import { rejectDocument } from '@countersign/core/signing/reject';
import { drawableText } from '@countersign/pdf/text/drawable';
import { ProblemError } from '@countersign/problem/problem-error';
import { ctxOf, openBench, type Scope } from './prepare.ts';
import type { Tally } from './tally.ts';

const job = JSON.parse(process.argv[2]!) as Scope & { url: string; folder: string; seconds: number };
const base = await openBench(job.url, job.folder);
const ctx = ctxOf(base, job);
const tally: Tally = { done: 0, refused: {}, failed: [] };
const concurrency = 8;
/** Number of newest documents from which all writers choose. */
const poolSize = 40;

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

async function someDocument(): Promise<FullDocument> {
  const pool = await base.db.document.findMany({
    where: { workspaceId: job.workspaceId, id: { not: decodeId('doc', job.sourceId)! } },
    orderBy: { id: 'desc' },
    take: poolSize,
    select: { id: true },
  });
  return pool.length === 0
    ? duplicateDocument(ctx, job.sourceId, {})
    : getDocument(ctx, encodeId('doc', pick(pool).id));
}

const requestOf = (recipient: { id: string; linkVersion: number }) => ({
  token: linkToken(base.secrets, recipient),
  sessionCookie: null,
  ip: null,
  userAgent: null,
  requestId: 'writers',
});

type Verb = (document: FullDocument) => Promise<unknown>;
const id = (document: FullDocument) => encodeId('doc', document.id);
const asSomebody =
  (
    act: (
      request: ReturnType<typeof requestOf>,
      document: FullDocument,
      recipientId: string,
    ) => Promise<unknown>,
  ): Verb =>
  async (document) => {
    if (document.recipients.length === 0) throw new ProblemError('not-found');
    const recipient = pick(document.recipients);
    return act(requestOf(recipient), document, recipient.id);
  };

const complete: Verb = asSomebody(async (request, document, recipientId) => {
  await openDocument(base, request);
  await giveConsent(base, request);
  const own = document.fields.filter((field) => field.recipientId === recipientId);
  const values = Object.fromEntries(
    own.map((field) => [field.id, { mode: 'type' as const, text: 'Signed' }]),
  );
  return completeSigning(base, request, { values });
});

/** Verbs with weights. The weights let enough documents be created and most of them get far. */
const verbs: Array<[number, Verb]> = [
  [5, () => duplicateDocument(ctx, job.sourceId, {})],
  [8, (document) => sendDocument(ctx, id(document), {})],
  [25, complete],
  [4, asSomebody((request) => openDocument(base, request))],
  [1, asSomebody((request) => rejectDocument(base, request, { reason: 'No' }))],
  [
    2,
    asSomebody((request) =>
      reassignRecipient(base, request, {
        name: 'D',
        email: `d${Math.floor(Math.random() * 1e6)}@example.test`,
      }),
    ),
  ],
  [1, (document) => voidDocument(ctx, id(document), { reason: 'x' })],
  [
    3,
    (document) =>
      patchDocument(ctx, id(document), {
        reminder_cadence_days: Math.floor(Math.random() * 9),
        clear_folder: false,
      }),
  ],
  [3, (document) => recordDownload(ctx, document.id, 'original')],
  [1, (document) => setRecipients(ctx, id(document), [])],
];
const bag = verbs.flatMap(([weight, verb]) => Array.from({ length: weight }, () => verb));

async function write(until: number): Promise<void> {
  while (Date.now() < until) {
    try {
      await pick(bag)(await someDocument());
      tally.done += 1;
    } catch (error) {
      if (error instanceof ProblemError) tally.refused[error.slug] = (tally.refused[error.slug] ?? 0) + 1;
      else tally.failed.push(error instanceof Error ? error.message.slice(0, 300) : String(error));
    }
  }
}

// Loads the fonts before all writers start together.
await drawableText('Signed');
process.send!('ready');
await once(process, 'message');
const until = Date.now() + job.seconds * 1000;
await Promise.all(Array.from({ length: concurrency }, () => write(until)));
await base.close();
process.send!(tally, () => process.disconnect());
