import type { Attributes, Context, SpanContext } from '@opentelemetry/api'

type EndedSpan = {
  name: string
  kind: 'server' | 'client' | 'consumer'
  milliseconds: number
  isFailed: boolean
  attributes?: Attributes
  /** W3C `traceparent` of the caller: the span joins its trace. */
  traceparent?: string | undefined
}

let record: ((span: EndedSpan) => void) | undefined

/** Records a span that has just ended; does nothing unless tracing was started. */
export const traceSpan = (span: EndedSpan): void => record?.(span)

type Settings = { endpoint: string; service: string }

/**
 * Sends spans of calls, jobs and provider calls to an OpenTelemetry collector (OTLP over HTTP, batched, a bounded queue: a collector
 * that is away costs spans, never a call). Returns how to stop, which sends the last ones. The libraries are loaded here only.
 */
export async function startTracing({ endpoint, service }: Settings): Promise<() => Promise<void>> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  })
  const tracer = provider.getTracer('parvis')
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, consumer: api.SpanKind.CONSUMER }
  const under = (traceparent = ''): Context => {
    const caller = spanContextOf(traceparent)
    return caller ? api.trace.setSpanContext(api.ROOT_CONTEXT, caller) : api.ROOT_CONTEXT
  }
  record = ({ name, kind, milliseconds, isFailed, attributes = {}, traceparent }) => {
    const end = Date.now()
    const options = { kind: kinds[kind], attributes, startTime: end - milliseconds }
    const span = tracer.startSpan(name, options, under(traceparent))
    if (isFailed) span.setStatus({ code: api.SpanStatusCode.ERROR })
    span.end(end)
  }
  return async () => {
    record = undefined
    await provider.shutdown()
  }
}

/** https://www.w3.org/TR/trace-context/: version, trace, caller's span, flags. */
function spanContextOf(traceparent: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? []
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? '', 16), isRemote: true }
}
