import type { Row } from '../store.ts'
import { money, toMinorUnits, valueText } from './money.ts'
import { type Payer, payerOf } from './payers.ts'

// Objects in PayPal's format: numbers are strings, timestamps are in UTC.

/** Formats a time in UTC, with milliseconds. */
export const time = (at: unknown) => new Date(Number(at)).toISOString()
/** Formats a time as in the list of transactions: "2026-11-01T10:00:00+0000". */
const listTime = (at: unknown) => time(at).replace(/\.\d+Z$/, '+0000')
/** PayPal's fee for a payment. `fixed`: minor units. */
const FEE = { share: 0.0249, fixed: 35 }

export function subscriptionEventOf(row: Row) {
  return {
    id: row.id,
    status: row.status,
    plan_id: row.plan,
    quantity: row.quantity,
    plan_overridden: row.cycles !== null,
    create_time: time(row.told_at),
    status_update_time: time(Math.min(Number(row.updated_at), Date.now())),
    ...(row.custom_id !== null && { custom_id: row.custom_id }),
    ...(row.started_at !== null && { start_time: time(Math.min(Number(row.started_at), Date.now())) }),
    ...(row.payer !== null && { subscriber: subscriberOf(payerOf(row.payer), row.country) }),
  }
}

function subscriberOf({ email }: Payer, country: unknown) {
  const shipping_address = { name: { full_name: 'Sandbox' }, address: { country_code: country } }
  return { email_address: email, payer_id: 'SANDBPAYER222', ...(country ? { shipping_address } : {}) }
}

/** Returns a charge as in the list of a subscription's transactions. */
export function transactionOf(charge: Row, payer: unknown, rest: number) {
  const { status, amount } = charge
  const isWhole = status !== 'COMPLETED' || rest >= Number(amount)
  const gross_amount = money(Number(amount), String(charge.currency))
  return {
    id: charge.id,
    status: isWhole ? status : rest > 0 ? 'PARTIALLY_REFUNDED' : 'REFUNDED',
    amount_with_breakdown: { gross_amount },
    payer_email: payerOf(payer).email,
    time: time(charge.told_at),
  }
}

/** @param amount amount of the event in minor units; negative for returned money */
export function saleOf(charge: Row, amount: number, base: string) {
  return {
    id: charge.id,
    state: { COMPLETED: 'completed', PENDING: 'pending', DECLINED: 'denied' }[String(charge.status)] ?? 'completed',
    amount: { total: valueText(amount), currency: charge.currency, details: { subtotal: valueText(amount) } },
    billing_agreement_id: charge.subscription,
    payment_mode: 'INSTANT_TRANSFER',
    create_time: time(charge.told_at),
    links: [{ href: `${base}/v1/payments/sale/${charge.id}`, rel: 'self', method: 'GET' }],
  }
}

/** Returns a refund in the format of version 1 of the payments API. */
export function refundOf(back: Row, charge: Row, base: string) {
  return {
    id: back.id,
    state: 'completed',
    amount: { total: valueText(Number(back.amount)), currency: back.currency },
    sale_id: charge.id,
    create_time: time(back.told_at),
    links: [
      { href: `${base}/v1/payments/refund/${back.id}`, rel: 'self', method: 'GET' },
      { href: `${base}/v1/payments/sale/${charge.id}`, rel: 'sale', method: 'GET' },
    ],
  }
}

/** Returns the response to a refund request in the format of version 2. */
export function capturedRefundOf(back: Row, base: string) {
  return {
    id: back.id,
    status: 'COMPLETED',
    amount: money(-Number(back.amount), String(back.currency)),
    create_time: time(back.told_at),
    links: [{ href: `${base}/v2/payments/captures/${back.charge}`, rel: 'up', method: 'GET' }],
  }
}

export function disputeOf(dispute: Row) {
  const { outcome } = dispute
  return {
    dispute_id: dispute.id,
    create_time: time(dispute.created_at),
    update_time: time(dispute.updated_at),
    disputed_transactions: [{ seller_transaction_id: dispute.charge }],
    reason: 'UNAUTHORISED',
    status: dispute.status,
    dispute_amount: money(Number(dispute.amount), String(dispute.currency)),
    dispute_life_cycle_stage: 'CHARGEBACK',
    ...(outcome && { dispute_outcome: { outcome_code: outcome === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR' } }),
  }
}

const CODES: Record<string, string> = { charge: 'T0002', refund: 'T1107', reversal: 'T1106', chargeback: 'T1201', won: 'T1202' }

/** Returns a movement as in the list of the account's transactions. */
export function movementOf({ id, kind, amount, currency, status, told_at, of }: Row) {
  const fee = kind === 'charge' && status === 'COMPLETED' ? -Math.round(Number(amount) * FEE.share + FEE.fixed) : null
  return {
    transaction_info: {
      transaction_id: id,
      paypal_reference_id: of,
      paypal_reference_id_type: kind === 'charge' ? 'SUB' : 'TXN',
      transaction_event_code: CODES[String(kind)],
      transaction_initiation_date: listTime(told_at),
      transaction_updated_date: listTime(told_at),
      transaction_amount: money(Number(amount), String(currency)),
      ...(fee !== null && { fee_amount: money(fee, String(currency)) }),
      transaction_status: status === 'PENDING' ? 'P' : 'S',
    },
  }
}

/** Returns the balance in each currency: all movements that have succeeded, less their fees. */
export function balancesOf(movements: Row[]) {
  const sums = new Map<string, number>()
  for (const { transaction_info: each } of movements.map(movementOf))
    if (each.transaction_status === 'S')
      for (const moved of [each.transaction_amount, each.fee_amount])
        if (moved) sums.set(moved.currency_code, (sums.get(moved.currency_code) ?? 0) + toMinorUnits(moved.value)!)
  return {
    balances: [...sums].map(([currency, sum]) => ({ currency, total_balance: money(sum, currency) })),
    as_of_time: new Date().toISOString(),
  }
}
