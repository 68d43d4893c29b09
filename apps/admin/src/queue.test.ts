/** `admin queue`: the state of background work. */
import { encodeId } from '@countersign/contract/ids';
import { failAttempt, startAttempt } from '@countersign/core/seal/attempts';
import { deadLetterName, jobs } from '@countersign/queue/jobs';
import { expect, test } from '@jest/globals';
import { adminContext } from '../../../test/support/admin.ts';
import { testBase, testCtx } from '../../../test/support/base.ts';
import { sentDocument, signAs } from '../../../test/support/documents.ts';
import { queueCommands } from './commands/queue.ts';

test('queue redrive runs all dead letters again, however many', async () => {
  const base = await testBase();
  const count = 1001;
  await base.db.$executeRaw`
    INSERT INTO pgboss.job (name, data, source_name, created_on)
    SELECT ${deadLetterName(jobs.documentSeal)}, '{}', ${jobs.documentSeal.name}, now() - interval '1 minute'
    FROM generate_series(1, ${count}::int)`;
  const printed: string[] = [];
  const command = queueCommands.find(({ words }) => words.join(' ') === 'queue redrive');
  if (!command || !('run' in command)) throw new Error('no command queue redrive');
  await command.run(adminContext(base, printed), [jobs.documentSeal.name]);
  expect(printed).toEqual([`${count} jobs will run again.`]);
  await base.db.$executeRaw`DELETE FROM pgboss.job WHERE name = ${jobs.documentSeal.name}`;
});

test('lists every attempt to seal a document, with its number, times and error', async () => {
  const base = await testBase();
  const ctx = await testCtx(base);
  const document = await sentDocument(ctx);
  for (const recipient of document.recipients) await signAs({ ...base, ...ctx }, document, recipient);
  for (const [kind, message] of [
    ['timestamp', 'no answer'],
    // Cut in the middle of an emoji, which PostgreSQL would refuse.
    ['seal', `disk full\0 ${'x'.repeat(983)}😀`],
  ] as const) {
    await failAttempt(ctx, document.id, await startAttempt(ctx, document.id), { kind, message });
    base.clock.advance(60_000);
  }
  await startAttempt(ctx, document.id);

  const printed: string[] = [];
  const command = queueCommands.find(({ words }) => words.join(' ') === 'queue');
  if (!command || !('run' in command)) throw new Error('no command queue');
  await command.run(adminContext(base, printed), []);
  const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;
  const lines = printed
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith(encodeId('doc', document.id)));
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(new RegExp(` 3 +${time} +- +-`));
  expect(lines[2]).toMatch(new RegExp(` 2 +${time} +${time} +seal: disk full`));
  expect(lines[3]).toMatch(new RegExp(` 1 +${time} +${time} +timestamp: no answer`));
});
