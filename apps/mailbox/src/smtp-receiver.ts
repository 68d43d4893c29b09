/** Accepts mail for any recipient over SMTP (RFC 5321) and delivers none. Two domains refuse mail, to test bounces manually. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { MessageStore } from './message-store.ts';

const maxMessageBytes = 25_000_000;

const refusals: Record<string, { responseCode: number; message: string }> = {
  'bounce.test': {
    responseCode: 550,
    message: '5.1.1 No such mailbox: addresses of bounce.test are always refused',
  },
  'later.test': {
    responseCode: 451,
    message: '4.7.1 Try again later: addresses of later.test are always deferred',
  },
};

export interface SmtpReceiver {
  port: number;
  close(): Promise<void>;
}

/** Listens. A message is acknowledged after it is stored. Every login is accepted. Rejects if the port is in use. */
export async function startSmtpReceiver(options: {
  host: string;
  port: number;
  store: MessageStore;
}): Promise<SmtpReceiver> {
  const server = new SMTPServer({
    banner: 'Countersign local mailbox',
    authOptional: true,
    allowInsecureAuth: true,
    // The certificate would be self-signed, and clients that use STARTTLS require a valid one.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: maxMessageBytes,
    closeTimeout: 500,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? 'anybody' }),
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refusals[address.slice(address.lastIndexOf('@') + 1).toLowerCase()];
      done(
        refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : null,
      );
    },
    onData: (stream, session, done) => {
      receive(stream, session, options.store).then(
        (id) => done(null, `kept as ${id}`),
        (error: Error) => done(error),
      );
    },
  });
  // Errors of single connections. Errors of listening are thrown below.
  server.on('error', () => undefined);
  // Without this, short replies wait 40 ms for the client's delayed acknowledgement (Nagle's algorithm).
  server.server.on('connection', (socket: Socket) => socket.setNoDelay(true));
  const listening = once(server.server, 'listening');
  server.listen(options.port, options.host);
  await listening;
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function receive(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  store: MessageStore,
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxMessageBytes) chunks.push(chunk);
  }
  if (stream.sizeExceeded || size > maxMessageBytes) {
    throw Object.assign(new Error('5.3.4 The message is too large'), { responseCode: 552 });
  }
  const { mailFrom, rcptTo } = session.envelope;
  const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
  return (await store.add(envelope, Buffer.concat(chunks))).id;
}
