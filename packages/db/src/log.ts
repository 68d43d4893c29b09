/** The part of a logger that this package uses, for example of winston. Never log secrets. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** A log that discards everything. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
