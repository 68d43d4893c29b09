/** A real name server on this machine (RFC 1035, section 4) that answers as a test tells it. */
import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { afterAll } from '@jest/globals';

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

/** Starts a name server. A name that it was not told of gets no answer at all. */
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

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function writeAnswer(question: Buffer, end: number, type: number, addresses: string[]): Buffer {
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const data = type === 1 ? Buffer.from(address.split('.').map(Number)) : packIPv6(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, question.subarray(12, end), ...records]);
}

function packIPv6(address: string): Buffer {
  const [left = '', right] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const before = groups(left);
  const after = right === undefined ? [] : groups(right);
  const all = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
