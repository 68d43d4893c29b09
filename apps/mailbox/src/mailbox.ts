/** The local mailbox: an SMTP server that keeps all messages, and a page and an API to read them. For development and tests. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpApp } from './http-app.ts';
import { MessageStore } from './message-store.ts';
import { startSmtpReceiver } from './smtp-receiver.ts';

export interface MailboxOptions {
  /** Address to listen on, such as 127.0.0.1 (this machine only) or 0.0.0.0. */
  host: string;
  /** 0 = any free port. */
  smtpPort: number;
  httpPort: number;
  /** Folder in which messages survive a restart; without it they are kept in memory. */
  folder?: string;
}

export interface Mailbox {
  /** For SMTP_URL. */
  smtpUrl: string;
  /** Address of the page; the API is below `/api/`. */
  url: string;
  close(): Promise<void>;
}

/** Starts both servers and resolves when they listen. If a port is in use, rejects and leaves nothing running. */
export async function startMailbox({ host, smtpPort, httpPort, folder }: MailboxOptions): Promise<Mailbox> {
  const store = await MessageStore.open(folder ?? null);
  const smtp = await startSmtpReceiver({ host, port: smtpPort, store });
  const smtpUrl = `smtp://${reachable(host)}:${smtp.port}`;
  const closing = new AbortController();
  const app = createHttpApp({ store, smtpUrl, onlyLocal: isLoopback(host), closing: closing.signal });
  const server = createServer(app);
  try {
    server.listen(httpPort, host);
    await once(server, 'listening');
  } catch (error) {
    await smtp.close();
    throw error;
  }
  return {
    smtpUrl,
    url: `http://${reachable(host)}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      closing.abort();
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await Promise.all([closed, smtp.close()]);
    },
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** An address that a client on this machine can use. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
