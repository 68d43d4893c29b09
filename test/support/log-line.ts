/** Lines that processes of the service log: one JSON object each. */

export interface LogLine {
  level: string;
  message: string;
  [field: string]: unknown;
}

/** Parses a line. One that is not JSON, for example because a kill cut it off, is the message of a line with the level `raw`. */
export function readLogLine(text: string): LogLine {
  try {
    if (text.startsWith('{')) return JSON.parse(text) as LogLine;
  } catch {
    // The process was killed while it was writing.
  }
  return { level: 'raw', message: text };
}
