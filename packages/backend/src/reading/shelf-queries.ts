import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { prepared, preparedFirst } from '../db/prepared.ts'

/** Number of most recently read titles that recommendations are based on. */
const OWN = 12

/** Returns favourite titles by name, and when an issue of each was last opened. */
export const favouriteTitles = prepared('favourite titles', (db, accountId: number) =>
  db
    .selectFrom('favourites')
    .innerJoin('titles', 'titles.id', 'favourites.title_id')
    .select([
      'favourites.title_id',
      sql<Date | null>`(select max(at) from reading_places p join issues i on i.id = p.issue_id
        where p.account_id = favourites.account_id and i.title_id = favourites.title_id)`.as('opened_at'),
    ])
    .where('account_id', '=', accountId)
    .orderBy('titles.name'),
)

const recommendsTo = preparedFirst('recommends to account', (db, accountId: number) =>
  db.selectFrom('accounts').select('recommends').where('id', '=', accountId),
)

export async function wantsRecommendations(db: Database, accountId: number): Promise<boolean> {
  return (await recommendsTo(db, accountId))?.recommends ?? false
}

const ownTitles = prepared('titles of account', (db, accountId: number) => {
  const query = sql<{ title_id: number }>`
    select title_id from (
      select i.title_id, max(p.at) as at from reading_places p join issues i on i.id = p.issue_id
      where p.account_id = ${accountId} group by i.title_id
      union all select title_id, at from favourites where account_id = ${accountId}
    ) own group by title_id order by max(at) desc limit ${OWN}`
  return { compile: () => query.compile(db) }
})

const titlesAlong = prepared('titles read along', (db, own: readonly number[]) =>
  db
    .selectFrom('readers_also_read')
    .select(['title_id', 'other_id'])
    .where(sql<boolean>`title_id = any(${own})`)
    .orderBy('score', 'desc')
    .limit(60),
)

/** Returns titles that the reader read last or marked as favourite, and titles that their readers also read, nearest first. */
export async function titlesReadAlong(db: Database, accountId: number) {
  const rows = await ownTitles(db, accountId)
  const own = rows.map(({ title_id }) => title_id)
  if (own.length === 0) return { own, along: [] }
  return { own, along: await titlesAlong(db, own) }
}
