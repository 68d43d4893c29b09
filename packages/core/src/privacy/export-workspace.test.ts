/** The export of a workspace: complete, from one point in time, verifiable offline, and without data of other workspaces. */
import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyChain } from '@countersign/contract/audit-chain';
import type { EventOut } from '@countersign/contract/event';
import { encodeId, newId } from '@countersign/contract/ids';
import { readCertificates } from '@countersign/pdf/pki/read-certificates';
import { verifyPdf } from '@countersign/pdf/verify';
import { describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../../test/support/base.ts';
import { copyRows, finalizedDraft, sentCopy } from '../../../../test/support/documents.ts';
import { samplePdf } from '../../../../test/support/sample-pdf.ts';
import { sealedDocument } from '../../../../test/support/sealed-files.ts';
import type { Ctx } from '../ctx.ts';
import { voidDocument } from '../document/void.ts';
import { createFolder } from '../folder/create.ts';
import { issueKey } from '../key/issue.ts';
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
      counts: { documents: 5, people: 1, folders: 1, keys: 1, webhooks: 1, templates: 0 },
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
    expect((await stat(join(folder, 'SHA256SUMS'))).mode & 0o077).toBe(0);

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
    const roots = readCertificates(await readFile(join(folder, 'seal-certificates-live.pem')));
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
    const made = await exportWorkspace(base, input);
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
});
