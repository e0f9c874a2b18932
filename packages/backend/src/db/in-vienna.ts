// Days of the business in SQL, as `dayInVienna` reckons them in packages/domain/src/day.ts.
import { BUSINESS_TIME_ZONE } from '@kiosk/domain/day'
import { sql } from 'kysely'

/** `issued_at ${IN_VIENNA}`: what calendar and clock showed in Vienna at that moment; of such a local time, the moment. */
export const IN_VIENNA = sql`at time zone ${sql.lit(BUSINESS_TIME_ZONE)}`

/** The moment at which a day begins in Vienna. @param day "2026-12-31" */
export const startOfDayInVienna = (day: string) => sql<Date>`${day}::timestamp ${IN_VIENNA}`
