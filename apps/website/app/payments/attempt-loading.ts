import { attemptState } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import type { Cart } from '@kiosk/domain/payments/endpoints'
import { paymentResultMessages } from '@kiosk/i18n/messages/payment-results'
import { redirect } from 'react-router'
import { orApiError } from '../api-error.ts'
import type { RequestContext } from '../shell/request-context.ts'

export type Attempt = { id: string; state: 'waiting' | 'processing' | 'succeeded' | 'failed' } & {
  reason: string | null
  returnText: string | null
  method: Cart['methods'][number] | null
  subscription: number
}

/** Returns the payment attempt of `?attempt=`; null if it is missing or belongs to another account (ADR-0173). */
export async function attemptIn(ctx: RequestContext, { searchParams }: URL): Promise<Attempt | null> {
  const id = searchParams.get('attempt') ?? ''
  if (id === '' || id.length > 64) return null
  const { answer } = await orApiError(ctx.call(attemptState, { params: { id } }))
  return answer && { id, ...answer }
}

/** Returns the title of a document whose address is that of another result, too. */
export function titleIn(
  ctx: RequestContext,
  title: 'PAYMENT.FAILED_TITLE' | 'PAYMENT.WAITING_TITLE' | 'PAYMENT.TWICE_TITLE',
): string {
  return ctx.words(paymentResultMessages)[title]!
}

/** Returns a redirect to the failure page. */
export function leadToFailure({ id }: Attempt): Response {
  return redirect(addressOf('paymentFailed', { attempt: id }))
}
