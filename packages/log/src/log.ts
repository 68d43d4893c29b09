/** The log of a process: one JSON object (RFC 8259) per line on standard output, without secrets and addresses. */
import type { Writable } from 'node:stream';
import winston from 'winston';
import { logFields } from './context.ts';
import type { Log } from './port.ts';
import { scrub } from './scrub.ts';
import type { Trace } from './trace.ts';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** Lines have `time`, `level`, `service` and `message`. An error in a field is logged with message, stack and cause. See also context.ts. */
export function createLog(options: {
  level: LogLevel;
  service: string;
  stream?: Writable;
  /** Adds the `trace_id` of the current span to log lines. */
  trace?: Pick<Trace, 'traceId'>;
}): Log & { debug: Log['info'] } {
  const transport = options.stream
    ? new winston.transports.Stream({ stream: options.stream })
    : new winston.transports.Console();
  const logger = winston.createLogger({
    level: options.level,
    transports: [transport],
    format: winston.format.printf(({ level, message, fields }) =>
      JSON.stringify({
        time: new Date().toISOString(),
        level,
        service: options.service,
        message: scrub(String(message)),
        ...(scrub(fields ?? {}) as Record<string, unknown>),
      }),
    ),
  });
  const at = (level: LogLevel) => (message: string, fields?: Record<string, unknown>) =>
    void logger.log({ level, message, fields: { ...logFields(), ...traceFields(options.trace), ...fields } });
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

function traceFields(trace: Pick<Trace, 'traceId'> | undefined): Record<string, string> {
  const id = trace?.traceId();
  return id ? { trace_id: id } : {};
}
