/**
 * Reads the answer to a POST from the bytes of a connection (RFC 9112, sections 4 to 7): status, framing, and no more of the body
 * than is asked for. Pure.
 */

/** The answer breaks the rules of HTTP/1.1, or is larger than it may be. */
export class MalformedAnswer extends Error {
  override name = 'MalformedAnswer';
}

const maxHeadBytes = 16_384;
const maxChunkLineBytes = 1024;
const headEnd = Buffer.from('\r\n\r\n');

type State =
  | 'head'
  | 'counted'
  | 'chunk-size'
  | 'chunk-data'
  | 'chunk-end'
  | 'trailers'
  | 'until-close'
  | 'done';

/** One answer, fed with what arrives until `done`. */
export class Answer {
  /** Of the final answer; null until its head is there. */
  status: number | null = null;
  location = '';
  done = false;
  /** Whether another request may follow on the connection. */
  keepAlive = false;
  /** How long the other side says it keeps an idle connection; null when it says nothing. */
  keepAliveSeconds: number | null = null;
  /** Bytes of the body so far. */
  read = 0;
  /** The first bytes of the body, up to `snippetBytes`. */
  readonly snippet: Buffer[] = [];
  /** Whether any byte has come. */
  begun = false;
  readonly #snippetBytes: number;
  #state: State = 'head';
  /** Bytes of an unfinished head or line. */
  #held: Buffer | null = null;
  /** Of the counted body or the chunk. */
  #left = 0;
  #headBytes = 0;

  constructor(snippetBytes: number) {
    this.#snippetBytes = snippetBytes;
  }

  /** Takes what arrived, and keeps no part of that buffer. Throws MalformedAnswer; nothing more may be fed then, nor once it is done. */
  feed(arrived: Buffer): void {
    this.begun = true;
    let data = this.#held ? Buffer.concat([this.#held, arrived]) : arrived;
    this.#held = null;
    while (data.length > 0) {
      if (this.done) {
        // Bytes that nobody asked for.
        this.keepAlive = false;
        return;
      }
      const taken = this.#take(data);
      if (taken === 0) {
        this.#held = Buffer.from(data);
        return;
      }
      data = data.subarray(taken);
    }
  }

  /** The other side ended the connection. True when that ended the answer too. */
  end(): boolean {
    if (this.#state === 'until-close') this.#finish();
    return this.done;
  }

  /** Bytes used of `data`; 0 when the rest of a head or a line is still to come. */
  #take(data: Buffer): number {
    switch (this.#state) {
      case 'head':
        return this.#takeHead(data);
      case 'counted':
      case 'chunk-data':
        return this.#takeCounted(data);
      case 'until-close':
        this.#keep(data);
        return data.length;
      default:
        return this.#takeLine(data);
    }
  }

  #takeHead(data: Buffer): number {
    const end = data.indexOf(headEnd);
    if ((end === -1 ? data.length : end) + this.#headBytes > maxHeadBytes)
      throw new MalformedAnswer('the head of the answer is too large');
    if (end === -1) {
      // What is no HTTP at all is told at once.
      if (!'HTTP/1.'.startsWith(data.toString('latin1', 0, 7))) throw notHttp();
      return 0;
    }
    this.#headBytes += end;
    this.#readHead(data.toString('latin1', 0, end));
    return end + headEnd.length;
  }

  #readHead(head: string): void {
    const lines = head.split('\r\n');
    const start = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(lines[0]!);
    if (!start) throw notHttp();
    const status = Number(start[2]);
    if (status < 200) {
      // Nobody asked for another protocol. Every other 1xx announces the answer.
      if (status === 101) throw new MalformedAnswer('the answer switches protocols');
      return;
    }
    const version = start[1];
    let length: number | null = null;
    let coding = '';
    let connection = '';
    for (let at = 1; at < lines.length; at += 1) {
      const line = lines[at]!;
      const colon = line.indexOf(':');
      if (colon < 1 || line.includes('\n') || line.includes('\0'))
        throw new MalformedAnswer('a header of the answer is malformed');
      const value = () => line.slice(colon + 1).trim();
      switch (colon) {
        case 8:
          if (line.slice(0, 8).toLowerCase() === 'location') this.location = value();
          break;
        case 10: {
          const name = line.slice(0, 10).toLowerCase();
          if (name === 'connection') connection += `,${value().toLowerCase()}`;
          else if (name === 'keep-alive') {
            const seconds = /timeout=(\d{1,6})/i.exec(value())?.[1];
            if (seconds) this.keepAliveSeconds = Number(seconds);
          }
          break;
        }
        case 14:
          if (line.slice(0, 14).toLowerCase() === 'content-length') length = lengthIn(value(), length);
          break;
        case 17:
          if (line.slice(0, 17).toLowerCase() === 'transfer-encoding') coding += `,${value().toLowerCase()}`;
          break;
      }
    }
    this.status = status;
    const options = connection.split(',').map((one) => one.trim());
    this.keepAlive = version === '1' ? !options.includes('close') : options.includes('keep-alive');
    this.#frame(status, length, coding);
  }

  /** RFC 9112, section 6.3. */
  #frame(status: number, length: number | null, coding: string): void {
    if (status === 204 || status === 304) this.#finish();
    else if (coding) {
      // Both: an answer that two readers may end at different places.
      if (length !== null) this.keepAlive = false;
      if (/,\s*chunked$/.test(coding)) this.#state = 'chunk-size';
      else this.#untilClose();
    } else if (length === null) this.#untilClose();
    else if (length === 0) this.#finish();
    else {
      this.#state = 'counted';
      this.#left = length;
    }
  }

  #untilClose(): void {
    this.keepAlive = false;
    this.#state = 'until-close';
  }

  #takeCounted(data: Buffer): number {
    const part = data.length > this.#left ? data.subarray(0, this.#left) : data;
    this.#keep(part);
    this.#left -= part.length;
    if (this.#left === 0) {
      if (this.#state === 'counted') this.#finish();
      else this.#state = 'chunk-end';
    }
    return part.length;
  }

  /** RFC 9112, section 7.1. */
  #takeLine(data: Buffer): number {
    const end = data.indexOf('\r\n');
    if ((end === -1 ? data.length : end) > maxChunkLineBytes)
      throw new MalformedAnswer('a chunk of the answer is malformed');
    if (end === -1) return 0;
    const line = data.toString('latin1', 0, end);
    if (this.#state === 'chunk-size') {
      const size = /^([0-9a-f]{1,12})[ \t]*(?:;|$)/i.exec(line)?.[1];
      if (!size) throw new MalformedAnswer('a chunk of the answer is malformed');
      this.#left = Number.parseInt(size, 16);
      this.#state = this.#left === 0 ? 'trailers' : 'chunk-data';
    } else if (this.#state === 'chunk-end') {
      if (end !== 0) throw new MalformedAnswer('a chunk of the answer is malformed');
      this.#state = 'chunk-size';
    } else if (end === 0) {
      this.#finish();
    } else {
      this.#headBytes += end;
      if (this.#headBytes > maxHeadBytes)
        throw new MalformedAnswer('the trailers of the answer are too large');
    }
    return end + 2;
  }

  #keep(part: Buffer): void {
    const wanted = this.#snippetBytes - this.read;
    if (wanted > 0) this.snippet.push(Buffer.from(part.subarray(0, wanted)));
    this.read += part.length;
  }

  #finish(): void {
    this.#state = 'done';
    this.done = true;
  }
}

function notHttp(): MalformedAnswer {
  return new MalformedAnswer('the answer is not HTTP/1.1');
}

/** The same length may be said twice, and nothing else (RFC 9112, section 6.3). */
function lengthIn(value: string, before: number | null): number {
  const lengths = new Set(value.split(',').map((one) => one.trim()));
  const [length = ''] = lengths;
  if (lengths.size !== 1 || !/^\d{1,15}$/.test(length) || (before !== null && before !== Number(length)))
    throw new MalformedAnswer('the length of the answer is malformed');
  return Number(length);
}
