import { describe, expect, test } from '@jest/globals';
import { Answer, MalformedAnswer } from './answer.ts';

/** The answer after these bytes came in pieces of `size`. */
function answerOf(text: string, size = Number.POSITIVE_INFINITY): Answer {
  const answer = new Answer(512);
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += size) answer.feed(bytes.subarray(at, at + size));
  return answer;
}

const textOf = (answer: Answer) => Buffer.concat(answer.snippet).toString();

const whole: Array<[string, string, Partial<Answer> & { text: string }]> = [
  ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, keepAlive: true, text: '' }],
  [
    'of a counted body',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
    { status: 200, keepAlive: true, text: 'hello' },
  ],
  [
    'of an empty counted body',
    'HTTP/1.1 200\r\ncontent-length:0\r\n\r\n',
    { status: 200, keepAlive: true, text: '' },
  ],
  [
    'in chunks, with extensions and trailers',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\nA\r\n, world, 1\r\n0\r\nX-Sum: 1\r\n\r\n',
    { status: 200, keepAlive: true, text: 'hello, world, 1' },
  ],
  [
    'after answers that only announce it',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok',
    { status: 201, keepAlive: true, text: 'ok' },
  ],
  [
    'that ends the connection',
    'HTTP/1.1 200 OK\r\nConnection: TE, Close\r\nContent-Length: 0\r\n\r\n',
    { status: 200, keepAlive: false, text: '' },
  ],
  [
    'of HTTP/1.0',
    'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n',
    { status: 200, keepAlive: false, text: '' },
  ],
  [
    'that says how long the connection is kept',
    'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=7, max=3\r\nContent-Length: 0\r\n\r\n',
    { status: 200, keepAlive: true, keepAliveSeconds: 7, text: '' },
  ],
  [
    'that leads elsewhere',
    'HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\nContent-Length: 0\r\n\r\n',
    { status: 302, location: 'http://10.0.0.1/', text: '' },
  ],
  [
    'framed twice, after which the connection is not used again',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    { status: 200, keepAlive: false, text: '' },
  ],
  [
    'with bytes behind it, after which the connection is not used again',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n',
    { status: 200, keepAlive: false, text: 'ok' },
  ],
];

describe('an answer', () => {
  test.each(whole)('%s is read, in whatever pieces it comes', (_name, text, { text: body, ...members }) => {
    for (const size of [1, 2, 3, 7, 1000]) {
      const answer = answerOf(text, size);
      expect(answer).toMatchObject({ ...members, done: true });
      expect(textOf(answer)).toBe(body);
    }
  });

  test('without a length goes on until the connection ends, and a counted one does not end early', () => {
    const open = answerOf('HTTP/1.1 500 Oops\r\n\r\nwhat\r\nwas that');
    expect([open.done, open.status]).toEqual([false, 500]);
    expect([open.end(), open.keepAlive, textOf(open)]).toEqual([true, false, 'what\r\nwas that']);
    for (const cut of [
      '',
      'HTTP/1.1 200 OK\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
    ])
      expect(answerOf(cut).end()).toBe(false);
  });

  test('is counted to its end, of which only the beginning is kept', () => {
    const answer = answerOf(`HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`, 1460);
    expect(answer).toMatchObject({ done: true, read: 100_000 });
    expect(textOf(answer)).toBe('x'.repeat(512));
  });

  test.each([
    ['other protocols', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['a status that is none', 'HTTP/1.1 20 OK\r\n\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'],
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nno header\r\n\r\n'],
    ['a bare line feed in a head', 'HTTP/1.1 200 OK\r\nA: b\nContent-Length: 3\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['an endless head', `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(20_000)}`],
    ['endless announcements', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000)],
    ['a chunk of no size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
    ['a chunk that goes on', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n'],
    [
      'an endless size of a chunk',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(2000)}`,
    ],
    [
      'endless trailers',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(9000)}`,
    ],
  ])('refuses %s', (_name, text) => {
    for (const size of [1, 1000, 100_000]) expect(() => answerOf(text, size)).toThrow(MalformedAnswer);
  });
});
