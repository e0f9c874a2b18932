import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import type { WalletProvider, WalletReturn } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import { applyWalletReturn, noteForeignReturn } from './returns.ts'
import { settleWalletSubscription } from './subscriptions.ts'

/** Interval for reading the list of returns. */
const EVERY_MS = HOUR_MS
/** The list is up to three hours behind, so each read overlaps the last one by this time. */
const AGAIN_MS = 2 * DAY_MS
/** Look-back of the first read. */
const FIRST_MS = 60 * DAY_MS

/** Records returns at the wallet that were not reported to us, from the wallet's own list: refunds, reversals and chargebacks. */
export async function sweepWalletReturns(ctx: AppContext, wallet: WalletProvider): Promise<void> {
  const { db, now } = ctx
  const to = now()
  const swept = await db.selectFrom('wallet_sweeps').selectAll().where('provider', '=', wallet.name).executeTakeFirst()
  const before = swept?.returns_until?.getTime()
  if (before !== undefined && before <= to.getTime() && to.getTime() - before < EVERY_MS) return
  const from = new Date(before === undefined ? to.getTime() - FIRST_MS : Math.min(before, to.getTime()) - AGAIN_MS)
  for (const back of await wallet.returns({ from, to, charges: [] })) await bookOrAdopt(ctx, wallet, back)
  await db
    .insertInto('wallet_sweeps')
    .values({ provider: wallet.name, returns_until: to })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ returns_until: to }))
    .execute()
}

/** Records a return; if its charge is unknown, looks up the subscription of the charge once. */
export async function bookOrAdopt(ctx: AppContext, wallet: WalletProvider, back: WalletReturn): Promise<void> {
  if (await applyWalletReturn(ctx, wallet, back)) return
  const reference = await wallet.subscriptionOf(back.chargeId)
  if (reference !== null) await settleWalletSubscription(ctx, wallet, reference)
  if (reference === null || !(await applyWalletReturn(ctx, wallet, back))) await noteForeignReturn(ctx, wallet, back)
}
