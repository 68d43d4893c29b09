/** Receives a JSON body within its limits of size, nesting, number of values and total memory. It is not parsed yet. */
import { createHash } from 'node:crypto';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Request } from 'express';
import { createBase64File } from './base64-file.ts';
import { jsonInvalid } from './json-fault.ts';
import { type JsonLimits, MAX_JSON_DEPTH } from './limits.ts';
import type { BodyMemory } from './memory.ts';
import { readInRotation } from './read-in-rotation.ts';
import { createJsonScanner } from './scan-json.ts';

export interface ReceivedBody {
  /** The JSON text. A placeholder of one character replaces the file. */
  bytes: Buffer;
  /** An upper bound of its members and elements. */
  values: number;
  /** The file of the member `limits.file`; null when it is not base64, undefined when it is missing. */
  file?: Buffer | null;
  /** SHA-256 of the text of the file as it arrived. */
  fileSha256?: Uint8Array;
}

const filePlaceholder = Buffer.from('-');

/**
 * Throws payload-too-large, a validation problem of type json_invalid, and unavailable when the memory for bodies is used up. The caller
 * releases `memory` when the body is no longer used.
 */
export function receiveJson(request: Request, limits: JsonLimits, memory: BodyMemory): Promise<ReceivedBody> {
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedBody>();
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  if (declared > limits.bytes) return Promise.reject(tooLarge(limits.bytes));
  const restBytes = limits.restBytes ?? limits.bytes;
  // The operating system provides memory only when it is written, so a large Content-Length alone costs nothing.
  let rest: Buffer = Buffer.allocUnsafeSlow(Math.min(Number.isNaN(declared) ? 4096 : declared, restBytes));
  let used = 0;
  let size = 0;
  let sawFile = false;
  let isReading = true;
  const fileHash = createHash('sha256');
  const file = limits.file && createBase64File({ maxBytes: limits.file.maxBytes, onGrow: memory.grow });
  const scanner = createJsonScanner({
    maxDepth: MAX_JSON_DEPTH,
    maxValues: limits.values,
    ...(limits.file && { take: limits.file.member }),
    onRest: keep,
    onTaken: (bytes) => {
      // The placeholder lets the schema distinguish a file from an empty string.
      if (!sawFile && bytes.length > 0) keep(filePlaceholder);
      sawFile ||= bytes.length > 0;
      file?.push(bytes);
      fileHash.update(bytes);
    },
  });

  function keep(bytes: Buffer): void {
    if (used + bytes.length > restBytes) throw tooLarge(restBytes);
    memory.grow(bytes.length);
    if (used + bytes.length > rest.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(restBytes, 2 * (used + bytes.length)));
      rest.copy(larger, 0, 0, used);
      rest = larger;
    }
    bytes.copy(rest, used);
    used += bytes.length;
  }

  const onData = (chunk: Buffer) => {
    try {
      size += chunk.length;
      if (size > limits.bytes) throw tooLarge(limits.bytes);
      scanner.push(chunk);
      countRead(chunk.length);
    } catch (error) {
      stop();
      reject(error);
    }
  };
  const countRead = readInRotation(request, () => isReading);
  const onEnd = () => {
    stop();
    try {
      resolve({
        bytes: rest.subarray(0, used),
        values: scanner.values(),
        ...(sawFile && { file: file?.finish() ?? null, fileSha256: fileHash.digest() }),
      });
    } catch (error) {
      reject(error);
    }
  };
  const onClose = () => {
    stop();
    reject(jsonInvalid('the body is incomplete'));
  };
  const stop = () => {
    isReading = false;
    request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
    request.pause();
  };
  request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  return promise;
}

function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError('payload-too-large', {
    detail: `The body is over ${maxBytes} bytes.`,
    members: { max_bytes: maxBytes },
  });
}
