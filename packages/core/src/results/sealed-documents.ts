/** Reads the sealed documents of an evidence archive and their audit trails, page by page. */
import { createHash } from 'node:crypto';
import { encodeId } from '@countersign/contract/ids';
import { visibleText } from '@countersign/contract/visible-text';
import { sqlOf } from '@countersign/db/sql';
import type { ScanCtx } from '../ctx.ts';
import { type DocumentFilters, listConditions } from '../document/list.ts';

/** Which documents an archive has: those that the filters find and that were sealed by this moment. */
export interface EvidenceScope {
  filters: DocumentFilters;
  asOf: Date;
}

export interface SealedDocument {
  id: string;
  title: string;
  sealedAt: Date;
  sealedSha256: string;
  sealedBytes: number;
  erasedAt: Date | null;
  /** Whether the sealed PDF still belongs to the document. */
  hasFile: boolean;
  /** Events in its trail. */
  chainSeq: number;
}

const pageSize = 1000;
const nil = '00000000-0000-0000-0000-000000000000';

/**
 * The documents of the scope after the one with this id, in the order of their ids, one page in memory at a time. Throws the reason of
 * the signal when the caller leaves.
 */
export async function* sealedDocuments(
  ctx: ScanCtx,
  { filters, asOf }: EvidenceScope,
  after: string | null,
): AsyncGenerator<SealedDocument[]> {
  const where = listConditions(ctx, filters);
  for (let last = after ?? nil; ; ) {
    ctx.signal?.throwIfAborted();
    const page = await sqlOf(ctx.db).$queryRaw<SealedDocument[]>`
      SELECT document.id, document.title, sealed_at AS "sealedAt", sealed_sha256 AS "sealedSha256", sealed_bytes AS "sealedBytes",
        erased_at AS "erasedAt", erased_at IS NULL OR sealed_kept AS "hasFile", chain_seq AS "chainSeq"
      FROM document
      WHERE ${where} AND sealed_at IS NOT NULL
        AND sealed_at - make_interval(secs => clock_offset_seconds) <= ${asOf}::timestamptz AND document.id > ${last}::uuid
      ORDER BY document.id LIMIT ${pageSize}`;
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1)!.id;
  }
}

/** Everything about the document that its files in the archive depend on, as one line. */
export function fingerprintLine(document: SealedDocument): string {
  const { id, title, sealedAt, sealedSha256, sealedBytes, erasedAt, hasFile } = document;
  // Equal mutant "erasedAt && +erasedAt → +erasedAt": 0 instead of null differs from every time as well.
  return `${JSON.stringify([id, title, +sealedAt, sealedSha256, sealedBytes, erasedAt && +erasedAt, hasFile])}\n`;
}

/** Longest name of a file, in bytes, that common file systems accept. */
const maxFileNameBytes = 255;

/** Paths of the document's files in the archive. They differ between documents, and are safe on Linux, macOS and Windows. */
export function pathsOf({ id, title }: Pick<SealedDocument, 'id' | 'title'>): {
  sealed: string;
  trail: string;
} {
  const publicId = encodeId('doc', id);
  const suffix = ` (${publicId}).pdf`;
  const safe = visibleText(title, '_').replace(/[\t\n/\\:*?"<>|]/g, '_');
  const cut = cutTo(safe.toWellFormed().trim(), maxFileNameBytes - suffix.length);
  return { sealed: `sealed/${cut}${suffix}`, trail: `trails/${publicId}.json` };
}

/** The beginning of the text that has at most this many bytes in UTF-8, without half characters. */
function cutTo(text: string, maxBytes: number): string {
  let bytes = 0;
  let cut = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) return cut;
    cut += character;
  }
  return cut;
}

export interface Trail {
  json: Buffer;
  sha256: Buffer;
}

const maxBatchDocuments = 100;
/** Events are a few hundred bytes each. A single document may have more of them. */
const maxBatchEvents = 2000;

/** Splits a page so that the trails of each part can be held in memory. */
export function* trailBatches(page: readonly SealedDocument[]): Generator<SealedDocument[]> {
  let batch: SealedDocument[] = [];
  let events = 0;
  for (const document of page) {
    if (
      batch.length === maxBatchDocuments ||
      (batch.length > 0 && events + document.chainSeq > maxBatchEvents)
    ) {
      yield batch;
      [batch, events] = [[], 0];
    }
    batch.push(document);
    events += document.chainSeq;
  }
  if (batch.length > 0) yield batch;
}

/**
 * The trail of each document as JSON, in the shape of GET /v1/documents/{id}/events and in the order given. It ends with the seal or the
 * last erasure, so later downloads do not change it. Null for a document that was erased after `documents` was read.
 */
export async function readTrails(
  ctx: ScanCtx,
  documents: readonly SealedDocument[],
): Promise<Array<Trail | null>> {
  ctx.signal?.throwIfAborted();
  const ids = documents.map(({ id }) => id);
  const publicIds = ids.map((id) => encodeId('doc', id));
  const rows = await sqlOf(ctx.db).$queryRaw<Array<{ id: string; erasedAt: Date | null; json: string }>>`
    SELECT wanted.id, document.erased_at AS "erasedAt", string_agg(
      left(json_build_object('envelope_id', wanted.public_id, 'seq', e.seq, 'event_type', e.event_type, 'actor', e.actor,
        'payload', e.payload, 'payload_hash', e.payload_hash, 'created_at_iso', e.created_at_iso, 'prev_hash', e.prev_hash,
        'hash', e.hash, 'ip', e.ip, 'user_agent', e.user_agent)::text, -1)
      || coalesce(', "erased_at" : "' || to_char(e.erased_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', '') || '}',
      E',\n' ORDER BY e.seq) AS json
    FROM unnest(${ids}::uuid[], ${publicIds}::text[]) AS wanted(id, public_id)
    JOIN document ON document.id = wanted.id
    JOIN LATERAL (SELECT max(seq) AS seq FROM event
      WHERE document_id = wanted.id AND event_type IN ('envelope.sealed', 'envelope.erased')) AS final ON true
    JOIN event e ON e.document_id = wanted.id AND e.seq <= final.seq
    GROUP BY wanted.id, document.erased_at`;
  const found = new Map(rows.map((row) => [row.id, row]));
  return documents.map(({ id, erasedAt }) => {
    const row = found.get(id);
    if (!row || Number(row.erasedAt) !== Number(erasedAt)) return null;
    const json = Buffer.from(`[\n${row.json}\n]\n`);
    return { json, sha256: createHash('sha256').update(json).digest() };
  });
}
