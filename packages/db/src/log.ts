/** The slice of a logger that this package writes to; winston fits. Nothing secret goes in. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** A log that keeps nothing, for callers that have none. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
