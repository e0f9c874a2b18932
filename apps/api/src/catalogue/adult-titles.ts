import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { RESTRICTED_FROM } from './shelf-view.ts'

/** Names that are listed one by one; of more only the number is told. */
const MAX_LISTED = 5

/**
 * What an operator must know while titles from 18 on are offered in Germany; null where none are. Readers switch them on by
 * saying that they are 18, which is no closed user group in the sense of § 4 (2) JMStV.
 */
export async function adultTitlesNotice(db: Database): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from titles
    where age_rating >= ${RESTRICTED_FROM} and (shown_in is null or 'DE' = any(shown_in)) order by name`.execute(db)
  if (rows.length === 0) return null
  const listed = rows.slice(0, MAX_LISTED).map(({ name }) => name)
  const more = rows.length > MAX_LISTED ? ` and ${rows.length - MAX_LISTED} more` : ''
  return `From 18 on and offered in Germany: ${listed.join(', ')}${more}. Readers only declare their age. For content under § 4 (2) or § 5 JMStV that is not enough: leave DE out of "shownIn", or verify ages by a recognised system.`
}
