import { FOUND_READERS } from '@kiosk/domain/staff/limits'
import type { FOUND_BY, FoundReader } from '@kiosk/domain/staff/reader-endpoints'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { writingsOf } from '../../accounts/canonical-email.ts'
import { subscriptionNumber } from '../../billing/subscriptions/subscription-number.ts'
import type { DB } from '../../db/schema.ts'
import { presentFound } from './present-found.ts'

type FoundBy = (typeof FOUND_BY)[number]
type Hit = { id: number; match: string | null }
/** One interpretation of what was typed. Each uses an index and has a limit. */
type Way = { by: FoundBy; query: RawBuilder<Hit> }

/** One more than is listed, to know whether there are more. */
const LIMIT = FOUND_READERS + 1
const MOST_WORDS = 5

/** Finds readers by everything that they may give on the phone, the best match first. */
export async function findReaders(db: Kysely<DB>, search: string): Promise<{ readers: FoundReader[]; more: boolean }> {
  const found = await Promise.all(
    waysToFind(search).map(async ({ by, query }) => {
      const { rows } = await query.execute(db)
      return rows.map((hit) => ({ ...hit, by }))
    }),
  )
  const unique = new Map<number, Hit & { by: FoundBy }>()
  for (const hit of found.flat()) if (!unique.has(hit.id)) unique.set(hit.id, hit)
  const hits = [...unique.values()]
  return { readers: await presentFound(db, hits.slice(0, FOUND_READERS)), more: hits.length > FOUND_READERS }
}

/** Returns the interpretations of a search, the most exact one first. */
export function waysToFind(search: string): Way[] {
  const typed = search.trim().replace(/\s+/g, ' ')
  if (typed === '') return []
  const number = /^(?:[vV]-?|#)?0*(\d{1,15})$/.exec(typed)?.[1]
  const isPlain = /^\d+$/.test(typed)
  return [
    ...(typed.includes('@') ? [byAddress(typed)] : []),
    ...(/^\d{4}-\d{4,}$/.test(typed) ? [byInvoice(typed)] : []),
    ...(/^\d{4}$/.test(typed) ? [byLastDigits(typed)] : []),
    ...(number && (isPlain || /^v/i.test(typed)) ? [bySubscription(Number(number))] : []),
    ...(number && (isPlain || typed.startsWith('#')) ? [byAccount(Number(number))] : []),
    byDeviceId(typed),
    byPayment(typed),
    bySubscriptionReference(typed),
    ...(isPlain ? [] : [byBeginningOfAddress(typed), ...byName(typed), byDeviceName(typed)]),
  ]
}

const byAddress = (typed: string): Way => ({
  by: 'email',
  query: sql`select id, null as match from accounts
    where lower(email) in (${sql.join(writingsOf(typed).map((each) => sql`lower(${each}::text)`))}) limit ${LIMIT}`,
})
const byBeginningOfAddress = (typed: string): Way => ({
  by: 'email',
  query: sql`select id, null as match from accounts where ${begins(sql`lower(email)`, typed)}
    order by lower(email) using ~<~ limit ${LIMIT}`,
})
const byInvoice = (typed: string): Way => ({
  by: 'invoice',
  query: sql`select account_id as id, number as match from invoices where number = ${typed} and account_id is not null`,
})
const byLastDigits = (typed: string): Way => ({
  by: 'digits',
  query: sql`select account_id as id, concat_ws(' ', nullif(brand, ''), masked) as match from payment_methods
    where right(masked, 4) = ${typed} and account_id is not null limit ${LIMIT}`,
})
const bySubscription = (id: number): Way => ({
  by: 'subscription',
  query: sql`select account_id as id, ${subscriptionNumber(id)}::text as match from subscriptions
    where id = ${id} and account_id is not null`,
})
const byAccount = (id: number): Way => ({ by: 'account', query: sql`select id, null as match from accounts where id = ${id}` })
const byDeviceId = (typed: string): Way => ({
  by: 'device',
  query: sql`select account_id as id, coalesce(custom_name, name) as match from devices
    where vendor_id in (${typed}, ${`app-${typed}`}) limit ${LIMIT}`,
})
const byDeviceName = (typed: string): Way => ({
  by: 'device',
  query: sql`select account_id as id, custom_name as match from devices
    where custom_name is not null and ${begins(sql`lower(custom_name)`, typed)} order by lower(custom_name) using ~<~ limit ${LIMIT}`,
})
const byPayment = (typed: string): Way => ({
  by: 'reference',
  query: sql`select i.account_id as id, a.provider_reference as match from payment_attempts a join invoices i on i.id = a.invoice_id
    where a.provider_reference = ${typed} and i.account_id is not null limit ${LIMIT}`,
})
const bySubscriptionReference = (typed: string): Way => ({
  by: 'reference',
  query: sql`select account_id as id, provider_reference as match from subscriptions
    where provider_reference = ${typed} and account_id is not null limit ${LIMIT}`,
})

/** A first name, a family name, or both in either order; each may be several words. */
function byName(typed: string): Way[] {
  const words = typed.split(/[ ,]+/).filter((word) => word !== '')
  if (words.length === 0 || words.length > MOST_WORDS) return []
  const [firstname, lastname] = [sql`lower(firstname)`, sql`lower(lastname)`]
  const alone = [lastname, firstname].map(
    (column): Way => ({
      by: 'name',
      query: sql`select id, null as match from accounts where ${begins(column, words.join(' '))}
      order by ${column} using ~<~ limit ${LIMIT}`,
    }),
  )
  const splits = words.slice(1).flatMap((_, at) => {
    const [one, other] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]
    return [
      [one, other],
      [other, one],
    ] as const
  })
  const both = splits.map(
    ([first, last]): Way => ({
      by: 'name',
      query: sql`select id, null as match from accounts where ${begins(lastname, last)} and ${begins(firstname, first)}
      order by ${lastname} using ~<~, ${firstname} using ~<~ limit ${LIMIT}`,
    }),
  )
  return [...both, ...alone]
}

/** Matches texts that begin like this; pattern characters are literal. */
function begins(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const beginning = typed.normalize('NFC').replace(/[\\%_]/g, '\\$&')
  return sql`${column} like lower(${beginning}::text) || '%'`
}
