/** A log that tells the request with every line. */
import type { Log } from '@countersign/core/ctx';

/** The log with `request_id` among the fields. */
export function logOfRequest(log: Log, id: string): Log {
  return {
    info: (message, fields) => log.info(message, { request_id: id, ...fields }),
    warn: (message, fields) => log.warn(message, { request_id: id, ...fields }),
    error: (message, fields) => log.error(message, { request_id: id, ...fields }),
  };
}
