import { stdSerializers } from 'pino'

/** Parts of a database's error that repeat what people entered: whole rows, keys, parameters. */
const TELLING = ['detail', 'where', 'hint', 'internalQuery', 'parameters', 'query'] as const

/** An error as it is logged: what went wrong and where in our code, without the data it went wrong with. */
export function errorInLog(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? 'not an error' : error
  const told: Record<string, unknown> = { ...stdSerializers.err(error) }
  for (const name of TELLING) delete told[name]
  const code = String(told.code ?? '')
  // Class 22 of SQLSTATE: the message quotes the value.
  if (/^22[0-9A-Z]{3}$/.test(code)) {
    const said = error.message
    told.message = `a value was refused (${code})`
    told.stack = String(told.stack).replace(said, String(told.message))
  }
  return told
}
