/** Ports of this machine. */
import { createServer } from 'node:net';

/** A free port: the preferred one, if it is free. */
export function freePort(preferred = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (preferred ? freePort().then(resolve, reject) : reject(error)));
    server.listen(preferred, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Throws an error that names the setting if the port is in use. */
export function guardPort(host: string, port: number, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          error.code === 'EADDRINUSE'
            ? `port ${port} is in use: choose another with ${setting}`
            : error.message,
        ),
      ),
    );
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
