import { Refusal } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, Carts, DB } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import type { WalletProvider, WalletState } from '../outside/payments/port.ts'
import { demandAcceptance } from './acceptance.ts'
import { beginContract, reductionOf } from './begin-contract.ts'
import { demandOnSale, type OnSale, takeOpenCart } from './carts.ts'
import { lineText } from './line-text.ts'
import { lockBuyer } from './locks.ts'
import { mirrorContract } from './mirror-wallet.ts'
import { refund } from './refunds.ts'
import { settleIn } from './settle-attempts.ts'
import { unusedRest } from './unused-rest.ts'
import type { Reduction } from './vouchers.ts'
import { draftWalletPeriod } from './wallet-period.ts'

type Payment = { accountId: number; tariff: number; reference: string }

/**
 * Makes a contract of a wallet payment that was approved: asked of the wallet itself, once. Entitles at once; the charges
 * are mirrored as the wallet makes them. Binding what is bound already changes nothing.
 * @throws Refusal acceptance_missing, wallet_refused, voucher_invalid, region_unavailable, subscribed_already, unavailable
 */
export async function bindWallet(house: House, payment: Payment): Promise<void> {
  const { db, payments, log, now } = house
  const { accountId, tariff, reference } = payment
  const wallet = payments.wallet
  if (!wallet) throw new Refusal('unavailable')
  if (await isBound(db, payment)) return
  await demandAcceptance(db, accountId, tariff, now())
  const approved = await ask(house, wallet, reference)
  // What the old contract was charged last is known before its rest is reckoned.
  const old = await liveWalletContract(db, accountId)
  if (old) await mirrorContract(house, old.id)
  const bound = await transact(house, (trx) => bindIn(trx, house, payment, wallet, approved))
  if (bound === null) return
  try {
    if (bound.old) await wallet.cancel(bound.old, 'upgrade')
    await mirrorContract(house, bound.id)
  } catch (error) {
    // The sweep goes on with it.
    log.warn({ err: error, subscription: bound.id }, 'the wallet broke off after a contract was bound')
  }
}

async function bindIn(trx: Transaction<DB>, house: House, payment: Payment, wallet: WalletProvider, approved: WalletState) {
  const { accountId, tariff, reference } = payment
  const now = house.now()
  const account = await lockBuyer(trx, accountId)
  if (!account || account.deactivated_at) throw new Refusal('not_signed_in')
  if (await isBound(trx, payment)) return null
  const sale = await demandOnSale(trx, account, tariff)
  const { live } = sale
  if (live && live.order_type !== ORDER_TYPE.wallet) throw new Refusal('wallet_refused', 'subscription')
  const cart = await takeOpenCart(trx, accountId, tariff, now)
  if (!cart) throw new Refusal('not_found', 'subscription')
  const reduction = await reductionOf(trx, live, { code: cart.voucher_code, tariff, accountId, now })
  const isOurs = approved.state === 'active' && approved.customId === String(accountId)
  if (!isOurs || approved.planId !== wallet.planOf(tariff, reduction?.code ?? null))
    throw new Refusal('wallet_refused', 'paypalsubscription')
  if (live) await giveRestBack(trx, house, live.id, account.language as Language)
  const made = await addContract(trx, house, { account, sale, cameFrom: cart.came_from, reduction, wallet, approved })
  await trx.updateTable('carts').set({ attempt_id: made.attemptId }).where('id', '=', cart.id).execute()
  // Approved and active: the wallet has the money, or takes it within hours.
  await settleIn(trx, house, [{ attemptId: made.attemptId, outcome: { state: 'processing', reference } }])
  await trx
    .updateTable('wallet_log')
    .set({ bound_at: now })
    .where('account_id', '=', accountId)
    .where('wallet_subscription', '=', reference)
    .execute()
  return { id: made.id, old: live?.provider_reference ?? null }
}

type Made = {
  account: Selectable<Accounts>
  sale: OnSale
  cameFrom: Selectable<Carts>['came_from']
  reduction: Reduction | null
  wallet: WalletProvider
  approved: WalletState
}

async function addContract(trx: Transaction<DB>, house: House, { account, sale, cameFrom, reduction, wallet, approved }: Made) {
  const now = house.now()
  const { tariff, live } = sale
  const { id: methodId } = await trx
    .insertInto('payment_methods')
    .values({
      account_id: account.id,
      provider: wallet.name,
      kind: 'PP',
      reference: approved.reference,
      brand: 'PayPal',
      masked: approved.payer,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id, price } = await beginContract(trx, {
    accountId: account.id,
    tariff: tariff.subscriptionId,
    methodId,
    reduction,
    live,
    cameFrom,
    walletReference: approved.reference,
    now,
  })
  const attemptId = await draftWalletPeriod(trx, house, {
    contract: id,
    sequence: 1,
    startsAt: now,
    price,
    reduced: reduction !== null,
  })
  return { id, attemptId }
}

/** The wallet charges the new plan in full: what is left of the old one goes back to it, once. */
async function giveRestBack(trx: Transaction<DB>, house: House, contract: number, language: Language): Promise<void> {
  const rest = await unusedRest(trx, contract, house.now())
  if (!rest) return
  const paid = await trx
    .selectFrom('payment_attempts')
    .select('id')
    .where('invoice_id', '=', rest.invoiceId)
    .where('state', '=', 'succeeded')
    .executeTakeFirst()
  if (!paid) return
  const words = lineText(language, null, { startsAt: house.now(), endsAt: rest.endsAt })
  await refund(trx, house, { attemptId: paid.id, amount: rest.amount, reason: 'upgrade', text: words })
}

/** @throws Refusal wallet_refused where it is bound to somebody else */
async function isBound(db: House['db'] | Transaction<DB>, { accountId, reference }: Payment): Promise<boolean> {
  const known = await db
    .selectFrom('subscriptions')
    .select('account_id')
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
  if (known && known.account_id !== accountId) throw new Refusal('wallet_refused', 'paypalsubscription')
  return known !== undefined
}

function liveWalletContract(db: House['db'], accountId: number) {
  return db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'past-due'])
    .where('order_type', '=', ORDER_TYPE.wallet)
    .executeTakeFirst()
}

async function ask({ log }: House, wallet: WalletProvider, reference: string): Promise<WalletState> {
  const found = await wallet.fetchSubscription(reference).catch((error: unknown) => {
    log.warn({ err: error }, 'the wallet could not be asked')
    throw new Refusal('unavailable')
  })
  if (!found) throw new Refusal('wallet_refused', 'paypalsubscription')
  return found
}
