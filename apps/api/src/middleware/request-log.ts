/** A log that adds the request id to every line. */
import type { Log } from '@countersign/log/port';

/** The log with `request_id` in the fields of every line. */
export function logOfRequest(log: Log, id: string): Log {
  return {
    info: (message, fields) => log.info(message, { request_id: id, ...fields }),
    warn: (message, fields) => log.warn(message, { request_id: id, ...fields }),
    error: (message, fields) => log.error(message, { request_id: id, ...fields }),
  };
}
