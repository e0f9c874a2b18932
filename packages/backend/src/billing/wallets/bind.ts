import { ApiError, type ErrorCode } from '@kiosk/domain/errors'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import type { Selectable, Transaction } from 'kysely'
import type { WalletProvider, WalletState } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { Accounts, Carts, DB } from '../../db/schema.ts'
import { settleIn } from '../charges/settle.ts'
import { type OnSale, requireOnSale } from '../checkout/carts.ts'
import { lockBuyer } from '../locks.ts'
import { addNetworkEvidence, findMarketRejection } from '../plans/market-evidence.ts'
import type { Reduction } from '../plans/vouchers.ts'
import { reductionOf, startSubscription } from '../subscriptions/start.ts'
import type { Approval } from './approvals.ts'
import { draftWalletPeriod } from './period.ts'
import { changeSubscription, lockWalletSubscription } from './subscription-rows.ts'

/** Reason why an approved subscription cannot start here. */
export type BindRejection =
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

/** What the buyer is told about these reasons; of the others only that nothing was bought. */
export const REJECTION_CODES: { [reason in string]?: ErrorCode } = {
  'subscribed-already': 'subscribed_already',
  voucher: 'voucher_invalid',
  'other-market': 'market_mismatch',
  'other-region': 'region_unavailable',
} satisfies { [reason in BindRejection]?: ErrorCode }

/** Thrown for a wallet subscription that can never start here, so that a retry does not help. */
export class CannotBind extends Error {
  readonly reason: BindRejection
  constructor(reason: BindRejection) {
    super(`the wallet's subscription cannot begin: ${reason}`)
    this.reason = reason
  }
}

/**
 * Creates our side of a subscription that was approved and is active at the wallet: subscription, first period, invoice and the
 * attempt that mirrors the first charge. It grants access at once; charges are mirrored as the wallet makes them.
 * @returns its id; null if another server has decided meanwhile
 * @throws CannotBind
 */
export async function bindApproved(
  trx: Transaction<DB>,
  ctx: AppContext,
  { wallet, approved, approvalId }: { wallet: WalletProvider; approved: WalletState; approvalId: string },
): Promise<number | null> {
  const now = ctx.now()
  // Locks in the order of ADR-0068.
  const accountId = await accountOf(trx, approvalId)
  const account = accountId === null ? undefined : await lockBuyer(trx, accountId)
  const approval = await lockApproval(trx, approvalId)
  if (!(await isUndecided(trx, wallet, approved))) return null
  // One approval starts one subscription, however many were created from it at the wallet.
  if (approval.subscription_id !== null) throw new CannotBind('approval-used')
  requireAsApproved(approval, approved)
  if (!account || approval.account_id === null) throw new CannotBind('account-gone')
  if (account.deactivated_at) throw new CannotBind('account-closed')
  const sale = await saleOf(trx, account, approval.plan_id)
  const cart = await takeCartOf(trx, approval, now)
  const evidence = { network: cart.network_country, method: approved.payerCountry ?? null }
  if (await findMarketRejection(trx, sale.plan.country, account, evidence)) throw new CannotBind('other-market')
  // Before the reduction, which this payer may already have used with another account.
  const methodId = await addMethod(trx, { account, wallet, approved, now })
  const reduction = await reductionAsApproved(trx, ctx, sale, approval)
  const attribution = cart.attribution
  const made = await addSubscription(trx, ctx, { account, sale, methodId, attribution, reduction, approved, approval })
  await addNetworkEvidence(trx, made.attemptId, cart.network_country, now)
  await trx.updateTable('carts').set({ attempt_id: made.attemptId }).where('id', '=', cart.id).execute()
  await trx.updateTable('wallet_approvals').set({ subscription_id: made.id }).where('id', '=', approvalId).execute()
  // Approved and active: the wallet has the money or collects it within hours.
  await settleIn(trx, ctx, [{ attemptId: made.attemptId, outcome: firstOutcome(made.attemptId, approval, approved) }])
  const settled = { state: 'bound', approval_id: approvalId, settled_at: now, next_check_at: null }
  await changeSubscription(trx, { provider: wallet.name, reference: approved.reference }, settled)
  return made.id
}

function firstOutcome(attemptId: string, { price }: Approval, { reference }: WalletState) {
  // The wallet charges nothing for a free period.
  if (price === 0) return { state: 'succeeded', reference: `nothing-to-pay-${attemptId}` } as const
  return { state: 'processing', reference } as const
}

/** Requires that the subscription is as offered, because the browser creates it and could have changed the offer. */
function requireAsApproved(approval: Approval, approved: WalletState): void {
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

/** Locks the row of a subscription and returns whether no server has decided about it yet. */
async function isUndecided(trx: Transaction<DB>, { name }: WalletProvider, { reference }: WalletState): Promise<boolean> {
  const { state } = await lockWalletSubscription(trx, name, reference)
  return state === 'found'
}

async function saleOf(trx: Transaction<DB>, account: Selectable<Accounts>, planId: number): Promise<OnSale> {
  const sale = await requireOnSale(trx, account, planId).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    throw new CannotBind(error.code === 'region_unavailable' ? 'other-region' : 'subscribed-already')
  })
  if (sale.active && sale.active.order_type !== ORDER_TYPE.wallet) throw new CannotBind('other-method')
  return sale
}

/** Takes the approved cart. @throws CannotBind if it was bought, abandoned or changed meanwhile */
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
          .returning(['id', 'attribution', 'network_country'])
          .executeTakeFirst()
  if (!cart) throw new CannotBind('cart-changed')
  return cart
}

/** Returns the reduction as approved: a voucher that has since expired still applies, a used-up one does not. */
async function reductionAsApproved(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'payments' | 'secret'>,
  { active }: OnSale,
  approval: Approval,
): Promise<Reduction | null> {
  const { voucher_code: code, plan_id: planId, account_id, created_at: now } = approval
  return reductionOf(trx, ctx, active, { code, plan: planId, accountId: account_id!, now }).catch((error: unknown) => {
    if (error instanceof ApiError) throw new CannotBind('voucher')
    throw error
  })
}

async function addMethod(
  trx: Transaction<DB>,
  of: { account: Selectable<Accounts>; wallet: WalletProvider; approved: WalletState; now: Date },
): Promise<number> {
  const { account, wallet, approved, now } = of
  const { id } = await trx
    .insertInto('payment_methods')
    .values({
      account_id: account.id,
      provider: wallet.name,
      kind: 'PP',
      reference: approved.reference,
      brand: wallet.brand,
      masked: approved.payer,
      country: approved.payerCountry ?? '',
      fingerprint: approved.payerId ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Made = {
  account: Selectable<Accounts>
  sale: OnSale
  methodId: number
  attribution: Selectable<Carts>['attribution']
  reduction: Reduction | null
  approved: WalletState
  approval: Approval
}

async function addSubscription(trx: Transaction<DB>, ctx: Pick<AppContext, 'operator' | 'now'>, made: Made) {
  const { account, sale, methodId, attribution, reduction, approved, approval } = made
  const now = ctx.now()
  const { plan: soldPlan, active } = sale
  const { id } = await startSubscription(trx, {
    accountId: account.id,
    plan: soldPlan.subscriptionId,
    methodId,
    reduction,
    active,
    attribution,
    walletReference: approved.reference,
    regularPrice: approval.regular_price,
    voucherAt: approval.created_at,
    now,
  }).catch((error: unknown) => {
    if (error instanceof ApiError) throw new CannotBind('voucher')
    throw error
  })
  const attemptId = await draftWalletPeriod(trx, ctx, {
    subscription: id,
    sequence: 1,
    startsAt: now,
    price: approval.price,
    reduced: reduction !== null,
  })
  return { id, attemptId }
}
