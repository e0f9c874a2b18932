import type { Money } from '@kiosk/domain/money'
import { PERIOD_DAYS } from '@kiosk/domain/payments/limits'
import { MINUTE_MS } from '@kiosk/domain/time'
import type { WalletPlan, WalletProvider } from '../../adapters/payments/port.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import { count } from '../../format-count.ts'
import { clearAlarm, raiseAlarm } from '../alarms.ts'
import { planOf, pricesAt } from '../plans/prices.ts'

/** Plans are fetched again after this time. */
const FRESH_MS = 5 * MINUTE_MS
/** Maximum age of the last answer to use while the wallet cannot be reached. */
const HOLDS_MS = 60 * MINUTE_MS
/** A plan that could not be loaded is not requested again for this time: an order by card need not wait for the wallet. */
const FAILED_AGAIN_MS = MINUTE_MS

/** Terms that a plan has to charge: minor units per 30 days. */
export type Terms = { currency: Money['currency']; regular: number; reduced: { price: number; charges: number } | null }

type Kept = { plan: WalletPlan | null | 'unknown'; at: number; failedAt: number }
const NEVER_LOADED: Kept = { plan: 'unknown', at: Number.NEGATIVE_INFINITY, failedAt: Number.NEGATIVE_INFINITY }
const keptBy = new WeakMap<WalletProvider, Map<string, Kept>>()

/**
 * Finds the wallet's plan with these terms, as the wallet has it now. If price, currency, period or state of every configured
 * plan differ, alarms the operator; the wallet is not offered then.
 * @param options `isListed` false: the price may be an earlier list price, so no alarm is raised
 * @returns null if the wallet cannot sell it or cannot be reached
 */
export async function planFor(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  wallet: WalletProvider,
  {
    plan: planId,
    voucherCode,
    terms,
    isListed = true,
  }: { plan: number; voucherCode: string | null; terms: Terms; isListed?: boolean },
): Promise<string | null> {
  const ids = await plansFor(ctx, wallet, { plan: planId, voucherCode, terms })
  for (const id of ids) {
    if (!wallet.fetchPlan) return id
    const plan = await planNamed(ctx, wallet, id)
    if (plan === 'unknown') continue
    const error = errorOf(plan, terms)
    if (error === null) {
      if (isListed) await clearAlarm(ctx.db, ctx, { kind: 'wallet-plan', subject: `plan ${id}` })
      return id
    }
    // Alarms only about the last plan: earlier ones stay for their subscribers.
    if (isListed && ids.at(-1) === id) await alarm(ctx, id, { error, plan: planId, terms })
  }
  return null
}

/** Returns the plans that may be sold: the configured ones, or one created now if the wallet creates them on demand. */
async function plansFor(
  { log }: Pick<AppContext, 'log'>,
  wallet: WalletProvider,
  { plan: planId, voucherCode, terms }: { plan: number; voucherCode: string | null; terms: Terms },
): Promise<readonly string[]> {
  if (!wallet.ensurePlan) return wallet.plansOf(planId, voucherCode)
  try {
    return [await wallet.ensurePlan({ plan: planId, voucherCode, ...terms })]
  } catch (error) {
    log.warn({ err: error, event: 'wallet.plan-not-created', plan: planId }, 'plan could not be created at the wallet')
    return []
  }
}

/** Returns whether a wallet sells a plan at all. */
export function isSoldBy(wallet: WalletProvider | null, planId: number): boolean {
  return wallet !== null && (wallet.ensurePlan !== null || wallet.plansOf(planId, null).length > 0)
}

/** Reads every configured plan and alarms the operator if one does not match. */
export async function checkWalletPlans(ctx: BillingContext): Promise<void> {
  const { wallet } = ctx.payments
  if (!wallet) return
  const regular = await pricesAt(ctx.db, ctx.now())
  for (const { plan: planId, voucherCode } of wallet.offers()) {
    const of = planOf(planId)
    if (of && voucherCode === null)
      await planFor(ctx, wallet, {
        plan: planId,
        voucherCode,
        terms: { currency: of.currency, regular: regular.get(planId)!, reduced: null },
      })
  }
}

/** Returns a code for why a plan may not be sold at these terms; null: it matches. */
export function errorOf(plan: WalletPlan | null, { currency, regular, reduced }: Terms): string | null {
  if (!plan) return 'not-there'
  if (!plan.isActive) return 'not-active'
  if (plan.hasExtras) return 'fee-or-tax-on-top'
  const expected = [...(reduced ? [{ amount: reduced.price, charges: reduced.charges }] : []), { amount: regular, charges: null }]
  if (plan.cycles.length !== expected.length) return 'other-cycles'
  for (const [place, { amount, charges }] of expected.entries()) {
    const cycle = plan.cycles[place]!
    if (cycle.days !== PERIOD_DAYS) return 'other-period'
    if (cycle.charges !== charges) return 'other-cycles'
    if (cycle.currency !== currency && !(cycle.currency === null && amount === 0)) return 'other-currency'
    if (cycle.amount !== amount) return 'other-price'
  }
  return null
}

/** Reads a plan, or uses the cached one. "unknown": the wallet cannot be reached, and its last answer is too old. */
async function planNamed(
  { log }: Pick<AppContext, 'log'>,
  wallet: WalletProvider,
  id: string,
): Promise<WalletPlan | null | 'unknown'> {
  const kept = keptBy.get(wallet) ?? new Map<string, Kept>()
  keptBy.set(wallet, kept)
  const before = kept.get(id) ?? NEVER_LOADED
  const now = performance.now()
  if (now - before.at < FRESH_MS) return before.plan
  const held = now - before.at < HOLDS_MS ? before.plan : 'unknown'
  if (now - before.failedAt < FAILED_AGAIN_MS) return held
  try {
    const plan = await wallet.fetchPlan!(id)
    kept.set(id, { plan, at: performance.now(), failedAt: Number.NEGATIVE_INFINITY })
    return plan
  } catch (error) {
    log.warn({ err: error, event: 'wallet.plan-not-loaded', walletPlan: id }, 'plan could not be loaded from the wallet')
    kept.set(id, { ...before, failedAt: performance.now() })
    return held
  }
}

/** Clears the cached plans after a price has changed here or at the wallet. */
export function forgetPlans(wallet: WalletProvider): void {
  keptBy.delete(wallet)
}

async function alarm(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  id: string,
  { error, plan: planId, terms }: { error: string; plan: number; terms: Terms },
) {
  const details = { fault: error, tariff: planId, amount: terms.reduced?.price ?? terms.regular, currency: terms.currency }
  await raiseAlarm(ctx.db, ctx, { kind: 'wallet-plan', subject: `plan ${id}`, details })
}

/**
 * Prepares the wallet for a new price: one of its plans already charges it or, if the price applies from today, is changed to it.
 * A plan with subscribers is not changed, because the wallet would change their price, too.
 * @returns null if prepared, else the reason for the operator
 */
export async function preparePlan(
  ctx: Pick<AppContext, 'db'>,
  wallet: WalletProvider,
  { plan: planId, price, isFromToday }: { plan: number; price: number; isFromToday: boolean },
): Promise<string | null> {
  const of = planOf(planId)
  const ids = wallet.plansOf(planId, null)
  if (!of || ids.length === 0 || !wallet.fetchPlan) return null
  const terms = { currency: of.currency, regular: price, reduced: null }
  forgetPlans(wallet)
  const plans = await Promise.all(ids.map((id) => wallet.fetchPlan!(id)))
  if (plans.some((plan) => errorOf(plan, terms) === null)) return null
  const last = plans.at(-1)
  const id = ids.at(-1)!
  if (!last || errorOf({ ...last, cycles: last.cycles.map((each) => ({ ...each, amount: price })) }, terms) !== null)
    return `The wallet's plan ${id} does not charge every ${PERIOD_DAYS} days in ${of.currency}, without fees and tax on top. Set up one that does, and add it to PAYPAL_PLANS.`
  if (!isFromToday)
    return `No plan of the wallet charges ${(price / 100).toFixed(2)} ${of.currency}. Set one up, and add its name after ${id} in PAYPAL_PLANS, separated by a space; until then ${id} is sold.`
  const { charged } = await ctx.db
    .selectFrom('wallet_approvals')
    .innerJoin('subscriptions', 'subscriptions.id', 'wallet_approvals.subscription_id')
    .select(({ fn }) => fn.countAll<number>().as('charged'))
    .where('wallet_plan', '=', id)
    .where('subscriptions.state', '<>', 'ended')
    .executeTakeFirstOrThrow()
  if (Number(charged) > 0)
    return `${count(Number(charged), 'running subscription is', 'running subscriptions are')} charged by the wallet's plan ${id}; changing it would change their price, too. Set up another plan at the new price, and add its name after ${id} in PAYPAL_PLANS, separated by a space.`
  await wallet.revisePlan!(id, last.cycles.at(-1)!.sequence, { minor: price, currency: of.currency })
  forgetPlans(wallet)
  return null
}
