import { paymentQuestion, paymentUrl } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import { paymentResultMessages } from '@kiosk/i18n/messages/payment-results'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { orApiError } from '../api-error.ts'
import type { HeadData } from '../shell/head.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { bankFormOf, ToBank } from './bank-form.tsx'
import { checkoutHandle } from './checkout-bars.tsx'
import { PaymentPage } from './payment-page.tsx'

export const handle = checkoutHandle

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const id = params.id ?? ''
  // The path determines the flag.
  const reservation = new URL(request.url).pathname.includes('reservation')
  const query = { id, reservation: String(reservation) }
  const { answer, apiError } = await orApiError(ctx.call(paymentUrl, { query }))
  // The bank's authentication has expired: the payment data page decides how to continue; a renewal has its own page.
  if (!apiError && !answer) {
    if (reservation) throw redirect(frameOf(id))
    const renewal = await orApiError(ctx.call(paymentQuestion, { query: { attempt: id } }))
    throw redirect(addressOf(renewal.answer ? 'confirmPayment' : 'paymentSuccess', { attempt: id }))
  }
  const form = answer ? bankFormOf(ctx, answer) : null
  if (!form) throw redirect(addressOf('paymentFailed', { attempt: id }))
  return data({
    words: ctx.words(checkoutMessages, paymentResultMessages),
    head: { robots: 'noindex' } satisfies HeadData,
    reservation,
    form,
  })
}

/** Returns the path of our own page around the provider's. */
function frameOf(setup: string): string {
  return `/user/payment/frame/${encodeURIComponent(setup)}`
}

/** Redirect to the bank (3-D Secure). */
export default function BankScreen() {
  const t = useText()
  const { reservation, form } = useLoaderData<typeof loader>()
  return (
    <PaymentPage step={2} title={t('PAYMENT.ASYNC_TITLE')}>
      <ToBank form={form} words={reservation ? 'PAYMENT.ASYNC_RESERVATION' : 'PAYMENT.ASYNC'} />
    </PaymentPage>
  )
}
