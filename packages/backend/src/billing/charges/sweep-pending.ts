import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Jobs } from '../../jobs/job.ts'
import { finishSetup } from '../checkout/setup-session.ts'
import { CONCURRENT_CALLS, severalAtOnce } from '../provider-calls.ts'
import { sendRefunds } from '../refunds/send.ts'
import { sweepWallets } from '../wallets/sweep.ts'
import { processPendingEvents } from '../webhooks/provider-events.ts'
import { recoverPayments } from './recover.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Polls payments whose result was not reported, and sends refunds. */
    payments: object
    wallets: object
  }
}

/** Time after its opening in which a payment page is polled; after that it is given up. */
const POLLED_AT_AGE_MS = { from: 60_000, until: DAY_MS } as const
const BATCH_SIZE = 200

/**
 * Catches up on missed webhooks: attempts without a result, unprocessed events and payment pages from which the buyer did not
 * return. Sends refunds.
 */
export async function sweepPayments(_given: Jobs['payments'], ctx: AppContext): Promise<void> {
  const { isAway } = await recoverPayments(ctx)
  await sendRefunds(ctx)
  await processPendingEvents(ctx)
  // While the provider is away, each call lasts until its timeout, and other jobs wait. A few calls cost one timeout, and pages are
  // still polled if only the payments before have no result.
  await askForSetups(ctx, isAway ? CONCURRENT_CALLS : BATCH_SIZE)
}

export async function sweepWalletPayments(_given: Jobs['wallets'], ctx: AppContext): Promise<void> {
  await sweepWallets(ctx)
}

async function askForSetups(ctx: AppContext, most: number): Promise<void> {
  const { db, now, log } = ctx
  const at = now().getTime()
  const open = await db
    .selectFrom('setup_sessions')
    .select('id')
    .where('created_at', '<', new Date(at - POLLED_AT_AGE_MS.from))
    .where('created_at', '>', new Date(at - POLLED_AT_AGE_MS.until))
    .where((the) =>
      the.or([
        the('state', '=', 'open'),
        // The method was saved, but the process crashed before it bought the cart.
        the.and([
          the('state', '=', 'done'),
          the('purpose', '=', 'registration'),
          the('attempt_id', 'is', null),
          the('failure_code', 'is', null),
        ]),
      ]),
    )
    // In random order, so that none waits for those that stay open.
    .orderBy(sql`random()`)
    .limit(most)
    .execute()
  await severalAtOnce(open, ({ id }) =>
    finishSetup(ctx, id).catch((error: unknown) =>
      log.warn({ event: 'setup.still-pending', err: error, setup: id }, 'setup session still pending, will retry'),
    ),
  )
  await sql`update setup_sessions set state = 'failed', failure_code = 'abandoned', failure_text = '' where id in (
    select s.id from setup_sessions s where s.state = 'open' and s.created_at <= ${new Date(at - POLLED_AT_AGE_MS.until)}
    for no key update of s skip locked)`.execute(db)
}
