/** A mail server that accepts every mail and keeps none. */
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Listens on a free port of the loopback interface. */
export async function startMailSink(): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    // The bare journey keeps its first connections and never opens new ones, so they must not be closed while the bench runs.
    socketTimeout: 3_600_000,
    onData: (stream, _session, done) => {
      stream.resume().once('end', () => done());
    },
  });
  // Nagle's algorithm would hold back the second of several replies to pipelined commands for 40 ms.
  server.server.on('connection', (socket: Socket) => socket.setNoDelay());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
