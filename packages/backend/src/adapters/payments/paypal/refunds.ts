import type { WalletReturn } from '../port.ts'
import { chargeIn, type Link } from './events.ts'
import { toMinorUnits } from './money.ts'

/** A refund as PayPal returns it: `state`, `total` and `sale_id` in version 1 of the payments API, the others in version 2. */
export type PaypalRefund = {
  id: string
  status?: string
  state?: string
  amount?: { value?: string; currency_code?: string; total?: string; currency?: string }
  create_time?: string
  sale_id?: string
  links?: Link[]
}

/** Converts a refund; null if it is not completed or does not name its charge. */
export function refundOf(refund: PaypalRefund): WalletReturn | null {
  const { id: reference, status, state, amount = {}, create_time, sale_id, links } = refund
  const chargeId = sale_id ?? chargeIn(links)
  const value = amount.value ?? amount.total
  const currency = amount.currency_code ?? amount.currency
  const isDone = (status ?? state)?.toUpperCase() === 'COMPLETED'
  if (!isDone || !chargeId || !value || !currency || !create_time) return null
  // Some responses have a negative amount.
  return { chargeId, reference, amount: -Math.abs(toMinorUnits(value)), currency, at: new Date(create_time), kind: 'refund' }
}
