import { GRACE_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/terms'
import type { Selectable, Transaction } from 'kysely'
import type { DB, Subscriptions } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import type { WalletCharge, WalletProvider, WalletState } from '../outside/payments/port.ts'
import { holdAccounts } from './locks.ts'
import { tariffOf } from './prices.ts'
import { sendRefunds } from './refunds.ts'
import { settleIn } from './settle-attempts.ts'
import { draftWalletPeriod } from './wallet-period.ts'

const DAY = 86_400_000
/** A charge that was under way when a subscription ended is known by then. Milliseconds. */
const CHARGES_KNOWN_AFTER_MS = 3 * DAY
type Contract = Selectable<Subscriptions>

/** Who charges a contract by a clock of its own; null = we do, or nobody who is known here. */
export function walletOf({ payments }: House, orderType: number): WalletProvider | null {
  if (orderType === ORDER_TYPE.wallet) return payments.wallet
  return orderType === ORDER_TYPE.google ? payments.store : null
}

/**
 * Writes into our books what a wallet has charged for a contract, and what has become of it there. Any number of times, by
 * any number of workers: a charge is booked once.
 */
export async function mirrorContract(house: House, id: number): Promise<void> {
  const { db, now } = house
  const contract = await db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
  const wallet = contract && walletOf(house, contract.order_type)
  const reference = contract?.provider_reference
  if (!contract || !wallet || !reference) return
  const state = await wallet.fetchSubscription(reference)
  const from = new Date(contract.created_at.getTime() - DAY)
  const charges = await wallet.charges(reference, from, new Date(now().getTime() + DAY))
  charges.sort((a, b) => a.at.getTime() - b.at.getTime())
  const goesOnForNothing = await transact(house, async (trx) => {
    await holdAccounts(trx, [contract.account_id])
    const held = await lockContract(trx, id)
    for (const charge of charges) await mirrorCharge(trx, house, { contract: held, wallet, charge })
    return state ? follow(trx, house, await lockContract(trx, id), state) : false
  })
  if (goesOnForNothing) await wallet.cancel(reference, 'ended')
  else if (isOver(contract, state, charges, now())) await closeSubscription(db, wallet.name, reference)
  await sendRefunds(house)
}

/** Ended here and there, and everything that was charged for it is known. */
function isOver({ state, ends_at }: Contract, there: WalletState | null, charges: readonly WalletCharge[], now: Date): boolean {
  const isOverThere = there === null || there.state === 'cancelled' || there.state === 'expired'
  const isOld = ends_at !== null && now.getTime() - ends_at.getTime() > CHARGES_KNOWN_AFTER_MS
  return state === 'ended' && isOverThere && isOld && !charges.some((each) => each.state === 'pending')
}

/** It is not asked about any more; what the wallet tells of it later is still booked. */
async function closeSubscription(db: House['db'], provider: string, reference: string): Promise<void> {
  await db
    .updateTable('wallet_subscriptions')
    .set({ state: 'closed', reason: 'ended', next_check_at: null })
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .execute()
}

function lockContract(trx: Transaction<DB>, id: number): Promise<Contract> {
  return trx.selectFrom('subscriptions as s').selectAll('s').where('s.id', '=', id).forNoKeyUpdate('s').executeTakeFirstOrThrow()
}

async function mirrorCharge(
  trx: Transaction<DB>,
  house: House,
  { contract, wallet, charge }: { contract: Contract; wallet: WalletProvider; charge: WalletCharge },
): Promise<void> {
  const { transactionId: reference, amount, currency } = charge
  if (charge.state === 'failed' || charge.state === 'pending') return
  const known = await trx
    .selectFrom('payment_attempts')
    .select(['id', 'state'])
    .where('provider', '=', wallet.name)
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
  if (known) return charge.state === 'refunded' ? mirrorReturn(trx, house, known.id, reference) : undefined
  const periods = await trx
    .selectFrom('periods')
    .innerJoin('invoices', 'invoices.period_id', 'periods.id')
    .leftJoin('payment_attempts', (join) =>
      join.onRef('payment_attempts.invoice_id', '=', 'invoices.id').on('payment_attempts.state', '=', 'processing'),
    )
    .select(['sequence', 'periods.ends_at', 'payment_attempts.id as waiting', 'payment_attempts.amount'])
    .where('periods.subscription', '=', contract.id)
    .where('invoices.kind', '=', 'invoice')
    .orderBy('sequence')
    .execute()
  const waiting = periods.find((each) => each.waiting !== null)
  const isAsAgreed = currency === tariffOf(contract.subscription_id)?.currency && (!waiting || waiting.amount === amount)
  if (!isAsAgreed) {
    house.log.error({ subscription: contract.id, charge: reference }, 'a wallet charged something else than was agreed')
    return
  }
  const last = periods.at(-1)
  const attemptId = waiting?.waiting ?? (await draftNext(trx, house, contract, last, charge))
  // Charged for a contract that is over: nothing is sold, and the money goes back.
  if (contract.state === 'ended' && !waiting) {
    const over = { state: 'declined', reference: null, code: 'declined', text: '', retryable: false } as const
    await settleIn(trx, house, [{ attemptId, outcome: over }])
  }
  await settleIn(trx, house, [{ attemptId, outcome: { state: 'succeeded', reference } }])
  if (charge.state === 'refunded') await mirrorReturn(trx, house, attemptId, reference)
}

function draftNext(
  trx: Transaction<DB>,
  house: House,
  contract: Contract,
  last: { sequence: number; ends_at: Date } | undefined,
  { at, amount }: WalletCharge,
): Promise<string> {
  const graceEnds = last && last.ends_at.getTime() + GRACE_DAYS * DAY
  const startsAt = last && graceEnds! >= at.getTime() ? last.ends_at : at
  return draftWalletPeriod(trx, house, {
    contract: contract.id,
    sequence: (last?.sequence ?? 0) + 1,
    startsAt,
    price: amount,
    reduced: contract.reduced_left > 0 && amount === contract.reduced_price,
  })
}

/** Given back at the wallet: by us, which the books know, or by somebody there. */
async function mirrorReturn(trx: Transaction<DB>, house: House, attemptId: string, reference: string): Promise<void> {
  const ours = await trx.selectFrom('refunds').select('id').where('attempt_id', '=', attemptId).executeTakeFirst()
  if (ours) return
  await settleIn(trx, house, [{ attemptId, outcome: { state: 'returned', reference, code: 'returned', text: '' } }])
}

/** Follows the wallet's state. @returns whether it goes on charging for what is over */
async function follow(trx: Transaction<DB>, house: House, contract: Contract, state: WalletState): Promise<boolean> {
  const now = house.now()
  const goesOn = state.state === 'active' || state.state === 'suspended'
  if (contract.state === 'ended') return goesOn
  if (contract.state === 'pending' || contract.ends_at === null) return false
  const change = (set: Partial<Pick<Contract, 'auto_renew' | 'next_charge_at' | 'cancelled_at' | 'state' | 'ends_at'>>) =>
    trx.updateTable('subscriptions').set(set).where('id', '=', contract.id).execute()
  if (state.state === 'cancelled' || state.state === 'expired') {
    const over = contract.ends_at <= now ? { state: 'ended' } : {}
    await change({ auto_renew: false, next_charge_at: null, cancelled_at: contract.cancelled_at ?? now, ...over })
    return false
  }
  if (contract.ends_at > now) {
    if (contract.state === 'active' && contract.auto_renew)
      await change({ next_charge_at: state.nextChargeAt ?? contract.ends_at })
    return false
  }
  // The wallet tries again by itself; meanwhile one may read on.
  if (contract.state === 'active' && contract.auto_renew) {
    await change({ state: 'past-due', ends_at: new Date(contract.ends_at.getTime() + GRACE_DAYS * DAY) })
    return false
  }
  await change({ state: 'ended', auto_renew: false, next_charge_at: null })
  return goesOn
}
