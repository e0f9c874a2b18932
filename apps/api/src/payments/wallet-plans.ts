import type { Money } from '@kiosk/domain/money'
import { PERIOD_DAYS } from '@kiosk/domain/payments/terms'
import type { House } from '../house.ts'
import type { WalletPlan, WalletProvider } from '../outside/payments/port.ts'
import { clearAlarm, raiseAlarm } from './alarms.ts'
import { pricesAt, tariffOf } from './prices.ts'

const MINUTE_MS = 60_000
/** A plan is asked for again after so long. Milliseconds. */
const FRESH_MS = 5 * MINUTE_MS
/** Where the wallet cannot be asked, what it said last holds for so long. Milliseconds. */
const HOLDS_MS = 60 * MINUTE_MS

/** What a plan has to charge: minor units per 30 days. */
export type Terms = { currency: Money['currency']; regular: number; reduced: { price: number; charges: number } | null }

type Kept = { plan: WalletPlan | null; at: number }
const keptBy = new WeakMap<WalletProvider, Map<string, Kept>>()

/**
 * The wallet's plan for a tariff at these terms, as the wallet has it now. Where price, currency, period or state of every
 * plan that is set up for it differ, there is none: the operator is alarmed, and the wallet is not offered.
 * @returns null where it cannot be sold by the wallet, or the wallet cannot be asked
 */
export async function planFor(
  house: House,
  wallet: WalletProvider,
  { tariff, voucherCode, terms }: { tariff: number; voucherCode: string | null; terms: Terms },
): Promise<string | null> {
  const ids = await plansFor(house, wallet, { tariff, voucherCode, terms })
  for (const id of ids) {
    if (!wallet.fetchPlan) return id
    const plan = await planNamed(house, wallet, id)
    if (plan === 'unknown') continue
    const fault = faultOf(plan, terms)
    if (fault === null) {
      await clearAlarm(house.db, house, { kind: 'wallet-plan', subject: `plan ${id}` })
      return id
    }
    // Another plan of the same tariff may fit: one that was sold before stays for those who have it.
    if (ids.at(-1) === id) await alarm(house, id, { fault, tariff, terms })
  }
  return null
}

/** Those that may be sold: as they are set up, or made now where the wallet makes them when they are needed. */
async function plansFor(
  { log }: House,
  wallet: WalletProvider,
  { tariff, voucherCode, terms }: { tariff: number; voucherCode: string | null; terms: Terms },
): Promise<readonly string[]> {
  if (!wallet.ensurePlan) return wallet.plansOf(tariff, voucherCode)
  try {
    return [await wallet.ensurePlan({ tariff, voucherCode, ...terms })]
  } catch (error) {
    log.warn({ err: error, event: 'wallet.plan-not-made', tariff }, 'a plan of the wallet could not be made')
    return []
  }
}

/** Whether a wallet sells a tariff at all. */
export function isSoldBy(wallet: WalletProvider | null, tariff: number): boolean {
  return wallet !== null && (wallet.ensurePlan !== null || wallet.plansOf(tariff, null).length > 0)
}

/** Reads every plan that is set up, and alarms the operator where one does not fit. */
export async function checkWalletPlans(house: House): Promise<void> {
  const { wallet } = house.payments
  if (!wallet) return
  const regular = await pricesAt(house.db, house.now())
  for (const { tariff, voucherCode } of wallet.offers()) {
    const of = tariffOf(tariff)
    if (of && voucherCode === null)
      await planFor(house, wallet, {
        tariff,
        voucherCode,
        terms: { currency: of.currency, regular: regular.get(tariff)!, reduced: null },
      })
  }
}

/** Why a plan may not be sold at these terms, in fixed words; null: it fits. */
export function faultOf(plan: WalletPlan | null, { currency, regular, reduced }: Terms): string | null {
  if (!plan) return 'not-there'
  if (!plan.isActive) return 'not-active'
  if (plan.hasExtras) return 'fee-or-tax-on-top'
  const wanted = [...(reduced ? [{ amount: reduced.price, charges: reduced.charges }] : []), { amount: regular, charges: null }]
  if (plan.cycles.length !== wanted.length) return 'other-cycles'
  for (const [place, { amount, charges }] of wanted.entries()) {
    const cycle = plan.cycles[place]!
    if (cycle.days !== PERIOD_DAYS) return 'other-period'
    if (cycle.charges !== charges) return 'other-cycles'
    if (cycle.currency !== currency && !(cycle.currency === null && amount === 0)) return 'other-currency'
    if (cycle.amount !== amount) return 'other-price'
  }
  return null
}

/** "unknown": the wallet cannot be asked, and what it said last is too old. */
async function planNamed({ log }: House, wallet: WalletProvider, id: string): Promise<WalletPlan | null | 'unknown'> {
  const kept = keptBy.get(wallet) ?? new Map<string, Kept>()
  keptBy.set(wallet, kept)
  const before = kept.get(id)
  const age = before ? Date.now() - before.at : Number.POSITIVE_INFINITY
  if (before && age < FRESH_MS) return before.plan
  try {
    const plan = await wallet.fetchPlan!(id)
    kept.set(id, { plan, at: Date.now() })
    return plan
  } catch (error) {
    log.warn({ err: error, event: 'wallet.plan-unread', plan: id }, 'a plan of the wallet could not be read')
    return before && age < HOLDS_MS ? before.plan : 'unknown'
  }
}

/** What was read of plans is read again: a price has changed here or there. */
export function forgetPlans(wallet: WalletProvider): void {
  keptBy.delete(wallet)
}

async function alarm(house: House, id: string, { fault, tariff, terms }: { fault: string; tariff: number; terms: Terms }) {
  const details = { fault, tariff, amount: terms.reduced?.price ?? terms.regular, currency: terms.currency }
  await raiseAlarm(house.db, house, { kind: 'wallet-plan', subject: `plan ${id}`, details })
}

/**
 * Prepares the wallet for a new price of a tariff: one of its plans charges it, or, from today on, is changed to.
 * A plan that somebody pays by is not changed: the wallet would raise the price of those subscriptions, too.
 * @returns why not, in the operator's words; null: it may
 */
export async function preparePlan(
  house: House,
  wallet: WalletProvider,
  { tariff, price, isFromToday }: { tariff: number; price: number; isFromToday: boolean },
): Promise<string | null> {
  const of = tariffOf(tariff)
  const ids = wallet.plansOf(tariff, null)
  if (!of || ids.length === 0 || !wallet.fetchPlan) return null
  const terms = { currency: of.currency, regular: price, reduced: null }
  forgetPlans(wallet)
  const plans = await Promise.all(ids.map((id) => wallet.fetchPlan!(id)))
  if (plans.some((plan) => faultOf(plan, terms) === null)) return null
  const last = plans.at(-1)
  const id = ids.at(-1)!
  if (!last || faultOf({ ...last, cycles: last.cycles.map((each) => ({ ...each, amount: price })) }, terms) !== null)
    return `The wallet's plan ${id} does not charge every ${PERIOD_DAYS} days in ${of.currency}, without fees and tax on top. Set up one that does, and add it to PAYPAL_PLANS.`
  if (!isFromToday)
    return `No plan of the wallet charges ${(price / 100).toFixed(2)} ${of.currency}. Set one up, and add its name after ${id} in PAYPAL_PLANS, separated by a space; until then ${id} is sold.`
  const { count } = await house.db
    .selectFrom('wallet_approvals')
    .innerJoin('subscriptions', 'subscriptions.id', 'wallet_approvals.contract_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('wallet_plan', '=', id)
    .where('subscriptions.state', '<>', 'ended')
    .executeTakeFirstOrThrow()
  if (Number(count) > 0)
    return `${count} running subscriptions are charged by the wallet's plan ${id}; changing it would change their price, too. Set up another plan at the new price, and add its name after ${id} in PAYPAL_PLANS, separated by a space.`
  await wallet.revisePlan!(id, last.cycles.at(-1)!.sequence, { minor: price, currency: of.currency })
  forgetPlans(wallet)
  return null
}
