import { addressOf } from '@kiosk/domain/addresses'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { visitOf } from './visit.ts'

/** Addresses that only lead on (section 2). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { page, whoForSure } = visitOf(context)
  if (page === 'paymentFailedAny') return redirect(addressOf('paymentFailed'))
  if (page === 'paymentFailedCancel') {
    const { state } = await whoForSure()
    return redirect(addressOf(state === 'magz' || state === 'premium' ? 'currentSubscription' : 'subscriptions'))
  }
  return redirect(addressOf('home'))
}
