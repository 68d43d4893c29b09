/** A real name server on this machine (RFC 1035, section 4) that answers as a test configures it. */
import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { afterAll } from '@jest/globals';
import { readQuestion, writeAnswer } from './name-wire.ts';

export interface NameServer {
  /** `address:port`, as resolvers take it. */
  address: string;
  /** Answers by name, one set of addresses after the other; the last stays. An empty set is an answer without addresses. */
  answer(name: string, ...sets: string[][]): void;
  /** Questions so far, as `name type`. */
  questions: string[];
}

const types = new Map([
  [1, 'A'],
  [28, 'AAAA'],
]);

const closers: Array<() => Promise<void>> = [];
afterAll(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Starts a name server. A query for an unknown name gets no response. */
export async function startNameServer(): Promise<NameServer> {
  const answers = new Map<string, string[][]>();
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message);
    questions.push(`${name} ${types.get(type)}`);
    const sets = answers.get(name);
    if (!sets) return;
    const isV4 = type === 1;
    const set = isV4 && sets.length > 1 ? sets.shift()! : sets[0]!;
    const addresses = set.filter((address) => isIPv4(address) === isV4);
    socket.send(writeAnswer(message, end, type, addresses), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => socket.close(() => resolve())));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    answer: (name, ...sets) => void answers.set(name, sets),
    questions,
  };
}
