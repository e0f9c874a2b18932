import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { listedNames } from './listed-names.ts'
import { RESTRICTED_FROM } from './title-visibility.ts'

/**
 * Returns the operator warning while adult titles are offered in Germany; null if there are none. Readers enable them by
 * declaring that they are 18, which is not a closed user group in the sense of § 4 (2) JMStV.
 */
export async function adultTitlesNotice(db: Database): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from titles
    where age_rating >= ${RESTRICTED_FROM} and (shown_in is null or 'DE' = any(shown_in)) order by name`.execute(db)
  if (rows.length === 0) return null
  const names = rows.map(({ name }) => name)
  return `Rated 18 and offered in Germany: ${listedNames(names, ', ')}. Readers only declare their age. For content under § 4 (2) or § 5 JMStV that is not enough: leave DE out of "shownIn", or verify ages by a recognised system.`
}
