/** The order in which the parts of a form are read. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { readForm } from './read-form.ts';

const limits = { maxParts: 3, maxBytes: 1000 };

function formOf(...names: string[]): Request {
  const parts = names.map(
    (name) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.txt"\r\n\r\n${name} bytes\r\n`,
  );
  const request = new PassThrough();
  request.end(`${parts.join('')}--x--\r\n`);
  return Object.assign(request, {
    complete: true,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }) as unknown as Request;
}

test('a part is read when the part before it was received', async () => {
  const request = formOf('a', 'b');
  const stored = Promise.withResolvers<void>();
  const begun: string[] = [];
  const whole = readForm(request, limits, async ({ name, body }) => {
    begun.push(name);
    let text = '';
    for await (const chunk of body) text += chunk;
    expect(text).toBe(`${name} bytes`);
    if (name === 'a') await stored.promise;
  });
  // The parser has seen both parts.
  await once(request, 'end');
  expect(begun).toEqual(['a']);
  stored.resolve();
  await whole;
  expect(begun).toEqual(['a', 'b']);
});

test('the error of a part comes before that of too many parts', async () => {
  const error = new Error('b is not expected');
  const whole = readForm(formOf('a', 'b', 'c', 'd'), limits, async ({ name }) => {
    if (name === 'b') throw error;
  });
  await expect(whole).rejects.toBe(error);
  const four = readForm(formOf('a', 'b', 'c', 'd'), limits, async () => undefined);
  await expect(four).rejects.toMatchObject({ slug: 'validation' });
});
