import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import type { Selectable, Transaction } from 'kysely'
import type { DB, Subscriptions } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import type { WalletCharge, WalletProvider, WalletState } from '../outside/payments/port.ts'
import { bookWalletCharge } from './book-wallet-charge.ts'
import { followWallet } from './follow-wallet.ts'
import { holdAccounts } from './locks.ts'
import { sendRefunds } from './refunds.ts'
import { bookWalletReturn, unexplainedRest } from './wallet-returns.ts'

const DAY_MS = 86_400_000
/** A charge that was under way when a subscription ended is known by then. Milliseconds. */
const CHARGES_KNOWN_AFTER_MS = 3 * DAY_MS
type Contract = Selectable<Subscriptions>

/**
 * Writes into our books what a wallet has charged for a contract and what went back of it, as it is there, and what has
 * become of the subscription there. Any number of times, by any number of workers: everything is booked once.
 */
export async function mirrorContract(house: House, id: number): Promise<void> {
  const { db, now } = house
  const contract = await db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
  const { wallet } = house.payments
  const reference = contract?.provider_reference
  if (contract?.order_type !== ORDER_TYPE.wallet || !wallet || !reference) return
  const state = await wallet.fetchSubscription(reference)
  // It was charged before it began here, where nobody told us of it for days.
  const begun = Math.min(contract.created_at.getTime(), state?.startsAt?.getTime() ?? Number.POSITIVE_INFINITY)
  const from = new Date(begun - DAY_MS)
  const charges = await wallet.charges(reference, from, new Date(now().getTime() + DAY_MS))
  charges.sort((a, b) => a.at.getTime() - b.at.getTime())
  const [goesOnForNothing, mirrored] = await transact(house, async (trx) => {
    await holdAccounts(trx, [contract.account_id])
    const held = await lockContract(trx, id)
    for (const charge of charges) await bookWalletCharge(trx, house, { contract: held, wallet, charge })
    const goesOn = state ? await followWallet(trx, house, { contract: await lockContract(trx, id), state, charges }) : false
    return [goesOn, await lockContract(trx, id)] as const
  })
  await bookReturnsOf(house, wallet, charges)
  if (goesOnForNothing) await wallet.cancel(reference, 'ended')
  else if (isOver(mirrored, state, charges, now())) await closeSubscription(db, wallet.name, reference)
  await sendRefunds(house)
}

function lockContract(trx: Transaction<DB>, id: number): Promise<Contract> {
  return trx.selectFrom('subscriptions as s').selectAll('s').where('s.id', '=', id).forNoKeyUpdate('s').executeTakeFirstOrThrow()
}

/**
 * Books what went back of charges. The wallet tells it by message and by its list, which is late: where it says already that
 * nothing is left of a charge, what is not on the list yet is booked as one return.
 */
async function bookReturnsOf(house: House, wallet: WalletProvider, charges: readonly WalletCharge[]): Promise<void> {
  const { db, now } = house
  const to = new Date(now().getTime() + DAY_MS)
  for (const { transactionId: chargeId, currency, state, at } of charges) {
    const isOpen = async () => state === 'refunded' && (await unexplainedRest(db, wallet.name, chargeId)) > 0
    if (!(await isOpen())) continue
    const listed = await wallet.returns({ from: at, to, charges: [chargeId] })
    for (const back of listed) if (back.chargeId === chargeId) await bookWalletReturn(house, wallet, back)
    if (!(await isOpen())) continue
    const amount = -(await unexplainedRest(db, wallet.name, chargeId))
    await bookWalletReturn(house, wallet, {
      chargeId,
      reference: `rest-of-${chargeId}`,
      amount,
      currency,
      at: now(),
      kind: 'refund',
    })
  }
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
