/** The commands that erase. */
import { readEnv } from '@countersign/config/env';
import { encodeId } from '@countersign/contract/ids';
import { voidDocument } from '@countersign/core/document/void';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type TestBase, testBase, testCtx } from '../../../test/support/base.ts';
import { finalizedDraft, reread, sentCopy } from '../../../test/support/documents.ts';
import { UsageError } from './command.ts';
import { privacyCommands } from './commands/privacy.ts';

let base: TestBase;
beforeAll(async () => {
  base = await testBase();
});

/** Runs a command; its exit status, and what it printed and complained about. */
async function admin(...words: string[]): Promise<{ status: number; text: string }> {
  const command = privacyCommands.find((one) => one.words.every((word, index) => words[index] === word));
  if (!command || !('run' in command)) throw new Error(`no command ${words.join(' ')}`);
  const printed: string[] = [];
  const { db, queue, databaseUrl, now } = base;
  const context = {
    config: readEnv({ DATABASE_URL: databaseUrl, DATA_DIR: base.folder, SECRET_KEY: 's'.repeat(40) }),
    print: (text: string) => void printed.push(text),
    hasColours: false,
    db,
    databaseUrl,
    now,
    queue: async () => queue,
  };
  try {
    await command.run(context, words.slice(command.words.length));
    return { status: 0, text: printed.join('\n') };
  } catch (error) {
    const status = error instanceof UsageError ? 2 : 1;
    return { status, text: [...printed, (error as Error).message].join('\n') };
  }
}

describe('an operator', () => {
  test('erases a document by its id, when its title or id is repeated', async () => {
    const ctx = await testCtx(base);
    const document = await sentCopy(ctx, await finalizedDraft(ctx));
    const id = encodeId('doc', document.id);
    expect(await admin('document', 'erase', id, '--confirm', id)).toMatchObject({
      status: 1,
      text: expect.stringContaining('void it first'),
    });
    await voidDocument(ctx, id, { reason: 'No' });
    expect((await admin('document', 'erase', id)).status).toBe(2);
    expect((await admin('document', 'erase', id, '--confirm', 'Something else')).status).toBe(1);
    expect((await reread(ctx, document.id)).erasedAt).toBeNull();
    const erased = await admin('document', 'erase', id, '--confirm', 'Agreement', '--keep-sealed');
    expect(erased).toMatchObject({ status: 0, text: expect.stringContaining(`${id} erased: `) });
    expect((await reread(ctx, document.id)).erasedBy).toEqual({ type: 'system', id: 'admin' });
    expect((await admin('document', 'erase', 'doc_nonsense', '--confirm', 'x')).status).toBe(2);
  });

  test('lists the documents that name a person, and erases those that have ended when the address is repeated', async () => {
    const ctx = await testCtx(base);
    const { slug } = await base.db.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
    const source = await finalizedDraft(ctx);
    const [ended, open] = [await sentCopy(ctx, source), await sentCopy(ctx, source)];
    await voidDocument(ctx, encodeId('doc', ended.id), { reason: 'No' });
    const listed = await admin('person', 'erase', 'ADA@example.test', '--workspace', slug);
    expect(listed.status).toBe(0);
    expect(listed.text).toMatch(new RegExp(`${encodeId('doc', ended.id)} +live +voided .* 1  Agreement`));
    expect((await reread(ctx, ended.id)).erasedAt).toBeNull();
    expect(
      (await admin('person', 'erase', 'ada@example.test', '--workspace', slug, '--confirm', 'ada')).status,
    ).toBe(2);

    const erased = await admin(
      'person',
      'erase',
      'ada@example.test',
      '--workspace',
      slug,
      '--confirm',
      'ada@example.test',
    );
    expect(erased.text).toContain('1 documents erased.');
    expect(erased).toMatchObject({
      status: 1,
      text: expect.stringContaining(`${encodeId('doc', open.id)} (sent)`),
    });
    expect((await reread(ctx, ended.id)).title).toBe('erased');
    const nobody = await admin('person', 'erase', 'nobody@example.test', '--workspace', slug);
    expect(nobody).toEqual({ status: 0, text: 'No document names nobody@example.test.' });
  });
});
