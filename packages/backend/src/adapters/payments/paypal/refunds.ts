import type { WalletProvider, WalletReturn } from '../port.ts'
import { type AskPaypal, WrongAnswer } from './client.ts'
import { chargeIn, type Link } from './events.ts'
import { paypalMoney, toMinorUnits } from './money.ts'

/** A refund as PayPal returns it: `state`, `total` and `sale_id` in version 1 of the payments API, the others in version 2. */
type PaypalRefund = {
  id: string
  status?: string
  state?: string
  amount?: { value?: string; currency_code?: string; total?: string; currency?: string }
  create_time?: string
  sale_id?: string
  links?: Link[]
}

/** Looks up and makes refunds of charges. */
export function paypalRefunds(ask: AskPaypal): Pick<WalletProvider, 'fetchRefund' | 'refund'> {
  return {
    async fetchRefund(reference) {
      // Refunds of sales are in version 1 of the payments API, those of captures in version 2.
      for (const path of ['/v2/payments/refunds', '/v1/payments/refund']) {
        const found = await ask<PaypalRefund>('GET', `${path}/${encodeURIComponent(reference)}`)
        if (found) return refundOf(found)
      }
      return null
    },

    async refund(transactionId, refundId, money) {
      const path = `/v2/payments/captures/${encodeURIComponent(transactionId)}/refund`
      const amount = paypalMoney(money)
      try {
        const made = await ask<{ id: string; status: string }>('POST', path, { amount }, refundId)
        if (!made) return { state: 'failed', reference: null }
        if (made.status === 'COMPLETED') return { state: 'succeeded', reference: made.id }
        const isOver = made.status === 'FAILED' || made.status === 'CANCELLED'
        return { state: isOver ? 'failed' : 'unknown', reference: made.id }
      } catch (error) {
        if (error instanceof WrongAnswer && error.status === 422) return { state: 'failed', reference: null }
        if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return { state: 'unknown', reference: null }
        throw error
      }
    },
  }
}

/** Converts a refund; null if it is not completed or does not name its charge. */
function refundOf(refund: PaypalRefund): WalletReturn | null {
  const { id: reference, status, state, amount = {}, create_time, sale_id, links } = refund
  const chargeId = sale_id ?? chargeIn(links)
  const value = amount.value ?? amount.total
  const currency = amount.currency_code ?? amount.currency
  const isDone = (status ?? state)?.toUpperCase() === 'COMPLETED'
  if (!isDone || !chargeId || !value || !currency || !create_time) return null
  // Some responses have a negative amount.
  return { chargeId, reference, amount: -Math.abs(toMinorUnits(value)), currency, at: new Date(create_time), kind: 'refund' }
}
