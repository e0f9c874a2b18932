import { Refusal } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import type { Selectable, Transaction } from 'kysely'
import type { Accounts, Carts, DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import type { WalletProvider, WalletState } from '../outside/payments/port.ts'
import { beginContract, reductionOf } from './begin-contract.ts'
import { demandOnSale, type OnSale } from './carts.ts'
import { lineText } from './line-text.ts'
import { lockBuyer } from './locks.ts'
import { addNetworkEvidence, findMarketRefusal } from './market-evidence.ts'
import { refund } from './refunds.ts'
import { settleIn } from './settle-attempts.ts'
import { unusedRest } from './unused-rest.ts'
import type { Reduction } from './vouchers.ts'
import type { Approval } from './wallet-approvals.ts'
import { draftWalletPeriod } from './wallet-period.ts'
import { changeSubscription, lockSubscription } from './wallet-subscription-rows.ts'

const DAY_MS = 86_400_000

/** Why a subscription that was approved cannot begin here. */
export type BindRefusal =
  | 'account-gone'
  | 'account-closed'
  | 'approval-used'
  | 'cart-changed'
  | 'other-plan'
  | 'changed-plan'
  | 'later-start'
  | 'other-method'
  | 'subscribed-already'
  | 'other-region'
  | 'other-market'
  | 'voucher'

/** A subscription of the wallet that can begin no more, whoever tries again. */
export class CannotBind extends Error {
  readonly reason: BindRefusal
  constructor(reason: BindRefusal) {
    super(`the wallet's subscription cannot begin: ${reason}`)
    this.reason = reason
  }
}

/**
 * Makes a subscription here of one that was approved at the wallet and is active there: contract, first period, invoice and
 * the attempt that mirrors the first charge. It entitles at once; the charges are mirrored as the wallet makes them.
 * @returns its id, and the wallet's name of the subscription that it takes the place of; null where it was decided meanwhile
 * @throws CannotBind
 */
export async function bindApproved(
  trx: Transaction<DB>,
  house: House,
  { wallet, approved, approvalId }: { wallet: WalletProvider; approved: WalletState; approvalId: string },
): Promise<{ id: number; old: string | null } | null> {
  const now = house.now()
  // In the order of decisions/068.
  const accountId = await accountOf(trx, approvalId)
  const account = accountId === null ? undefined : await lockBuyer(trx, accountId)
  const approval = await lockApproval(trx, approvalId)
  if (!(await isUndecided(trx, wallet, approved))) return null
  // One approval begins one subscription, however many were made of it at the wallet.
  if (approval.contract_id !== null) throw new CannotBind('approval-used')
  demandAsApproved(approval, approved)
  if (!account || approval.account_id === null) throw new CannotBind('account-gone')
  if (account.deactivated_at) throw new CannotBind('account-closed')
  const sale = await saleOf(trx, account, approval.plan_id)
  const cart = await takeCartOf(trx, approval, now)
  const evidence = { network: cart.network_country, method: approved.payerCountry ?? null }
  if (findMarketRefusal(sale.tariff.country, account, evidence)) throw new CannotBind('other-market')
  const reduction = await reductionAsApproved(trx, house, sale, approval)
  if (sale.live) await giveRestBack(trx, house, sale.live.id, account.language as Language)
  const cameFrom = cart.came_from
  const made = await addContract(trx, house, { account, sale, cameFrom, reduction, wallet, approved, approval })
  await addNetworkEvidence(trx, made.attemptId, cart.network_country, now)
  await trx.updateTable('carts').set({ attempt_id: made.attemptId }).where('id', '=', cart.id).execute()
  await trx.updateTable('wallet_approvals').set({ contract_id: made.id }).where('id', '=', approvalId).execute()
  // Approved and active: the wallet has the money, or takes it within hours.
  await settleIn(trx, house, [{ attemptId: made.attemptId, outcome: firstOutcome(made.attemptId, approval, approved) }])
  const settled = { state: 'bound', approval_id: approvalId, settled_at: now, next_check_at: null }
  await changeSubscription(trx, { provider: wallet.name, reference: approved.reference }, settled)
  return { id: made.id, old: sale.live?.provider_reference ?? null }
}

function firstOutcome(attemptId: string, { price }: Approval, { reference }: WalletState) {
  // The wallet charges nothing for a period that is free.
  if (price === 0) return { state: 'succeeded', reference: `nothing-to-pay-${attemptId}` } as const
  return { state: 'processing', reference } as const
}

/** The browser makes the subscription, and might have changed what was offered. */
function demandAsApproved(approval: Approval, approved: WalletState): void {
  if (approved.planId !== approval.wallet_plan) throw new CannotBind('other-plan')
  if (approved.isOverridden) throw new CannotBind('changed-plan')
  const latest = approval.created_at.getTime() + 2 * DAY_MS
  if (approved.startsAt !== null && approved.startsAt.getTime() > latest) throw new CannotBind('later-start')
}

async function accountOf(trx: Transaction<DB>, approvalId: string): Promise<number | null> {
  const found = await trx
    .selectFrom('wallet_approvals')
    .select('account_id')
    .where('id', '=', approvalId)
    .executeTakeFirstOrThrow()
  return found.account_id
}

function lockApproval(trx: Transaction<DB>, approvalId: string): Promise<Approval> {
  return trx
    .selectFrom('wallet_approvals as w')
    .selectAll('w')
    .where('w.id', '=', approvalId)
    .forNoKeyUpdate('w')
    .executeTakeFirstOrThrow()
}

/** Whether no server has decided yet what becomes of a subscription; its row is locked. */
async function isUndecided(trx: Transaction<DB>, { name }: WalletProvider, { reference }: WalletState): Promise<boolean> {
  const { state } = await lockSubscription(trx, name, reference)
  return state === 'found'
}

async function saleOf(trx: Transaction<DB>, account: Selectable<Accounts>, planId: number): Promise<OnSale> {
  const sale = await demandOnSale(trx, account, planId).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    throw new CannotBind(error.code === 'region_unavailable' ? 'other-region' : 'subscribed-already')
  })
  if (sale.live && sale.live.order_type !== ORDER_TYPE.wallet) throw new CannotBind('other-method')
  return sale
}

/** Takes the cart that was approved; one that was bought, left or filled otherwise meanwhile is another. */
async function takeCartOf(trx: Transaction<DB>, { cart_id, voucher_code }: Approval, now: Date) {
  const cart =
    cart_id === null
      ? undefined
      : await trx
          .updateTable('carts')
          .set({ state: 'buying', updated_at: now })
          .where('id', '=', cart_id)
          .where('state', '=', 'open')
          .where('voucher_code', 'is not distinct from', voucher_code)
          .returning(['id', 'came_from', 'network_country'])
          .executeTakeFirst()
  if (!cart) throw new CannotBind('cart-changed')
  return cart
}

/** The reduction as it was when it was approved: a voucher that ended meanwhile still holds, one that is used up does not. */
async function reductionAsApproved(
  trx: Transaction<DB>,
  house: House,
  { live }: OnSale,
  approval: Approval,
): Promise<Reduction | null> {
  const { voucher_code: code, plan_id: tariff, account_id, created_at: now } = approval
  return reductionOf(trx, house, live, { code, tariff, accountId: account_id!, now }).catch((error: unknown) => {
    if (error instanceof Refusal) throw new CannotBind('voucher')
    throw error
  })
}

type Made = {
  account: Selectable<Accounts>
  sale: OnSale
  cameFrom: Selectable<Carts>['came_from']
  reduction: Reduction | null
  wallet: WalletProvider
  approved: WalletState
  approval: Approval
}

async function addContract(trx: Transaction<DB>, house: House, made: Made) {
  const { account, sale, cameFrom, reduction, wallet, approved, approval } = made
  const now = house.now()
  const { tariff, live } = sale
  const { id: methodId } = await trx
    .insertInto('payment_methods')
    .values({
      account_id: account.id,
      provider: wallet.name,
      kind: 'PP',
      reference: approved.reference,
      brand: wallet.brand,
      masked: approved.payer,
      country: approved.payerCountry ?? '',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await beginContract(trx, {
    accountId: account.id,
    tariff: tariff.subscriptionId,
    methodId,
    reduction,
    live,
    cameFrom,
    walletReference: approved.reference,
    regularPrice: approval.regular_price,
    voucherAt: approval.created_at,
    now,
  }).catch((error: unknown) => {
    if (error instanceof Refusal) throw new CannotBind('voucher')
    throw error
  })
  const attemptId = await draftWalletPeriod(trx, house, {
    contract: id,
    sequence: 1,
    startsAt: now,
    price: approval.price,
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
