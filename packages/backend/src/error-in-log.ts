import { stdSerializers } from 'pino'

/** Fields of a database error that repeat user input: rows, keys, parameters. */
const TELLING = ['detail', 'where', 'hint', 'internalQuery', 'parameters', 'query'] as const

/** Formats an error for the log: what failed and where in our code, without the data involved. */
export function errorInLog(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? 'not an error' : error
  const logged: Record<string, unknown> = { ...stdSerializers.err(error) }
  for (const name of TELLING) delete logged[name]
  // Libraries attach what they have sent or received: the claims of a token, a payment with its secret, a response.
  for (const [name, value] of Object.entries(logged)) if (typeof value === 'object') delete logged[name]
  if (error instanceof AggregateError) logged.errors = error.errors.map(errorInLog)
  return Object.assign(logged, withoutRefusedValue(error, String(logged.stack)))
}

/**
 * Returns message and stack of an error of SQLSTATE class 22 without the value that the database has refused, which they quote; null
 * for other errors.
 */
export function withoutRefusedValue(error: Error, stack = error.stack ?? ''): { message: string; stack: string } | null {
  const code = 'code' in error ? String(error.code) : ''
  if (!/^22[0-9A-Z]{3}$/.test(code)) return null
  const message = `a value was refused (${code})`
  return { message, stack: stack.replace(error.message, message) }
}
