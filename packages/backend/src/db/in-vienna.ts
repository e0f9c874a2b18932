// Business days in SQL, computed like `dayInVienna` in packages/domain/src/day.ts.
import { BUSINESS_TIME_ZONE } from '@kiosk/domain/day'
import { sql } from 'kysely'

/** `issued_at ${IN_VIENNA}` converts a timestamptz to local time in Vienna, and a local timestamp to the timestamptz. */
export const IN_VIENNA = sql`at time zone ${sql.lit(BUSINESS_TIME_ZONE)}`

/** Returns the timestamp at which a day begins in Vienna. @param day "2026-12-31" */
export const startOfDayInVienna = (day: string) => sql<Date>`${day}::timestamp ${IN_VIENNA}`
