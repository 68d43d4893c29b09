/** Classifies the error of an attempt: the stage that the attempt reached, and a message for the list of deliveries. */
import { errors } from 'undici';
import { AddressRefused } from './guard.ts';
import type { Stage } from './stage.ts';

export interface Failure {
  stage: Stage;
  error: string;
}

/** Errors of this machine. */
const ourCodes = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ERR_OUT_OF_MEMORY']);
/** Codes of getaddrinfo and of c-ares. */
const dnsCodes =
  /^(ENOTFOUND|ENODATA|EAI_\w+|ESERVFAIL|EREFUSED|ETIMEOUT|EBADRESP|EFORMERR|ENONAME|EBADNAME|ECANCELLED)$/;
const connectCodes = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;
const tlsCodes = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/;

interface Details {
  code?: string;
  syscall?: string;
  /** The name that was looked up. */
  hostname?: string;
  /** OpenSSL's message without its numbers and file names: `wrong version number`. */
  reason?: string;
}

/** `status` is the status of the response if that had started, otherwise null. */
export function failureOf(error: Error, status: number | null): Failure {
  if (error instanceof AddressRefused) return { stage: 'refused', error: `refused: ${error.message}` };
  const first = firstOf(error);
  const { message } = first;
  const { code = '', syscall, hostname = '', reason } = first as Details;
  if (ourCodes.has(code)) return { stage: 'ours', error: `${code}: ${message}` };
  if (dnsCodes.test(code) || syscall?.startsWith('query'))
    return { stage: 'dns', error: `the host ${hostname} could not be resolved (${code})` };
  if (connectCodes.test(code)) return { stage: 'connect', error: `no connection (${code})` };
  if (tlsCodes.test(code)) return { stage: 'tls', error: `TLS: ${reason ?? message} (${code})` };
  return { stage: 'connection', error: `the connection failed: ${connectionFault(first, code, status)}` };
}

/** Why an established connection failed. Replaces the messages of undici with clearer ones. */
function connectionFault(error: Error, code: string, status: number | null): string {
  if (error instanceof errors.HTTPParserError) return 'the answer is not valid HTTP/1.1';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'the head of the answer is too large';
  if (code === 'UND_ERR_SOCKET')
    return `the other side closed it ${status === null ? 'without an answer' : 'before the answer ended'}`;
  return `${error.message}${code ? ` (${code})` : ''}`;
}

/** The error of the first address, if several addresses failed. */
function firstOf(error: Error & { errors?: Error[] }): Error {
  return error.errors?.[0] ?? error;
}
