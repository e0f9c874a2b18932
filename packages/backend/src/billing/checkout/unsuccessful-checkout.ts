import { randomUUID } from 'node:crypto'
import { ApiError } from '@kiosk/domain/errors'
import { unsuccessfulCheckout as declared } from '@kiosk/domain/payments/endpoints'
import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { defineHandler } from '../../http/handler.ts'
import { unsuccessfulOf } from './attempt-state.ts'

/**
 * Counts a checkout that ended on the failed page, on our own server, without a cookie and without the account, so that no
 * consent is needed. Each attempt counts once; pending and successful ones do not count.
 */
export const unsuccessfulCheckout = defineHandler(declared, 'personal', async ({ ctx, session, input }) => {
  const { db, log, now } = ctx
  const accountId = session.account!.id
  await ctx.rateLimits.consume('unsuccessful-checkout', `account ${accountId}`)
  const about = input.attempt === '' ? { reason: null, plan: null } : await unsuccessfulOf(ctx, accountId, input.attempt)
  if (!about) throw new ApiError('not_found', 'attempt')
  const { reason, plan } = { ...about, reason: about.reason ?? 'unknown' }
  const counted = await db
    .insertInto('unsuccessful_checkouts')
    .values({ id: input.attempt || randomUUID(), at: now(), reason, plan_id: plan })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (counted) log.info({ event: 'checkout.failed', reason, plan }, 'checkout failed')
  return undefined
})

type Unsuccessful = { reason: string; plan: number | null; count: number }

/** Counts unsuccessful checkouts since a timestamp by reason and plan, most frequent first. */
export async function unsuccessfulSince(db: Database, since: Date): Promise<Unsuccessful[]> {
  const { rows } = await sql<Unsuccessful>`select reason, plan_id as plan, count(*)::int as count from unsuccessful_checkouts
    where at >= ${since} group by reason, plan_id order by count desc, reason, plan_id`.execute(db)
  return rows
}
