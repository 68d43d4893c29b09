import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { toSfnt } from './faces.ts';
import { fileFor } from './families.ts';

test('fonts that are converted at the same time have the bytes of fonts that are converted one by one', async () => {
  const files = [0x3042, 0x6f22, 0x5b57, 0x66f8].map((codePoint) => fileFor('jp', codePoint, 400)!.path);
  const stored = await Promise.all([...new Set(files)].map((path) => readFile(path)));
  expect(stored.length).toBeGreaterThan(2);

  const together = await Promise.all(stored.map(toSfnt));

  for (const [index, font] of stored.entries()) {
    const alone = Buffer.from(await toSfnt(font));
    expect(alone.equals(together[index]!)).toBe(true);
  }
});
