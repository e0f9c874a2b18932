import { ApiError } from '@kiosk/domain/errors'
import { regionByCountry } from '@kiosk/domain/regions'
import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
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

/** Who replaces a row and when; `before`: the row that the person saw, which must still be the current one. */
type Change = { actor: Actor | undefined; at: Date; before?: readonly string[] | undefined; reason?: string | undefined }

/**
 * Replaces the featured titles of a set; an empty list removes all. Servers show them at once.
 * @returns keys that belong to no title; if there are any, nothing has changed
 * @throws ApiError changed_meanwhile
 */
export async function setFeaturedTitles(
  trx: Transaction<DB>,
  set: string,
  keys: readonly string[],
  { actor, at, before, reason }: Change,
): Promise<string[]> {
  const [earlier, unknown] = await replaceRow(trx, set, keys, before)
  if (unknown.length > 0) return unknown
  await recordAudit(trx, actor, at, {
    action: 'front.changed',
    subject: { kind: 'front', id: set, name: set },
    before: { titles: earlier },
    after: { titles: keys },
    reason,
  })
  return []
}

/**
 * @returns the keys of the previous row, and the new keys that belong to no title; if there are any of these, nothing is replaced
 */
export async function replaceRow(
  trx: Transaction<DB>,
  set: string,
  keys: readonly string[],
  expected?: readonly string[],
): Promise<[before: string[], unknown: string[]]> {
  const found = keys.length === 0 ? [] : await trx.selectFrom('titles').select(['id', 'key']).where('key', 'in', keys).execute()
  const idOf = new Map(found.map(({ id, key }) => [key, id]))
  await trx
    .insertInto('content_sets')
    .values({ key: set })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // If two people save at once, the second waits here: it replaces the list of the first, or gets `changed_meanwhile`.
  await trx.selectFrom('content_sets').select('key').where('key', '=', set).forUpdate().execute()
  const before = (await featuredTitles(trx, set)).map(({ key }) => key)
  if (expected && expected.join(' ') !== before.join(' ')) throw new ApiError('changed_meanwhile')
  const unknown = keys.filter((key) => !idOf.has(key))
  if (unknown.length > 0) return [before, unknown]
  await trx.deleteFrom('content_set_entries').where('set_key', '=', set).execute()
  if (keys.length > 0)
    await trx
      .insertInto('content_set_entries')
      .values(keys.map((key, index) => ({ set_key: set, position: index + 1, title_id: idOf.get(key)! })))
      .execute()
  return [before, []]
}
