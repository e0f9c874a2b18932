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
  const message = messageInLog(error)
  if (message !== error.message) {
    logged.message = message
    logged.stack = String(logged.stack).replace(error.message, message)
  }
  return logged
}

/** Returns the message of an error without a value that the database has refused: those of SQLSTATE class 22 quote it. */
export function messageInLog(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  return /^22[0-9A-Z]{3}$/.test(code) ? `a value was refused (${code})` : error.message
}
