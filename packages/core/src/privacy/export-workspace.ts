/**
 * `admin workspace export`: writes everything that a workspace has to files that can be read without Countersign
 * (docs/OPERATIONS.md, Exporting a workspace). All rows are from one point in time: one read-only transaction sees no later
 * changes. The PDFs never change and are copied afterwards.
 */
import { encodeId } from '@countersign/contract/ids';
import type { Workspace } from '@countersign/db/models';
import { inTransaction } from '@countersign/db/transaction';
import { extractCertificate } from '@countersign/pdf/certificate/extract';
import { BlobDamagedError, BlobMissingError, type Storage } from '@countersign/storage/storage';
import { byOperator, recordAdminEvent } from '../admin-event/record.ts';
import type { Base, Tx } from '../ctx.ts';
import { pagesOf, withParts } from '../document/lock.ts';
import { readEvents } from '../event/list.ts';
import { imagesOf } from '../field/mark-of.ts';
import { sealCertificatesPem } from '../seal/seal-certificates.ts';
import { type ExportFolder, openExportFolder } from './export-folder.ts';

export const exportFormat = 1;

/** A document with its parts can be large. */
const pageSize = 20;
const rowPage = 2000;
/** A day. The snapshot of a workspace with millions of documents takes some hours. */
const maxDurationMs = 86_400_000;
const maxNamed = 1000;

/** How much was written, by kind. */
export interface ExportCounts {
  people: number;
  invitations: number;
  keys: number;
  folders: number;
  templates: number;
  direct_links: number;
  webhooks: number;
  admin_events: number;
  bulk_sends: number;
  bulk_rows: number;
  documents: number;
  events: number;
  /** PDFs and images. */
  blobs: number;
}

export interface WorkspaceExport {
  counts: ExportCounts;
  /** Files that rows reference but the storage does not have. */
  missing: LeftOut;
  /** Files whose stored bytes are damaged. They are not in the export. */
  damaged: LeftOut;
}

/** Files that could not be exported. */
interface LeftOut {
  count: number;
  /** `path sha256` of the first thousand. */
  files: string[];
}

interface Ports extends Pick<Base, 'db' | 'now'> {
  storage: Storage;
}

type OnProgress = (progress: { documents: number } | { blobs: number }) => void;

/** A blob to copy once the rows are written. */
interface Wanted {
  path: string;
  sha256: string;
  /** Extract the certificate of completion from this sealed file, after this number of pages. */
  certificateAfterPages?: number;
}

/**
 * Writes the workspace to the folder, which must be new, empty or an incomplete export of it. Holds one page of rows in
 * memory, and one sealed file at a time if its certificate of completion was never requested. Calls `onProgress` for every
 * page.
 */
export async function exportWorkspace(
  ports: Ports,
  input: { slug: string; folder: string },
  onProgress: OnProgress = () => undefined,
): Promise<WorkspaceExport> {
  const workspace = await ports.db.workspace.findUnique({ where: { slug: input.slug } });
  if (!workspace) throw new Error(`There is no workspace "${input.slug}".`);
  const folder = await openExportFolder(input.folder, workspace.id);
  await inTransaction(ports.db, ({ tx }) =>
    recordAdminEvent(byOperator(tx, workspace.id, ports.now), {
      type: 'workspace.exported',
      target: { type: 'workspace', id: workspace.id },
    }),
  );
  try {
    return await writeAll(ports, folder, workspace, onProgress);
  } catch (error) {
    await folder.abandon();
    throw error;
  }
}

async function writeAll(
  ports: Ports,
  folder: ExportFolder,
  workspace: Pick<Workspace, 'id' | 'slug' | 'name'>,
  onProgress: OnProgress,
): Promise<WorkspaceExport> {
  const exportedAt = ports.now();
  const counts = await inTransaction(ports.db, ({ tx }) => exportRows(tx, folder, workspace.id, onProgress), {
    isolation: 'RepeatableRead',
    timeoutMs: maxDurationMs,
  });
  const files = await copyBlobs(ports, folder, onProgress);
  const whole = { ...counts, blobs: files.copied };
  await folder.finish({
    format: exportFormat,
    workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
    exported_at: exportedAt.toISOString(),
    counts: whole,
    missing: files.missing.files,
    damaged: files.damaged.files,
  });
  return { counts: whole, missing: files.missing, damaged: files.damaged };
}

async function exportRows(
  tx: Tx,
  folder: ExportFolder,
  workspaceId: string,
  onProgress: (progress: { documents: number }) => void,
): Promise<ExportCounts> {
  await exportSettings(tx, folder, workspaceId);
  const people = await exportPeople(tx, folder, workspaceId);
  const lists = await exportLists(tx, folder, workspaceId);
  const notes = await folder.openNotes();
  const wants = (wanted: Wanted) => notes.add(wanted);
  const templates = await exportTemplates(tx, folder, workspaceId, wants);
  const bulk = await exportBulkSends(tx, folder, workspaceId);
  const documents = await exportDocuments(tx, folder, workspaceId, wants, onProgress);
  await notes.close();
  return { people, ...lists, templates, ...bulk, ...documents, blobs: 0 };
}

/** Writes the workspace itself with its usage, and the seal certificates of both modes. */
async function exportSettings(tx: Tx, folder: ExportFolder, workspaceId: string): Promise<void> {
  const { teams, logo, groupRoles, ...workspace } = await tx.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    include: { teams: { orderBy: { id: 'asc' } }, logo: { select: { png: true } }, groupRoles: true },
  });
  const months = await tx.usageMonth.groupBy({
    by: ['month'],
    where: { workspaceId },
    _sum: { used: true },
    orderBy: { month: 'asc' },
  });
  const usage = months.map(({ month, _sum }) => ({ month, used: _sum.used }));
  await folder.json('workspace.json', {
    ...wire(workspace),
    logo_png_base64: logo ? Buffer.from(logo.png).toString('base64') : null,
    teams: teams.map(wire),
    group_roles: groupRoles.map(({ groupName, role }) => ({ group: groupName, role })),
    usage,
  });
  for (const mode of ['live', 'test'] as const)
    await folder.bytes(
      `seal-certificates-${mode}.pem`,
      Buffer.from(await sealCertificatesPem({ db: tx }, mode)),
    );
}

/** Writes the members with their passkeys and their accounts at identity providers. */
function exportPeople(tx: Tx, folder: ExportFolder, workspaceId: string): Promise<number> {
  return linesOf(folder, 'people.jsonl', async (after) => {
    const memberships = await tx.membership.findMany({
      where: { workspaceId, ...(after && { userId: { gt: after } }) },
      include: { user: { include: { identities: true, passkeys: { take: 100 } } } },
      orderBy: { userId: 'asc' },
      take: rowPage,
    });
    return memberships.map(({ userId, role, fromGroups, createdAt, user }) => ({
      id: userId,
      row: {
        email: user.email,
        name: user.name,
        role,
        fromGroups,
        joinedAt: createdAt,
        passkeys: user.passkeys.map((one) => ({
          name: one.name,
          created_at: one.createdAt.toISOString(),
          last_used_at: one.lastUsedAt?.toISOString() ?? null,
        })),
        identities: user.identities.map(({ issuer, subject, lastUsedAt }) => ({
          issuer,
          subject,
          last_used_at: lastUsedAt.toISOString(),
        })),
      },
    }));
  });
}

/** Selects the rows of a workspace after an id, one page of them. */
const pageAfter = (workspaceId: string, after: string | null) => ({
  where: { workspaceId, ...(after && { id: { gt: after } }) },
  orderBy: { id: 'asc' as const },
  take: rowPage,
});

/** Writes the tables whose rows are exported as they are, without secrets. */
async function exportLists(tx: Tx, folder: ExportFolder, workspaceId: string) {
  const pageOf = (after: string | null) => pageAfter(workspaceId, after);
  const invitations = await linesOf(folder, 'invitations.jsonl', async (after) =>
    idRows(await tx.invitation.findMany({ ...pageOf(after), omit: { tokenSha256: true } })),
  );
  const keys = await linesOf(folder, 'keys.jsonl', async (after) =>
    idRows(await tx.apiKey.findMany({ ...pageOf(after), omit: { keySha256: true } })),
  );
  const folders = await linesOf(folder, 'folders.jsonl', async (after) =>
    idRows(await tx.folder.findMany(pageOf(after))),
  );
  const webhooks = await linesOf(folder, 'webhooks.jsonl', async (after) =>
    idRows(
      await tx.webhookEndpoint.findMany({
        ...pageOf(after),
        where: { ...pageOf(after).where, deletedAt: null },
        omit: { sealedSecret: true, previousSealedSecret: true, sinceSnapshot: true },
      }),
    ),
  );
  const admin_events = await linesOf(folder, 'admin-events.jsonl', async (after) => {
    const page = await tx.adminEvent.findMany({
      where: { workspaceId, seq: { gt: Number(after ?? 0) } },
      orderBy: { seq: 'asc' },
      take: rowPage,
    });
    return page.map((row) => ({ id: String(row.seq), row }));
  });
  const direct_links = await linesOf(folder, 'direct-links.jsonl', async (after) =>
    idRows(
      await tx.directLink.findMany({ ...pageOf(after), omit: { tokenSha256: true, sealedToken: true } }),
    ),
  );
  return { invitations, keys, folders, webhooks, admin_events, direct_links };
}

/** Writes the templates with their versions. Deleted ones keep their row but not their PDF. */
function exportTemplates(
  tx: Tx,
  folder: ExportFolder,
  workspaceId: string,
  wants: (wanted: Wanted) => Promise<void>,
): Promise<number> {
  return linesOf(folder, 'templates.jsonl', async (after) => {
    const page = await tx.template.findMany(pageAfter(workspaceId, after));
    for (const { id, sha256, deletedAt } of page) {
      if (deletedAt) continue;
      await wants({ path: `templates/${encodeId('tpl', id)}.pdf`, sha256 });
      await exportVersions(tx, folder, id);
    }
    return page.map((row) => ({ id: row.id, row: { ...row, id: encodeId('tpl', row.id) } }));
  });
}

/** Writes pages of rows as lines until a page is not full. Each page starts after the last id of the previous one. */
async function linesOf(
  folder: ExportFolder,
  path: string,
  next: (after: string | null) => Promise<Array<{ id: string; row: object }>>,
): Promise<number> {
  const lines = await folder.lines(path);
  for (let after: string | null = null; ; ) {
    const page = await next(after);
    for (const { row } of page) await lines.add(wire(row));
    if (page.length < rowPage) return lines.close();
    after = page.at(-1)!.id;
  }
}

function idRows<Row extends { id: string }>(rows: Row[]): Array<{ id: string; row: Row }> {
  return rows.map((row) => ({ id: row.id, row }));
}

async function exportVersions(tx: Tx, folder: ExportFolder, templateId: string): Promise<void> {
  const lines = await folder.lines(`templates/${encodeId('tpl', templateId)}.versions.jsonl`);
  const versions = await tx.templateVersion.findMany({
    where: { templateId },
    omit: { templateId: true, workspaceId: true },
    orderBy: { version: 'asc' },
  });
  for (const version of versions) await lines.add(wire(version));
  await lines.close();
}

async function exportBulkSends(
  tx: Tx,
  folder: ExportFolder,
  workspaceId: string,
): Promise<{ bulk_sends: number; bulk_rows: number }> {
  const lines = await folder.lines('bulk-sends.jsonl');
  let bulk_rows = 0;
  for (let after: string | null = null; ; ) {
    const page: Array<{ id: string; templateId: string }> = await tx.bulkSend.findMany({
      where: { workspaceId, ...(after && { id: { gt: after } }) },
      // Files that still have to be read.
      omit: { csvSha256: true, csvBytes: true, pdfsSha256: true, pdfsBytes: true, rowsBytes: true },
      include: { operations: { omit: { csvSha256: true, csvBytes: true }, orderBy: { id: 'asc' } } },
      orderBy: { id: 'asc' },
      take: pageSize,
    });
    for (const send of page) {
      await lines.add(wire({ ...send, templateId: encodeId('tpl', send.templateId) }));
      bulk_rows += await exportBulkRows(tx, folder, send.id);
    }
    if (page.length < pageSize) return { bulk_sends: await lines.close(), bulk_rows };
    after = page.at(-1)!.id;
  }
}

async function exportBulkRows(tx: Tx, folder: ExportFolder, bulkSendId: string): Promise<number> {
  const lines = await folder.lines(`bulk-sends/${bulkSendId}.rows.jsonl`);
  for (let after = 0; ; ) {
    const page = await tx.bulkRow.findMany({
      where: { bulkSendId, rowNo: { gt: after } },
      orderBy: { rowNo: 'asc' },
      take: rowPage,
    });
    for (const row of page)
      await lines.add(wire({ ...row, documentId: row.documentId && encodeId('doc', row.documentId) }));
    if (page.length < rowPage) return lines.close();
    after = page.at(-1)!.rowNo;
  }
}

async function exportDocuments(
  tx: Tx,
  folder: ExportFolder,
  workspaceId: string,
  wants: (wanted: Wanted) => Promise<void>,
  onProgress: (progress: { documents: number }) => void,
): Promise<{ documents: number; events: number }> {
  const index = await folder.lines('documents.jsonl');
  const counts = { documents: 0, events: 0 };
  for (let after: string | null = null; ; ) {
    const page: Array<Awaited<ReturnType<typeof readDocument>>> = await tx.document.findMany({
      where: { workspaceId, removedAt: null, ...(after && { id: { gt: after } }) },
      include: withParts,
      orderBy: { id: 'asc' },
      take: pageSize,
    });
    for (const document of page) {
      const id = encodeId('doc', document.id);
      const path = `documents/${document.createdAt.toISOString().slice(0, 7)}/${id}`;
      const { recipients, fields, files, ...columns } = document;
      await index.add({ id, path, mode: document.mode, status: document.status, title: document.title });
      await folder.json(`${path}/document.json`, {
        ...wire({ ...columns, id }),
        recipients: recipients.map((one) => wire({ ...one, documentId: id })),
        fields: fields.map((one) => wire({ ...one, documentId: id })),
        files: files.map((one) => wire({ ...one, documentId: id })),
      });
      counts.events += await folder.jsonArray(`${path}/events.json`, readEvents(tx, document.id));
      for (const wanted of filesOf(document, path)) await wants(wanted);
      counts.documents += 1;
    }
    onProgress({ documents: counts.documents });
    if (page.length < pageSize) break;
    after = page.at(-1)!.id;
  }
  await index.close();
  return counts;
}

/** A document with its parts; a function for its type. */
function readDocument(tx: Tx, id: string) {
  return tx.document.findUniqueOrThrow({ where: { id }, include: withParts });
}

/** The files of the document, without erased ones. */
function filesOf(document: Awaited<ReturnType<typeof readDocument>>, path: string): Wanted[] {
  const { erasedAt, sealedKept, originalSha256, sealedSha256, certificateSha256 } = document;
  const original = originalSha256 ?? document.contentSha256;
  const sealed = !erasedAt || sealedKept ? sealedSha256 : null;
  return [
    ...(original && !erasedAt ? [{ path: `${path}/original.pdf`, sha256: original }] : []),
    ...(sealed ? [{ path: `${path}/sealed.pdf`, sha256: sealed }] : []),
    // Equal mutant "sealed && certificateSha256 → certificateSha256": an erasure clears both.
    ...(sealed && certificateSha256 ? [{ path: `${path}/certificate.pdf`, sha256: certificateSha256 }] : []),
    ...(sealed && !certificateSha256
      ? [{ path: `${path}/certificate.pdf`, sha256: sealed, certificateAfterPages: pagesOf(document).length }]
      : []),
    ...document.files.map(({ id, sha256 }) => ({ path: `${path}/files/${id}`, sha256 })),
    ...imagesOf(document.fields).map((sha256) => ({ path: `${path}/images/${sha256}`, sha256 })),
  ];
}

async function copyBlobs(
  { storage }: Pick<Ports, 'storage'>,
  folder: ExportFolder,
  onProgress: (progress: { blobs: number }) => void,
): Promise<{ copied: number; missing: LeftOut; damaged: LeftOut }> {
  const missing: LeftOut = { count: 0, files: [] };
  const damaged: LeftOut = { count: 0, files: [] };
  let copied = 0;
  for await (const note of folder.readNotes()) {
    const wanted = note as Wanted;
    try {
      await copyBlob(storage, folder, wanted);
      copied += 1;
      if (copied % pageSize === 0) onProgress({ blobs: copied });
    } catch (error) {
      // Missing files were erased since the rows were read, or lost.
      if (error instanceof BlobMissingError) leaveOut(missing, wanted);
      else if (error instanceof BlobDamagedError) leaveOut(damaged, wanted);
      else throw error;
    }
  }
  return { copied, missing, damaged };
}

function leaveOut(list: LeftOut, { path, sha256 }: Wanted): void {
  list.count += 1;
  if (list.files.length < maxNamed) list.files.push(`${path} ${sha256}`);
}

async function copyBlob(
  storage: Storage,
  folder: ExportFolder,
  { path, sha256, certificateAfterPages }: Wanted,
): Promise<void> {
  if (certificateAfterPages !== undefined) {
    const sealed = await storage.getBytes(sha256);
    return folder.bytes(path, certificateOf(sealed, sha256, certificateAfterPages));
  }
  const { stream } = await storage.openRange(sha256);
  await folder.copy(path, stream);
}

/** The certificate of completion. Throws BlobDamagedError if the sealed file cannot be read. */
function certificateOf(sealed: Uint8Array, sha256: string, afterPages: number): Uint8Array {
  try {
    return extractCertificate(sealed, afterPages);
  } catch {
    throw new BlobDamagedError(sha256);
  }
}

/** The row with the column names of the database. Texts, numbers and JSON are unchanged; times are in ISO 8601. */
function wire(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
