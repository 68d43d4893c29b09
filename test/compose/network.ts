/** The network of the containers: a bridge, Docker's name server, and the published ports. All in this process's own network namespace. */
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { connect, createServer, type Server } from 'node:net';
import { readQuestion, writeAnswer } from '../support/name-wire.ts';

export const bridge = 'containers';
export const gateway = '172.30.0.1';
/**
 * The bridge's own, as Docker gives it one. Without it the bridge takes the lowest address of its cables: it changes when containers
 * come and go, and who has asked a name before then sends to one that nobody has any longer, for up to a minute.
 */
const gatewayHardware = '02:42:ac:1e:00:01';

/** The next free address of the network. */
let used = 1;
export function nextAddress(): string {
  used += 1;
  return `172.30.0.${used}`;
}

/** Makes the bridge; this process is at its gateway. */
export function makeBridge(): void {
  const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' });
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'name', bridge, 'address', gatewayHardware, 'type', 'bridge');
  ip('addr', 'add', `${gateway}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
}

/** Answers names of services with the addresses that they have now, on port 53 of the gateway. */
export async function startNames(addressesOf: (name: string) => string[] | null): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message);
    const addresses = addressesOf(name);
    const answer = writeAnswer(message, end, type, type === 1 ? (addresses ?? []) : []);
    if (!addresses) answer[3] = 0x83; // NXDOMAIN
    socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(53, gateway, resolve));
}

/** Publishes a port, as Docker does: connections to it go to one container after the other. */
export async function publish(
  { address, published, target }: { address: string; published: number; target: number },
  addressesOf: () => string[],
): Promise<Server> {
  let turn = 0;
  const server = createServer((incoming) => {
    const addresses = addressesOf();
    turn += 1;
    const outgoing = connect(target, addresses[turn % addresses.length] ?? '0.0.0.0');
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('error', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy());
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
  });
  await new Promise<void>((resolve) => server.listen(published, address, resolve));
  return server;
}
