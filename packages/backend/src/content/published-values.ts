import { type Operator, PublishedValues, publishedValuesOf, withPublished } from '@kiosk/domain/operator'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import { readSetting, storeSetting } from '../db/app-setting.ts'
import type { Database } from '../db/connect.ts'
import type { DB } from '../db/schema.ts'

const KEY = 'published-values'

/** What was saved at the desk last; `version` counts the changes. */
type SavedValues = { values: PublishedValues; version: number }

/** Returns whether anything was saved at the desk, even if this version cannot read it. */
export async function hasSavedValues(db: Database): Promise<boolean> {
  return (await readSetting(db, KEY)) !== undefined
}

/**
 * Reads what was saved at the desk.
 * @param operator has the parts that earlier versions could not save
 * @param log gets a line if the values of an earlier version do not fit this one; then those of `operator.json` apply
 * @returns null if nothing was saved
 */
export async function readSavedValues(db: Database, operator: PublishedValues, log?: Logger): Promise<SavedValues | null> {
  const saved = (await readSetting(db, KEY)) as SavedValues | undefined
  if (saved === undefined) return null
  const { values, version } = saved
  const read = PublishedValues.safeParse({ ...publishedValuesOf(operator), ...values })
  if (read.success) return { values: read.data, version }
  log?.error(
    { event: 'operator.values-unreadable', err: read.error },
    'values of the desk cannot be read; those of operator.json apply',
  )
  return null
}

/** Stores values for all servers, in the transaction of the caller. */
export async function storeValues(trx: Transaction<DB>, saved: SavedValues): Promise<void> {
  await storeSetting(trx, KEY, saved)
}

/**
 * Returns a function that gives `operator` the values of the desk, in place, because every part of the program holds this
 * object. Until something is saved at the desk, those of `operator.json` apply. It returns whether they have changed. Calls run
 * one after the other, so that the last one has read the newest values.
 */
export function refreshOperator(db: Database, operator: Operator, log: Logger): () => Promise<boolean> {
  const ofFile = publishedValuesOf(operator)
  const read = async () => {
    const before = JSON.stringify(publishedValuesOf(operator))
    const values = (await readSavedValues(db, ofFile, log))?.values ?? ofFile
    Object.assign(operator, withPublished(operator, values))
    return JSON.stringify(publishedValuesOf(values)) !== before
  }
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const next = last.then(read, read)
    last = next
    return next
  }
}
