import type { CompiledQuery } from 'kysely'
import { type Database, poolOf } from './connect.ts'

/** Placeholder for the value while the query is built. */
const SLOT = '\u{fffd} slot of a prepared query'

/** Prepares a frequent query with one parameter: built once and sent as a named statement, so neither side prepares it again. */
export function prepared<Row>(
  name: string,
  write: (db: Database, slot: string) => { compile(): CompiledQuery<Row> },
): (db: Database, value: string) => Promise<Row | undefined> {
  let written: CompiledQuery<Row> | undefined
  return async (db, value) => {
    written ??= write(db, SLOT).compile()
    const values = written.parameters.map((each) => (each === SLOT ? value : each))
    const { rows } = await poolOf(db).pool.query({ name, text: written.sql, values })
    return rows[0] as Row | undefined
  }
}
