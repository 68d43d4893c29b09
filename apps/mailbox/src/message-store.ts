/**
 * The latest messages, in memory and, if a folder is given, as `<id>.eml` on disk. On disk the envelope precedes the message, as a mail
 * server records it on final delivery (RFC 5321, section 4.4), so that any mail program opens the file.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Envelope, type Filter, type Message, matches, parseMessage, timeOfId } from './message.ts';

const maxMessages = 1000;
const maxTotalBytes = 200_000_000;

interface Kept {
  message: Message;
  raw: Uint8Array;
}

interface Waiter {
  filter: Filter;
  resolve(message: Message): void;
}

export class MessageStore {
  readonly #folder: string | null;
  readonly #kept: Kept[] = [];
  readonly #waiters = new Set<Waiter>();
  #totalBytes = 0;
  #lastId = 0;

  /** Use `MessageStore.open`. */
  private constructor(folder: string | null) {
    this.#folder = folder;
  }

  /** Opens a store with the messages in the folder, which is created if needed. */
  static async open(folder: string | null): Promise<MessageStore> {
    const store = new MessageStore(folder);
    if (folder) await store.#load(folder);
    return store;
  }

  /** Stores a message, first on disk, and resolves matching waits. If there are too many messages, the oldest are removed. */
  async add(envelope: Envelope, raw: Uint8Array): Promise<Message> {
    this.#lastId = Math.max(this.#lastId + 1, Date.now() * 1000);
    const id = String(this.#lastId);
    const source = Buffer.concat([Buffer.from(traceOf(id, envelope)), raw]);
    const message = await parseMessage(id, envelope, source);
    if (this.#folder) {
      const path = this.#pathOf(this.#folder, id);
      await writeFile(`${path}.part`, source, { mode: 0o600 });
      await rename(`${path}.part`, path);
    }
    this.#insert({ message, raw: source });
    await this.#dropOldest();
    for (const waiter of this.#waiters) {
      if (!matches(message, waiter.filter)) continue;
      this.#waiters.delete(waiter);
      waiter.resolve(message);
    }
    return message;
  }

  /** Newest first, at most `limit`. */
  list(filter: Filter, limit: number): Message[] {
    const found: Message[] = [];
    for (let at = this.#kept.length - 1; at >= 0 && found.length < limit; at -= 1) {
      const { message } = this.#kept[at]!;
      if (matches(message, filter)) found.push(message);
    }
    return found;
  }

  get(id: string): Kept | null {
    return this.#kept.find(({ message }) => message.id === id) ?? null;
  }

  /**
   * A matching message: an existing one (the newest, or with `after` the first later one), else the next that arrives. Null if the signal
   * aborts first.
   */
  async wait(filter: Filter, signal: AbortSignal): Promise<Message | null> {
    const there = this.list(filter, filter.after ? Number.POSITIVE_INFINITY : 1).at(-1);
    if (there || signal.aborted) return there ?? null;
    return new Promise((resolve) => {
      const onAbort = () => {
        this.#waiters.delete(waiter);
        resolve(null);
      };
      const waiter: Waiter = {
        filter,
        resolve: (message) => {
          signal.removeEventListener('abort', onAbort);
          resolve(message);
        },
      };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Removes all messages, also on disk. */
  async clear(): Promise<void> {
    const gone = this.#kept.splice(0);
    this.#totalBytes = 0;
    await Promise.all(gone.map((kept) => this.#erase(kept)));
  }

  async #load(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const ids = (await readdir(folder)).flatMap((name) => /^(\d+)\.eml$/.exec(name)?.[1] ?? []);
    for (const id of ids.sort((a, b) => Number(a) - Number(b))) {
      const raw = await readFile(this.#pathOf(folder, id));
      this.#insert({ message: await parseMessage(id, envelopeOf(raw), raw), raw });
      this.#lastId = Number(id);
    }
    await this.#dropOldest();
  }

  /** Messages are parsed concurrently, so they may be ready in another order. */
  #insert(kept: Kept): void {
    let at = this.#kept.length;
    while (at > 0 && Number(this.#kept[at - 1]!.message.id) > Number(kept.message.id)) at -= 1;
    this.#kept.splice(at, 0, kept);
    this.#totalBytes += kept.raw.length;
  }

  async #dropOldest(): Promise<void> {
    while (this.#kept.length > maxMessages || (this.#totalBytes > maxTotalBytes && this.#kept.length > 1)) {
      const oldest = this.#kept.shift()!;
      this.#totalBytes -= oldest.raw.length;
      await this.#erase(oldest);
    }
  }

  async #erase({ message }: Kept): Promise<void> {
    if (this.#folder) await rm(this.#pathOf(this.#folder, message.id), { force: true });
  }

  #pathOf(folder: string, id: string): string {
    return join(folder, `${id}.eml`);
  }
}

function traceOf(id: string, { from, to }: Envelope): string {
  const lines = [
    `Return-Path: <${from}>`,
    ...to.map((address) => `Delivered-To: ${address}`),
    `Received: by the local mailbox with id ${id}; ${timeOfId(id).toUTCString()}`,
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** Reads what traceOf wrote. Only the lines before the first Received are used. */
function envelopeOf(raw: Uint8Array): Envelope {
  const lines = Buffer.from(raw).toString('utf8').split('\r\n');
  const ours = lines.slice(0, lines.findIndex((line) => line.startsWith('Received:')) + 1);
  return {
    from: /^Return-Path: <(.*)>$/.exec(ours[0] ?? '')?.[1] ?? '',
    to: ours.flatMap((line) => /^Delivered-To: (.*)$/.exec(line)?.[1] ?? []),
  };
}
