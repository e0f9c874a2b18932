import { dayInVienna } from '@kiosk/domain/day'
import { marketOf, regions } from '@kiosk/domain/regions'
import { type Selectable, sql } from 'kysely'
import type { Accounts } from '../db/schema.ts'

/** Determines which titles a viewer may see. `day`: see `catalogueDay`. */
export type Viewer = { country: string; showsAgeRestricted: boolean; day: string }

/** Titles rated at or above this age are restricted (ADR-0171). */
export const RESTRICTED_FROM = 18

/** Country of each market by its id. */
const countries = Object.fromEntries(regions.map(({ id, country }) => [id, country]))

/** Returns the day in Vienna with which the last days of titles are compared (ADR-0259). ISO 8601. */
export function catalogueDay(now: Date): string {
  return dayInVienna(now)
}

/** Returns the viewer with an account, for jobs and e-mails. */
export function viewerWith(account: Pick<Selectable<Accounts>, 'region_id' | 'allow_age_restricted'>, now: Date): Viewer {
  const { country } = marketOf(account)
  return { country, showsAgeRestricted: account.allow_age_restricted, day: catalogueDay(now) }
}

/** Whether a viewer may see a title. @param title `availableUntil`: its last day, ISO 8601 */
export function maySee(
  title: { shownIn: readonly string[] | null; ageRating: number; availableUntil: string | null },
  viewer: Viewer,
): boolean {
  if (title.shownIn && !title.shownIn.includes(viewer.country)) return false
  if (title.ageRating >= RESTRICTED_FROM && !viewer.showsAgeRestricted) return false
  return title.availableUntil === null || title.availableUntil >= viewer.day
}

/** Returns `maySee` as an SQL condition, for the account in `accounts` and the title in `titles`. */
export function mayBeSeenAt(now: Date) {
  return sql<boolean>`(titles.age_rating < ${RESTRICTED_FROM} or accounts.allow_age_restricted)
    and (titles.available_until is null or titles.available_until >= ${catalogueDay(now)}::date)
    and (titles.shown_in is null or (${JSON.stringify(countries)}::jsonb ->> accounts.region_id::text) = any (titles.shown_in))`
}
