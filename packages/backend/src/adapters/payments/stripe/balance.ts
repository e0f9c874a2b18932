import type Stripe from 'stripe'
import type { CardProvider, Movement, MovementKind } from '../port.ts'
import { idOf } from './outcomes.ts'

const FEES = ['stripe_fee', 'stripe_fx_fee', 'tax_fee', 'application_fee', 'application_fee_refund', 'fee_credit_funding']
const PAYOUTS = ['payout', 'payout_cancel', 'payout_failure']

/** Requests the movements of Stripe's balance, and the balance by currency. */
export function stripeBalance(stripe: Stripe): Pick<CardProvider, 'movements' | 'balance'> {
  return {
    async *movements(from, to) {
      const created = { gte: seconds(from), lt: seconds(to) }
      for await (const entry of stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })) {
        yield await movementOf(stripe, entry)
      }
    },

    async balance() {
      const { available, pending } = await stripe.balance.retrieve()
      const sums = new Map<string, number>()
      for (const { amount, currency } of [...available, ...pending]) sums.set(currency, (sums.get(currency) ?? 0) + amount)
      return [...sums].map(([currency, amount]) => ({ amount, currency: upper(currency) }))
    },
  }
}

/**
 * Converts an entry of Stripe's balance, with its `source` expanded, to a movement: charges, refunds and disputes in the
 * customer's currency and with our ids, everything else as in the balance. An unknown entry is "other".
 */
async function movementOf(stripe: Stripe, entry: Stripe.BalanceTransaction): Promise<Movement> {
  const { id, amount, currency, fee, created, source, type } = entry
  const settled = { amount, currency: upper(currency) }
  const base = {
    attemptId: null,
    refundId: null,
    reference: id,
    amount,
    currency: settled.currency,
    at: new Date(created * 1000),
    entry: id,
    settled,
    fee: fee === 0 ? null : { amount: fee, currency: settled.currency },
  }
  if (FEES.includes(type)) return { ...base, kind: 'fee' }
  if (PAYOUTS.includes(type)) return { ...base, kind: 'payout', reference: source ? idOf(source) : id }
  if (!source || typeof source === 'string') return { ...base, kind: 'other' }
  const signed = 'amount' in source && typeof source.amount === 'number' ? (amount > 0 ? source.amount : -source.amount) : amount
  const settlement = { ...base, amount: signed }
  if (source.object === 'charge') {
    const charge = source.payment_intent ? idOf(source.payment_intent) : source.id
    // A charge that was taken back without a dispute: a reversed bank debit.
    const kind: MovementKind = signed > 0 ? 'charge' : 'dispute'
    const attemptId = source.metadata.attemptId ?? null
    return {
      ...settlement,
      kind,
      attemptId,
      charge,
      reference: kind === 'charge' ? charge : id,
      currency: upper(source.currency),
    }
  }
  if (source.object === 'refund') {
    const charge = source.payment_intent ? idOf(source.payment_intent) : source.charge && idOf(source.charge)
    const refundId = source.metadata?.refundId ?? null
    return { ...settlement, kind: 'refund', refundId, charge, reference: source.id, currency: upper(source.currency) }
  }
  if (source.object === 'dispute') {
    const { payment_intent: paymentIntent, id: reference } = source
    const intent = paymentIntent ? await stripe.paymentIntents.retrieve(idOf(paymentIntent)) : null
    const attemptId = intent?.metadata.attemptId ?? null
    return { ...settlement, kind: 'dispute', attemptId, charge: intent?.id ?? null, reference, currency: upper(source.currency) }
  }
  return { ...base, kind: 'other' }
}

const upper = (currency: string) => currency.toUpperCase()
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
