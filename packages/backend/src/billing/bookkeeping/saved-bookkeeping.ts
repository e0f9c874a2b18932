import { Bookkeeping, type Operator } from '@kiosk/domain/operator'
import type { Transaction } from 'kysely'
import { readSetting, storeSetting } from '../../db/app-setting.ts'
import type { Database } from '../../db/connect.ts'
import type { DB } from '../../db/schema.ts'

const KEY = 'bookkeeping'

/** `version` counts the changes at the desk; 0: the values are those of `operator.json`. */
type SavedBookkeeping = { values: Bookkeeping | null; version: number }

/** Returns the settings of DATEV exports: those saved last at the desk, or `bookkeeping` of `operator.json`. */
export async function readBookkeeping(db: Database, operator: Pick<Operator, 'bookkeeping'>): Promise<SavedBookkeeping> {
  const saved = (await readSetting(db, KEY)) as { values: unknown; version: number } | undefined
  if (saved === undefined) return { values: operator.bookkeeping, version: 0 }
  const { values, version } = saved
  return { values: Bookkeeping.parse(values), version }
}

/** Stores values in the transaction of the caller. */
export async function storeBookkeeping(trx: Transaction<DB>, saved: { values: Bookkeeping; version: number }): Promise<void> {
  await storeSetting(trx, KEY, saved)
}
