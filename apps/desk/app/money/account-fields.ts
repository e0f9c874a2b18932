import type { Bookkeeping } from '@kiosk/domain/operator'
import { CHARTS, LEDGER_KINDS } from '@kiosk/domain/payments/datev-charts'
import { regions } from '@kiosk/domain/regions'
import { countOfChanges } from '../shell/value-parts.ts'

/** The data for DATEV exports, as they are typed. */
export type BookkeepingDraft = Omit<Bookkeeping, 'consultant' | 'client' | 'automaticAccounts'> & {
  consultant: string
  client: string
  automaticAccounts: string
}

export function draftOf(values: Bookkeeping | null): BookkeepingDraft {
  if (!values)
    return {
      consultant: '',
      client: '',
      fiscalYearMonth: 1,
      accountLength: 4,
      chart: 'SKR03',
      accounts: {},
      automaticAccounts: '',
    }
  const { consultant, client, automaticAccounts, ...rest } = values
  return { ...rest, consultant: String(consultant), client: String(client), automaticAccounts: automaticAccounts.join(' ') }
}

/** Returns a draft as the API takes it. Accounts without a number get the number of the chart. */
export function sentBookkeeping({ consultant, client, accounts, automaticAccounts, ...rest }: BookkeepingDraft): Bookkeeping {
  const typed = Object.entries(accounts).map(([account, number]) => [account, number.trim()] as const)
  return {
    ...rest,
    consultant: Number(consultant),
    client: Number(client),
    accounts: Object.fromEntries(typed.filter(([, number]) => number !== '')),
    automaticAccounts: automaticAccounts.split(/[\s,;]+/).filter(Boolean),
  }
}

/** Accounts in the form: those of all countries, those of the markets, and others that have or need a number. */
export function accountsOf({ accounts }: BookkeepingDraft, missing: readonly string[]): string[] {
  const ofMarkets = ['revenue', 'tax'].flatMap((kind) => regions.map(({ country }) => `${kind}:${country}`))
  return [...new Set([...LEDGER_KINDS, ...ofMarkets, ...missing, ...Object.keys(accounts)])]
}

/** The number that the chart gives an account; '' = none. */
export function numberOfChart({ chart }: BookkeepingDraft, account: string): string {
  return CHARTS[chart][account] ?? ''
}

/** Returns how many values differ. An account without a number is the same as one that is not there. */
export function countOfDraftChanges(before: BookkeepingDraft, after: BookkeepingDraft): number {
  const [was, is] = [before, after].map((draft) => {
    return { ...draft, accounts: Object.fromEntries(Object.entries(draft.accounts).filter(([, number]) => number !== '')) }
  })
  return countOfChanges(was, is)
}
