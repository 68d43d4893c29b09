/** Stores the trace of a request in an extra member of the job's payload, which is removed before the handler sees the payload. */

/** The part of a tracer that the queue needs. */
export interface JobTrace {
  /** The current W3C trace context; null outside any span. */
  carry(): Record<string, string> | null;
  inSpan<T>(
    name: string,
    options: {
      kind: 'consumer' | 'client';
      carried: Record<string, string> | null;
      attributes: Record<string, string | number | boolean>;
    },
    work: (span: { describe(attributes: Record<string, string | number | boolean>): void }) => Promise<T>,
  ): Promise<T>;
}

const member = '_trace';

/** The payload as it is stored. */
export function withTrace(payload: object, trace: JobTrace | undefined): object {
  const carried = trace?.carry();
  return carried ? { ...payload, [member]: carried } : payload;
}

/** Splits the stored data into payload and trace. Data that is not an object is returned unchanged; the payload's schema refuses it. */
export function splitTrace(data: unknown): { payload: unknown; carried: Record<string, string> | null } {
  if (typeof data !== 'object' || data === null || !(member in data)) return { payload: data, carried: null };
  const { [member]: carried, ...payload } = data as Record<string, unknown>;
  const isCarrier = typeof carried === 'object' && carried !== null;
  return { payload, carried: isCarrier ? (carried as Record<string, string>) : null };
}
