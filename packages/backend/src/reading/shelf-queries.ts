import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

/** Number of most recently read titles that recommendations are based on. */
const OWN = 12

/** Returns favourite titles by name, and when an issue of each was last opened. */
export async function favouriteTitles(db: Database, accountId: number) {
  return db
    .selectFrom('favourites')
    .innerJoin('titles', 'titles.id', 'favourites.title_id')
    .select([
      'favourites.title_id',
      sql<Date | null>`(select max(at) from reading_places p join issues i on i.id = p.issue_id
        where p.account_id = favourites.account_id and i.title_id = favourites.title_id)`.as('opened_at'),
    ])
    .where('account_id', '=', accountId)
    .orderBy('titles.name')
    .execute()
}

export async function wantsRecommendations(db: Database, accountId: number): Promise<boolean> {
  const found = await db.selectFrom('accounts').select('recommends').where('id', '=', accountId).executeTakeFirst()
  return found?.recommends ?? false
}

/** Returns titles that the reader read last or marked as favourite, and titles that their readers also read, nearest first. */
export async function titlesReadAlong(db: Database, accountId: number) {
  const { rows } = await sql<{ title_id: number }>`
    select title_id from (
      select i.title_id, max(p.at) as at from reading_places p join issues i on i.id = p.issue_id
      where p.account_id = ${accountId} group by i.title_id
      union all select title_id, at from favourites where account_id = ${accountId}
    ) own group by title_id order by max(at) desc limit ${OWN}`.execute(db)
  const own = rows.map(({ title_id }) => title_id)
  if (own.length === 0) return { own, along: [] }
  const along = await db
    .selectFrom('readers_also_read')
    .select(['title_id', 'other_id'])
    .where('title_id', 'in', own)
    .orderBy('score', 'desc')
    .limit(60)
    .execute()
  return { own, along }
}
