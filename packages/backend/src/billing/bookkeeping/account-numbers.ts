import type { Bookkeeping } from '@kiosk/domain/operator'
import { CHARTS } from '@kiosk/domain/payments/datev-charts'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** Accounts of the charts to which DATEV adds the tax by itself. We post net and tax separately. */
const AUTOMATIC = { SKR03: ['8300'], SKR04: ['4300'], own: [] }

/** The numbers of a tax adviser's chart for the accounts of our ledger. */
export type AccountNumbers = {
  /** Returns the number of an account of the ledger; null if none is configured. */
  numberOf(account: string): string | null
  /** Whether DATEV would calculate tax for postings to this number. */
  isAutomatic(number: string): boolean
}

/**
 * A single account takes precedence over its kind ("cash:stripe" over "cash"), and configured numbers over those of the chart.
 */
export function accountNumbers({ chart, accounts, automaticAccounts }: Bookkeeping): AccountNumbers {
  const known: Record<string, string> = CHARTS[chart]
  const automatic = new Set([...AUTOMATIC[chart], ...automaticAccounts])
  return {
    numberOf(account) {
      const kind = account.split(':', 1)[0]!
      return accounts[account] ?? accounts[kind] ?? known[account] ?? known[kind] ?? null
    },
    isAutomatic: (number) => automatic.has(number),
  }
}

/** Returns the accounts of the ledger that have no number, in alphabetical order; null if bookkeeping is not configured. */
export async function accountsWithoutNumber(db: Kysely<DB>, bookkeeping: Bookkeeping | null): Promise<string[] | null> {
  if (!bookkeeping) return null
  const { numberOf } = accountNumbers(bookkeeping)
  const used = await db.selectFrom('ledger_days').select('account').distinct().orderBy('account').execute()
  return used.map(({ account }) => account).filter((account) => numberOf(account) === null)
}
