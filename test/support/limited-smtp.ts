/** An SMTP server (RFC 5321) that refuses mails over a rate and a quota, as Amazon SES does. For tests and benchmarks. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface LimitedSmtp {
  url: string;
  /** Accepted mails: the address, and when by the server's clock and by the real one. */
  accepted: Array<{ to: string; at: number; real: number }>;
  /** Mails refused with 454, for the rate and for the quota. */
  refused: { rate: number; quota: number };
  close(): Promise<void>;
}

const dayMs = 86_400_000;

/**
 * Listens on loopback. Allows `perSecond` mails a second, with bursts of one second's worth, and `perDay` mails within any 24 hours of
 * `now`, a clock in milliseconds. `refused` addresses are always refused in the same words.
 */
export async function startLimitedSmtp({
  perSecond,
  perDay = Number.POSITIVE_INFINITY,
  now = Date.now,
  refused: addresses = [],
}: {
  perSecond: number;
  perDay?: number;
  now?: () => number;
  refused?: readonly string[];
}): Promise<LimitedSmtp> {
  const accepted: LimitedSmtp['accepted'] = [];
  const refused = { rate: 0, quota: 0 };
  let tokens = perSecond;
  let filledAt = now();
  /** The first accepted mail of the last 24 hours. */
  let first = 0;

  const refusal = (address: string): string | null => {
    if (addresses.includes(address)) return '4.7.0 Throttling failure: Maximum sending rate exceeded.';
    const time = now();
    tokens = Math.min(perSecond, tokens + ((time - filledAt) / 1000) * perSecond);
    filledAt = time;
    while (first < accepted.length && accepted[first]!.at <= time - dayMs) first += 1;
    if (accepted.length - first >= perDay) {
      refused.quota += 1;
      return '4.7.0 Throttling failure: Daily message quota exceeded.';
    }
    if (tokens < 1) {
      refused.rate += 1;
      return '4.7.0 Throttling failure: Maximum sending rate exceeded.';
    }
    tokens -= 1;
    return null;
  };

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      const reason = refusal(address);
      if (reason === null) accepted.push({ to: address, at: now(), real: Date.now() });
      done(reason === null ? null : Object.assign(new Error(reason), { responseCode: 454 }));
    },
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done(null, 'queued'));
    },
  });
  // Nagle's algorithm would hold back the second of several replies to pipelined commands for 40 ms.
  server.server.on('connection', (socket: Socket) => socket.setNoDelay());
  server.on('error', () => undefined);
  const listening = once(server.server, 'listening');
  server.listen(0, '127.0.0.1');
  await listening;
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    accepted,
    refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
