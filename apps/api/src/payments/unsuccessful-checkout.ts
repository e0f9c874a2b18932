import { randomUUID } from 'node:crypto'
import { Refusal } from '@kiosk/domain/errors'
import { unsuccessfulCheckout as declared } from '@kiosk/domain/payments/endpoints'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { serve } from '../endpoint.ts'
import { unsuccessfulOf } from './attempt-state.ts'

/**
 * Counts a checkout that ended on the failed page: by our own server, without a cookie and without the account, so that
 * nobody's consent is needed. Each attempt counts once; one that is under way or has succeeded does not.
 */
export const unsuccessfulCheckout = serve(declared, 'personal', async ({ house, session, input }) => {
  const { db, log, now } = house
  const accountId = session.account!.id
  await house.attempts.admit('unsuccessful-checkout', `account ${accountId}`)
  const about = input.attempt === '' ? { reason: null, tariff: null } : await unsuccessfulOf(db, accountId, input.attempt)
  if (!about) throw new Refusal('not_found', 'attempt')
  const { reason, tariff } = { ...about, reason: about.reason ?? 'unknown' }
  const counted = await db
    .insertInto('unsuccessful_checkouts')
    .values({ id: input.attempt || randomUUID(), at: now(), reason, tariff })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (counted) log.info({ event: 'checkout', successful: false, reason, tariff }, 'a checkout was not successful')
  return undefined
})

export type Unsuccessful = { reason: string; tariff: number | null; count: number }

/** Unsuccessful checkouts since a moment, by reason and tariff, the most frequent first. */
export async function unsuccessfulSince(db: Database, since: Date): Promise<Unsuccessful[]> {
  const { rows } = await sql<Unsuccessful>`select reason, tariff, count(*)::int as count from unsuccessful_checkouts
    where at >= ${since} group by reason, tariff order by count desc, reason, tariff`.execute(db)
  return rows
}
