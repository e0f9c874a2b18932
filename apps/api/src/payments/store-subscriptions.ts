import { Refusal } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/billing-endpoints'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { sql, type Transaction } from 'kysely'
import { accountReference } from '../accounts/account-reference.ts'
import type { DB } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import { serve } from '../endpoint.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import type { StoreProvider, StoreSubscription, WalletProvider } from '../outside/payments/port.ts'
import { liveSubscription, refuseSideways } from './buy.ts'
import { holdAccounts, lockBuyer } from './locks.ts'
import { pricesAt, tariffOf } from './prices.ts'

/** Who charges a contract by a clock of its own; null = we do, or nobody who is known here. */
export function chargerOf({ payments }: House, orderType: number): WalletProvider | StoreProvider | null {
  if (orderType === ORDER_TYPE.wallet) return payments.wallet
  return orderType === ORDER_TYPE.google ? payments.store : null
}

/**
 * A subscription that was bought in the app: asked for at the store, tied to the account that the app named when it was bought,
 * and acknowledged. Posted twice, it is one. The store sold it: there is no invoice of ours (decisions/127).
 */
export const bindStore = serve(declared.bindStore, 'personal', async ({ house, session, input }) => {
  const accountId = session.account!.id
  const { subscription: tariff, purchasetoken: reference } = input
  await house.attempts.admit('wallet', `account ${accountId}`)
  if (!tariffOf(tariff)) throw new Refusal('not_found', 'subscription')
  const { store } = house.payments
  if (!store) throw new Refusal('unavailable')
  const sold = await store.fetchSubscription(reference).catch((error: unknown) => {
    house.log.warn({ err: error, event: 'store.unreachable' }, 'the store could not be asked')
    throw new Refusal('unavailable')
  })
  const isTheirs = sold?.customId === (await accountReference(accountId, house))
  const isPaid = sold?.state === 'active' || sold?.state === 'cancelled'
  if (!sold?.paidUntil || !isTheirs || !isPaid || !store.plansOf(tariff, null).includes(sold.planId))
    throw new Refusal('wallet_refused', 'purchasetoken')
  const contract = await transact(house, (trx) => addContract(trx, house, { store, sold, accountId, tariff }))
  await followStore(house, contract).catch((error: unknown) =>
    // The sweep goes on with it.
    house.log.warn({ err: error, event: 'store.interrupted', subscription: contract }, 'the store broke off after a purchase'),
  )
  return undefined
})

type Sale = { store: StoreProvider; sold: StoreSubscription; accountId: number; tariff: number }

/** @returns id of the contract, new or known. @throws Refusal not_signed_in, region_unavailable, subscribed_already, wallet_refused */
async function addContract(trx: Transaction<DB>, house: House, { store, sold, accountId, tariff }: Sale): Promise<number> {
  const now = house.now()
  const account = await lockBuyer(trx, accountId)
  if (!account || account.deactivated_at) throw new Refusal('not_signed_in')
  const known = await trx
    .selectFrom('subscriptions')
    .select(['id', 'account_id'])
    .where('provider_reference', '=', sold.reference)
    .executeTakeFirst()
  if (known && known.account_id !== accountId) throw new Refusal('wallet_refused', 'purchasetoken')
  if (known) return known.id
  if (tariffOf(tariff)!.region !== account.region_id) throw new Refusal('region_unavailable', 'subscription')
  const live = await liveSubscription(trx, accountId)
  if (live) {
    // Who pays us is not charged twice; the store gives back what is not acknowledged.
    if (live.order_type !== ORDER_TYPE.google) throw new Refusal('subscribed_already', 'subscription')
    refuseSideways(live, tariff)
    // The store has set the rest of the old one against the new one.
    const ended = { state: 'ended', ends_at: now, auto_renew: false, next_charge_at: null }
    await trx.updateTable('subscriptions').set(ended).where('id', '=', live.id).execute()
  }
  const { id: methodId } = await trx
    .insertInto('payment_methods')
    .values({
      account_id: accountId,
      provider: store.name,
      kind: 'GS',
      reference: sold.reference,
      brand: store.brand,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('subscriptions')
    .values({
      account_id: accountId,
      subscription_id: tariff,
      state: 'active',
      order_type: ORDER_TYPE.google,
      provider_reference: sold.reference,
      payment_method_id: methodId,
      regular_price: (await pricesAt(trx, now)).get(tariff)!,
      starts_at: now,
      ends_at: sold.paidUntil,
      next_charge_at: sold.paidUntil,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Does with a contract what became of its subscription at the store; any number of times. @throws where the store cannot be asked */
export async function followStore(house: House, id: number): Promise<void> {
  const { db, now, payments } = house
  const contract = await db
    .selectFrom('subscriptions')
    .select(['provider_reference', 'account_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  const reference = contract?.provider_reference
  if (!payments.store || !reference) return
  const there = await payments.store.fetchSubscription(reference)
  const isOver = await transact(house, async (trx) => {
    await holdAccounts(trx, [contract.account_id])
    const held = await trx
      .selectFrom('subscriptions as s')
      .selectAll('s')
      .where('s.id', '=', id)
      .forNoKeyUpdate('s')
      .executeTakeFirstOrThrow()
    if (held.state === 'ended') return true
    const set = stateHere(held, there, now())
    await trx.updateTable('subscriptions').set(set).where('id', '=', id).execute()
    const { account_id: accountId } = held
    if (set.state === 'ended' && accountId !== null)
      await addJob(trx, 'letter', { letter: 'contract-ended', accountId, contract: id })
    return set.state === 'ended'
  })
  const goesOn = there?.state === 'active' || there?.state === 'suspended'
  if (isOver && goesOn) await payments.store.cancel(reference, 'ended')
  else if (goesOn && !there.isAcknowledged) await payments.store.acknowledge(reference)
}

type Here = { state: string; ends_at: Date | null; cancelled_at: Date | null }

/** The store decides until when is paid; what it has lost is over. */
function stateHere({ state, ends_at, cancelled_at }: Here, there: StoreSubscription | null, now: Date) {
  const paidUntil = there?.paidUntil ?? ends_at ?? now
  const over = { auto_renew: false, next_charge_at: null, cancelled_at: cancelled_at ?? now, ends_at: paidUntil }
  if (there?.state === 'active')
    return { state: 'active', auto_renew: true, next_charge_at: paidUntil, ends_at: paidUntil, cancelled_at: null }
  // It waits for its money there: nothing is read until it comes.
  if (there?.state === 'suspended' || there?.state === 'pending')
    return { state: 'past-due', next_charge_at: null, ends_at: paidUntil }
  if (there?.state === 'cancelled' && paidUntil > now) return { ...over, state }
  return { ...over, state: 'ended', ends_at: paidUntil < now ? paidUntil : now }
}

/** The same by the store's own name; one that nobody has posted is left to the app. */
export async function followStoreReference(house: House, reference: string): Promise<void> {
  const found = await house.db
    .selectFrom('subscriptions')
    .select('id')
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
  if (found) await followStore(house, found.id)
}

/** Asks about subscriptions whose paid time is over, for messages that were lost. */
export async function sweepStore(house: House): Promise<void> {
  const { db, now, log } = house
  const { rows } = await sql<{ id: number }>`select id from subscriptions where order_type = ${ORDER_TYPE.google}
    and state in ('active', 'past-due') and (ends_at <= ${now()} or created_at > ${now()}::timestamptz - interval '2 days')
    order by id`.execute(db)
  for (const { id } of rows)
    await followStore(house, id).catch((error: unknown) =>
      log.error(
        { err: error, event: 'store.not-followed', subscription: id },
        'a subscription of the store could not be followed',
      ),
    )
}
