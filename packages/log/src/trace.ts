/**
 * OpenTelemetry traces: spans follow a request through its jobs to the email or webhook at the end. OpenTelemetry is loaded only if a
 * collector is configured. Spans contain no personal data.
 */

/** W3C Trace Context headers that are stored with a job. */
export type Carrier = Record<string, string>;

export interface SpanOptions {
  kind?: 'server' | 'client' | 'consumer';
  attributes?: Record<string, string | number | boolean>;
  /** The parent span, if it is not the surrounding one. */
  carried?: Carrier | null;
}

export interface Trace {
  /**
   * Runs `work` in a span, below the carried or the surrounding one. If `work` throws, the span is marked as failed. Use `describe` for
   * attributes that are known only later.
   */
  inSpan<T>(
    name: string,
    options: SpanOptions,
    work: (span: { describe(attributes: Record<string, string | number | boolean>): void }) => Promise<T>,
  ): Promise<T>;
  /** The context to store with a job; null outside of a span. */
  carry(): Carrier | null;
  /** Id of the current trace; null outside of a span. */
  traceId(): string | null;
  /** Sends remaining spans, for at most 5 s. */
  stop(): Promise<void>;
}

/** Does nothing. */
export const noTrace: Trace = {
  inSpan: (_name, _options, work) => work({ describe: () => undefined }),
  carry: () => null,
  traceId: () => null,
  stop: async () => undefined,
};

export interface TraceSettings {
  /** Address of an OTLP collector; spans go to `<endpoint>/v1/traces`. */
  endpoint: string | undefined;
  /** Fraction of new traces that is kept, 0 to 1. For traces that a caller started, the caller decides. */
  ratio: number;
  service: string;
}

const stopMs = 5000;
const batchMs = 1000;

/**
 * Starts sending traces in batches in the background. If the collector is unavailable, spans are lost, but nothing else happens. Without an
 * endpoint: noTrace. The library itself reads OTEL_EXPORTER_OTLP_HEADERS and OTEL_RESOURCE_ATTRIBUTES.
 */
export async function startTrace({ endpoint, ratio, service }: TraceSettings): Promise<Trace> {
  if (!endpoint) return noTrace;
  const [api, sdk, core, resources, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
    ]);
  const { SpanKind, SpanStatusCode, ROOT_CONTEXT } = api;
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
  const contexts = new AsyncLocalStorageContextManager().enable();
  const propagator = new core.W3CTraceContextPropagator();
  const provider = new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': service })),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }),
        scheduledDelayMillis: batchMs,
      }),
    ],
  });
  const tracer = provider.getTracer('countersign');

  return {
    inSpan: async (name, options, work) => {
      const parent = options.carried
        ? propagator.extract(ROOT_CONTEXT, options.carried, api.defaultTextMapGetter)
        : contexts.active();
      const span = tracer.startSpan(
        name,
        {
          kind: options.kind ? kinds[options.kind] : SpanKind.INTERNAL,
          ...(options.attributes ? { attributes: options.attributes } : {}),
        },
        parent,
      );
      try {
        return await contexts.with(api.trace.setSpan(parent, span), () =>
          work({ describe: (attributes) => void span.setAttributes(attributes) }),
        );
      } catch (error) {
        // Only the name: messages may contain addresses.
        span.setStatus({
          code: SpanStatusCode.ERROR,
          message: error instanceof Error ? error.name : 'Error',
        });
        throw error;
      } finally {
        span.end();
      }
    },
    carry: () => {
      const carrier: Carrier = {};
      propagator.inject(contexts.active(), carrier, api.defaultTextMapSetter);
      return carrier.traceparent ? carrier : null;
    },
    traceId: () => api.trace.getSpanContext(contexts.active())?.traceId ?? null,
    stop: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, stopMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

/** The port, with a span around every call of the named operations. */
export function traced<Port extends object>(
  trace: Trace,
  name: string,
  port: Port,
  operations: ReadonlyArray<keyof Port & string>,
): Port {
  if (trace === noTrace) return port;
  const calls = operations.flatMap((operation) => {
    const call = port[operation];
    if (typeof call !== 'function') return [];
    const inSpan = (...given: unknown[]) =>
      trace.inSpan(`${name} ${operation}`, { kind: 'client' }, () => call.apply(port, given));
    return [[operation, inSpan] as const];
  });
  return { ...port, ...Object.fromEntries(calls) };
}
