import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../../test/support/properties.ts';
import { createLog } from './log.ts';
import { scrub, scrubText } from './scrub.ts';

function capture() {
  const stream = new PassThrough();
  const log = createLog({ level: 'info', service: 'api', stream });
  return {
    log,
    lines: () =>
      String(stream.read() ?? '')
        .trim()
        .split('\n'),
  };
}

describe('a log line', () => {
  test('is one JSON object with time, level, service, message and the fields', () => {
    const { log, lines } = capture();
    log.info('listening', { port: 3000 });
    expect(JSON.parse(lines()[0]!)).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'info',
      service: 'api',
      message: 'listening',
      port: 3000,
    });
  });

  test('stays one line whatever the message holds, and levels below the chosen one are dropped', () => {
    const { log, lines } = capture();
    log.debug('unseen');
    log.warn('a\nb');
    const written = lines();
    expect(written).toHaveLength(1);
    expect(JSON.parse(written[0]!).message).toBe('a\nb');
  });

  test('keeps the message, the stack and the cause of an error', () => {
    const { log, lines } = capture();
    log.error('failed', { error: new Error('outer', { cause: new Error('inner') }) });
    const line = JSON.parse(lines()[0]!);
    expect(line.error).toMatchObject({ message: 'outer', cause: { message: 'inner' } });
    expect(line.error.stack).toContain('log.test.ts');
  });
});

describe('scrubbing', () => {
  test.each([
    ['cs_live_0123456789abcdefghijABCDEFGHIJ01234567', 'cs_live_[hidden]'],
    ['GET /v1/signing/AbC-_123/content', 'GET /v1/signing/[hidden]/content'],
    ['http://localhost/sign/tok?x=1', 'http://localhost/sign/[hidden]?x=1'],
    ['http://localhost/report/AbC-_123', 'http://localhost/report/[hidden]'],
    ['http://localhost/embed/AbC-_123#a', 'http://localhost/embed/[hidden]#a'],
    ['http://localhost/embed/prepare/AbC-_123', 'http://localhost/embed/prepare/[hidden]'],
    ['http://localhost/d/AbC-_123', 'http://localhost/d/[hidden]'],
    ['POST /v1/direct-links/AbC-_123/visits', 'POST /v1/direct-links/[hidden]/visits'],
    ['PUT /v1/documents/doc_1/content?token=1.AbC-_', 'PUT /v1/documents/doc_1/content?token=[hidden]'],
    ['GET /signature-return?state=AbC&code=1.2', 'GET /signature-return?state=[hidden]&code=[hidden]'],
    ['http://localhost/sign-in/AbC-_123', 'http://localhost/sign-in/[hidden]'],
    ['http://localhost/invitation/AbC-_123', 'http://localhost/invitation/[hidden]'],
    [
      'POST /v1/console/invitations/by-token/AbC-_123/accept',
      'POST /v1/console/invitations/by-token/[hidden]/accept',
    ],
    [
      'http://s3/b/k?X-Amz-Date=1&X-Amz-Signature=0a1b&x-id=PutObject',
      'http://s3/b/k?X-Amz-Date=1&X-Amz-Signature=[hidden]&x-id=PutObject',
    ],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer [hidden]'],
    ['postgresql://u:pass@host/db', 'postgresql://u:[hidden]@host/db'],
    ['550 <ada@example.org> unknown', '550 <[address]> unknown'],
  ])('%s becomes %s', (before, after) => {
    expect(scrubText(before)).toBe(after);
  });

  test('members named like secrets are hidden at any depth', () => {
    expect(scrub({ a: [{ password: 'x', Authorization: 'y', port: 1 }] })).toEqual({
      a: [{ password: '[hidden]', Authorization: '[hidden]', port: 1 }],
    });
  });

  test('no value makes it throw, and its result is JSON', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(typeof JSON.stringify({ value: scrub(value) })).toBe('string');
      }),
      runs(100),
    );
  });
});
