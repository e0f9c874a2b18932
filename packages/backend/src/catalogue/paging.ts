import { CATALOGUE_INITIAL } from '@kiosk/domain/catalogue/limits'
import { ApiError } from '@kiosk/domain/errors'
import { isDay } from '@kiosk/domain/iso-time'
import type { After } from './queries.ts'

export const PAGE_SIZE = CATALOGUE_INITIAL

/** Returns the cursor for a `nextUrl`: where a newest-first list continues. */
export function markAfter(issue: { issue_date: string; id: number }): string {
  return `${issue.issue_date}.${issue.id}`
}

export function readMark(mark: string | undefined): After | undefined {
  if (mark === undefined) return undefined
  const [, date, id] = /^(.{10})\.(\d{1,15})$/.exec(mark) ?? []
  if (!date || !id || !isDay(date)) throw new ApiError('wrong_input', 'after')
  return { date, id: Number(id) }
}

/** Removes the extra row that shows whether there is a next page. */
export function cutPage<Each>(found: readonly Each[], limit: number): { page: Each[]; last: Each | undefined } {
  const page = found.slice(0, limit)
  return { page, last: found.length > limit ? page.at(-1) : undefined }
}
