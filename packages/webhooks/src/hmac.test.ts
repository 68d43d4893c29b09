import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { HmacKey } from './hmac.ts';

test('codes match RFC 4231', () => {
  const code = (key: Buffer, message: string) => new HmacKey(key).sign(message, 'hex');
  expect(code(Buffer.alloc(20, 0x0b), 'Hi There')).toBe(
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  );
  expect(code(Buffer.from('Jefe'), 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  expect(code(Buffer.alloc(131, 0xaa), 'Test Using Larger Than Block-Size Key - Hash Key First')).toBe(
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  );
});

test('codes match those of Node for keys and messages of every length, in hex and base64', () => {
  for (let length = 0; length < 200; length += 1) {
    const key = randomBytes(length);
    const message = 'é😀x'.repeat(length);
    const ready = new HmacKey(key);
    for (const encoding of ['hex', 'base64'] as const)
      expect(ready.sign(message, encoding)).toBe(createHmac('sha256', key).update(message).digest(encoding));
  }
});
