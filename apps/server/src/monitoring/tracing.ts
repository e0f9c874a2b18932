import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { TracingSettings } from '@kiosk/backend/config'
import { beginSpan, endSpan, enterSpan, recordSpans } from '@kiosk/backend/trace'
import { DiagLogLevel, diag, SpanKind } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { pathOf } from '../gate/request-gate.ts'
import { routeOf } from '../http/access-log.ts'

/** Maximum time for sending the last spans. */
const LAST_SPANS_MS = 2_000

/**
 * Sends spans to an OpenTelemetry collector until it is closed, in batches and outside the requests: if the collector does not
 * answer, spans are lost and a line is logged. Close it last, because it sends what is left.
 */
export async function startTracing(
  { url, headers, service, share }: TracingSettings,
  { version, log }: { version: string; log: Logger },
): Promise<{ close(): Promise<void> }> {
  // Loaded only here: most servers have no collector.
  const [{ BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const warn = (reason: string) => log.warn({ event: 'tracing.not-sent', reason }, 'spans could not be sent to the collector')
  const ignore = () => {}
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN)
  const ofShare = new TraceIdRatioBasedSampler(share)
  const provider = new TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    // The caller's flag does not decide what is recorded. The id of the trace does, so a proxy must not accept it from strangers.
    sampler: new ParentBasedSampler({ root: ofShare, remoteParentSampled: ofShare, remoteParentNotSampled: ofShare }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) })],
  })
  recordSpans(provider.getTracer('read-it', version))
  return {
    async close() {
      recordSpans(undefined)
      // A collector that does not answer must not keep the process.
      const sent = provider.shutdown().catch((error: unknown) => warn(String(error)))
      await Promise.race([sent, pause(LAST_SPANS_MS, undefined, { ref: false })])
      diag.disable()
    },
  }
}

/** Begins the root span of a request, which ends when the response has been sent. Health checks have none. */
export function beginRequestSpan(request: IncomingMessage, response: ServerResponse): void {
  const { method = '' } = request
  const { program, route } = routeOf(method, pathOf(request.url ?? '/'))
  if (program === 'service') return
  const span = beginSpan(`${method} ${route}`, {
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': method, 'http.route': route, 'read-it.program': program },
  })
  if (!span) return
  enterSpan(span)
  response.once('close', () => {
    const { statusCode, writableFinished } = response
    span.setAttribute('http.response.status_code', statusCode)
    endSpan(span, writableFinished ? (statusCode >= 500 ? { code: statusCode } : undefined) : { code: 'aborted' })
  })
}
