import type { CodeState, CsvFault } from '@kiosk/domain/staff/offer-endpoints'
import { isPermitted, type Role } from '@kiosk/domain/staff/roles'
import { type RawBuilder, sql } from 'kysely'
import { csvResponse } from '../../http/file-response.ts'
import type { CodeFault } from '../plans/change-vouchers.ts'
import { csvOf } from '../plans/offer-csv.ts'

// Shared by the lists of vouchers and of promo codes.

type Filter = { search: string; state: 'all' | 'running' | 'over' }
/** `isWhole`: the search is a whole code, not a part of one. */
export type CodeFilter = Filter & { isWhole: boolean }
type Term = { redeemable_from: Date; redeemable_until: Date | null; max_redemptions: number | null; redeemed: number }

export function codeState({ redeemable_from, redeemable_until, max_redemptions, redeemed }: Term, now: Date): CodeState {
  if (redeemable_until !== null && redeemable_until <= now) return 'over'
  if (max_redemptions !== null && redeemed >= max_redemptions) return 'used-up'
  return redeemable_from > now ? 'later' : 'running'
}

/** Returns a filter as it applies to a role. */
export const filterFor = ({ search, state }: Filter, role: Role): CodeFilter => ({
  search,
  state,
  isWhole: !isPermitted(role, 'codes.list'),
})

/** SQL condition for both tables: the code or a part of it, and whether it can still be redeemed. */
export function matching({ search, state, isWhole }: CodeFilter, now: Date): RawBuilder<boolean> {
  const over = sql`(coalesce(redeemable_until <= ${now}, false) or coalesce(redeemed >= max_redemptions, false))`
  const inState = { all: sql`true`, over, running: sql`(redeemable_from <= ${now} and not ${over})` }[state]
  const code = search.toUpperCase()
  return sql<boolean>`(${isWhole ? sql`code = ${code}` : sql`position(${code} in code) > 0`} and ${inState})`
}

/** Maximum number of faults that an answer lists; the rest is only counted. */
const MOST_FAULTS = 100

/** Answers with the faults of a file or of codes; `lines`: the line of each code in the file. */
export function faultsOf(faults: readonly CsvFault[] | readonly CodeFault[], lines: readonly number[] = [], codes = 0) {
  const all = faults
    .map((fault) => {
      const { column, problem, value } = fault
      return { line: 'line' in fault ? fault.line : lines[fault.index]!, column, problem, value }
    })
    .sort((a, b) => a.line - b.line)
  return {
    codes: all.length > 0 ? 0 : codes,
    faults: all.slice(0, MOST_FAULTS),
    moreFaults: Math.max(0, all.length - MOST_FAULTS),
  }
}

const LINES_AT_ONCE = 1000

/** Answers with a CSV file, written in pieces; the first cell of each line is its code. */
export function codesResponse(
  name: string,
  columns: readonly string[],
  linesAfter: (code: string | undefined, limit: number) => Promise<string[][]>,
): Response {
  async function* pieces(): AsyncGenerator<string> {
    yield csvOf([columns])
    for (let after: string | undefined; ; ) {
      const lines = await linesAfter(after, LINES_AT_ONCE)
      if (lines.length === 0) return
      after = lines.at(-1)![0]
      yield csvOf(lines)
    }
  }
  return csvResponse(pieces(), name)
}
