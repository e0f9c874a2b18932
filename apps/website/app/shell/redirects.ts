import { addressOf } from '@kiosk/domain/addresses'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { requestContext } from './request-context.ts'

/** Redirects addresses that have no page of their own. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { page, whoForSure } = requestContext(context)
  if (page === 'paymentFailedAny') return redirect(addressOf('paymentFailed'))
  if (page === 'paymentFailedCancel') {
    const { state } = await whoForSure()
    return redirect(addressOf(state === 'magz' || state === 'premium' ? 'currentSubscription' : 'subscriptions'))
  }
  return redirect(addressOf('home'))
}
