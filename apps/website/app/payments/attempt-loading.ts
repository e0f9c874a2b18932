import { addressOf } from '@kiosk/domain/addresses'
import { attemptState } from '@kiosk/domain/payments/endpoints'
import { redirect } from 'react-router'
import { orRefusal } from '../refusal.ts'
import type { Visit } from '../shell/visit.ts'

export type Attempt = { id: string; state: 'waiting' | 'processing' | 'succeeded' | 'failed' } & {
  reason: string | null
  returnText: string | null
  subscription: number
}

/** The attempt that an address names by `?attempt=`; null where it names none, or none of this account (decision 23). */
export async function attemptIn(visit: Visit, { searchParams }: URL): Promise<Attempt | null> {
  const id = searchParams.get('attempt') ?? ''
  if (id === '' || id.length > 64) return null
  const { answer } = await orRefusal(visit.call(attemptState, { params: { id } }))
  return answer && { id, ...answer }
}

/** A payment that failed belongs on the page that says why. */
export function leadToFailure({ id }: Attempt): Response {
  return redirect(addressOf('paymentFailed', { attempt: id }))
}
