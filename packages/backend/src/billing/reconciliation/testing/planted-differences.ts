// Plants differences between providers and our ledger, each kind separately and deterministically: missed webhooks, duplicates
// at providers, actions by other users of the accounts, and entries that only balances show.
import { randomUUID } from 'node:crypto'
import { validateWallet } from '@kiosk/domain/payments/endpoints'
import { sql } from 'kysely'
import type { Movement } from '../../../adapters/payments/port.ts'
import { refund } from '../../refunds/refunds.ts'
import { sendRefunds } from '../../refunds/send.ts'
import type { Checkout } from '../../testing/checkout.ts'
import { processEvent } from '../../webhooks/provider-events.ts'

/** Planted difference and its expected result: reconciliation repairs it, or puts it into suspense with an alarm. */
export type Planted = {
  kind: string
  /** The id on the reported line: a payment, a refund, or the provider's reference of a movement. */
  id: string
  provider: 'sandbox' | 'paypal'
  becomes: 'repaired' | 'suspense'
}

export type Plant = (shop: Checkout, nth: number) => Promise<Planted>

async function subscriber(shop: Checkout, method = 'card-succeeded') {
  const reader = await shop.reader()
  await shop.leave(reader, method)
  await shop.accept(reader)
  await shop.begin(reader)
  await shop.purchase(reader)
  const { rows } = await sql<{ id: string }>`select a.id from payment_attempts a join invoices i on i.id = a.invoice_id
    where i.account_id = ${reader.id}`.execute(shop.db)
  return { ...reader, attemptId: rows[0]!.id }
}

/** Creates a subscription that was approved and charged at the wallet and reported to us. */
async function walletSubscriber(shop: Checkout) {
  const { reference, ...reader } = await approved(shop)
  const charge = shop.wallet.charge(reference, 1999, shop.now())
  const about = { what: 'wallet', subscription: reference, charge: null, refund: null } as const
  await processEvent(shop.api.ctx, { provider: 'paypal', id: randomUUID(), kind: 'BILLING.SUBSCRIPTION.ACTIVATED', about })
  const { rows } = await sql<{ id: string }>`select a.id from payment_attempts a
    where a.provider_reference = ${charge}`.execute(shop.db)
  return { ...reader, reference, charge, attemptId: rows[0]!.id }
}

async function approved(shop: Checkout) {
  const reader = await shop.reader()
  await shop.begin(reader)
  await shop.accept(reader)
  const { headers } = reader
  const { customId } = await shop.api.answer(validateWallet, 'paypal/subscription/validation/2', { headers })
  return { ...reader, reference: shop.wallet.approve({ customId, planId: 'plan-2' }) }
}

const none = { attemptId: null, refundId: null }

function move(shop: Checkout, movement: Omit<Movement, 'attemptId' | 'refundId' | 'currency' | 'at'> & Partial<Movement>): void {
  shop.psp.moved.push({ ...none, currency: 'EUR', at: shop.now(), ...movement })
}

/** Every kind of difference, by name. */
export const PLANTS: Record<string, Plant> = {
  /** The charge succeeded; its webhook was lost. */
  async 'lost charge'(shop) {
    const { attemptId } = await subscriber(shop, 'debit-processing')
    shop.psp.becomes(attemptId, 'succeeded')
    return { kind: 'lost charge', id: attemptId, provider: 'sandbox', becomes: 'repaired' }
  },
  /** The charge succeeded after the purchase was cancelled: it has to be refunded. */
  async 'late charge'(shop) {
    const { attemptId } = await subscriber(shop, 'card-declined')
    shop.psp.becomes(attemptId, 'succeeded')
    return { kind: 'late charge', id: attemptId, provider: 'sandbox', becomes: 'repaired' }
  },
  /** The provider charged the same payment twice. */
  async 'doubled charge'(shop, nth) {
    const { attemptId } = await subscriber(shop)
    const reference = `second ${nth}`
    move(shop, { kind: 'charge', attemptId, reference, charge: reference, amount: 1999 })
    return { kind: 'doubled charge', id: attemptId, provider: 'sandbox', becomes: 'suspense' }
  },
  async 'foreign charge'(shop, nth) {
    const reference = `stranger ${nth}`
    move(shop, { kind: 'charge', reference, charge: reference, amount: 1234 })
    return { kind: 'foreign charge', id: reference, provider: 'sandbox', becomes: 'suspense' }
  },
  async 'foreign refund'(shop, nth) {
    const reference = `refund of a stranger ${nth}`
    move(shop, { kind: 'refund', reference, charge: `unknown ${nth}`, amount: -350 })
    return { kind: 'foreign refund', id: reference, provider: 'sandbox', becomes: 'suspense' }
  },
  async 'foreign dispute'(shop, nth) {
    const reference = `dispute of a stranger ${nth}`
    move(shop, { kind: 'dispute', reference, charge: `unknown ${nth}`, amount: -450 })
    return { kind: 'foreign dispute', id: reference, provider: 'sandbox', becomes: 'suspense' }
  },
  /** A charge and its return; neither was reported. */
  async 'came and went'(shop, nth) {
    const reference = `passing ${nth}`
    move(shop, { kind: 'charge', reference, charge: reference, amount: 777 })
    move(shop, { kind: 'refund', reference: `back ${nth}`, charge: reference, amount: -777 })
    return { kind: 'came and went', id: reference, provider: 'sandbox', becomes: 'suspense' }
  },
  async 'part refund at the provider'(shop) {
    const { attemptId } = await subscriber(shop)
    const id = shop.psp.refundByHand(attemptId, 700)!
    return { kind: 'part refund at the provider', id, provider: 'sandbox', becomes: 'repaired' }
  },
  async 'refund at the provider'(shop) {
    const { attemptId } = await subscriber(shop)
    const id = shop.psp.refundByHand(attemptId, 1999)!
    return { kind: 'refund at the provider', id, provider: 'sandbox', becomes: 'repaired' }
  },
  /** Our refund was carried out; the response was lost. */
  async 'lost refund'(shop) {
    const { attemptId } = await subscriber(shop)
    shop.psp.refundsBehave('processing')
    const options = { attemptId, amount: 500, reason: 'goodwill', text: 'Kulanz' }
    const id = await shop.db.transaction().execute((trx) => refund(trx, shop.api.ctx, options))
    await sendRefunds(shop.api.ctx)
    shop.psp.refundBecomes(id, 'succeeded')
    shop.psp.refundsBehave('succeeded')
    return { kind: 'lost refund', id, provider: 'sandbox', becomes: 'repaired' }
  },
  async 'dispute opened'(shop) {
    const { attemptId } = await subscriber(shop)
    shop.psp.becomes(attemptId, 'returned')
    return { kind: 'dispute opened', id: attemptId, provider: 'sandbox', becomes: 'repaired' }
  },
  /** A dispute that was opened and won; neither was reported. */
  async 'dispute won'(shop) {
    const { attemptId } = await subscriber(shop)
    shop.psp.becomes(attemptId, 'returned')
    shop.psp.becomes(attemptId, 'reinstated')
    return { kind: 'dispute won', id: attemptId, provider: 'sandbox', becomes: 'repaired' }
  },
  /** A returned debit whose success was not reported either. */
  async 'debit returned'(shop) {
    const { attemptId } = await subscriber(shop, 'debit-processing')
    shop.psp.becomes(attemptId, 'returned')
    return { kind: 'debit returned', id: attemptId, provider: 'sandbox', becomes: 'repaired' }
  },
  async fee(shop, nth) {
    move(shop, { kind: 'fee', reference: `fee ${nth}`, amount: -(100 + nth) })
    return { kind: 'fee', id: `fee fee ${nth}`, provider: 'sandbox', becomes: 'repaired' }
  },
  /** A fee deducted from a known charge. */
  async 'fee of a charge'(shop) {
    const { attemptId } = await subscriber(shop)
    shop.psp.moved.find((each) => each.attemptId === attemptId)!.fee = { amount: 55, currency: 'EUR' }
    return { kind: 'fee of a charge', id: `charge charge ${attemptId}`, provider: 'sandbox', becomes: 'repaired' }
  },
  async payout(shop, nth) {
    move(shop, { kind: 'payout', reference: `payout ${nth}`, amount: -(1000 + nth) })
    return { kind: 'payout', id: `payout payout ${nth}`, provider: 'sandbox', becomes: 'repaired' }
  },
  /** The provider has another amount than we charged. */
  async 'other amount'(shop) {
    const { attemptId } = await subscriber(shop)
    shop.psp.moved.find((each) => each.attemptId === attemptId)!.amount = 1899
    return { kind: 'other amount', id: attemptId, provider: 'sandbox', becomes: 'suspense' }
  },
  /** A charge in our ledger that the provider does not have. */
  async 'missing there'(shop) {
    const { attemptId } = await subscriber(shop)
    const place = shop.psp.moved.findIndex((each) => each.attemptId === attemptId)
    shop.psp.moved.splice(place, 1)
    return { kind: 'missing there', id: attemptId, provider: 'sandbox', becomes: 'suspense' }
  },
  async 'subscription unknown'(shop) {
    const { reference } = await approved(shop)
    shop.wallet.charge(reference, 1999, shop.now())
    return { kind: 'subscription unknown', id: reference, provider: 'paypal', becomes: 'repaired' }
  },
  async 'renewal at the wallet'(shop) {
    const { reference } = await walletSubscriber(shop)
    const id = shop.wallet.charge(reference, 1999, new Date(shop.now().getTime() + 60_000))
    return { kind: 'renewal at the wallet', id, provider: 'paypal', becomes: 'repaired' }
  },
  async 'part refund at the wallet'(shop) {
    const { charge, attemptId } = await walletSubscriber(shop)
    shop.wallet.back(charge, 600)
    return { kind: 'part refund at the wallet', id: attemptId, provider: 'paypal', becomes: 'repaired' }
  },
  async 'dispute at the wallet'(shop) {
    const { charge, attemptId } = await walletSubscriber(shop)
    shop.wallet.back(charge, 1999, undefined, 'reversal')
    return { kind: 'dispute at the wallet', id: attemptId, provider: 'paypal', becomes: 'repaired' }
  },
  async 'dispute won at the wallet'(shop) {
    const { charge, attemptId } = await walletSubscriber(shop)
    const undoes = shop.wallet.back(charge, 1999, undefined, 'reversal')
    shop.wallet.back(charge, -1999, undefined, 'won', undoes)
    return { kind: 'dispute won at the wallet', id: attemptId, provider: 'paypal', becomes: 'repaired' }
  },
  async 'fee at the wallet'(shop, nth) {
    const { charge } = await walletSubscriber(shop)
    shop.wallet.fees.set(charge, 100 + nth)
    return { kind: 'fee at the wallet', id: `charge ${charge}`, provider: 'paypal', becomes: 'repaired' }
  },
  async 'payout at the wallet'(shop, nth) {
    const reference = `PO-${nth}`
    const moved = { ...none, currency: 'EUR', at: shop.now(), reference, entry: reference, amount: -(500 + nth) }
    shop.wallet.others.push({ ...moved, kind: 'payout' })
    return { kind: 'payout at the wallet', id: `payout ${reference}`, provider: 'paypal', becomes: 'repaired' }
  },
}
