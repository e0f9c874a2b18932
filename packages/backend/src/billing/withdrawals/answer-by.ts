import { ANSWER_DAYS } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import type { Declaration } from './apply.ts'

type Waiting = Pick<Declaration, 'outcome' | 'received_at' | 'confirmed_at' | 'applied_at' | 'subscription_id'>

/**
 * Returns the time by which the operator has promised to answer a declaration; null if there is nothing to answer or no day was
 * promised, as to a sender without a subscription. The days count from the confirmation, if there was one later (ADR-0404).
 */
export function answerBy(declaration: Waiting): Date | null {
  const { outcome, received_at, confirmed_at, applied_at, subscription_id } = declaration
  if (applied_at !== null || subscription_id === null || (outcome !== 'by-hand' && outcome !== 'too-late')) return null
  return new Date((confirmed_at ?? received_at).getTime() + ANSWER_DAYS * DAY_MS)
}
