/** Decodes the base64 of a file (RFC 4648, section 4) piece by piece as a JSON string arrives, so that the whole text is never in memory. */
import { ProblemError } from '@countersign/problem/problem-error';

export interface Base64File {
  /** Takes a piece of the text between the quotes, with its JSON escapes. Throws payload-too-large past the limit. */
  push(bytes: Buffer): void;
  /** The file; null when the text was not base64. Call it once. */
  finish(): Buffer | null;
}

/** The text may begin with this head of a data URL, and may contain line breaks. */
const dataUrlHead = 'data:application/pdf;base64,';

/** Calls `onGrow` with the number of bytes before it stores them. */
export function createBase64File(options: { maxBytes: number; onGrow(bytes: number): void }): Base64File {
  const { maxBytes, onGrow } = options;
  let pieces: Buffer[] = [];
  let size = 0;
  /** Text that cannot be decoded yet: the rest of an escape, of a group of four characters, or of the head has not arrived. */
  let open = '';
  let isStart = true;
  let hasPadding = false;
  let isBase64 = true;

  function decode(text: string, isLast: boolean): void {
    const whole = isLast ? text.length : text.length - (text.length % 4);
    open = text.slice(whole);
    const part = text.slice(0, whole);
    if (part === '') return;
    if (hasPadding || part.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(part)) {
      isBase64 = false;
      return;
    }
    hasPadding = part.endsWith('=');
    const bytes = Buffer.from(part, 'base64');
    size += bytes.length;
    if (size > maxBytes) {
      pieces = [];
      throw new ProblemError('payload-too-large', {
        detail: `The PDF is over ${maxBytes} bytes.`,
        members: { max_bytes: maxBytes },
      });
    }
    // Counted twice, because `finish` copies the pieces into one buffer.
    onGrow(2 * bytes.length);
    pieces.push(bytes);
  }

  function take(given: string, isLast: boolean): void {
    let text = given;
    let tail = '';
    if (text.includes('\\')) {
      // An incomplete escape is kept until its rest arrives.
      const cut = isLast ? -1 : (/\\(?:u[0-9A-Fa-f]{0,3})?$/.exec(text)?.index ?? -1);
      if (cut !== -1) {
        tail = text.slice(cut);
        text = text.slice(0, cut);
      }
      text = text.replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_, code?: string, char?: string) =>
        code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[char ?? ''] ?? char ?? ''),
      );
    }
    if (/[\r\n]/.test(text)) text = text.replace(/[\r\n]/g, '');
    if (isStart) {
      if (!isLast && text.length < dataUrlHead.length && dataUrlHead.startsWith(text)) {
        open = text + tail;
        return;
      }
      isStart = false;
      if (text.startsWith(dataUrlHead)) text = text.slice(dataUrlHead.length);
    }
    decode(text, isLast);
    open += tail;
  }

  return {
    push: (bytes) => {
      if (isBase64 && bytes.length > 0) take(open + bytes.toString('latin1'), false);
    },
    finish: () => {
      if (isBase64) take(open, true);
      const file = isBase64 ? Buffer.concat(pieces) : null;
      pieces = [];
      return file;
    },
  };
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
