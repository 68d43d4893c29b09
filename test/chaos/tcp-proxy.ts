/** A TCP proxy that can close, refuse, stall or delay connections. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export type LineMode = 'pass' | 'refuse' | 'hang' | 'slow';

export interface TcpProxy {
  port: number;
  /** `refuse` closes every connection at once, `hang` forwards nothing, `slow` delays every chunk. */
  setMode(mode: LineMode): void;
  /** Closes every connection at once. */
  cut(): void;
  /** Sends new connections to another local port. */
  redirect(port: number): void;
  close(): Promise<void>;
}

const slowMs = 150;

/** Starts a proxy in front of a local port. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let target = targetPort;
  let mode: LineMode = 'pass';
  const open = new Set<Socket>();
  const waiting = new Set<() => void>();
  const server: Server = createServer((near) => {
    if (mode === 'refuse') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.on('data', (chunk) => {
        if (mode === 'pass') {
          if (!to.write(chunk)) from.pause();
          return;
        }
        from.pause();
        const pass = () => {
          waiting.delete(pass);
          if (to.destroyed) return;
          to.write(chunk);
          from.resume();
        };
        if (mode === 'slow') setTimeout(pass, slowMs);
        else waiting.add(pass);
      });
      to.on('drain', () => from.resume());
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    setMode: (next) => {
      mode = next;
      if (mode === 'refuse') cut();
      if (mode === 'pass') for (const pass of [...waiting]) pass();
    },
    cut,
    redirect: (port) => {
      target = port;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
