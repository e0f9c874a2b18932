// Searches that find nothing, for the desk: only words that several visitors typed are ever stored (ADR-0223).
import { createHmac, randomBytes } from 'node:crypto'
import { addDays, dayInVienna, weekdayOf } from '@kiosk/domain/day'
import { deviceKindOf } from '@kiosk/domain/device-kind'
import { FEWEST_SEARCHERS, UNSUCCESSFUL_SEARCH_DAYS } from '@kiosk/domain/staff/limits'
import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DB } from '../../db/schema.ts'
import type { RequestContext } from '../../http/handler.ts'
import { networksOf } from '../../http/networks.ts'

const LENGTH_CHARACTERS = { min: 2, max: 60 } as const
const MOST_WORDS = 6
/** Maximum number of recorded searches per day, on all servers. */
const MOST_A_DAY = 20_000
/** Maximum per network and day, on one server, so that nobody uses up the limit of all. */
const MOST_OF_A_NETWORK = 30
/** Maximum number of searches being recorded at the same time; others are not recorded. */
const MOST_AT_ONCE = 2
/** E-mail addresses, and numbers like those of telephones, cards and accounts. */
const PERSONAL = /@|(?:\d[\s./-]?){5}/

let atOnce = 0
const perNetwork = new LRUCache<string, number>({ max: 10_000 })
type Key = { week: string; key: Buffer }
const keys = new WeakMap<Kysely<DB>, Key>()

/** Records a search without result in the background: the request neither waits for it nor fails with it. */
export function noteUnsuccessfulSearch(call: Pick<RequestContext, 'ctx' | 'request' | 'visitor'>, typed: string): void {
  const { ctx, request, visitor } = call
  const text = countedText(typed)
  if (text === null || visitor.preview || deviceKindOf(request.headers.get('user-agent')) === 'crawler') return
  const network = networksOf(visitor.address).at(-1)!
  const day = dayInVienna(ctx.now())
  const recorded = perNetwork.get(`${day} ${network}`) ?? 0
  if (atOnce >= MOST_AT_ONCE || recorded >= MOST_OF_A_NETWORK) return
  perNetwork.set(`${day} ${network}`, recorded + 1)
  atOnce++
  record(ctx.db, { text, network, day })
    .catch((error: unknown) => ctx.log.warn({ event: 'search.not-recorded', err: error }, 'search could not be recorded'))
    .finally(() => atOnce--)
}

/** Returns the text under which a search is counted, and which may be stored; null if it is not counted. */
export function countedText(typed: string): string | null {
  const text = typed.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  const { length } = [...text]
  if (length < LENGTH_CHARACTERS.min || length > LENGTH_CHARACTERS.max || text.split(' ').length > MOST_WORDS) return null
  return /\p{L}/u.test(text) && !PERSONAL.test(text) ? text : null
}

/**
 * One statement, so that two servers count one visitor once, and the text is stored with the visitor who completes the number.
 */
async function record(db: Kysely<DB>, { text, network, day }: { text: string; network: string; day: string }): Promise<void> {
  const { week, key } = await keyOf(db, weekOf(day), day)
  const digest = (value: string) => createHmac('sha256', key).update(value).digest()
  await sql`
    with room as (
      update search_keys set recorded = case day when ${day}::date then recorded + 1 else 1 end, day = ${day}::date
      where week = ${week}::date and (day <> ${day}::date or recorded < ${MOST_A_DAY}) returning week
    ), visitor as (
      insert into search_visitors (week, digest) select week, ${digest(`visitor\n${network}\n${text}`)} from room
      on conflict do nothing returning week
    ), counted as (
      insert into search_counts as known (week, digest, visitors) select week, ${digest(`text\n${text}`)}, 1 from visitor
      on conflict (week, digest) do update set visitors = known.visitors + 1 returning week, visitors
    )
    insert into unsuccessful_searches as known (week, text, visitors)
    select week, ${text}, visitors from counted where visitors >= ${FEWEST_SEARCHERS}
    on conflict (week, text) do update set visitors = greatest(known.visitors, excluded.visitors)`.execute(db)
}

/** Returns the key of a week. The server that creates it deletes the previous one. */
async function keyOf(db: Kysely<DB>, week: string, day: string): Promise<Key> {
  const known = keys.get(db)
  if (known?.week === week) return known
  await sql`insert into search_keys (week, key, day) values (${week}::date, ${randomBytes(32)}, ${day}::date)
    on conflict do nothing`.execute(db)
  await forgetSearchKeys(db, day)
  const { key } = await db.selectFrom('search_keys').select('key').where('week', '=', week).executeTakeFirstOrThrow()
  keys.set(db, { week, key })
  return { week, key }
}

/** Deletes the keys of earlier weeks with everything that was counted under them. */
async function forgetSearchKeys(db: Kysely<DB>, day: string): Promise<void> {
  await db.deleteFrom('search_keys').where('week', '<', weekOf(day)).execute()
}

/** Deletes what is past its retention period. Returns the number of texts. */
export async function forgetSearches(db: Kysely<DB>, now: Date): Promise<number> {
  const day = dayInVienna(now)
  await forgetSearchKeys(db, day)
  const last = addDays(day, -UNSUCCESSFUL_SEARCH_DAYS)
  const { numDeletedRows } = await db.deleteFrom('unsuccessful_searches').where('week', '<', last).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns the texts of the last weeks, those of the most visitors first. A visitor counts once a week. */
export async function unsuccessfulSearches(db: Kysely<DB>, options: { now: Date; days: number; most: number }) {
  const { now, days, most } = options
  return db
    .selectFrom('unsuccessful_searches')
    .select(['text', (where) => where.fn.sum<number>('visitors').as('visitors')])
    .where('week', '>', addDays(dayInVienna(now), -days))
    .groupBy('text')
    .orderBy('visitors', 'desc')
    .orderBy('text')
    .limit(most)
    .execute()
}

/** Returns the Monday of a day's week. */
function weekOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7))
}
