import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { sql } from 'kysely'
import type { House } from '../house.ts'
import type { WalletProvider } from '../outside/payments/port.ts'
import { mirrorContract } from './mirror-wallet.ts'
import { sweepStore } from './store-subscriptions.ts'
import { sendReturns } from './suspense.ts'
import { sweepWalletReturns } from './sweep-wallet-returns.ts'
import { checkWalletPlans } from './wallet-plans.ts'
import { noteSubscription } from './wallet-subscription-rows.ts'
import { settleWalletSubscription } from './wallet-subscriptions.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The wallet's list is read again so far back: it may be late. Milliseconds. */
const LIST_AGAIN_MS = 3 * HOUR_MS
/** Where nothing was ever listed. Milliseconds. */
const FIRST_LIST_MS = 30 * DAY_MS
const BATCH = 200

/**
 * Makes up for what nobody told us: subscriptions of the wallet's own list that nobody posted, those that wait to be settled,
 * and contracts whose charge is due or whose end may not have reached the wallet.
 */
export async function sweepWallets(house: House): Promise<void> {
  const { db, now, log, payments } = house
  const { wallet } = payments
  if (wallet) {
    await listNew(house, wallet).catch((error: unknown) =>
      log.error({ err: error, event: 'wallet.not-listed' }, 'the list of the wallet could not be read'),
    )
    await settleWaiting(house, wallet)
    await checkWalletPlans(house)
    await sweepWalletReturns(house, wallet).catch((error: unknown) =>
      log.error({ err: error, event: 'wallet.returns-not-listed' }, 'what went back at the wallet could not be read'),
    )
  }
  const { rows } = await sql<{ id: number }>`select id from subscriptions s
    where order_type = ${ORDER_TYPE.wallet} and provider_reference is not null and (
      state = 'past-due'
      or (state = 'active' and (next_charge_at <= ${now()} or ends_at <= ${now()} or exists (
        select from invoices i join payment_attempts a on a.invoice_id = i.id where i.subscription = s.id and a.state = 'processing')))
      or (state = 'ended' and (ends_at > ${now()}::timestamptz - interval '2 days' or exists (
        select from wallet_subscriptions w where w.reference = s.provider_reference and w.state = 'bound'))))
    order by id`.execute(db)
  for (const { id } of rows)
    await mirrorContract(house, id).catch((error: unknown) =>
      log.error(
        { err: error, event: 'wallet.not-mirrored', subscription: id },
        'a subscription of the wallet could not be mirrored',
      ),
    )
  await sweepStore(house)
  await sendReturns(house)
}

/** Reads the wallet's own list of subscriptions, from where it was read last. */
async function listNew({ db, now, ...house }: House, wallet: WalletProvider): Promise<void> {
  if (!wallet.listSubscriptions) return
  const to = now()
  const swept = await db.selectFrom('wallet_sweeps').selectAll().where('provider', '=', wallet.name).executeTakeFirst()
  const before = swept?.subscriptions_until?.getTime()
  const from = new Date(before === undefined ? to.getTime() - FIRST_LIST_MS : Math.min(before, to.getTime()) - LIST_AGAIN_MS)
  for await (const reference of wallet.listSubscriptions(from, to))
    await noteSubscription(db, { ...house, now }, wallet, reference)
  await db
    .insertInto('wallet_sweeps')
    .values({ provider: wallet.name, subscriptions_until: to })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ subscriptions_until: to }))
    .execute()
}

async function settleWaiting(house: House, wallet: WalletProvider): Promise<void> {
  const { db, now, log } = house
  const due = await db
    .selectFrom('wallet_subscriptions')
    .select('reference')
    .where('provider', '=', wallet.name)
    .where('next_check_at', '<=', now())
    .orderBy('next_check_at')
    .limit(BATCH)
    .execute()
  for (const { reference } of due)
    await settleWalletSubscription(house, wallet, reference).catch((error: unknown) =>
      log.error({ err: error, event: 'wallet.not-settled', reference }, 'a subscription of the wallet waits'),
    )
}
