import type { House } from '../house.ts'
import type { WalletProvider, WalletReturn } from '../outside/payments/port.ts'
import { bookWalletReturn, noteForeignReturn } from './wallet-returns.ts'
import { settleWalletSubscription } from './wallet-subscriptions.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The list of what went back is read so often. Milliseconds. */
const EVERY_MS = HOUR_MS
/** It is up to three hours behind, so it is read again so far back. Milliseconds. */
const AGAIN_MS = 2 * DAY_MS
/** Where it was never read. Milliseconds. */
const FIRST_MS = 60 * DAY_MS

/** Books what went back at the wallet and nobody told us: refunds, reversals and chargebacks, by the wallet's own list. */
export async function sweepWalletReturns(house: House, wallet: WalletProvider): Promise<void> {
  const { db, now } = house
  const to = now()
  const swept = await db.selectFrom('wallet_sweeps').selectAll().where('provider', '=', wallet.name).executeTakeFirst()
  const before = swept?.returns_until?.getTime()
  if (before !== undefined && before <= to.getTime() && to.getTime() - before < EVERY_MS) return
  const from = new Date(before === undefined ? to.getTime() - FIRST_MS : Math.min(before, to.getTime()) - AGAIN_MS)
  for (const back of await wallet.returns({ from, to, charges: [] })) await bookOrAdopt(house, wallet, back)
  await db
    .insertInto('wallet_sweeps')
    .values({ provider: wallet.name, returns_until: to })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ returns_until: to }))
    .execute()
}

/** Books a return; of a charge that is not known here it is asked whose it is, once. */
export async function bookOrAdopt(house: House, wallet: WalletProvider, back: WalletReturn): Promise<void> {
  if (await bookWalletReturn(house, wallet, back)) return
  const reference = await wallet.subscriptionOf(back.chargeId)
  if (reference !== null) await settleWalletSubscription(house, wallet, reference)
  if (reference === null || !(await bookWalletReturn(house, wallet, back))) await noteForeignReturn(house, wallet, back)
}
