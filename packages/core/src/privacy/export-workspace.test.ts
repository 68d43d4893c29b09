/** The export of a workspace: complete, from one point in time, verifiable offline, and without data of other workspaces. */
import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyChain } from '@countersign/contract/audit-chain';
import type { EventOut } from '@countersign/contract/event';
import { encodeId, newId } from '@countersign/contract/ids';
import { readCertificates } from '@countersign/pdf/pki/read-certificates';
import { verifyPdf } from '@countersign/pdf/verify';
import { describe, expect, test } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import { copyRows, finalizedDraft, sentCopy } from '../../../../test/support/documents.ts';
import { samplePdf } from '../../../../test/support/sample-pdf.ts';
import { sealedDocument } from '../../../../test/support/sealed-files.ts';
import { newTemplate } from '../../../../test/support/template-input.ts';
import type { Ctx } from '../ctx.ts';
import { findDownload } from '../document/download.ts';
import { voidDocument } from '../document/void.ts';
import { listEvents } from '../event/list.ts';
import { createFolder } from '../folder/create.ts';
import { issueKey } from '../key/issue.ts';
import { createTemplate } from '../template/create.ts';
import { deleteTemplate } from '../template/delete.ts';
import { sealSecret } from '../webhook/secret.ts';
import { eraseDocument } from './erase-document.ts';
import { exportWorkspace } from './export-workspace.ts';

type Context = TestBase & Ctx;

async function slugOf(ctx: Context): Promise<string> {
  return (await ctx.db.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } })).slug;
}

async function linesOf(folder: string, path: string): Promise<Array<Record<string, string>>> {
  const text = await readFile(join(folder, path), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Every file below the folder, by its path. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

describe('exporting a workspace', () => {
  test('writes everything with right sums; seals and chains verify from the files alone; secrets and other workspaces are left out', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const { document } = await sealedDocument(ctx, base.folder);
    const draft = await finalizedDraft(ctx, { title: 'Still a draft' });
    const erased = await sentCopy(ctx, draft);
    await voidDocument(ctx, encodeId('doc', erased.id), { reason: 'No' });
    await eraseDocument(ctx, erased.id, { keepSealed: false, cause: 'request' });
    const inTest = await sentCopy({ ...ctx, mode: 'test' }, await finalizedDraft({ ...ctx, mode: 'test' }));
    await createFolder(ctx, { name: 'Leases' });
    const key = await base.db.$transaction((tx) =>
      issueKey(tx, { workspaceId: ctx.workspaceId, name: 'Key', mode: 'live', now: base.now() }),
    );
    const webhook = await base.db.webhookEndpoint.create({
      data: {
        id: document.id,
        workspaceId: ctx.workspaceId,
        url: 'https://example.test/hook',
        events: [],
        sealedSecret: sealSecret(ctx, document.id, 'whsec_hidden'),
        createdAt: base.now(),
      },
    });
    const stranger = await testCtx(base);
    await finalizedDraft(stranger, { title: 'Of somebody else' });

    const folder = join(base.folder, 'export');
    const made = await exportWorkspace(base, { slug: await slugOf(ctx), folder });
    expect(made).toMatchObject({
      missing: { count: 0, files: [] },
      damaged: { count: 0, files: [] },
      counts: { documents: 5, people: 1, folders: 1, keys: 2, webhooks: 1, templates: 0 },
    });

    // The sums cover every file, and are right.
    const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
    const named = sums
      .trimEnd()
      .split('\n')
      .map((line) => line.split('  ') as [string, string]);
    expect([...named.map(([, path]) => path), 'SHA256SUMS', 'manifest.json'].toSorted()).toEqual(
      await filesBelow(folder),
    );
    for (const [sum, path] of named)
      expect([
        path,
        createHash('sha256')
          .update(await readFile(join(folder, path)))
          .digest('hex'),
      ]).toEqual([path, sum]);
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({
      format: 1,
      files: named.length,
      sums_sha256: createHash('sha256').update(sums).digest('hex'),
      counts: made.counts,
    });
    for (const path of ['.', 'SHA256SUMS'])
      expect([path, (await stat(join(folder, path))).mode & 0o077]).toEqual([path, 0]);

    const index = await linesOf(folder, 'documents.jsonl');
    expect(index.map(({ id, mode, status }) => [id, mode, status])).toEqual([
      [encodeId('doc', document.id), 'live', 'completed'],
      [encodeId('doc', draft.id), 'live', 'draft'],
      [encodeId('doc', erased.id), 'live', 'voided'],
      [expect.any(String), 'test', 'draft'],
      [encodeId('doc', inTest.id), 'test', 'sent'],
    ]);
    const pathOf = (id: string) => join(folder, index.find((one) => one.id === encodeId('doc', id))!.path!);
    const sealed = await readFile(join(pathOf(document.id), 'sealed.pdf'));
    const pagesOf = async (pdf: Uint8Array) => (await PDFDocument.load(pdf)).getPageCount();
    const certificate = await readFile(join(pathOf(document.id), 'certificate.pdf'));
    const original = await readFile(join(pathOf(document.id), 'original.pdf'));
    expect(await pagesOf(certificate)).toBe((await pagesOf(sealed)) - (await pagesOf(original)));
    const roots = readCertificates(await readFile(join(folder, 'seal-certificates-live.pem')));
    expect(await filesBelow(folder)).toContain('seal-certificates-test.pem');
    const sealCertificates = new Set(roots.map((one) => createHash('sha256').update(one).digest('hex')));
    const { intact, countersign, signatures } = await verifyPdf(sealed, { sealCertificates, roots: [] });
    expect(signatures[0]!.signerTrust).toBe('installation');
    const events: EventOut[] = JSON.parse(await readFile(join(pathOf(document.id), 'events.json'), 'utf8'));
    expect(intact).toBe(true);
    expect(verifyChain(events, { seq: countersign!.chainSeq, hash: countersign!.chainHead })).toMatchObject({
      ok: true,
    });
    expect((await readdir(pathOf(document.id))).toSorted()).toEqual([
      'certificate.pdf',
      'document.json',
      'events.json',
      'original.pdf',
      'sealed.pdf',
    ]);
    const left: EventOut[] = JSON.parse(await readFile(join(pathOf(erased.id), 'events.json'), 'utf8'));
    expect(verifyChain(left)).toMatchObject({ ok: true, erasure: { by: { type: 'api_key' } } });
    expect((await readdir(pathOf(erased.id))).toSorted()).toEqual(['document.json', 'events.json']);
    const whole = JSON.parse(await readFile(join(pathOf(document.id), 'document.json'), 'utf8'));
    expect(whole).toMatchObject({ title: 'A secret title', recipients: [{ email: 'ada@example.test' }, {}] });

    const everything = (
      await Promise.all((await filesBelow(folder)).map((path) => readFile(join(folder, path))))
    )
      .map((file) => file.toString('latin1'))
      .join('\n');
    const [hook] = await linesOf(folder, 'webhooks.jsonl');
    expect(Object.keys(hook!).filter((column) => /since|secret$/.test(column))).toEqual([]);
    const secrets = [
      key.key,
      'key_sha256',
      'sealed_secret',
      Buffer.from(webhook.sealedSecret).toString('base64'),
      'whsec_hidden',
    ];
    for (const secret of [...secrets, 'Of somebody else', stranger.workspaceId])
      expect(everything).not.toContain(secret);
  });

  test('contains settings, people, templates and the admin log, without tokens', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const { workspaceId, teamId } = ctx;
    const slug = await slugOf(ctx);
    const createdAt = base.now();
    await sentCopy(ctx, await finalizedDraft(ctx));
    await base.db.groupRole.create({ data: { workspaceId, groupName: 'staff', role: 'member' } });
    const [png, prepared] = [Buffer.from('a logo'), Buffer.from('prepared')];
    await base.db.workspaceLogo.create({ data: { workspaceId, png, prepared, sha256: '0'.repeat(64) } });
    const pdf = Buffer.from(await samplePdf(1, 'of a template'));
    const made = [];
    for (const name of ['Lease', 'Deleted']) {
      const definition = { name, pdf_base64: pdf.toString('base64'), recipients: [], fields: [] };
      made.push(await createTemplate(ctx, newTemplate(definition)));
    }
    const [kept, deleted] = made.map(({ id }) => encodeId('tpl', id)) as [string, string];
    await deleteTemplate(ctx, deleted);
    const token = Buffer.from(`token of ${slug}`);
    await base.db.directLink.create({
      data: {
        ...{ id: newId(), workspaceId, teamId, mode: 'live', templateId: made[0]!.id, recipientIndex: 0 },
        ...{ tokenSha256: token, sealedToken: token, recipients: [], confirmEmail: true },
        ...{ createdBy: {}, createdAt },
      },
    });
    await base.db.invitation.create({
      data: {
        ...{ id: newId(), workspaceId, email: 'guest@example.test', role: 'member', tokenSha256: token },
        ...{ createdAt, expiresAt: createdAt },
      },
    });

    const folder = join(base.folder, 'export');
    const { counts } = await exportWorkspace(base, { slug, folder });
    expect(counts).toMatchObject({ people: 1, invitations: 1, templates: 2, direct_links: 1 });
    expect(JSON.parse(await readFile(join(folder, 'workspace.json'), 'utf8'))).toMatchObject({
      slug,
      logo_png_base64: png.toString('base64'),
      teams: [{ id: teamId }],
      group_roles: [{ group: 'staff', role: 'member' }],
      usage: [{ used: 1 }],
    });
    expect(await linesOf(folder, 'people.jsonl')).toMatchObject([
      { email: `owner@${slug}.test`, role: 'owner', passkeys: [], identities: [] },
    ]);
    expect(await linesOf(folder, 'invitations.jsonl')).toMatchObject([{ email: 'guest@example.test' }]);
    expect((await linesOf(folder, 'templates.jsonl')).map(({ id }) => id)).toEqual([kept, deleted]);
    const ofTemplates = (await filesBelow(folder)).filter((path) => path.startsWith('templates/'));
    expect(ofTemplates).toEqual([`templates/${kept}.pdf`, `templates/${kept}.versions.jsonl`]);
    expect((await readFile(join(folder, ofTemplates[0]!))).equals(pdf)).toBe(true);
    const versions = await linesOf(folder, ofTemplates[1]!);
    expect(versions).toMatchObject([{ version: 1, name: 'Lease' }]);
    expect(Object.keys(versions[0]!).filter((column) => column.endsWith('_id'))).toEqual([]);
    const log = await linesOf(folder, 'admin-events.jsonl');
    expect(log).toHaveLength(counts.admin_events);
    expect(log[0]).toMatchObject({ seq: 1 });
    expect(log.at(-1)).toMatchObject({ event_type: 'workspace.exported' });
    for (const path of ['direct-links.jsonl', 'invitations.jsonl'])
      expect(await readFile(join(folder, path), 'utf8')).not.toMatch(/token_sha256|sealed_token/);
  });

  test('contains the sealed file of an erased document, and its certificate, only while they are kept', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const { document, sealed } = await sealedDocument(ctx, base.folder);
    await findDownload(ctx, encodeId('doc', document.id), 'certificate');
    for (const keepSealed of [true, false]) {
      await eraseDocument(ctx, document.id, { keepSealed, cause: 'request' });
      const folder = join(base.folder, `kept-${keepSealed}`);
      const made = await exportWorkspace(base, { slug: await slugOf(ctx), folder });
      const events = (await listEvents(ctx.db, document.id)).length;
      expect(made).toMatchObject({ counts: { blobs: keepSealed ? 2 : 0, events }, missing: { count: 0 } });
      const [{ path }] = (await linesOf(folder, 'documents.jsonl')) as [{ path: string }];
      expect((await readdir(join(folder, path))).filter((name) => name.endsWith('.pdf')).toSorted()).toEqual(
        keepSealed ? ['certificate.pdf', 'sealed.pdf'] : [],
      );
      if (keepSealed) expect((await readFile(join(folder, path, 'sealed.pdf'))).equals(sealed)).toBe(true);
    }
  });

  test('contains every row of long lists', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const { workspaceId } = ctx;
    const ids = Array.from({ length: 2001 }, newId);
    const row = { workspaceId, name: 'Leases', depth: 1 };
    await base.db.folder.createMany({ data: ids.map((id) => ({ id, ...row })) });
    const folder = join(base.folder, 'export');
    const { counts } = await exportWorkspace(base, { slug: await slugOf(ctx), folder });
    expect(counts.folders).toBe(2001);
    expect((await linesOf(folder, 'folders.jsonl')).map(({ id }) => id)).toEqual(ids.toSorted());
  });

  test('is from one point in time over many pages, whatever changes meanwhile', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const draft = await finalizedDraft(ctx);
    await copyRows(base, draft, Array.from({ length: 250 }, newId));
    let changed: Promise<unknown> | undefined;
    const input = { slug: await slugOf(ctx), folder: join(base.folder, 'export') };
    const made = await exportWorkspace(base, input, () => {
      // While the first page is written, all later documents get another title, and one more document is created.
      changed ??= base.db.document
        .updateMany({ where: { workspaceId: ctx.workspaceId }, data: { title: 'Changed meanwhile' } })
        .then(() => finalizedDraft(ctx));
    });
    await changed;
    expect(made.counts.documents).toBe(251);
    const titles = new Set((await linesOf(input.folder, 'documents.jsonl')).map(({ title }) => title));
    expect(titles).toEqual(new Set(['Agreement']));
  });

  test('an interrupted export starts again; a complete one or another folder is not touched; missing files are listed', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    await finalizedDraft(ctx);
    const lost = await finalizedDraft(ctx, {}, await samplePdf(1, 'lost'));
    await base.storage.remove(lost.originalSha256!);
    const input = { slug: await slugOf(ctx), folder: join(base.folder, 'export') };
    const failing = {
      ...base,
      storage: { ...base.storage, openRange: () => Promise.reject(new Error('away')) },
    };
    await expect(exportWorkspace(failing, input)).rejects.toThrow('away');
    expect(await filesBelow(input.folder)).not.toContain('manifest.json');
    await writeFile(join(input.folder, 'left-behind.jsonl'), 'from an earlier version');
    const made = await exportWorkspace(base, input);
    expect(await filesBelow(input.folder)).not.toContain('left-behind.jsonl');
    expect(made.missing).toEqual({ count: 1, files: [expect.stringContaining(lost.originalSha256!)] });
    await expect(exportWorkspace(base, input)).rejects.toThrow('is not empty');
    await expect(exportWorkspace(base, { ...input, folder: base.folder })).rejects.toThrow('is not empty');
    await expect(exportWorkspace(base, { slug: 'none', folder: join(base.folder, 'x') })).rejects.toThrow(
      'no workspace',
    );
  });

  test('damaged files are listed and left out, and everything else is exported', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const whole = await finalizedDraft(ctx, {}, await samplePdf(1, 'whole'));
    const damaged = await finalizedDraft(ctx, {}, await samplePdf(40, 'damaged'));
    const sha256 = damaged.originalSha256!;
    const [stored] = (await filesBelow(join(base.folder, 'blobs'))).filter((path) => path.endsWith(sha256));
    await appendFile(join(base.folder, 'blobs', stored!), 'x');
    const input = { slug: await slugOf(ctx), folder: join(base.folder, 'export') };
    const made = await exportWorkspace(base, input);
    expect(made).toMatchObject({ counts: { documents: 2, blobs: 1 }, missing: { count: 0, files: [] } });
    expect(made.damaged).toEqual({ count: 1, files: [expect.stringMatching(`/original.pdf ${sha256}$`)] });
    const manifest = JSON.parse(await readFile(join(input.folder, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({ missing: [], damaged: made.damaged.files });
    const originals = (await filesBelow(input.folder)).filter((path) => path.endsWith('original.pdf'));
    expect(originals).toEqual([expect.stringContaining(encodeId('doc', whole.id))]);
    expect(manifest.files).toBe((await filesBelow(input.folder)).length - 2);
  });

  test('contains bulk sends with their rows and operations, over several pages', async () => {
    const base = await testBase();
    const ctx = await testCtx(base);
    const { workspaceId, teamId } = ctx;
    const createdAt = base.now();
    const ids = Array.from({ length: 21 }, newId).toSorted();
    await base.db.bulkSend.createMany({
      data: ids.map((id) => ({
        ...{
          id,
          workspaceId,
          teamId,
          mode: 'live' as const,
          status: 'ready' as const,
          templateId: workspaceId,
        },
        ...{ template: {}, rowCount: 2001, createdBy: {}, createdAt },
      })),
    });
    const [bulkSendId] = ids as [string];
    await base.db.bulkRow.createMany({
      data: Array.from({ length: 2001 }, (_, at) => ({
        ...{ bulkSendId, rowNo: at + 1, status: 'queued' as const, recipients: [], formValues: {} },
      })),
    });
    await base.db.bulkOperation.create({
      data: { id: newId(), bulkSendId, kind: 'correct', input: {}, requestedBy: {}, createdAt },
    });
    const folder = join(base.folder, 'export');
    const { counts } = await exportWorkspace(base, { slug: await slugOf(ctx), folder });
    expect(counts).toMatchObject({ bulk_sends: 21, bulk_rows: 2001 });
    const sends = await linesOf(folder, 'bulk-sends.jsonl');
    expect(sends.map(({ id }) => id)).toEqual(ids);
    expect(sends[0]).toMatchObject({
      template_id: encodeId('tpl', workspaceId),
      operations: [{ kind: 'correct' }],
    });
    expect(JSON.stringify(sends)).not.toMatch(/csv|pdfs_sha256|pdfs_bytes/i);
    const rows = await linesOf(folder, `bulk-sends/${bulkSendId}.rows.jsonl`);
    expect(rows.map(({ row_no }) => Number(row_no))).toEqual(Array.from({ length: 2001 }, (_, at) => at + 1));
    expect(rows[0]).toMatchObject({ document_id: null, status: 'queued' });
  });
});
