/** Ports of this machine. */
import { createServer } from 'node:net';

/** A port nobody listens on at this moment: the preferred one if it is free. */
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

/** Throws, naming the setting, when somebody listens on the port already. */
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
