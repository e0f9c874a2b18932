import { regionByCountry } from '@kiosk/domain/regions'
import type { Kysely } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { DB } from '../db/schema.ts'

/**
 * Returns the key of the featured titles that the home page shows in a market (AT, DE, CH, LU, in any case); null = no such
 * market.
 */
export function featuredSetOf(country: string): string | null {
  return regionByCountry(country)?.contentSet ?? null
}

/**
 * Returns the featured titles of a set in their order. `issue` is the date of the newest issue; null = none, so that the home
 * page skips the title.
 */
export function featuredTitles(db: Kysely<DB>, set: string): Promise<{ key: string; name: string; issue: string | null }[]> {
  return db
    .selectFrom('content_set_entries as e')
    .innerJoin('titles as t', 't.id', 'e.title_id')
    .select(['t.key', 't.name'])
    .select((title) =>
      title
        .selectFrom('issues as i')
        .select((issue) => issue.fn.max('i.issue_date').as('newest'))
        .whereRef('i.title_id', '=', 't.id')
        .as('issue'),
    )
    .where('set_key', '=', set)
    .orderBy('position')
    .execute()
}

/**
 * Replaces the featured titles of a set; an empty list removes all. Servers show them at once.
 * @returns keys that are no title; then nothing has changed
 */
export function setFeaturedTitles(db: Database, set: string, keys: readonly string[]): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const found = keys.length === 0 ? [] : await trx.selectFrom('titles').select(['id', 'key']).where('key', 'in', keys).execute()
    const idOf = new Map(found.map(({ id, key }) => [key, id]))
    const unknown = keys.filter((key) => !idOf.has(key))
    if (unknown.length > 0) return unknown
    await trx
      .insertInto('content_sets')
      .values({ key: set })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Two operators at once: the second replaces what the first has written.
    await trx.selectFrom('content_sets').select('key').where('key', '=', set).forUpdate().execute()
    await trx.deleteFrom('content_set_entries').where('set_key', '=', set).execute()
    if (keys.length > 0)
      await trx
        .insertInto('content_set_entries')
        .values(keys.map((key, index) => ({ set_key: set, position: index + 1, title_id: idOf.get(key)! })))
        .execute()
    return []
  })
}
