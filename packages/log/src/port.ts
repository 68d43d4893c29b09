/** The log that a process passes to everything that it builds. See log.ts for the one that writes lines. Never log secrets or personal data. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** A log that discards everything. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
