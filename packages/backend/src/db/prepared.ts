import type { CompiledQuery } from 'kysely'
import { type Database, poolOf } from './connect.ts'

/** Error of a prepared statement whose columns a migration has changed. */
const FEATURE_NOT_SUPPORTED = '0A000'

/**
 * Prepares a frequent query: it is built once and sent as a named statement, so that each connection parses and plans it once,
 * unless the connections do not allow this (ADR-0280). `write` gets placeholders in place of the values, which it may only pass
 * on as parameters.
 */
export function prepared<Row, Values extends unknown[]>(
  name: string,
  write: (db: Database, ...slots: Values) => { compile(): CompiledQuery<Row> },
): (db: Database, ...values: Values) => Promise<Row[]> {
  let written: CompiledQuery<Row> | undefined
  let changes = 0
  const slots = Array.from({ length: write.length - 1 }, (_, slot) => ({ slot }))
  return async (db, ...values) => {
    written ??= write(db, ...(slots as unknown as Values)).compile()
    const parameters = written.parameters.map((each) => {
      const slot = slots.indexOf(each as (typeof slots)[number])
      return slot < 0 ? each : values[slot]
    })
    const { pool } = poolOf(db)
    const query = { text: written.sql, values: parameters }
    const send = async () => (await pool.query({ ...query, name: `${name} ${changes}` })).rows as Row[]
    try {
      return await send()
    } catch (error) {
      if ((error as { code?: string }).code !== FEATURE_NOT_SUPPORTED) throw error
      changes++
      return send()
    }
  }
}

/** The same query with its first row as result. */
export function preparedFirst<Row, Values extends unknown[]>(
  ...query: Parameters<typeof prepared<Row, Values>>
): (db: Database, ...values: Values) => Promise<Row | undefined> {
  const rows = prepared(...query)
  return async (db, ...values) => (await rows(db, ...values))[0]
}
