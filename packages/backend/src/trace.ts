import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** What a request or a job belongs to, in the terms of W3C Trace Context. */
type Trace = {
  /** `traceparent` header as it came. */
  header: string | undefined
  /** 32 hexadecimal digits; undefined until somebody asks for it, because most requests log nothing. */
  id: string | undefined
  /** `01` = the caller records this trace. */
  flags: string
}

const PARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:-.*)?$/
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

/** Returns the id of the trace that this code runs in; undefined outside of any. */
export function traceId(): string | undefined {
  const trace = traces.getStore()
  if (!trace) return undefined
  if (trace.id === undefined) {
    const [, id, flags] = (trace.header && PARENT.exec(trace.header)) || []
    trace.id = id ?? randomBytes(TRACE_ID_BYTES).toString('hex')
    trace.flags = flags ?? '00'
  }
  return trace.id
}

/** Returns the `traceparent` header with which a call to another server of ours continues the trace; undefined outside of any. */
export function traceparent(): string | undefined {
  const id = traceId()
  return id && `00-${id}-${randomBytes(SPAN_ID_BYTES).toString('hex')}-${traces.getStore()!.flags}`
}

/** Adds the trace to a line of the log: pass it to pino as `mixin`. */
export function traceInLog(): { trace?: string } {
  const trace = traceId()
  return trace ? { trace } : {}
}
