import type { AppContext } from '../../context.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { lockSubscription } from '../locks.ts'
import { chargerOf } from '../subscriptions/store-subscriptions.ts'

declare module '../../jobs/job.ts' {
  interface Jobs {
    /** Cancels a subscription that a wallet or store charges. */
    'cancel-wallet': { contract: number }
  }
}

/**
 * Cancels a subscription at its provider, even if it has ended here. If it has not, access continues to the end of the paid
 * period. Idempotent.
 * @param options `confirms`: the reader gets an e-mail, once; a declaration has its own receipt
 * @throws if the wallet cannot be reached or refuses
 */
export async function cancelAtWallet(
  ctx: Pick<AppContext, 'db' | 'now' | 'payments'>,
  subscription: number,
  { confirms = false }: { confirms?: boolean } = {},
): Promise<void> {
  const { db, now } = ctx
  const found = await db.selectFrom('subscriptions').selectAll().where('id', '=', subscription).executeTakeFirst()
  if (!found || found.provider_reference === null) return
  const wallet = chargerOf(ctx, found.order_type)
  if (!wallet) throw new Error(`the wallet of subscription ${subscription} is not configured`)
  if (found.state === 'ended') return wallet.cancel(found.provider_reference, 'ended')
  // Cancelled even if it is no longer renewed here, because the wallet may still charge it.
  await wallet.cancel(found.provider_reference, found.auto_renew ? 'cancelled by the customer' : 'not renewed')
  const at = now()
  await db.transaction().execute(async (trx) => {
    const { auto_renew, account_id, ends_at } = (await lockSubscription(trx, subscription))!
    await trx
      .updateTable('subscriptions')
      .set({ auto_renew: false, next_charge_at: null, cancelled_at: found.cancelled_at ?? at })
      .where('id', '=', subscription)
      .execute()
    if (!confirms || !auto_renew || account_id === null || ends_at === null) return
    const letter = { letter: 'contract-cancelled', accountId: account_id, contract: subscription } as const
    await enqueue(trx, 'letter', { ...letter, at: at.toISOString(), endsAt: ends_at.toISOString() })
  })
}
