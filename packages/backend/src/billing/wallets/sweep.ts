import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { WalletProvider } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import { sweepStore } from '../subscriptions/store-subscriptions.ts'
import { sendReturns } from '../suspense/suspense.ts'
import { mirrorSubscription } from './mirror.ts'
import { checkWalletPlans } from './plans.ts'
import { changeSubscription, noteSubscription } from './subscription-rows.ts'
import { settleWalletSubscription } from './subscriptions.ts'
import { sweepWalletReturns } from './sweep-returns.ts'

/** The wallet's list may be late, so each read overlaps the last one by this time. */
const LIST_AGAIN_MS = 3 * HOUR_MS
/** Look-back of the first read. */
const FIRST_LIST_MS = 30 * DAY_MS
const BATCH_SIZE = 200
/**
 * A subscription that could not be settled is not tried again for this time, so that many failing ones do not block the others.
 */
const FAILED_AGAIN_MS = 10 * MINUTE_MS

/**
 * Processes what was not reported: subscriptions in the wallet's list that were never posted, unsettled ones, and subscriptions
 * whose charge is due or whose end may not have reached the wallet.
 */
export async function sweepWallets(ctx: AppContext): Promise<void> {
  const { db, now, log, payments } = ctx
  const { wallet } = payments
  if (wallet) {
    await listNew(ctx, wallet).catch((error: unknown) =>
      log.error({ err: error, event: 'wallet.not-listed' }, 'transactions could not be loaded from the wallet'),
    )
    await settleWaiting(ctx, wallet)
    await checkWalletPlans(ctx)
    await sweepWalletReturns(ctx, wallet).catch((error: unknown) =>
      log.error({ err: error, event: 'wallet.returns-not-listed' }, 'refunds and disputes could not be loaded from the wallet'),
    )
  }
  const { rows } = await sql<{ id: number }>`select id from subscriptions s
    where order_type = ${ORDER_TYPE.wallet} and provider_reference is not null and (
      state = 'past-due'
      or (state = 'active' and (next_charge_at <= ${now()} or ends_at <= ${now()} or exists (
        select from invoices i join payment_attempts a on a.invoice_id = i.id where i.subscription_id = s.id and a.state = 'processing')))
      or (state = 'ended' and (ends_at > ${now()}::timestamptz - interval '2 days' or exists (
        select from wallet_subscriptions w where w.reference = s.provider_reference and w.state = 'bound'))))
    order by id`.execute(db)
  for (const { id } of rows)
    await mirrorSubscription(ctx, id).catch((error: unknown) =>
      log.error({ err: error, event: 'wallet.sync-failed', subscription: id }, 'wallet subscription could not be synchronised'),
    )
  await sweepStore(ctx)
  await sendReturns(ctx)
}

/** Reads the wallet's list of subscriptions from the last position. */
async function listNew({ db, now, ...ctx }: AppContext, wallet: WalletProvider): Promise<void> {
  if (!wallet.listSubscriptions) return
  const to = now()
  const swept = await db.selectFrom('wallet_sweeps').selectAll().where('provider', '=', wallet.name).executeTakeFirst()
  const before = swept?.subscriptions_until?.getTime()
  const from = new Date(before === undefined ? to.getTime() - FIRST_LIST_MS : Math.min(before, to.getTime()) - LIST_AGAIN_MS)
  for await (const reference of wallet.listSubscriptions(from, to)) await noteSubscription(db, { ...ctx, now }, wallet, reference)
  await db
    .insertInto('wallet_sweeps')
    .values({ provider: wallet.name, subscriptions_until: to })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ subscriptions_until: to }))
    .execute()
}

async function settleWaiting(ctx: AppContext, wallet: WalletProvider): Promise<void> {
  const { db, now, log } = ctx
  const due = await db
    .selectFrom('wallet_subscriptions')
    .select('reference')
    .where('provider', '=', wallet.name)
    .where('next_check_at', '<=', now())
    .orderBy('next_check_at')
    .limit(BATCH_SIZE)
    .execute()
  for (const { reference } of due)
    await settleWalletSubscription(ctx, wallet, reference).catch(async (error: unknown) => {
      log.error({ err: error, event: 'wallet.not-settled', reference }, 'wallet purchase could not be settled, will retry')
      const next_check_at = new Date(now().getTime() + FAILED_AGAIN_MS)
      await changeSubscription(db, { provider: wallet.name, reference }, { next_check_at })
    })
}
