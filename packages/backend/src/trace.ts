import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace as spans,
  type Tracer,
} from '@opentelemetry/api'

/** What a request or a job belongs to, in the terms of W3C Trace Context. */
type Trace = {
  /** `traceparent` header as received. */
  header: string | undefined
  /** 32 hexadecimal digits; undefined until somebody asks for it, because most requests log nothing. */
  id: string | undefined
  /** `01` = the caller records this trace. */
  flags: string
  /** Current span, if spans are recorded. */
  span?: Span
}

const PARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/
const TRACE_ID_BYTES = 16
const SPAN_ID_BYTES = 8

const traces = new AsyncLocalStorage<Trace>()

/**
 * Runs `work` in the trace of a `traceparent` header, or in a new one if there is none or it is invalid. Everything that `work` logs
 * has its id.
 */
export function inTrace<Result>(header: string | undefined, work: () => Result): Result {
  return traces.run({ header, id: undefined, flags: '00' }, work)
}

/** Runs `work` outside of any trace, because what it starts, for example a timer, outlives the request that causes it. */
export function outsideTraces<Result>(work: () => Result): Result {
  return traces.exit(work)
}

/** Returns the id of the trace that this code runs in; undefined outside of any. */
export function traceId(): string | undefined {
  const trace = traces.getStore()
  return trace && idOf(trace)
}

function idOf(trace: Trace): string {
  if (trace.id === undefined) {
    const caller = callerOf(trace)
    trace.id = caller?.traceId ?? randomId(TRACE_ID_BYTES)
    trace.flags = caller?.flags ?? '00'
  }
  return trace.id
}

/** Returns the `traceparent` header with which a call to another server of ours continues the trace; undefined outside of any. */
export function traceparent(): string | undefined {
  const trace = traces.getStore()
  if (!trace) return undefined
  const id = idOf(trace)
  return `00-${id}-${trace.span?.spanContext().spanId ?? randomId(SPAN_ID_BYTES)}-${trace.flags}`
}

/** Adds the trace to a line of the log: pass it to pino as `mixin`. */
export function traceInLog(): { trace?: string } {
  const trace = traceId()
  return trace ? { trace } : {}
}

/** Records spans; undefined = nobody collects them. There is one for the whole process, as in OpenTelemetry. */
let tracer: Tracer | undefined

/** Records the spans of all traces from now on; undefined stops recording. */
export function recordSpans(given: Tracer | undefined): void {
  tracer = given
}

/** Whether spans are recorded. */
export function recordsSpans(): boolean {
  return tracer !== undefined
}

/** `isFault`: whether an error is a fault of ours; default: each is. */
type SpanOptions = { kind?: SpanKind; attributes?: Attributes; isFault?: (error: unknown) => boolean }

/**
 * Only requests and jobs start a recorded trace. What runs outside their spans, such as the statements of a health check, is not
 * recorded.
 */
const ROOTS: ReadonlySet<SpanKind> = new Set([SpanKind.SERVER, SpanKind.CONSUMER])

/**
 * Begins a span below the current one. The caller ends it with `endSpan`.
 * @returns undefined if spans are not recorded, or if there is no current span and this is not the span of a request or job
 */
export function beginSpan(name: string, { kind = SpanKind.INTERNAL, attributes = {} }: SpanOptions = {}): Span | undefined {
  const current = traces.getStore()
  if (!tracer || !current || !(current.span || ROOTS.has(kind))) return undefined
  return tracer.startSpan(name, { kind, attributes }, contextOf(current))
}

/** Makes a span the root of the trace that this code runs in: all others are below it. */
export function enterSpan(span: Span): void {
  const current = traces.getStore()
  if (current) Object.assign(current, ofSpan(current, span))
}

/** Runs `work` with this span as the current one. */
function withinSpan<Result>(span: Span | undefined, work: () => Result): Result {
  const current = traces.getStore()
  return span && current ? traces.run(ofSpan(current, span), work) : work()
}

/** Ends a span. It records only the code or the class of an error, because the message may contain data of a reader. */
export function endSpan(span: Span | undefined, error?: unknown): void {
  if (!span) return
  if (error !== undefined && error !== null) {
    const { code, name } = Object(error) as { code?: unknown; name?: unknown }
    span.setAttribute('error.type', String(code ?? name ?? 'unknown'))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/** Calls `work` within a span and ends the span with it: at once, or when its promise is settled. Returns what `work` returns. */
export function endingSpan<Result>(span: Span | undefined, work: () => Result): Result {
  try {
    const result = withinSpan(span, work)
    if (result instanceof Promise)
      result.then(
        () => endSpan(span),
        (error: unknown) => endSpan(span, error),
      )
    else endSpan(span)
    return result
  } catch (error) {
    endSpan(span, error)
    throw error
  }
}

/** Runs `work` as a span below the current one; it gets the span, if spans are recorded. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = beginSpan(name, options)
  if (!span) return work(undefined)
  try {
    const result = await withinSpan(span, () => work(span))
    endSpan(span)
    return result
  } catch (error) {
    endSpan(span, options.isFault?.(error) === false ? undefined : error)
    throw error
  }
}

/**
 * Returns a callback that runs in the trace of this code, because its caller, a pool or a queue, may belong to another request.
 */
export function inThisTrace<Arguments extends unknown[], Result>(
  callback: (...values: Arguments) => Result,
): (...values: Arguments) => Result {
  return tracer ? AsyncResource.bind(callback) : callback
}

function ofSpan(trace: Trace, span: Span): Trace {
  const { traceId, traceFlags } = span.spanContext()
  return { ...trace, span, id: traceId, flags: traceFlags.toString(16).padStart(2, '0') }
}

/** Returns the parent of the next span: the current one, or that of the caller. */
function contextOf(trace: Trace) {
  if (trace.span) return spans.setSpan(ROOT_CONTEXT, trace.span)
  const caller = callerOf(trace)
  if (!caller) return ROOT_CONTEXT
  const { traceId, spanId, flags } = caller
  return spans.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true })
}

/** Returns what a valid `traceparent` says about the caller. */
function callerOf({ header }: Trace): { traceId: string; spanId: string; flags: string } | undefined {
  const [, traceId, spanId, flags] = (header && PARENT.exec(header)) || []
  return traceId && spanId && flags ? { traceId, spanId, flags } : undefined
}

function randomId(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
