import { type Span, SpanKind } from '@opentelemetry/api'
import type pg from 'pg'
import { beginSpan, endingSpan, endSpan, inThisTrace, recordsSpans } from '../trace.ts'

/**
 * Records each statement as a span of the request or job that sends it, if its connection is opened while spans are recorded. Values
 * are not recorded.
 */
export function recordStatements(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown
  const inTraceOfCaller = (...given: unknown[]) =>
    connect(...given.map((each) => (typeof each === 'function' ? inThisTrace(each as () => unknown) : each)))
  pool.connect = inTraceOfCaller as typeof pool.connect
  pool.on('connect', (client) => {
    if (!recordsSpans()) return
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const recorded = (...given: unknown[]) => {
      const span = beginStatement(given[0])
      if (!span) return query(...given)
      const last = given.at(-1)
      if (typeof last === 'function') {
        const ended = (error: unknown, ...rest: unknown[]) => {
          endSpan(span, error)
          last(error, ...rest)
        }
        return query(...given.slice(0, -1), ended)
      }
      return endingSpan(span, () => query(...given))
    }
    client.query = recorded as typeof client.query
  })
}

/** Longest statement in a span. */
const LONGEST_STATEMENT_CHARACTERS = 2_000

function beginStatement(given: unknown): Span | undefined {
  const statement = textOf(given)
  if (statement === undefined) return undefined
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': statement.slice(0, LONGEST_STATEMENT_CHARACTERS) }
  return beginSpan(nameOf(statement), { kind: SpanKind.CLIENT, attributes })
}

/** Returns the text of a statement; undefined for a cursor or a stream, which has no end to wait for. */
function textOf(given: unknown): string | undefined {
  if (typeof given === 'string') return given
  if (typeof given !== 'object' || given === null || 'submit' in given) return undefined
  return (given as { text?: string }).text
}

/** Returns the first word of a statement and its table: `select accounts`. */
function nameOf(statement: string): string {
  const [operation = 'statement'] = /[a-z]+/i.exec(statement) ?? []
  const [, table = ''] = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]\w*)/i.exec(statement) ?? []
  return `${operation.toLowerCase()} ${table}`.trim()
}
