/** The network of the containers, in the network namespace of this process: a bridge, a name server like Docker's, and published ports. */
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { connect, createServer, type Server } from 'node:net';
import { readQuestion, writeAnswer } from '../support/name-wire.ts';

export const bridge = 'containers';
export const gateway = '172.30.0.1';
/**
 * A fixed MAC address of the bridge, as in Docker. Otherwise the bridge uses the lowest address of its ports, which changes when
 * containers start and stop, and clients send to the old address for up to a minute.
 */
const gatewayHardware = '02:42:ac:1e:00:01';

/** The next free address of the network. */
let used = 1;
export function nextAddress(): string {
  used += 1;
  return `172.30.0.${used}`;
}

/** Creates the bridge. This process is at its gateway address. */
export function makeBridge(): void {
  const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' });
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'name', bridge, 'address', gatewayHardware, 'type', 'bridge');
  ip('addr', 'add', `${gateway}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
}

/** A name server on port 53 of the gateway that resolves services to their current addresses. */
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

/** Publishes a port, as Docker does: connections go to the containers in rotation. */
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
